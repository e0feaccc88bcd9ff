//! `arena games`: lists the games, their strategies and parameters.

use std::fmt::Write;

use game::{Kind, Param, Playable};
use games::Visitor;
use serde_json::{Value, json};

use crate::cli::GamesArgs;
use crate::error::Result;
use crate::foreign;

/// The whole output.
pub fn run(args: &GamesArgs) -> Result<String> {
    if args.json {
        let listed = match &args.game {
            Some(name) => vec![games::visit(name, &Json)?],
            None => games::visit_all(&Json),
        };
        return Ok(format!("{:#}\n", Value::from(listed)));
    }
    let listed = match &args.game {
        Some(name) => vec![games::visit(name, &Text)?],
        None => games::visit_all(&Text),
    };
    Ok(listed.join("\n"))
}

struct Text;

impl Visitor for Text {
    type Output = String;

    fn visit<G: Playable>(&self) -> String {
        let mut text = format!("{}\n", G::NAME);
        for strategy in G::strategies().iter() {
            let mut add =
                |line: std::fmt::Arguments| text.write_fmt(line).expect("writing to a string cannot fail");
            add(format_args!("  {:<12} {}\n", strategy.name, strategy.about));
            for param in &strategy.params {
                let setting = format!("{}={}", param.name, param.default);
                add(format_args!("    {setting:<17} {}  [{}]\n", param.about, range(param)));
            }
        }
        let foreign = foreign::forms::<G>();
        if !foreign.is_empty() {
            text += &format!("  foreign programs: {}\n", foreign.join(", "));
        }
        text
    }
}

/// The values that a parameter accepts; the largest integer is left out.
fn range(param: &Param) -> String {
    match param.kind {
        Kind::Int(least, u64::MAX) => format!("{least}.."),
        kind => kind.to_string(),
    }
}

struct Json;

impl Visitor for Json {
    type Output = Value;

    fn visit<G: Playable>(&self) -> Value {
        let strategies = G::strategies();
        let listed = strategies.iter().map(|strategy| {
            let params: Vec<_> = strategy.params.iter().map(param).collect();
            json!({"name": strategy.name, "about": strategy.about, "params": params})
        });
        json!({
            "name": G::NAME,
            "start": G::start().to_string(),
            "opening_plies": G::OPENING_PLIES,
            "strategies": listed.collect::<Vec<_>>(),
            "foreign": foreign::forms::<G>(),
        })
    }
}

fn param(param: &Param) -> Value {
    let mut value = json!({"name": param.name, "default": param.default, "about": param.about});
    match param.kind {
        Kind::Int(least, most) => {
            value["kind"] = "int".into();
            value["range"] = json!([least, most]);
        }
        Kind::Memory(least, most) => {
            value["kind"] = "memory".into();
            value["unit"] = "MiB".into();
            value["range"] = json!([least, most]);
        }
        Kind::Real(least, most) => {
            value["kind"] = "real".into();
            value["range"] = json!([least, most]);
        }
        Kind::Choice(words) => {
            value["kind"] = "choice".into();
            value["words"] = json!(words);
        }
    }
    value
}
