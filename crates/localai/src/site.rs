//! The site, over HTTP.

use std::fmt;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};

/// Time limit of a request, longer than the site holds a poll.
const REQUEST_LIMIT: Duration = Duration::from_secs(300);

/// Maximum length of an answer, in bytes.
const MAX_ANSWER: u64 = 1 << 20;

/// The user's secret, which is never printed.
pub struct Secret(String);

impl Secret {
    /// Trims the text and checks that it can be part of an address.
    pub fn new(text: &str) -> Result<Secret> {
        let text = text.trim();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
        match !text.is_empty() && text.bytes().all(plain) {
            true => Ok(Secret(text.to_string())),
            false => bail!("the secret must be letters, digits and -_.~ only"),
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("(secret)")
    }
}

/// The site's answer to a request.
pub enum SiteAnswer {
    /// The body.
    Body(String),
    /// The site does not answer now; the reason.
    Later(String),
}

/// The site's interface for one user.
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
            .timeout_global(Some(REQUEST_LIMIT))
            .http_status_as_error(false)
            .build();
        Site {
            agent: config.into(),
            base: base.trim_end_matches('/').to_string(),
            user: user.to_string(),
            secret,
        }
    }

    /// Sends `GET command` with these headers.
    pub fn get(&self, command: &str, headers: &[(String, String)]) -> Result<SiteAnswer> {
        let address = format!("{}/{}/{}/{command}", self.base, self.user, self.secret.0);
        let request = headers.iter().fold(self.agent.get(&address), |r, (name, value)| r.header(name, value));
        let mut response = match request.call() {
            Ok(response) => response,
            Err(ureq::Error::BadUri(_) | ureq::Error::Http(_)) => {
                bail!("{} is not an address, or an answer is not valid in a header", self.base)
            }
            Err(error) => return Ok(SiteAnswer::Later(self.without_secret(&error.to_string()))),
        };
        match response.status().as_u16() {
            200 => {
                let body = response.body_mut().with_config().limit(MAX_ANSWER).read_to_string();
                match body {
                    Ok(body) => Ok(SiteAnswer::Body(body)),
                    Err(error) => Ok(SiteAnswer::Later(self.without_secret(&error.to_string()))),
                }
            }
            status @ (502 | 504) => Ok(SiteAnswer::Later(format!("the site answers {status}"))),
            401 => Err(anyhow!(
                "the site answers 401: the user or the secret is wrong, or this account may not use the local AI"
            )),
            status => Err(anyhow!("the site answers {status} to {command}")),
        }
    }

    /// Removes the secret from a message of another library.
    fn without_secret(&self, message: &str) -> String {
        message.replace(&self.secret.0, "(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_never_printed() {
        let secret = Secret::new(" 53cret\n").unwrap();
        assert_eq!(format!("{secret:?}"), "(secret)");
        let site = Site::new("http://127.0.0.1:9/api", "user", secret);
        assert_eq!(site.without_secret("at /api/user/53cret/localai"), "at /api/user/(secret)/localai");
    }

    #[test]
    fn a_secret_that_is_not_valid_in_an_address_is_refused() {
        for wrong in ["", " \n", "a/b", "a b", "a?b", "ä"] {
            assert!(Secret::new(wrong).is_err(), "{wrong:?}");
        }
    }
}
