//! Ctrl-C: a signal becomes a `KeyboardInterrupt` at the next place where guest code may be interrupted.

#![allow(unsafe_code)]

use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

/// The attention word of the interpreter that is interrupted.
static ATTENTION: AtomicPtr<AtomicU32> = AtomicPtr::new(std::ptr::null_mut());

extern "C" fn interrupted(_signal: libc::c_int) {
    let word = ATTENTION.load(Ordering::Acquire);
    if !word.is_null() {
        // SAFETY: the word was leaked when it was put there. Setting bits of an atomic is allowed in a signal handler.
        unsafe { (*word).fetch_or(lathe_meta::INTERRUPT, Ordering::Relaxed) };
    }
}

/// From now on Ctrl-C interrupts the interpreter with this attention word. Unless the process ignores it: then it goes on to do so.
pub fn catch_interrupts(attention: Arc<AtomicU32>) {
    ATTENTION.store(Arc::into_raw(attention).cast_mut(), Ordering::Release);
    let handler: extern "C" fn(libc::c_int) = interrupted;
    // SAFETY: `sigaction` gets valid pointers; the handler does nothing but set a bit. Calls that wait are interrupted (no SA_RESTART),
    // so that who waits can look at the word.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGINT, std::ptr::null(), &raw mut action);
        if action.sa_sigaction == libc::SIG_IGN {
            return;
        }
        action = std::mem::zeroed();
        action.sa_sigaction = handler as libc::sighandler_t;
        libc::sigemptyset(&raw mut action.sa_mask);
        libc::sigaction(libc::SIGINT, &raw const action, std::ptr::null_mut());
    }
}

/// Ends the process in the way that tells who started it that it was interrupted.
pub fn die_of_interrupt() -> ! {
    // SAFETY: the default action of the signal ends the process.
    unsafe {
        libc::signal(libc::SIGINT, libc::SIG_DFL);
        libc::raise(libc::SIGINT);
    }
    // Somebody has blocked it.
    std::process::exit(128 + libc::SIGINT)
}

/// The number of an error of the system, and its text without the number.
pub fn system_error(error: &std::io::Error) -> (i32, String) {
    let number = error.raw_os_error().unwrap_or(0);
    let text = error.to_string();
    let text = text.rsplit_once(" (os error").map_or(text.as_str(), |(text, _)| text);
    (number, text.to_string())
}
