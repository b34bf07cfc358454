//! `gc`: collections by request.
//!
//! Objects go when the collector finds them, never before: `collect()` is the way to see that happen. It looks at the registers of all
//! frames first, and forgets what no instruction will read: a value that an expression left behind would keep its
//! object for as long as the function runs.

use super::Constant;
use crate::bytecode::Instr;
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::protocol::call::scratch;
use crate::runtime::install::Function;
use crate::runtime::native::NativeFn;
use lathe_heap::{Collection, Word};
use std::cell::Cell;

pub const FUNCTIONS: &[Function] = &[
    ("collect", "(generation=2)", collect),
    ("enable", "()", |py, _| switch(py, true)),
    ("disable", "()", |py, _| switch(py, false)),
    ("isenabled", "()", |py, _| {
        let enabled = py.rt().gc.enabled.get();
        py.bool_result(enabled)
    }),
    ("get_count", "()", |py, _| Ok(py.new_tuple(&[Word::wrap_small(0); 3]))),
    ("get_threshold", "()", |py, _| {
        let threshold = py.rt().gc.threshold.get().map(|number| py.new_int(number));
        Ok(py.new_tuple(&threshold))
    }),
    ("set_threshold", "(*args)", set_threshold),
    ("get_debug", "()", |py, _| Ok(py.new_int(py.rt().gc.debug.get()))),
    ("set_debug", "(flags, /)", set_debug),
    ("get_stats", "()", get_stats),
    ("is_tracked", "(obj, /)", is_tracked),
    ("is_finalized", "(obj, /)", |py, _| py.bool_result(false)),
    ("freeze", "()", |py, _| py.none_result()),
    ("unfreeze", "()", |py, _| py.none_result()),
    ("get_freeze_count", "()", |py, _| py.int_result(0)),
    ("get_objects", "(generation=None)", |py, _| Ok(py.new_list(&[]))),
    ("get_referrers", "(*objs)", |py, _| Ok(py.new_list(&[]))),
    ("get_referents", "(*objs)", get_referents),
];

pub const CONSTANTS: &[Constant] = &[
    ("garbage", |py| Ok(py.new_list(&[]))),
    ("callbacks", |py| Ok(py.new_list(&[]))),
    ("DEBUG_STATS", |_| Ok(Word::wrap_small(1))),
    ("DEBUG_COLLECTABLE", |_| Ok(Word::wrap_small(2))),
    ("DEBUG_UNCOLLECTABLE", |_| Ok(Word::wrap_small(4))),
    ("DEBUG_SAVEALL", |_| Ok(Word::wrap_small(32))),
    ("DEBUG_LEAK", |_| Ok(Word::wrap_small(38))),
];

/// What a program has said about collections. It is remembered, for those who ask; the heap knows better when one is due.
#[derive(Debug)]
pub struct Settings {
    pub enabled: Cell<bool>,
    pub threshold: Cell<[i64; 3]>,
    pub debug: Cell<i64>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { enabled: Cell::new(true), threshold: Cell::new([700, 10, 10]), debug: Cell::new(0) }
    }
}

fn switch(py: &mut Py, enabled: bool) -> PyResult {
    py.rt().gc.enabled.set(enabled);
    py.none_result()
}

/// The number of objects that were finalized, or that weak references with callbacks were cleared for: others leave no trace.
fn collect(py: &mut Py, args: &[Word]) -> PyResult {
    let generation = if args[0].is_null() { 2 } else { py.index(args[0])? };
    if !(0..=2).contains(&generation) {
        return Err(py.value_error("invalid generation"));
    }
    py.forget_dead_registers();
    let before = py.core().heap.stats();
    let collection = if generation == 0 { Collection::Minor } else { Collection::Major };
    match py.core().interpreter_base {
        // SAFETY: the instruction that is being executed is the call of this function, whose operands are in registers. Everything
        // else that the frames below need was in registers before it.
        Some(base) if py.called_by_the_program() => unsafe { py.core().heap.collect_from(collection, base) },
        _ => py.core().heap.collect(collection),
    }
    let after = py.core().heap.stats();
    py.run_finalizers();
    py.int_result((after.finalized - before.finalized) as usize)
}

