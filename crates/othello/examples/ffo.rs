use std::time::Instant;
use game::Game;
use othello::search::{Limits, Options, Solver};
use othello::State;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let weights = othello::eval::Weights::shipped();
    let mut solver = Solver::new(Options { table_bytes: 200 << 20, portable: args.len() > 2 && args[2] == "p" }, weights);
    let (mut all, mut time, mut wrong) = (0u64, 0.0, 0);
    for (i, line) in std::fs::read_to_string(&args[1]).unwrap().lines().enumerate() {
        let Some((p, rest)) = line.split_once(';') else { continue };
        let state: State = p.trim().parse().unwrap();
        let moves: Vec<(String, i32)> = rest.split(';').filter_map(|m| m.trim().split_once(':').map(|(a, b)| (a.to_lowercase(), b.trim().parse().unwrap()))).filter(|x: &(String, i32)| x.1 > -100).collect();
        solver.forget();
        let start = Instant::now();
        let c = clock::process::thread_cpu_time();
        let r = solver.search(&state, &Limits::NONE, clock::Deadline::start(&clock::Budget::nodes(u64::MAX))).unwrap();
        let secs = (clock::process::thread_cpu_time() - c).as_secs_f64();
        let _ = start;
        let best = moves.iter().map(|m| m.1).max().unwrap();
        let ok = r.score == best && r.exact && moves.iter().any(|m| m.0 == state.move_text(r.best) && m.1 == best);
        println!("{:3} {:2} empties {} {:+} (want {:+}) {:>12} nodes {:8.3} s {:.1} M/s {}", i + 1, state.empty().count_ones(), state.move_text(r.best), r.score, best, r.nodes, secs, r.nodes as f64 / secs / 1e6, if ok { "" } else { "WRONG" });
        all += r.nodes; time += secs; wrong += !ok as usize;
    }
    println!("total {all} nodes {time:.2} s {:.1} M/s, {wrong} wrong", all as f64 / time / 1e6);
}
