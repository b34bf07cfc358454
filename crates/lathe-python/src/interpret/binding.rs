//! Arguments of Python functions, bound without leaving the trace: positions, names and defaults of functions without `*` and `**`.

use super::{Flow, Python};
use crate::bytecode::Code;
use crate::object::classes;
use crate::protocol::call::{frame_slots, is_simple};
use lathe_heap::Word;
use lathe_ir::CodeId;
use lathe_meta::{Action, Call, Ops};

/// What a call gives: the arguments, of which the last have names.
pub(super) struct Given<'a, R> {
    pub args: &'a [R],
    pub names: &'a [Word],
}

/// A function's code, and its slots from 0 on.
pub(super) struct Bound<R> {
    code: u32,
    pub slots: Vec<R>,
}

impl Python {
    /// The number of a function's code. That a program assigns to `__code__` is rare enough for a fact.
    #[inline(always)]
    pub(super) fn code_of<O: Ops>(&self, ops: &mut O, function: O::Ref) -> u32 {
        ops.assume(self.rt.code_fact);
        let number = ops.get_int(function, classes::FUNCTION_CODE);
        ops.promote_int(number) as u32
    }

    /// The slots of a call of a Python function; none if that is not so simple, or an error. All checks, no effects.
    pub(super) fn bind<O: Ops>(
        &self,
        ops: &mut O,
        function: O::Ref,
        given: &Given<'_, O::Ref>,
    ) -> Option<Bound<O::Ref>> {
        let number = self.code_of(ops, function);
        let code = &self.rt.codes.get(number).code;
        let by_position = given.args.len() - given.names.len();
        let wanted = code.positional as usize;
        if !is_simple(code) || by_position > wanted {
            return None;
        }
        let mut slots = vec![function];
        slots.extend_from_slice(&given.args[..by_position]);
        if by_position == wanted && given.names.is_empty() {
            return Some(Bound { code: number, slots });
        }
        let places = self.places(code, given.names, by_position)?;
        let mut defaults = None;
        for n in by_position..wanted {
            if let Some(at) = places.iter().position(|&place| place == n) {
                slots.push(given.args[by_position + at]);
                continue;
            }
            let (tuple, length) = match defaults {
                Some(known) => known,
                None => {
                    let tuple = ops.get_ref(function, classes::FUNCTION_DEFAULTS);
                    if ops.class_of(tuple) != Some(classes::TUPLE) {
                        return None;
                    }
                    let length = ops.array_len(classes::TUPLE_ITEMS, tuple);
                    (tuple, ops.promote_int(length) as usize)
                }
            };
            defaults = Some((tuple, length));
            let first = wanted.checked_sub(length).filter(|&first| first <= n)?;
            let index = ops.int((n - first) as i64);
            slots.push(ops.item_ref(classes::TUPLE_ITEMS, tuple, index));
        }
        Some(Bound { code: number, slots })
    }

    /// The parameters (from 0 on) that names stand for; none if one is unknown, or given already.
    fn places(&self, code: &Code, names: &[Word], by_position: usize) -> Option<Vec<usize>> {
        let py = self.py();
        let mut places = Vec::with_capacity(names.len());
        for &name in names {
            let text = py.string(name);
            let by_name = code.positional_only as usize..code.positional as usize;
            let place = by_name.clone().find(|&place| *code.locals[place] == *text)?;
            if place < by_position || places.contains(&place) {
                return None;
            }
            places.push(place);
        }
        Some(places)
    }

    /// Pushes the frame. None if the stack is full.
    pub(super) fn push_bound<O: Ops>(
        &self,
        ops: &mut O,
        pc: u32,
        action: u32,
        bound: &Bound<O::Ref>,
    ) -> Option<Flow<O::Ref>> {
        self.push_slots(ops, pc, action, bound.code, &bound.slots)
    }

    #[inline(always)]
    fn push_slots<O: Ops>(
        &self,
        ops: &mut O,
        pc: u32,
        action: u32,
        code: u32,
        slots: &[O::Ref],
    ) -> Option<Flow<O::Ref>> {
        let call = Call {
            callee: CodeId(code),
            slots: frame_slots(self.rt.codes.get(code)),
            first: 0,
            count: 0,
            pc,
            action: Action(action),
        };
        Some(match ops.push_frame_with(call, slots).ok()? {
            None => Flow::Enter,
            Some(stop) => Flow::Stop(stop),
        })
    }

    /// Pushes a frame for a Python function with arguments by position; none if that is not so simple.
    pub(super) fn push_call<O: Ops>(
        &self,
        ops: &mut O,
        pc: u32,
        action: u32,
        function: O::Ref,
        args: &[O::Ref],
    ) -> Option<Flow<O::Ref>> {
        const FEW: usize = 8;
        let number = self.code_of(ops, function);
        let target = self.rt.codes.get(number);
        let count = args.len() + 1;
        if count <= FEW && target.code.positional as usize == args.len() && is_simple(&target.code) {
            let mut slots = [function; FEW];
            slots[1..count].copy_from_slice(args);
            return self.push_slots(ops, pc, action, number, &slots[..count]);
        }
        let bound = self.bind(ops, function, &Given { args, names: &[] })?;
        self.push_bound(ops, pc, action, &bound)
    }
}
