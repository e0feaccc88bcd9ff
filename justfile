# Recipes of Tesuji. `just` alone lists them.

musl := "x86_64-unknown-linux-musl"
gnu := "x86_64-unknown-linux-gnu"
libraries := "tesuji-clock tesuji-game tesuji-mcts tesuji-alphabeta tesuji-net tesuji-stats tesuji-tictactoe tesuji-othello tesuji-connect4 tesuji-nogo games stdx contest judge-protocol records studio"

# List the recipes
[private]
default:
    @just --list --unsorted

# Build the arena, the learning program and every bot for this machine (target/local)
build:
    cargo build --profile local --workspace

# Run all tests (4 to 10 minutes on two cores, most of it compiling)
test:
    cargo test --workspace --no-fail-fast

# Make a thousand decisions on a loaded machine and report the worst overshoot
test-load:
    LOAD_DECISIONS=1000 cargo test -p tesuji-clock --test load -- --nocapture

# Compare every move of an analysis with the exact solvers, on POSITIONS late positions of each game
check-analysis POSITIONS="200":
    ANALYSIS_POSITIONS={{POSITIONS}} cargo test -p tesuji-othello -p tesuji-connect4 -p tesuji-tictactoe --test analysis -- --nocapture

# Kill a match with a log, and fill its disk, ROUNDS times each; its table must stay the same
test-logs ROUNDS="30":
    LOG_ROUNDS={{ROUNDS}} cargo test -p arena --test log

# Run every fuzz target for SECONDS with a SANITIZER (none, address); needs cargo-fuzz
fuzz SECONDS="20" SANITIZER="none":
    @fuzz/run {{SECONDS}} {{SANITIZER}}

# Check formatting, clippy and documentation; every warning is an error
lint: _check-page
    python3 .ci/same-commands
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# Write the studio as a static site, for any web host (dist/site); about 5 minutes the first time
site:
    crates/studio/build-site dist/site

