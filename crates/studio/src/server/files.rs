//! The files of the page, which build.rs puts into the program.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The page itself.
pub async fn index() -> Response {
    send("index.html")
}

/// A file of the page.
pub async fn file(Path(path): Path<String>) -> Response {
    send(&path)
}

fn send(path: &str) -> Response {
    let Some((_, bytes)) = FILES.iter().find(|(name, _)| *name == path) else {
        return (StatusCode::NOT_FOUND, "There is no such file.\n").into_response();
    };
    let kind = match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    ([(header::CONTENT_TYPE, kind)], *bytes).into_response()
}
