//! Compares our tree search with published crates: the same rules, the same
//! playouts, the same machine, one run.
//!
//! | module | contents |
//! |---|---|
//! | [`args`] | command line |
//! | [`subject`] | the games, and what the wrappers of all libraries share |
//! | [`libraries`] | one module per library: its game trait over our games, and one search |
//! | [`measure`] | CPU time and memory of one search |
//! | [`heap`] | allocator that counts the allocated bytes |
//! | [`table`] | rounds, medians, and the printed table |
//!
//! README.md says what is compared and how to read the table.

mod args;
mod heap;
mod libraries;
mod measure;
mod subject;
mod table;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use args::Command;

#[global_allocator]
static HEAP: heap::Counting = heap::Counting;

fn main() -> ExitCode {
    match args::parse(lexopt::Parser::from_env()) {
        Ok(Command::Help) => {
            print!("{}", args::HELP);
            ExitCode::SUCCESS
        }
        Ok(Command::Run(args)) => {
            for &game in &args.games {
                for &simulations in &args.simulations {
                    println!("{}", table::compare(game, simulations, &args));
                }
            }
            println!("{}", table::LEGEND);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("compare: {error}\nTry `compare --help`.");
            ExitCode::from(2)
        }
    }
}
