//! Functions of the VM that compiled code calls.

use crate::core::Core;
use lathe_codegen::{Runtime, VmContext};
use lathe_heap::Heap;

/// With `with_chaos`, guards ask the core's [`crate::chaos::Chaos`] whether to fail.
pub fn runtime(with_chaos: bool) -> Runtime {
    Runtime {
        new_record: new_record as *const () as usize,
        new_array: new_array as *const () as usize,
        box_int: box_int as *const () as usize,
        barrier: barrier as *const () as usize,
        same: same as *const () as usize,
        ask: None,
        chaos: with_chaos.then_some(chaos as *const () as usize),
    }
}

extern "C" fn new_record(context: *mut VmContext, class: u64) -> u64 {
    // SAFETY: compiled code passes its context, whose heap nobody else uses while it runs.
    unsafe { lathe_heap::compiled::new_object((*context).heap.cast::<Heap>(), class as u32) as u64 }
}

extern "C" fn new_array(context: *mut VmContext, class: u64, length: u64) -> u64 {
    // SAFETY: as above.
    unsafe { lathe_heap::compiled::new_array((*context).heap.cast::<Heap>(), class as u32, length) as u64 }
}

extern "C" fn box_int(context: *mut VmContext, class: u64, value: u64) -> u64 {
    let object = new_record(context, class);
    // SAFETY: an object of the hybrid class has its integer behind the header.
    unsafe { (object as *mut u64).add(1).write(value) };
    object
}

extern "C" fn barrier(context: *mut VmContext, object: u64) {
    // SAFETY: as above; the object was just written to, so it is one.
    unsafe {
        let object = std::ptr::NonNull::new_unchecked(object as *mut lathe_heap::Header);
        lathe_heap::compiled::remember((*context).heap.cast::<Heap>(), object);
    }
}

extern "C" fn same(context: *mut VmContext, a: u64, b: u64) -> u64 {
    // SAFETY: the host is the core of the VM, which only reads here.
    let core = unsafe { &*(*context).host.cast::<Core>() };
    crate::identity::same_value(core, lathe_heap::Word(a), lathe_heap::Word(b)) as u64
}

extern "C" fn chaos(context: *mut VmContext, guard: u64) -> u64 {
    // SAFETY: the host is the core of the VM, which nobody else uses while compiled code runs.
    let core = unsafe { &mut *(*context).host.cast::<Core>() };
    core.chaos.strikes(guard) as u64
}
