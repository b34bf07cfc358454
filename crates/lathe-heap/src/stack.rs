//! The native stack, and the registers that belong to it.
//!
//! A collection starts in some function called, over a few others, from an interpreter, a helper or compiled code.
//! What these hold is in their frames, or in callee-saved registers that nobody had a reason to save yet.
//! `getcontext` writes the registers into a buffer in our own frame, on every system with a C library of the GNU kind
//! and without a line of assembly (`setjmp` would not do: there, glibc scrambles the frame pointer). All caller-saved
//! registers are dead or spilled at a call. Then everything from a frame below ours up to the base that the VM
//! registered is read word by word.

use std::hint::black_box;
use std::mem::MaybeUninit;

/// An address in the frame of the caller, or just below it: a base for [`crate::Heap::set_stack_base`]. References
/// held by the function that asks for it may be out of sight; those of the functions it calls are seen.
#[inline(never)]
pub fn stack_pointer() -> *const u8 {
    let local = 0u64;
    black_box(&raw const local).cast()
}

/// How many bytes of the native stack the current thread can still use: for those who call guest code from Rust.
pub fn native_stack_left() -> usize {
    thread_local! {
        static LOWEST: usize = lowest_address();
    }
    stack_pointer().addr().saturating_sub(LOWEST.with(|&lowest| lowest))
}

/// Where the stack of the current thread ends.
fn lowest_address() -> usize {
    let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
    let (mut lowest, mut size, mut guard) = (std::ptr::null_mut(), 0, 0);
    // SAFETY: each call gets places to write to; the attributes are destroyed after their last use.
    unsafe {
        let failed = libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr());
        assert_eq!(failed, 0, "pthread_getattr_np");
        libc::pthread_attr_getstack(attributes.as_ptr(), &raw mut lowest, &raw mut size);
        libc::pthread_attr_getguardsize(attributes.as_ptr(), &raw mut guard);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
    }
    lowest.addr() + guard
}

/// Call `work` with the lowest stack address of interest, while registers are on the stack above it.
#[inline(never)]
pub(crate) fn with_registers_on_stack(work: &mut dyn FnMut(usize)) {
    let mut registers = MaybeUninit::<libc::ucontext_t>::uninit();
    // SAFETY: getcontext fills the buffer.
    let result = unsafe { libc::getcontext(registers.as_mut_ptr()) };
    assert_eq!(result, 0, "getcontext");
    from_here(work);
    black_box(&registers);
}

/// In a frame of its own: whatever the frame above keeps, and wherever it keeps it, is above our local.
#[inline(never)]
fn from_here(work: &mut dyn FnMut(usize)) {
    let local = 0u64;
    work(black_box(&raw const local).addr());
    black_box(&local);
}

/// The words between two addresses of the stack.
///
/// # Safety
/// `low` is in the frame of a function that is still running, and `base` is not below it on the same stack.
pub(crate) unsafe fn words(low: usize, base: usize, mut visit: impl FnMut(usize)) {
    let mut address = low.next_multiple_of(8);
    while address + 8 <= base {
        // SAFETY: between two addresses of a live stack everything is mapped. Volatile: the words have no type, and
        // some were never written by Rust.
        visit(unsafe { std::ptr::with_exposed_provenance::<usize>(address).read_volatile() });
        address += 8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_the_stack_gets_less() {
        #[inline(never)]
        fn inner(before: usize) {
            let filled = black_box([1u8; 4096]);
            assert!(native_stack_left() + 4096 <= before);
            black_box(filled);
        }
        let left = native_stack_left();
        assert!(left > 100_000 && left < 1 << 40, "{left}");
        inner(left);
    }

    #[inline(never)]
    fn find(needle: usize, base: usize) -> bool {
        let mut found = false;
        with_registers_on_stack(&mut |low| {
            // SAFETY: `base` is from the frame of our caller.
            unsafe { words(low, base, |word| found |= word == !needle) };
        });
        found
    }

    #[inline(never)]
    fn with_a_local(base: usize) -> bool {
        let local = black_box(0x1234_5678_9abc_def0_usize);
        let found = find(!local, base);
        black_box(local);
        found
    }

    #[test]
    fn a_local_of_a_caller_is_seen() {
        let base = stack_pointer().addr();
        assert!(with_a_local(base));
        assert!(!find(black_box(!0x0fed_cba9_8765_4321), base));
    }

    #[cfg(target_arch = "x86_64")]
    extern "C" fn find_in_c(needle: usize, base: usize) -> usize {
        find(needle, base) as usize
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn a_register_of_a_caller_is_seen() {
        // Locals hold its complement only.
        let complement = 0x2468_ace0_1357_9bdf_usize;
        let found: usize;
        // SAFETY: a call by the C convention; what it clobbers is declared.
        unsafe {
            std::arch::asm!(
                "not r12",
                "call {find}",
                find = sym find_in_c,
                inout("r12") complement => _,
                in("rdi") complement,
                in("rsi") stack_pointer().addr(),
                lateout("rax") found,
                clobber_abi("C"),
            );
        }
        assert_eq!(found, 1);
    }
}
