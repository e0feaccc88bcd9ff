//! `arena studio`: the page with native engines, and the contests of a folder, until Ctrl-C.

mod address;
mod organizer;

use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context;
use stdx::interrupt;
use studio::server::matches::Matches;
use studio::server::{Server, Token};

use self::address::Kept;
use self::organizer::Contests;
use crate::cli::StudioArgs;
use crate::commands::print;
use crate::error::{Error, Result, Status};

/// Serves the page.
pub fn run(args: &StudioArgs) -> Result<Status> {
    let interrupted = interrupt::flag().context("cannot start")?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.context("cannot start the server")?;
    let served = runtime.block_on(async {
        let server = bind(args).await?;
        if !args.bind.is_loopback() {
            print(
                "Other machines can reach this address; everyone who knows it can use the engines and play matches.\n",
            )?;
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

/// A server at the address of the last one, so that an open page finds it again, if the
/// address is free and the options do not ask for another.
async fn bind(args: &StudioArgs) -> Result<Server> {
    let kept = if args.new_address { None } else { address::read() };
    let random = || Token::random().context("there are no random numbers for the address");
    if let (None, Some(Kept { port, token })) = (args.port, &kept) {
        let address = SocketAddr::new(args.bind, *port);
        if let Ok(server) = Server::bind(address, token.clone(), matches(args)?).await {
            return Ok(server);
        }
        // Another server has the address, and keeps its secret.
        return listen(SocketAddr::new(args.bind, 0), random()?, args).await;
    }
    let token = match kept {
        Some(kept) => kept.token,
        None => random()?,
    };
    let server = listen(SocketAddr::new(args.bind, args.port.unwrap_or(0)), token.clone(), args).await?;
    address::keep(&Kept { port: server.address().port(), token });
    Ok(server)
}

async fn listen(address: SocketAddr, token: Token, args: &StudioArgs) -> Result<Server> {
    let server = Server::bind(address, token, matches(args)?).await;
    server.map_err(|error| Error::usage(format_args!("cannot listen on {address}: {error}")))
}

/// The contests of the folder.
fn matches(args: &StudioArgs) -> Result<Option<Matches>> {
    let Some(folder) = &args.folder else { return Ok(None) };
    let organizer = Box::new(Contests::new(args)?);
    Matches::open(folder, organizer).map(Some).map_err(|error| Error::unreadable(folder, &error))
}
