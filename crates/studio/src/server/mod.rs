//! The studio as a local server with native engines.
//!
//! It listens on the loopback address unless the caller says otherwise. All paths begin
//! with a random token, so that no other page or user of the machine can guess them; the
//! Host of a request must be the server's own and its Origin, if there is one, too, so
//! that a page of another site cannot use it. The files of the page are part of the
//! program. With a folder of logs the server also shows and plays [`mod@matches`]; it reads
//! and writes nothing outside of that folder.

mod api;
mod files;
pub mod matches;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, serve};
use tokio::net::TcpListener;

use self::api::Desks;
use self::matches::Matches;

/// Largest request: recorded games that are pasted.
const MOST_BYTES: usize = 32 << 20;

/// A server that listens and does not answer yet.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// What all requests share.
struct Shared {
    token: String,
    address: SocketAddr,
    desks: Desks,
    matches: Option<Matches>,
}

impl Server {
    /// Listens on an address; port 0 is any free one. `token` is part of every path, and
    /// `matches` are the contests of a folder.
    pub async fn bind(address: SocketAddr, token: Token, matches: Option<Matches>) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared { token: token.0, address, desks: Desks::default(), matches });
        Ok(Server { listener, shared })
    }

    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.shared.address
    }

    /// The address of the page, with the token.
    pub fn url(&self) -> String {
        format!("http://{}/{}/", self.shared.address, self.shared.token)
    }

    /// Answers requests until `end` is ready.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let token = &self.shared.token;
        let inside = Router::new()
            .route("/api/{page}/{game}/ask", post(api::ask))
            .route("/api/{page}/{game}/run", post(api::run))
            .route("/engine/games.json", get(api::games))
            .route("/matches", post(matches::ask))
            .route("/pictures/{name}", get(matches::picture))
            .route("/{*path}", get(files::file));
        let app = Router::new()
            .route(&format!("/{token}/"), get(files::index))
            .nest(&format!("/{token}"), inside)
            .fallback(wrong_token)
            .layer(DefaultBodyLimit::max(MOST_BYTES))
            .layer(middleware::from_fn_with_state(Arc::clone(&self.shared), guard))
            .with_state(Arc::clone(&self.shared));
        serve(self.listener, app).with_graceful_shutdown(end).await
    }
}

/// A secret of 128 random bits in hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token(String);

impl Token {
    /// A new secret.
    pub fn random() -> io::Result<Token> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::from)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The secret of a text, if it is one.
    pub fn read(text: &str) -> Option<Token> {
        let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        (text.len() == 32 && text.chars().all(is_digit)).then(|| Token(text.to_string()))
    }

    /// The secret as text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

async fn wrong_token() -> Response {
    let text = "There is no such page here. Open the address that `arena studio` has printed.\n";
    (StatusCode::NOT_FOUND, text).into_response()
}

/// Lets only requests through that a page of this server can have made.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    if let Err(why) = check(request.headers(), shared.address) {
        return (StatusCode::FORBIDDEN, format!("{why}\n")).into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, header::HeaderValue::from_static(value));
    }
    response
}

/// Checks Host and Origin.
fn check(headers: &HeaderMap, address: SocketAddr) -> Result<(), &'static str> {
    let own = [address.to_string(), format!("localhost:{}", address.port())];
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if !text(header::HOST).is_some_and(|host| own.iter().any(|name| name == host)) {
        return Err("The Host of the request is not this server.");
    }
    match headers.contains_key(header::ORIGIN) {
        true if !text(header::ORIGIN)
            .is_some_and(|origin| own.iter().any(|name| origin == format!("http://{name}"))) =>
        {
            Err("The request comes from another site.")
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_requests_of_the_own_page_pass() {
        let address: SocketAddr = "127.0.0.1:8080".parse().unwrap();
        let pass = |host: &'static str, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, header::HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, header::HeaderValue::from_static(origin));
            }
            check(&headers, address).is_ok()
        };
        assert!(pass("127.0.0.1:8080", None) && pass("localhost:8080", Some("http://localhost:8080")));
        assert!(!pass("example.org", None) && !pass("127.0.0.1:8081", None) && !pass("127.0.0.1", None));
        assert!(!pass("127.0.0.1:8080", Some("http://example.org")) && !pass("127.0.0.1:8080", Some("null")));
        assert!(check(&HeaderMap::new(), address).is_err());
    }

    #[test]
    fn tokens_differ_and_have_128_bits() {
        let [a, b] = [Token::random().unwrap(), Token::random().unwrap()];
        assert!(a != b && a.text().len() == 32);
        assert_eq!(Token::read(a.text()), Some(a));
        for wrong in ["", "0", "../..", &"0".repeat(31), &"g".repeat(32), &"A".repeat(32)] {
            assert_eq!(Token::read(wrong), None, "{wrong}");
        }
    }
}
