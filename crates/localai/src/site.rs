//! The site, over HTTP.

use std::fmt;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};

/// Longer than the site lets a poll wait.
const LONGEST_POLL: Duration = Duration::from_secs(300);

/// The most bytes of an answer that are read.
const LONGEST_ANSWER: u64 = 1 << 20;

/// A word that is never shown.
pub struct Secret(String);

impl Secret {
    /// The text without blanks around it, if it can be part of an address.
    pub fn new(text: &str) -> Result<Secret> {
        let text = text.trim();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
        match !text.is_empty() && text.bytes().all(plain) {
            true => Ok(Secret(text.to_string())),
            false => bail!("the secret is empty, or holds what no secret of the site's holds"),
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("(secret)")
    }
}

/// What the site answers.
pub enum Answer {
    /// What was asked for.
    Body(String),
    /// It has no time just now, or the line is down: why.
    Later(String),
}

/// The site, as one user sees it.
pub struct Site {
    agent: ureq::Agent,
    base: String,
    user: String,
    secret: Secret,
}

impl Site {
    /// The site at this address (`https://…/api`), for this user.
    pub fn new(base: &str, user: &str, secret: Secret) -> Site {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(LONGEST_POLL))
            .http_status_as_error(false)
            .build();
        Site {
            agent: config.into(),
            base: base.trim_end_matches('/').to_string(),
            user: user.to_string(),
            secret,
        }
    }

    /// Asks for `GET command` with these headers.
    pub fn get(&self, command: &str, headers: &[(String, String)]) -> Result<Answer> {
        let address = format!("{}/{}/{}/{command}", self.base, self.user, self.secret.0);
        let request = headers.iter().fold(self.agent.get(&address), |r, (name, value)| r.header(name, value));
        let mut response = match request.call() {
            Ok(response) => response,
            Err(ureq::Error::BadUri(_) | ureq::Error::Http(_)) => {
                bail!("{} makes no address, or an answer makes no header", self.base)
            }
            Err(error) => return Ok(Answer::Later(self.hushed(&error.to_string()))),
        };
        match response.status().as_u16() {
            200 => {
                let body = response.body_mut().with_config().limit(LONGEST_ANSWER).read_to_string();
                match body {
                    Ok(body) => Ok(Answer::Body(body)),
                    Err(error) => Ok(Answer::Later(self.hushed(&error.to_string()))),
                }
            }
            status @ (502 | 504) => Ok(Answer::Later(format!("the site answers {status}"))),
            401 => Err(anyhow!(
                "the site answers 401: the user or the secret is wrong, or this account may not use the local AI"
            )),
            status => Err(anyhow!("the site answers {status} to {command}")),
        }
    }

    /// No message of others repeats the secret.
    fn hushed(&self, message: &str) -> String {
        message.replace(&self.secret.0, "(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_never_shown() {
        let secret = Secret::new(" 53cret\n").unwrap();
        assert_eq!(format!("{secret:?}"), "(secret)");
        let site = Site::new("http://127.0.0.1:9/api", "user", secret);
        assert_eq!(site.hushed("at /api/user/53cret/localai"), "at /api/user/(secret)/localai");
    }

    #[test]
    fn a_secret_is_part_of_an_address() {
        for wrong in ["", " \n", "a/b", "a b", "a?b", "ä"] {
            assert!(Secret::new(wrong).is_err(), "{wrong:?}");
        }
    }
}
