//! System calls that a foreign program may not use in its sandbox.
//!
//! They need no capability and no bot needs them: making namespaces and mounts, looking
//! into other processes, kernel keys, memory that belongs to no process, and putting
//! characters into a terminal's input.

use std::io;
use std::mem::offset_of;

use libc::{c_long, c_ulong, seccomp_data, sock_filter, sock_fprog};

/// Refused with `EPERM`.
const REFUSED: [c_long; 25] = [
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_open_by_handle_at,
    // System V shared memory lives on without a process.
    libc::SYS_shmget,
];
/// Flags of `clone` that make namespaces.
const NAMESPACES: u32 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u32;

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;
/// System calls of the x32 interface have this bit.
const X32: u32 = 0x4000_0000;

const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
const IF_EQUAL: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
const IF_AT_LEAST: u32 = libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K;
const IF_ANY_BIT: u32 = libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K;
const RETURN: u32 = libc::BPF_RET | libc::BPF_K;

/// Refuses these system calls to this process and all that it starts.
pub(crate) fn refuse() -> io::Result<()> {
    let mut program = filter();
    let filter = sock_fprog { len: program.len() as u16, filter: program.as_mut_ptr() };
    // SAFETY: the kernel copies the program, which lives until the call returns.
    let done = unsafe {
        libc::prctl(libc::PR_SET_SECCOMP, c_ulong::from(libc::SECCOMP_MODE_FILTER), &raw const filter)
    };
    match done {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

fn filter() -> Vec<sock_filter> {
    let number = offset_of!(seccomp_data, nr) as u32;
    // The lower half of the argument, on a little-endian machine.
    let argument = |at: usize| (offset_of!(seccomp_data, args) + 8 * at) as u32;
    let error = |code: i32| step(RETURN, libc::SECCOMP_RET_ERRNO | code as u32);
    let mut all = vec![
        step(LOAD, offset_of!(seccomp_data, arch) as u32),
        jump(IF_EQUAL, ARCHITECTURE, 1, 0),
        error(libc::EPERM),
        step(LOAD, number),
        jump(IF_AT_LEAST, X32, 0, 1),
        error(libc::ENOSYS),
        // Its flags are in memory, where a filter cannot look; libraries use clone then.
        jump(IF_EQUAL, libc::SYS_clone3 as u32, 0, 1),
        error(libc::ENOSYS),
    ];
    for call in REFUSED {
        all.extend([jump(IF_EQUAL, call as u32, 0, 1), error(libc::EPERM)]);
    }
    all.extend([
        jump(IF_EQUAL, libc::SYS_clone as u32, 0, 3),
        step(LOAD, argument(0)),
        jump(IF_ANY_BIT, NAMESPACES, 0, 1),
        error(libc::EPERM),
        step(LOAD, number),
        jump(IF_EQUAL, libc::SYS_ioctl as u32, 0, 3),
        step(LOAD, argument(1)),
        jump(IF_EQUAL, libc::TIOCSTI as u32, 0, 1),
        error(libc::EPERM),
        step(RETURN, libc::SECCOMP_RET_ALLOW),
    ]);
    all
}

fn step(code: u32, k: u32) -> sock_filter {
    jump(code, k, 0, 0)
}

fn jump(code: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code: code as u16, jt, jf, k }
}
