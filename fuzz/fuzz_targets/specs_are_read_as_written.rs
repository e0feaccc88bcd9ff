//! Law: a spec is printed as text that is read as the same spec; every game builds its
//! engine or refuses it with one line.

#![no_main]

use game::{Kind, Playable, Spec};
use games::{Visitor, visit_all};
use libfuzzer_sys::fuzz_target;
use tesuji_fuzz::check_error;

fuzz_target!(|text: &str| {
    match text.parse::<Spec>() {
        Err(error) => check_error(&error),
        Ok(spec) => {
            assert_eq!(spec.to_string().parse().as_ref(), Ok(&spec), "{text:?}");
            visit_all(&Build(&spec));
        }
    }
});

struct Build<'a>(&'a Spec);

impl Visitor for Build<'_> {
    type Output = ();

    fn visit<G: Playable>(&self) {
        let strategies = G::strategies();
        let mut spec = self.0.clone();
        if let Ok(strategy) = strategies.find(spec.name()) {
            // Small tables and no threads, for speed.
            for param in &strategy.params {
                if let Kind::Memory(min, _) = param.kind {
                    spec.set(param.name, min);
                }
            }
            if let Some(Kind::Int(min, _)) =
                strategy.params.iter().find(|param| param.name == "threads").map(|param| param.kind)
            {
                spec.set("threads", min);
            }
        }
        if let Err(error) = strategies.build(&spec.to_string()) {
            check_error(&error);
        }
        let fitted = strategies.fit_memory(self.0, 64);
        assert_eq!(fitted.to_string().parse().as_ref(), Ok(&fitted), "{fitted}");
    }
}
