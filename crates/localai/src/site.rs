//! The site, over HTTP.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use game::error::quote;
use ureq::http::Uri;

/// Time limit of a request, longer than the site holds a poll.
const REQUEST_LIMIT: Duration = Duration::from_secs(300);

/// Maximum length of a message that is printed, in characters.
const MAX_MESSAGE: usize = 400;

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
    /// The site at this address (`https://…/api`), for this user. Without encryption it
    /// must be on this machine, because every address contains the secret.
    pub fn new(base: &str, user: &str, secret: Secret) -> Result<Site> {
        let address: Uri = base.parse().with_context(|| format!("{} is not an address", quote(base)))?;
        match address.scheme_str() {
            Some("https") => (),
            Some("http") => ensure!(
                address.host().is_some_and(is_loopback),
                "{} would send the secret without encryption; use https",
                quote(base)
            ),
            _ => bail!("{} is not an address of the form https://HOST/api", quote(base)),
        }
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(REQUEST_LIMIT))
            .http_status_as_error(false)
            // The address with the secret goes to no other host.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .build();
        let base = base.trim_end_matches('/').to_string();
        Ok(Site { agent: config.into(), base, user: user.to_string(), secret })
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
            status @ (429 | 500..) => Ok(SiteAnswer::Later(format!("the site answers {status}"))),
            status @ 300..=399 => Err(anyhow!(
                "the site answers {status}, a redirection, which is not followed; give its address with --site"
            )),
            401 => Err(anyhow!(
                "the site answers 401: the user or the secret is wrong, or this account may not use the local AI"
            )),
            status => Err(anyhow!("the site answers {status} to {command}")),
        }
    }

    /// A message fit for printing, whatever it contains: one line of bounded length,
    /// without the secret and without control characters.
    pub fn without_secret(&self, message: &str) -> String {
        let hidden = message.replace(&self.secret.0, "(secret)");
        let visible = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
        hidden.chars().take(MAX_MESSAGE).map(visible).collect()
    }
}

/// Is the host this machine?
fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// Pauses between tries: each is twice as long as the one before, up to 64 times the
/// first.
pub struct Pauses {
    first: Duration,
    failures: u32,
}

impl Pauses {
    /// The first pause is this long.
    pub fn new(first: Duration) -> Pauses {
        Pauses { first, failures: 0 }
    }

    /// The next pause.
    pub fn next(&mut self) -> Duration {
        let pause = self.first.saturating_mul(1 << self.failures.min(6));
        self.failures += 1;
        pause
    }

    /// Starts again after a success.
    pub fn reset(&mut self) {
        self.failures = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_never_printed() {
        let secret = Secret::new(" 53cret\n").unwrap();
        assert_eq!(format!("{secret:?}"), "(secret)");
        let site = Site::new("http://127.0.0.1:9/api", "user", secret).unwrap();
        assert_eq!(site.without_secret("at /api/user/53cret/localai"), "at /api/user/(secret)/localai");
    }

    #[test]
    fn messages_have_one_line_and_no_control_characters() {
        let site = Site::new("https://example.org/api", "user", Secret::new("53cret").unwrap()).unwrap();
        let printed = site.without_secret("it's \x1b[31mred\n53cret \x07");
        assert_eq!(printed, "it's \\u{1b}[31mred\\n(secret) \\u{7}");
        assert!(site.without_secret(&"long".repeat(1000)).chars().count() < 450);
    }

    /// Every address contains the secret.
    #[test]
    fn only_this_machine_is_asked_without_encryption() {
        let site = |base: &str| Site::new(base, "user", Secret::new("53cret").unwrap());
        for right in
            ["https://example.org/api", "http://127.0.0.1:80/api", "http://localhost/api", "http://[::1]:1/"]
        {
            assert!(site(right).is_ok(), "{right}");
        }
        for wrong in
            ["http://example.org/api", "http://127.0.0.1.example.org", "ftp://127.0.0.1", "example.org", ""]
        {
            assert!(site(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn pauses_double_up_to_64_times_the_first() {
        let mut pauses = Pauses::new(Duration::from_secs(1));
        let seconds: Vec<u64> = (0..9).map(|_| pauses.next().as_secs()).collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 64, 64, 64]);
        pauses.reset();
        assert_eq!(pauses.next().as_secs(), 1);
    }

    #[test]
    fn a_secret_that_is_not_valid_in_an_address_is_refused() {
        for wrong in ["", " \n", "a/b", "a b", "a?b", "ä"] {
            assert!(Secret::new(wrong).is_err(), "{wrong:?}");
        }
    }
}
