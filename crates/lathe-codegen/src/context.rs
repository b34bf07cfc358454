//! What compiled code sees of the VM: one pointer, to this.
//!
//! There are no absolute addresses of VM state in compiled code, so several VMs can live in one process, and code could be
//! moved. Tables are reached through pointers that the VM may change while no compiled code runs.

use lathe_heap::Bump;
use std::ffi::c_void;

#[repr(C)]
#[derive(Debug)]
pub struct VmContext {
    /// Zeroed memory for new objects.
    pub bump: *mut Bump,
    /// Live values of the last exit, arguments of the next label; a word each.
    pub frame: *mut u64,
    /// Where an exit goes, by number: back to the VM, or to a bridge.
    pub exits: *const *const u8,
    /// Where a label's code is, by number.
    pub labels: *const *const u8,
    /// Not 0: what unit of code this is relies on something that has changed. A byte each.
    pub invalid: *const u8,
    /// Where it says whether somebody wants the VM's attention: not 0.
    pub attention: *const u32,
    /// The pending exception; null if there is none.
    pub exception: u64,
    /// Not 0: somebody took a frame during the last call.
    pub forced: u64,
    /// For allocation and the write barrier.
    pub heap: *mut c_void,
    /// For helpers.
    pub host: *mut c_void,
}

/// The type of all compiled code as the VM calls it: `(context, number) -> exit number`.
pub type Entry = unsafe extern "C" fn(*mut VmContext, *const u8, u64) -> u64;
