//! Who wins a position, for certain.
//!
//! `cargo run --release -p nogo --example solve -- 4x4` (or any position, as
//! the crate writes them).

use std::process::ExitCode;

use clock::process::thread_cpu_time;
use nogo::{Solver, State};

fn main() -> ExitCode {
    let positions: Vec<String> = std::env::args().skip(1).collect();
    if positions.is_empty() {
        eprintln!("solve: a position, please, as in 4x4 or 3x3:B2");
        return ExitCode::from(2);
    }
    for text in positions {
        let state: State = match text.parse() {
            Ok(state) => state,
            Err(error) => {
                eprintln!("solve: {error}");
                return ExitCode::from(2);
            }
        };
        let started = thread_cpu_time();
        let mut solver = Solver::new(512 << 20);
        let verdict = solver.solve(&state);
        let result = if verdict.wins { "wins" } else { "loses" };
        let best = verdict.best.filter(|_| verdict.wins);
        let best = best.map_or(String::new(), |m| format!(" with {}", game::Game::move_text(&state, m)));
        let seconds = (thread_cpu_time() - started).as_secs_f64();
        println!(
            "{text}: the side to move {result}{best}; {} positions in {seconds:.3} s of CPU time",
            solver.nodes()
        );
    }
    ExitCode::SUCCESS
}
