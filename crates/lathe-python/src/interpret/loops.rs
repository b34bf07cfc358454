//! `for`: the state of common loops in registers.
//!
//! | iterable | `base` | `base + 1` | `base + 2` | `base + 3` |
//! |---|---|---|---|---|
//! | range of integers of 64 bits | null | next | stop | step |
//! | list | the list | next index | | |
//! | tuple | the tuple | next index | | |
//! | others | their iterator | null | | |

use super::{Flow, Python};
use crate::object::classes;
use crate::runtime::LoadedCode;
use lathe_ir::{CheckedInt, IntBinary, IntCompare};
use lathe_meta::{Arg, Ops};

impl Python {
    pub(super) fn for_prepare<O: Ops>(&self, ops: &mut O, pc: u32, base: u16, src: u16) -> Flow<O::Ref> {
        let iterable = ops.local(src.into());
        let base = u32::from(base);
        match ops.class_of(iterable) {
            Some(classes::LIST | classes::TUPLE) => {
                let zero = ops.int(0);
                let zero = ops.box_int(classes::INT_REF, zero);
                ops.set_local(base, iterable);
                ops.set_local(base + 1, zero);
                Flow::Next
            }
            Some(classes::RANGE) => {
                let parts = [classes::RANGE_START, classes::RANGE_STOP, classes::RANGE_STEP]
                    .map(|field| ops.get_ref(iterable, field));
                for part in parts {
                    if ops.class_of(part) != Some(classes::INT) {
                        return self.iterator_of(ops, pc, base, iterable);
                    }
                }
                let null = ops.null();
                ops.set_local(base, null);
                for (n, part) in parts.into_iter().enumerate() {
                    ops.set_local(base + 1 + n as u32, part);
                }
                Flow::Next
            }
            _ => self.iterator_of(ops, pc, base, iterable),
        }
    }

    fn iterator_of<O: Ops>(&self, ops: &mut O, pc: u32, base: u32, iterable: O::Ref) -> Flow<O::Ref> {
        let null = ops.null();
        ops.set_local(base + 1, null);
        self.call_helper(ops, pc, self.helpers.iter, &[Arg::Ref(iterable)], base)
    }

    fn next_of<O: Ops>(&self, ops: &mut O, loaded: &LoadedCode, pc: u32, iterator: O::Ref) -> Flow<O::Ref> {
        self.decide(ops, loaded, pc, self.helpers.next, &[Arg::Ref(iterator)])
    }

    #[inline(always)]
    pub(super) fn for_next<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        pc: u32,
        base: u16,
        dst: u16,
        exit: u32,
    ) -> Flow<O::Ref> {
        let base = u32::from(base);
        let iterable = ops.local(base);
        match ops.class_of(iterable) {
            None => self.range_next(ops, base, dst, exit),
            Some(classes::LIST) => {
                let index = ops.local(base + 1);
                if ops.is_null(index) {
                    return self.next_of(ops, loaded, pc, iterable);
                }
                let index = ops.unbox_int(classes::INT_REF, index);
                let length = ops.get_int(iterable, classes::LIST_LENGTH);
                if !ops.int_test(IntCompare::UintLt, index, length) {
                    return Flow::Jump(exit);
                }
                let items = ops.get_ref(iterable, classes::LIST_ITEMS);
                let Some(item) = self.list_item(ops, items, index) else {
                    return Flow::Jump(exit);
                };
                self.advance(ops, base + 1, index);
                ops.set_local(dst.into(), item);
                Flow::Skip
            }
            Some(classes::TUPLE) => {
                let index = ops.local(base + 1);
                let index = ops.unbox_int(classes::INT_REF, index);
                let length = ops.array_len(classes::TUPLE_ITEMS, iterable);
                if !ops.int_test(IntCompare::UintLt, index, length) {
                    return Flow::Jump(exit);
                }
                let item = ops.item_ref(classes::TUPLE_ITEMS, iterable, index);
                self.advance(ops, base + 1, index);
                ops.set_local(dst.into(), item);
                Flow::Skip
            }
            Some(_) => self.next_of(ops, loaded, pc, iterable),
        }
    }

    #[inline(always)]
    fn advance<O: Ops>(&self, ops: &mut O, register: u32, index: O::Int) {
        let one = ops.int(1);
        let next = ops.int_binary(IntBinary::Add, index, one);
        let next = ops.box_int(classes::INT_REF, next);
        ops.set_local(register, next);
    }

    #[inline(always)]
    fn range_next<O: Ops>(&self, ops: &mut O, base: u32, dst: u16, exit: u32) -> Flow<O::Ref> {
        let [value, stop, step] = [1, 2, 3].map(|n| ops.local(base + n));
        let now = ops.unbox_int(classes::INT_REF, value);
        let stop = ops.unbox_int(classes::INT_REF, stop);
        let step = ops.unbox_int(classes::INT_REF, step);
        let zero = ops.int(0);
        let more = if ops.int_test(IntCompare::Gt, step, zero) {
            ops.int_test(IntCompare::Lt, now, stop)
        } else {
            ops.int_test(IntCompare::Gt, now, stop)
        };
        if !more {
            return Flow::Jump(exit);
        }
        match ops.int_checked(CheckedInt::Add, now, step) {
            Some(next) => {
                let next = ops.box_int(classes::INT_REF, next);
                ops.set_local(base + 1, next);
                ops.set_local(dst.into(), value);
                Flow::Skip
            }
            // It was the last one: there is nothing behind it.
            None => {
                let stop = ops.box_int(classes::INT_REF, stop);
                ops.set_local(base + 1, stop);
                ops.set_local(dst.into(), value);
                Flow::Skip
            }
        }
    }
}
