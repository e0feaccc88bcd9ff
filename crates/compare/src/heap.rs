//! Allocator that counts the allocated bytes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator with a counter.
pub struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);

/// Bytes that are allocated now.
pub fn live() -> usize {
    LIVE.load(Relaxed)
}

/// Changes the counter. The program has one thread while it measures, so that a load
/// and a store replace an atomic addition, which would cost the libraries that
/// allocate most several nanoseconds per call.
#[inline]
fn change(freed: usize, allocated: usize) {
    LIVE.store(LIVE.load(Relaxed).wrapping_sub(freed).wrapping_add(allocated), Relaxed);
}

// SAFETY: every call goes to the system's allocator with unchanged arguments.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        change(0, layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        change(layout.size(), 0);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(ptr, layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        change(0, layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        change(layout.size(), new_size);
        // SAFETY: the caller's promise.
        unsafe { System.realloc(ptr, layout, new_size) }
    }
}