# Build the studio, serve it on 127.0.0.1 and open it in the browser, if there is one (Ctrl-C ends it)
studio PORT="8080": site
    #!/usr/bin/env bash
    set -euo pipefail
    address=http://127.0.0.1:{{PORT}}/
    echo "The studio is at $address"
    for opener in xdg-open open; do
        # Without a screen the address is enough.
        [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" = Darwin ] || break
        command -v $opener >/dev/null || continue
        (sleep 1; $opener $address >/dev/null 2>&1 || true) &
        break
    done
    exec python3 -m http.server --bind 127.0.0.1 --directory dist/site {{PORT}}

# Test the studio in Chromium, which is installed if it is missing
test-studio: _check-page site (_build "arena")
    #!/usr/bin/env bash
    set -euo pipefail
    if ! command -v chromium >/dev/null; then
        apt-get update -qq
        apt-get install -y -qq chromium
    fi
    cargo build --quiet --profile local -p studio --example ask
    cd crates/studio/page
    node --test --test-concurrency=1 --test-reporter=spec tests/*.test.mjs

# Test the job files of cluster/ with Slurm and GNU parallel, which are installed if they are missing
test-cluster: (_build "learn") (_build "arena")
    @cluster/test "${CARGO_TARGET_DIR:-target}/local/learn" "${CARGO_TARGET_DIR:-target}/local/arena"

# Show simulations per second of WebAssembly beside native ones, and whether the results are the same
bench-studio: site
    cargo build --quiet --profile local -p studio --example ask
    node crates/studio/bench.mjs dist/site "${CARGO_TARGET_DIR:-target}/local/examples/ask"

# Check the types of the studio's page
_check-page:
    #!/usr/bin/env bash
    set -euo pipefail
    if ! command -v npm >/dev/null; then
        echo "npm is not installed: the studio's page is not checked" >&2
        [ -z "${CI:-}" ]
        exit
    fi
    cd crates/studio/page
    [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --silent
    npx --no-install tsc --noEmit -p .

# Compile the example bots and play them in every form; any fault is an error
examples: (_build "arena")
    bash bots/examples/check "${CARGO_TARGET_DIR:-target}/local/arena"

# Check that the libraries compile for Windows and WebAssembly, and the arena for Windows
portable:
    #!/usr/bin/env bash
    set -euo pipefail
    rustup --quiet target add wasm32-unknown-unknown x86_64-pc-windows-gnu
    libraries="{{libraries}}"
    cargo check --target wasm32-unknown-unknown $(printf -- '-p %s ' $libraries)
    cargo check --target x86_64-pc-windows-gnu $(printf -- '-p %s ' $libraries) -p arena

# Show the speed of the search next to bare playouts, and the signature
[positional-arguments]
bench *ARGS: (_build "arena")
    @"${CARGO_TARGET_DIR:-target}/local/arena" bench "$@"

# Compare the search with published crates, as in `just compare --game connect4-7x6`
[no-exit-message]
[positional-arguments]
compare *ARGS:
    @cargo run --quiet --release --manifest-path crates/compare/Cargo.toml -- "$@"

# Show what Othello's board costs, in the form for any CPU and for newer ones
bench-othello: (_build "arena")
    cargo bench -p tesuji-othello --bench board
    @"${CARGO_TARGET_DIR:-target}/local/arena" perft othello 10

# Train the weights of Othello's champion, as in `just train-othello --folder training`
[positional-arguments]
train-othello *ARGS: (_build "learn")
    @"${CARGO_TARGET_DIR:-target}/local/learn" patterns train "$@"

# Write the signature after a change that is meant to change play
signature: (_build "arena")
    #!/usr/bin/env bash
    set -euo pipefail
    for file in fixtures/signature/*.txt; do
        "${CARGO_TARGET_DIR:-target}/local/arena" bench --signature $(basename $file .txt) > $file.part
        mv $file.part $file
    done
    git diff --stat fixtures/signature

# Run the arena, as in `just arena play tictactoe`
[no-exit-message]
[positional-arguments]
arena *ARGS: (_build "arena")
    @"${CARGO_TARGET_DIR:-target}/local/arena" "$@"

# Play the course projects' experiments again and write docs/experiments.md
[positional-arguments]
experiments *ARGS: (_build "arena")
    @"${CARGO_TARGET_DIR:-target}/local/arena" experiments --out docs "$@"

# Learn the evaluation of Connect-4's champion by self-play
[positional-arguments]
train-connect4 *ARGS: (_build "learn")
    @"${CARGO_TARGET_DIR:-target}/local/learn" features --out crates/connect4/src/weights.rs "$@"
    cargo fmt -p tesuji-connect4

# Learn NoGo's evaluation by self-play; continues from nogo.td if that exists
[positional-arguments]
train-nogo *ARGS: (_build "learn")
    @"${CARGO_TARGET_DIR:-target}/local/learn" windows --weights crates/nogo/weights/9x9.bin "$@"

# Learn a network or weights by self-play, as in `just learn run nogo --folder training --rounds 20`
[no-exit-message]
[positional-arguments]
learn *ARGS: (_build "learn")
    @"${CARGO_TARGET_DIR:-target}/local/learn" "$@"

# Show evaluations of networks per second, for every kind of instructions that this CPU has
bench-net:
    cargo bench -p tesuji-net --bench evaluate

# Build a program for this machine; prints what it compiles, and nothing if it is built
_build PROGRAM:
    #!/usr/bin/env bash
    set -euo pipefail
    cargo build --profile local -p {{PROGRAM}} 2>&1 | { grep -v '^ *Finished' || true; } >&2

# Write the skeleton of a new game, as in `just new-game gomoku`
[positional-arguments]
new-game *ARGS:
    @cargo run --quiet -p kit -- new-game "$@"

# Write the skeleton of a new bot, as in `just new-bot gomoku botzone`
[positional-arguments]
new-bot *ARGS:
    @cargo run --quiet -p kit -- new-bot "$@"

# Build every bot as one static file, and the files that judges take instead (dist/)
dist:
    #!/usr/bin/env bash
    set -euo pipefail
    remap="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=crates --remap-path-prefix=$PWD=."
    bots=$(cd bots && ls -d */src/main.rs | cut -d/ -f1)
    rm -rf target/static
    {{just_executable()}} _static target/static $bots
    # The library is for this machine and its glibc.
    RUSTFLAGS=$remap cargo build --locked --release --target {{gnu}} -p connect4-compete
    cargo build --locked --quiet -p packer
    rm -rf dist
    mkdir dist
    cp target/static/* dist/
    cp target/{{gnu}}/release/libconnect4_compete.so dist/
    # Judges that take only source get a launcher.
    for bot in $(ls dist | grep -E -- '-(botzone|saiblo)$'); do
        target/debug/packer launcher dist/$bot dist/$bot.cpp
    done
    target/debug/packer saiblo dist/connect4-saiblo.cpp dist/connect4-saiblo.zip
    target/debug/packer kaggle bots/connect4-kaggle/main.py dist/connect4-kaggle dist/connect4-kaggle.tar.gz
    {{just_executable()}} _list
    {{just_executable()}} _table

# Build programs as static files into FOLDER
_static FOLDER +PROGRAMS:
    #!/usr/bin/env bash
    set -euo pipefail
    # Panic messages must not contain paths of this machine.
    remap="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=crates --remap-path-prefix=$PWD=."
    if rustup target list --installed 2>/dev/null | grep -q {{musl}} || rustup target add {{musl}}; then
        target={{musl}}
        # A plain executable instead of a position-independent one: the oldest
        # kernels can start it.
        flags="-C relocation-model=static $remap"
    else
        echo "The musl target is not available: linking glibc statically instead." >&2
        target={{gnu}}
        flags="-C target-feature=+crt-static $remap"
    fi
    RUSTFLAGS=$flags cargo build --locked --release --target $target $(printf -- '-p %s ' {{PROGRAMS}})
    mkdir -p {{FOLDER}}
    for program in {{PROGRAMS}}; do
        cp target/$target/release/$program {{FOLDER}}/
    done

# Make the archive for users: arena and bots, docs, completions, man pages (dist/tesuji-VERSION-x86_64-linux.tar.gz)
release: dist
    #!/usr/bin/env bash
    set -euo pipefail
    version=$(cargo pkgid --offline -p arena | sed 's/.*[#@]//')
    name=tesuji-$version-x86_64-linux
    folder=target/release-archive/$name
    rm -rf target/release-archive
    mkdir -p $folder/bots $folder/share/man/man1 $folder/share/completions
    {{just_executable()}} _static $folder/bin arena
    cp dist/* $folder/bots/
    cp -r README.md README.zh-CN.md UPLOAD.md UPLOAD.zh-CN.md CHANGELOG.md LICENSE docs $folder/
    $folder/bin/arena man $folder/share/man/man1
    for shell in bash zsh fish; do
        $folder/bin/arena completions $shell > $folder/share/completions/arena.$shell
    done
    # The same commit gives the same bytes.
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@$(git log -1 --format=%ct) \
        -C target/release-archive -cf - $name | gzip -9n > dist/$name.tar.gz.part
    mv dist/$name.tar.gz.part dist/$name.tar.gz
    {{just_executable()}} _bare dist/$name.tar.gz
    {{just_executable()}} _list
    ls -l dist/$name.tar.gz

# Unpack an archive and play a match in it, with nothing else in the root folder
_bare ARCHIVE:
    #!/usr/bin/env bash
    set -euo pipefail
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    tar -xzf {{ARCHIVE}} -C "$scratch"
    root=$(echo "$scratch"/tesuji-*)
    enter="chroot"
    [ "$(id -u)" = 0 ] || enter="unshare --user --map-root-user chroot"
    if ! $enter / true 2>/dev/null; then
        echo "The archive is not tested: chroot is not permitted here." >&2
        exit 0
    fi
    for bot in $(cd "$root/bots" && ls -d *-* | grep -v '[.]'); do
        echo "$bot in the archive: $($enter "$root" /bots/$bot --selftest)"
    done
    $enter "$root" /bin/arena match connect4 champion uct --nodes 500 --games 4 --json | grep '"fingerprint"'
    echo "The arena has played a match in a root folder with nothing but the archive."

# Write the sources of every bot (or of BOTS) with its libraries: dist/NAME-source.tar.gz
sources *BOTS:
    #!/usr/bin/env bash
    set -euo pipefail
    bots="{{BOTS}}"
    [ -n "$bots" ] || bots="$(cd bots && ls -d */src/main.rs | cut -d/ -f1) connect4-compete"
    mkdir -p dist target/sources
    for bot in $bots; do
        bash crates/packer/sources $bot target/sources dist
    done
    {{just_executable()}} _list
    (cd dist && for file in *-source.tar.gz; do printf '%9s %s\n' $(stat -c %s $file) $file; done)

