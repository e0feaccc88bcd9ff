//! Windows: start and CPU time from `GetProcessTimes` and `GetThreadTimes`.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use windows_sys::Win32::Foundation::FILETIME;
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, GetCurrentThread, GetProcessTimes, GetThreadTimes,
};

/// From 1601, where Windows begins to count, to 1970.
const UNIX_EPOCH_IN_WINDOWS_TIME: Duration = Duration::from_secs(11_644_473_600);

/// What Windows reports of a process or a thread.
struct Times {
    /// Since 1601.
    created: Duration,
    /// In the kernel and in user code.
    cpu: Duration,
}

/// Age of this process.
pub(super) fn age() -> Option<Duration> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()? + UNIX_EPOCH_IN_WINDOWS_TIME;
    now.checked_sub(process_times()?.created)
}

pub(super) fn waited_for_core() -> Option<Duration> {
    None
}

pub(super) fn cpu_time() -> Duration {
    process_times().map_or(Duration::ZERO, |times| times.cpu)
}

pub(super) fn thread_cpu_time() -> Duration {
    let [mut created, mut exited, mut kernel, mut user] = [FILETIME::default(); 4];
    // SAFETY: the handle stands for the calling thread and needs no closing; the
    // four pointers are valid for writes.
    let ok =
        unsafe { GetThreadTimes(GetCurrentThread(), &mut created, &mut exited, &mut kernel, &mut user) != 0 };
    if ok { duration(kernel) + duration(user) } else { Duration::ZERO }
}

fn process_times() -> Option<Times> {
    let [mut created, mut exited, mut kernel, mut user] = [FILETIME::default(); 4];
    // SAFETY: the handle stands for this process and needs no closing; the four
    // pointers are valid for writes.
    let ok = unsafe {
        GetProcessTimes(GetCurrentProcess(), &mut created, &mut exited, &mut kernel, &mut user) != 0
    };
    ok.then(|| Times { created: duration(created), cpu: duration(kernel) + duration(user) })
}

/// A `FILETIME` counts steps of 100 ns.
fn duration(time: FILETIME) -> Duration {
    let steps = u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    Duration::new(steps / 10_000_000, (steps % 10_000_000) as u32 * 100)
}
