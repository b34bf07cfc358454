//! What compiled code calls.

use super::session::Session;
use crate::context::VmContext;
use crate::lower::{CompileError, HelperCode, Runtime};
use crate::object::{ITEMS_OFFSET, LENGTH_OFFSET, storage_size};
use lathe_graph::Inst;
use lathe_heap::Header;
use lathe_ir::{ClassId, Descriptors, HelperId, Type};

/// # Safety
/// `context` is the context of a running program; its session is not borrowed elsewhere, since compiled code is running.
unsafe fn session<'s>(context: *mut VmContext) -> &'s mut Session<'s> {
    // SAFETY: the caller's promise; `Sandbox::run` put the session there.
    unsafe { &mut *(*context).host.cast::<Session<'s>>() }
}

extern "C" fn new_record(context: *mut VmContext, class: u64) -> u64 {
    // SAFETY: called by compiled code with its context.
    let session = unsafe { session(context) };
    let size = session.model.get(ClassId(class as u32)).size;
    let address = session.memory.allocate(size as usize);
    // SAFETY: the place is new and large enough for a header.
    unsafe { (address as *mut u64).write(Header::word(ClassId(class as u32))) };
    address
}

extern "C" fn new_array(context: *mut VmContext, class: u64, len: u64) -> u64 {
    // SAFETY: called by compiled code with its context.
    let session = unsafe { session(context) };
    let item = session.descriptors.item(ClassId(class as u32)).expect("an array class");
    let bytes = (ITEMS_OFFSET as usize + storage_size(item) * len as usize).next_multiple_of(8);
    let address = session.memory.allocate(bytes);
    // SAFETY: the place is new and large enough for header and length.
    unsafe {
        (address as *mut u64).write(Header::word(ClassId(class as u32)));
        ((address + LENGTH_OFFSET as u64) as *mut u64).write(len);
    }
    address
}

extern "C" fn box_int(context: *mut VmContext, class: u64, value: u64) -> u64 {
    // SAFETY: called by compiled code with its context.
    let session = unsafe { session(context) };
    let class = ClassId(class as u32);
    let address = session.memory.allocate(session.model.get(class).size as usize);
    let field = session.descriptors.record_fields(class)[0];
    // SAFETY: the place is new and has the size of the class.
    unsafe {
        (address as *mut u64).write(Header::word(class));
        ((address + session.model.offset(field) as u64) as *mut u64).write(value);
    }
    address
}

/// Nothing here is ever old.
extern "C" fn barrier(_: *mut VmContext, _: u64) {
    panic!("no object has the flag");
}

extern "C" fn same(context: *mut VmContext, a: u64, b: u64) -> u64 {
    // SAFETY: called by compiled code with its context.
    let session = unsafe { session(context) };
    let (a, b) = (session.import(Type::Ref, a), session.import(Type::Ref, b));
    session.read_all();
    session.heap.is_same(session.descriptors, a, b) as u64
}

/// A safepoint, with its state in the frame.
pub extern "C" fn poll(context: *mut VmContext, inst: u64) -> u64 {
    // SAFETY: called by compiled code with its context.
    let session = unsafe { session(context) };
    let inst = Inst(inst as u32);
    let values = session.live_at(inst);
    // SAFETY: the code has just stored these values in the frame, which nobody else uses while compiled code waits.
    let frame = unsafe { std::slice::from_raw_parts((*context).frame, values.len()) };
    session.safepoint(inst, &values, frame) as u64
}

extern "C" fn ask(context: *mut VmContext, question: u64) -> u64 {
    // SAFETY: called by compiled code with its context.
    let session = unsafe { session(context) };
    let answer = match question {
        0 => session.host.attention(),
        1 => session.host.invalidated(),
        _ => session.host.forced(),
    };
    answer as u64
}

/// `asks`: the host is asked, as the evaluator does; otherwise nothing ever happens.
pub fn runtime(asks: bool) -> Runtime {
    Runtime {
        new_record: new_record as *const () as usize,
        new_array: new_array as *const () as usize,
        box_int: box_int as *const () as usize,
        barrier: barrier as *const () as usize,
        same: same as *const () as usize,
        ask: asks.then_some(ask as *const () as usize),
        chaos: None,
    }
}

/// Integers and floats are passed in registers of their own kinds, so one function can take any mixture of as many as there
/// are registers for. One instance per helper, which is how it knows who was called.
macro_rules! shims {
    ($($number:literal)+) => {
        [$((shim::<$number> as *const () as usize, float_shim::<$number> as *const () as usize)),+]
    };
}

/// The context has a register for itself.
const MAX_WORDS: usize = 5;
const MAX_FLOATS: usize = 8;

extern "C" fn shim<const HELPER: u32>(
    context: *mut VmContext,
    a: u64,
    b: u64,
    c: u64,
    d: u64,
    e: u64,
    s: f64,
    t: f64,
    u: f64,
    v: f64,
    w: f64,
    x: f64,
    y: f64,
    z: f64,
) -> u64 {
    // SAFETY: called by compiled code with its context.
    let session = unsafe { session(context) };
    let result = session.call(HelperId(HELPER), &[a, b, c, d, e], &[s, t, u, v, w, x, y, z]);
    result.unwrap_or_else(|exception| {
        // SAFETY: as above.
        unsafe { (*context).exception = exception };
        0
    })
}

extern "C" fn float_shim<const HELPER: u32>(
    context: *mut VmContext,
    a: u64,
    b: u64,
    c: u64,
    d: u64,
    e: u64,
    s: f64,
    t: f64,
    u: f64,
    v: f64,
    w: f64,
    x: f64,
    y: f64,
    z: f64,
) -> f64 {
    f64::from_bits(shim::<HELPER>(context, a, b, c, d, e, s, t, u, v, w, x, y, z))
}

/// The code behind each helper: asks the host.
pub fn helpers(descriptors: &Descriptors) -> Result<Vec<HelperCode>, CompileError> {
    let shims = shims!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
    let refuse = |why: String| Err(CompileError::Unsupported(why));
    if descriptors.helpers.len() > shims.len() {
        return refuse(format!("a sandbox has {} helpers at most", shims.len()));
    }
    let mut codes = Vec::new();
    for (helper, (shim, float_shim)) in descriptors.helpers.iter().zip(shims) {
        let floats = helper.params.iter().filter(|&&ty| ty == Type::Float).count();
        if floats > MAX_FLOATS || helper.params.len() - floats > MAX_WORDS {
            let name = &helper.name;
            return refuse(format!(
                "`{name}`: a sandbox's helpers take {MAX_WORDS} ints and references and {MAX_FLOATS} floats at most"
            ));
        }
        codes.push(HelperCode(if helper.result == Some(Type::Float) { float_shim } else { shim }));
    }
    Ok(codes)
}
