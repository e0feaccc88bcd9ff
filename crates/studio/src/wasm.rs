//! The functions that a Web Worker calls.

use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::Studio;

/// A panic becomes a JavaScript error with its message; the page then starts another
/// worker.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
}

/// Names of the games in this module, separated by blanks.
#[wasm_bindgen]
pub fn games() -> String {
    games::NAMES.join(" ")
}

/// A studio for one game.
#[wasm_bindgen]
pub struct Desk(Studio);

#[wasm_bindgen]
impl Desk {
    /// A studio for the game of this name.
    #[wasm_bindgen(constructor)]
    pub fn new(game: &str) -> Result<Desk, JsError> {
        Ok(Desk(Studio::new(game)?))
    }

    /// Answers a request; `progress` gets a JSON text now and then.
    pub fn ask(&mut self, request: &str, progress: &Function) -> String {
        self.0.ask(request, None, &mut |report| {
            // A callback that fails changes nothing for the search.
            let _ = progress.call1(&JsValue::NULL, &JsValue::from_str(report));
        })
    }
}
