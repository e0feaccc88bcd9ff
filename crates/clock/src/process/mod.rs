//! Start and CPU time of this process, as the operating system reports them.
//!
//! This folder holds all code of the crate that depends on the platform:
//!
//! | platform | start of the process | CPU time | wait for a core |
//! |---|---|---|---|
//! | Linux | `/proc/self/stat`, to 10 ms | clocks of the process and of the thread | `/proc/self/schedstat` |
//! | other Unix | first call of [`start`] | clocks of the process and of the thread | – |
//! | Windows | creation time of the process | kernel and user time | – |
//! | WebAssembly and others | first call of [`start`] | time since the first call of [`cpu_time`] or [`thread_cpu_time`] | – |

use std::sync::OnceLock;
use std::time::Duration;

#[cfg_attr(any(target_os = "linux", target_os = "android"), path = "linux.rs")]
#[cfg_attr(all(unix, not(any(target_os = "linux", target_os = "android"))), path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
#[cfg_attr(not(any(unix, windows)), path = "fallback.rs")]
mod platform;

/// A moment of a monotonic clock: `std::time::Instant`, and in a browser, where
/// that panics, the type of the same name from the crate `web-time`.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub type Instant = std::time::Instant;

/// A moment of a monotonic clock: the browser's, from the crate `web-time`.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub type Instant = web_time::Instant;

/// Moment at which this process was started. A judge that starts one process
/// per move measures from here.
///
/// On Linux this is never later than the true start and at most 10 ms earlier
/// (the resolution of the kernel's value). Where the operating system does not
/// report the start, it is the first call of this function.
pub fn start() -> Instant {
    static START: OnceLock<Instant> = OnceLock::new();
    *START.get_or_init(|| {
        let now = Instant::now();
        platform::age().and_then(|age| now.checked_sub(age)).unwrap_or(now)
    })
}

/// Real time that the main thread of this process was ready to run and had to wait for
/// a core, since its start. `None` where the operating system does not report it.
pub fn waited_for_core() -> Option<Duration> {
    platform::waited_for_core()
}

/// CPU time that all threads of this process have used together.
pub fn cpu_time() -> Duration {
    platform::cpu_time()
}

/// CPU time that the calling thread has used. Benchmarks on a shared machine
/// should measure this.
pub fn thread_cpu_time() -> Duration {
    platform::thread_cpu_time()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_has_waited_for_less_time_than_it_has_lived() {
        let waited = waited_for_core().expect("Linux reports it");
        assert!(waited <= start().elapsed() + Duration::from_millis(10), "{waited:?}");
    }
}