# Write a bot's sources twice, build them offline with an empty cargo home, test the bot
test-sources BOT="tictactoe-botzone": (sources BOT)
    #!/usr/bin/env bash
    set -euo pipefail
    archive=dist/{{BOT}}-source.tar.gz
    first=$(sha256sum < $archive)
    {{just_executable()}} sources {{BOT}} >/dev/null
    [ "$first" = "$(sha256sum < $archive)" ] || { echo "$archive differs the second time" >&2; exit 1; }
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    tar -xzf $archive -C "$scratch"
    cd "$scratch/{{BOT}}-source"
    export RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup} CARGO_HOME="$scratch/home"
    env -u CARGO_TARGET_DIR cargo build --release --offline --frozen
    case {{BOT}} in
        *-compete) ls target/release/*.so ;;
        *) target/release/{{BOT}} --selftest ;;
    esac

# Write dist/README.md and dist/MANIFEST
_list:
    #!/usr/bin/env bash
    set -euo pipefail
    rm -f dist/MANIFEST dist/README.md
    about() {
        case $1 in
            *-source.tar.gz) echo 'sources with all libraries; `cargo build --release --offline --frozen` builds them' ;;
            *-botzone.cpp|*-saiblo.cpp) echo "launcher: one C++ file that carries ${1%.cpp}, not its sources" ;;
            *-saiblo.zip) echo "the launcher with a Makefile, for Saiblo" ;;
            *-kaggle.tar.gz) echo "main.py and the program, for Kaggle" ;;
            *-botzone) echo "program for Botzone" ;;
            *-saiblo) echo "program for Saiblo" ;;
            *-kaggle) echo "program that main.py runs" ;;
            *-gtp) echo "program for GoGui and other GTP 2 controllers" ;;
            *-nboard) echo "program for NBoard" ;;
            tesuji-*.tar.gz) echo "archive for users: arena, bots, docs, completions, man pages" ;;
            *.so) echo "library for Compete, Saiblo's local judge, for this machine" ;;
            *) echo "" ;;
        esac
    }
    {
        printf '# What is here\n\nWritten by `just dist` and `just sources`. UPLOAD.md of the project says which file goes\n'
        printf 'where. MANIFEST has the SHA-256 and the size of each file.\n\n| file | what it is |\n|---|---|\n'
        for file in $(cd dist && ls -p | grep -v /); do
            printf '| %s | %s |\n' $file "$(about $file)"
        done
    } > target/list
    mv target/list dist/README.md
    (cd dist && for file in $(ls -p | grep -v /); do printf '%s %9s %s\n' $(sha256sum < $file | cut -d' ' -f1) $(stat -c %s $file) $file; done) > target/list
    mv target/list dist/MANIFEST

# List dist/: each file, its judge, and the result of its self-test
_table: _launchers
    #!/usr/bin/env bash
    set -euo pipefail
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    test_source() {
        command -v g++ >/dev/null || { echo "not tested (no g++)"; return; }
        target/launchers/$(basename "$1" .cpp) --selftest
    }
    test_zip() {
        for tool in g++ make python3; do command -v $tool >/dev/null || { echo "not tested (no $tool)"; return; }; done
        python3 -m zipfile -e "$1" "$scratch/zip" && make -s -C "$scratch/zip" && "$scratch/zip/main" --selftest
    }
    test_tar() { tar -xzf "$1" -C "$scratch" && "$scratch/$(basename "$1" .tar.gz)" --selftest; }
    row() { printf '%-31s %9s  %-26s %-22s %s\n' "$@"; }
    row file bytes for limits self-test
    while read -r _ size file; do
        case $file in
            README.md) ;;
            *-source.tar.gz) row $file $size "handing in" "" "(just test-sources)" ;;
            *-botzone.cpp) row $file $size "Botzone, C++" "4 MB; 1 s, 256 MB" "$(test_source dist/$file)" ;;
            *-botzone) row $file $size "Botzone, elfbin" "4 MB; 1 s, 256 MB" "$(dist/$file --selftest)" ;;
            *-saiblo.zip) row $file $size "Saiblo, C++ with Makefile" "64 MB; 3 s, 1 GB" "$(test_zip dist/$file)" ;;
            *-saiblo.cpp) row $file $size "in the zip" "" "$(test_source dist/$file)" ;;
            *-saiblo) row $file $size "in the zip" "" "$(dist/$file --selftest)" ;;
            *-kaggle.tar.gz) row $file $size "Kaggle ConnectX" "2 s" "$(test_tar dist/$file)" ;;
            *-kaggle) row $file $size "in the tar.gz" "" "$(dist/$file --selftest)" ;;
            *.so) row $file $size "Compete" "3 s" "(just test)" ;;
            *) row $file $size "your own machine" "" "$(dist/$file --selftest)" ;;
        esac
    done < dist/MANIFEST

# Build dist/ of the last commit in two places, and compare every byte
twice:
    #!/usr/bin/env bash
    set -euo pipefail
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    for place in here elsewhere/deeper; do
        git clone --quiet . "$scratch/$place"
        (cd "$scratch/$place" && env -u CARGO_TARGET_DIR {{just_executable()}} dist >/dev/null)
    done
    diff "$scratch/here/dist/MANIFEST" "$scratch/elsewhere/deeper/dist/MANIFEST"
    echo "Both builds have the same bytes in all $(wc -l < "$scratch/here/dist/MANIFEST") files."

# Compile the launchers in dist/ as a judge does, into target/launchers/
_launchers *FLAGS="-O2":
    #!/usr/bin/env bash
    set -euo pipefail
    rm -rf target/launchers
    mkdir -p target/launchers
    command -v g++ >/dev/null || { echo "The launchers are not compiled: there is no g++." >&2; exit 0; }
    for source in dist/*.cpp; do
        g++ -std=c++11 {{FLAGS}} -Wall -Wextra -Werror -o target/launchers/$(basename $source .cpp) $source
    done

# Show the CPU time that launchers add to the start of their programs: under 30 ms each
launchers: (_added "-O2") (_added "-O0")

_added FLAGS: (_launchers FLAGS)
    #!/usr/bin/env bash
    set -euo pipefail
    TIMEFORMAT='%U %S'
    # Milliseconds of a start: the minimum of ten tries, since other programs only add time.
    start() {
        for try in {1..10}; do
            { time for each in {1..10}; do $1 --help >/dev/null; done; } 2>&1
        done | awk '{ ms = ($1 + $2) * 100; if (NR == 1 || ms < least) least = ms } END { print least }'
    }
    for program in $(ls target/launchers); do
        echo $program.cpp $(start dist/$program) $(start target/launchers/$program)
    done | awk '{
        added = $3 - $2
        printf "%-24s {{FLAGS}}: %4.1f ms alone, %4.1f ms added\n", $1, $2, added
        if (added >= 30) slow = 1
    } END { exit slow }'

# Play twenty whole games against every program in dist/, as its judge would
[positional-arguments]
trial *ARGS="--time 0.05": _launchers
    #!/usr/bin/env bash
    set -euo pipefail
    cargo build -p trial
    target/debug/trial $* $(ls -d dist/*-* target/launchers/* 2>/dev/null | grep -v '[.]')

# Ask every judge's bot for a thousand moves at full time beside eight busy threads (hours)
trial-load TURNS="1000": _launchers
    #!/usr/bin/env bash
    set -euo pipefail
    cargo build -p trial
    load() { target/debug/trial --busy 8 --games 1 --turns {{TURNS}} "$@"; }
    # A process per turn is the harder case.
    load --only once $(ls -d dist/*-botzone target/launchers/*-botzone)
    load $(ls -d dist/*-saiblo target/launchers/*-saiblo)

# Run the programs in dist/ in an empty folder, and on an emulated CPU of 2003
alone:
    #!/usr/bin/env bash
    set -euo pipefail
    empty=$(mktemp -d)
    trap 'rm -rf "$empty"' EXIT
    programs=$(cd dist && ls -d *-* | grep -v '[.]')
    enter="chroot"
    [ "$(id -u)" = 0 ] || enter="unshare --user --map-root-user chroot"
    if $enter / true 2>/dev/null; then
        for program in $programs; do
            cp dist/$program "$empty/bot"
            echo "$program in an empty folder: $($enter "$empty" /bot --selftest)"
            rm "$empty/bot"
        done
    else
        echo "Skipped: chroot is not permitted here."
    fi
    # The first x86-64 CPU: no extension after SSE2.
    old=qemu64,-popcnt,-sse3,-ssse3,-sse4.1,-sse4.2,-avx,-avx2,-bmi1,-bmi2,-cx16
    if command -v qemu-x86_64 >/dev/null; then
        for program in $programs; do
            echo "$program on an old CPU: $(qemu-x86_64 -cpu $old dist/$program --selftest)"
        done
    else
        echo "Skipped: there is no qemu-x86_64."
    fi
