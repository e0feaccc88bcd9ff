//! `arena studio`: the page with native engines, until Ctrl-C.

use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context;
use stdx::interrupt;
use studio::server::Server;

use crate::cli::StudioArgs;
use crate::commands::print;
use crate::error::{Error, Result, Status};

/// Serves the page.
pub fn run(args: &StudioArgs) -> Result<Status> {
    let interrupted = interrupt::flag().context("cannot start")?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.context("cannot start the server")?;
    let served = runtime.block_on(async {
        let address = SocketAddr::new(args.bind, args.port);
        let server = Server::bind(address).await;
        let server =
            server.map_err(|error| Error::usage(format_args!("cannot listen on {address}: {error}")))?;
        if !args.bind.is_loopback() {
            print("Other machines can reach this address; everyone who knows it can use the engines.\n")?;
        }
        print(&format!("The studio is at {} (Ctrl-C ends it)\n", server.url()))?;
        let end = async {
            while !interrupted.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        // An open stream would keep a graceful end waiting.
        tokio::select! {
            done = server.run(std::future::pending()) => done.context("the server has ended")?,
            () = end => (),
        }
        Ok(Status::Success)
    });
    runtime.shutdown_background();
    served
}
