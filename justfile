# Recipes of Tesuji. `just` alone lists them.

musl := "x86_64-unknown-linux-musl"
gnu := "x86_64-unknown-linux-gnu"

# List the recipes
[private]
default:
    @just --list --unsorted

# Build the arena and every bot for this machine (target/release)
build:
    cargo build --release --workspace

# Run all tests (a few minutes)
test:
    cargo test --workspace --no-fail-fast

# Make a thousand decisions on a loaded machine and report the worst overshoot
test-load:
    LOAD_DECISIONS=1000 cargo test -p clock --test load -- --nocapture

# Check formatting, clippy and documentation; every warning is an error
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# Show the speed of the search next to bare playouts, and the signature
[positional-arguments]
bench *ARGS:
    @cargo run --quiet --release -p arena -- bench "$@"

# Show what Othello's board costs, in the form for any CPU and for newer ones
bench-othello:
    @cargo bench --quiet -p othello --bench board
    @cargo run --quiet --release -p arena -- perft othello 10

# Train the weights of Othello's champion, as in `just train-othello --folder training`
[positional-arguments]
train-othello *ARGS:
    @cargo run --quiet --release -p othello-trainer -- train "$@"

# Write down the signature after a change that is meant to change play
signature:
    cargo run --quiet --release -p arena -- bench --signature > fixtures/signature.txt
    git diff --stat fixtures/signature.txt

# Run the arena, as in `just arena play tictactoe`
[no-exit-message]
[positional-arguments]
arena *ARGS:
    @cargo run --quiet --release -p arena -- "$@"

# Play the seeds' experiments again and write docs/experiments.md
[positional-arguments]
experiments *ARGS:
    @cargo run --quiet --release -p arena -- experiments --out docs "$@"

# Learn NoGo's evaluation by self-play; goes on from nogo.td if that exists
[positional-arguments]
train-nogo *ARGS:
    cargo run --quiet --release -p nogo-trainer -- --weights crates/nogo/weights/9x9.bin "$@"

# Build every bot as one static file, ready for upload (dist/)
dist:
    #!/usr/bin/env bash
    set -euo pipefail
    # No path of the machine that built it goes along in a panic message.
    remap="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=crates --remap-path-prefix=$PWD=."
    if rustup target list --installed 2>/dev/null | grep -q {{musl}} || rustup target add {{musl}}; then
        target={{musl}}
        # A plain executable instead of a position-independent one: what the
        # oldest kernel can start.
        export RUSTFLAGS="-C relocation-model=static $remap"
    else
        echo "No musl target to be had: linking glibc statically instead." >&2
        target={{gnu}}
        export RUSTFLAGS="-C target-feature=+crt-static $remap"
    fi
    bots=$(cd bots && ls -d *-*)
    cargo build --release --target $target $(printf -- '-p %s ' $bots)
    mkdir -p dist
    for bot in $bots; do
        cp target/$target/release/$bot dist/
        printf '%-24s %8s bytes, self-test %s\n' dist/$bot "$(stat -c %s dist/$bot)" "$(dist/$bot --selftest)"
    done