impl Py {
    /// Does an instruction of the top frame call `collect` itself? (Not a native function that was given it.)
    fn called_by_the_program(&self) -> bool {
        let frame = self.core().stack.top_frame();
        let loaded = self.rt().codes.get(frame.code.0);
        let register = |register: u16| self.core().stack.word(frame.base + u32::from(register));
        let callee = match loaded.code.instructions[frame.pc as usize] {
            Instr::Call { base, .. } => register(base),
            Instr::CallMethod { base, .. } if register(base).is_null() => register(base + 1),
            Instr::CallMethod { base, .. } => register(base),
            _ => return false,
        };
        self.is(callee, classes::BUILTIN) && {
            let native = self.rt().natives.get(self.get_int(callee, classes::BUILTIN_NUMBER) as u32);
            std::ptr::fn_addr_eq(native.call, collect as NativeFn)
        }
    }

    /// Clears the slots of frames that nothing will read.
    fn forget_dead_registers(&mut self) {
        let rt = self.runtime();
        let stack = self.core().stack.clone();
        for index in 0..stack.depth() {
            let frame = stack.frame(index);
            let loaded = rt.codes.get(frame.code.0);
            for slot in 0..frame.slots {
                // Variables keep what they hold until they are deleted or the function ends, read or not. What the call itself
                // has taken is needed until it is over.
                let kept = slot >= scratch(loaded)
                    || slot < u32::from(loaded.code.first_temporary())
                    || loaded.code.is_live(frame.pc, true, slot)
                    || loaded.code.is_live(frame.pc, false, slot);
                if !kept {
                    stack.set_word(frame.base + slot, Word::NULL);
                }
            }
        }
    }
}

fn set_threshold(py: &mut Py, args: &[Word]) -> PyResult {
    let given = py.items::<Word>(args[0]).to_vec();
    if given.is_empty() || given.len() > 3 {
        let message = format!("set_threshold() takes 1 to 3 arguments, got {}", given.len());
        return Err(py.type_error(&message));
    }
    let mut threshold = py.rt().gc.threshold.get();
    for (place, &word) in threshold.iter_mut().zip(&given) {
        *place = py.index(word)?;
    }
    py.rt().gc.threshold.set(threshold);
    py.none_result()
}

fn set_debug(py: &mut Py, args: &[Word]) -> PyResult {
    let flags = py.index(args[0])?;
    py.rt().gc.debug.set(flags);
    py.none_result()
}

/// For each generation what CPython has; what is not counted is 0.
fn get_stats(py: &mut Py, _args: &[Word]) -> PyResult {
    let stats = py.core().heap.stats();
    let list = py.new_list(&[]);
    for collections in [stats.minor.count, 0, stats.major.count] {
        let dict = py.new_dict();
        for (name, value) in [("collections", collections), ("collected", 0), ("uncollectable", 0)] {
            let (name, value) = (py.intern(name), py.new_int(value as i64));
            py.dict_set_name(dict, name, value);
        }
        py.list_append(list, dict)?;
    }
    Ok(list)
}

/// Could it be part of a cycle?
fn is_tracked(py: &mut Py, args: &[Word]) -> PyResult {
    let atomic = matches!(
        py.class_of(args[0]),
        Some(
            classes::INT
                | classes::BIG_INT
                | classes::FLOAT
                | classes::BOOL
                | classes::COMPLEX
                | classes::STR
                | classes::BYTES
                | classes::SINGLETON
                | classes::RANGE
        )
    );
    py.bool_result(!atomic)
}

/// What containers contain.
fn get_referents(py: &mut Py, args: &[Word]) -> PyResult {
    let found = py.new_list(&[]);
    for index in 0..py.array_len(args[0]) {
        let object = py.items::<Word>(args[0])[index];
        match py.class_of(object) {
            Some(classes::DICT) => {
                let mut position = 0;
                while let Some((key, value)) = py.dict_next(object, &mut position) {
                    py.list_append(found, key)?;
                    py.list_append(found, value)?;
                }
            }
            Some(classes::LIST | classes::TUPLE | classes::SET) => {
                for item in py.collect(object)?.to_vec() {
                    py.list_append(found, item)?;
                }
            }
            _ => {}
        }
    }
    Ok(found)
}
