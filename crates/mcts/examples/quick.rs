#![allow(missing_docs)]
use std::time::Instant;
use clock::Budget;
use game::{Game, Rng};
use mcts::{Options, Search, Expansion};
use mcts::playout::{Full, Uniform, Playout};
use mcts::prior::Even;
use mcts::select::{Fpu, Ucb1};
use tictactoe::State;
fn main() {
    for seed in 0..8 {
        for (graph, at) in [(false,1),(true,1)] {
            let o = Options { seed, graph, expansion: Expansion::One{at_visit:at}, ..Options::default() };
            let mut s = Search::new(State::start(), o, Ucb1{c:1.4,fpu:Fpu::First,bias:0.0}, Full::new(Uniform), Even).unwrap();
            s.run(&Budget::simulations(1_000_000));
            print!("{graph} at {at}: proven {:?} after {} nodes {};  ", s.tree().proof(), s.tree().simulations(), s.tree().decision(mcts::Choice::Visits).unwrap().nodes);
        }
        println!();
    }
    let mut rng = Rng::with_seed(1);
    for _ in 0..3 {
        let n = 20_000_000u64;
        let t = Instant::now();
        let mut p = Full::new(Uniform);
        let mut sum = 0.0;
        for _ in 0..n { sum += p.run(State::start(), &mut rng, &mut ()); }
        let bare = n as f64 / t.elapsed().as_secs_f64();
        println!("bare {:.2} M/s {sum}", bare/1e6);
        for (sims, solver) in [(1000u64, true), (10_000,true), (10_000, false), (100_000,false), (1_000_000,false),(10_000_000,false)] {
          for at in [1, 2,4,8] {
            let reps = (4_000_000 / sims).max(1);
            let o = Options { solver, expansion: Expansion::One{at_visit:at}, ..Options::default() };
            let mut s = Search::new(State::start(), o, Ucb1{c:1.4,fpu:Fpu::First,bias:0.0}, Full::new(Uniform), Even).unwrap();
            let t = Instant::now();
            let mut total = 0;
            for _ in 0..reps { s.tree_mut().reset(State::start()); s.run(&Budget::simulations(sims)); total += s.tree().simulations(); }
            let rate = total as f64 / t.elapsed().as_secs_f64();
            print!("  sims {sims} solver {solver} at {at}: {:.2} M/s = {:.0} %;", rate/1e6, 100.0*rate/bare);
          }
          println!();
        }
    }
}
