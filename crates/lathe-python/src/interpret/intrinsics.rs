//! Builtin functions and types that traces go through: what they do for common arguments, in operations of the toolkit. For others
//! they are called like any other native.

use super::Python;
use crate::object::classes;
use crate::runtime::special::Special;
use crate::runtime::types::{self, TypeId};
use lathe_ir::{CheckedInt, ClassId, FloatCompare, FloatUnary, IntBinary, IntCompare, IntUnary};
use lathe_meta::Ops;

/// A native function that the interpreter knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intrinsic {
    Len,
    IsInstance,
    Abs,
    Min,
    Max,
    Sqrt,
    Append,
}

impl Intrinsic {
    /// By the qualified name.
    pub fn of(name: &str) -> Option<Intrinsic> {
        Some(match name {
            "builtins.len" => Intrinsic::Len,
            "builtins.isinstance" => Intrinsic::IsInstance,
            "builtins.abs" => Intrinsic::Abs,
            "builtins.min" => Intrinsic::Min,
            "builtins.max" => Intrinsic::Max,
            "math.sqrt" => Intrinsic::Sqrt,
            "list.append" => Intrinsic::Append,
            _ => return None,
        })
    }
}

/// The type of all objects of a class, if there is one.
pub(super) fn type_of_class(class: ClassId) -> Option<TypeId> {
    Some(match class {
        classes::INT | classes::BIG_INT => types::INT,
        classes::FLOAT => types::FLOAT,
        classes::BOOL => types::BOOL,
        classes::COMPLEX => types::COMPLEX,
        classes::STR => types::STR,
        classes::BYTES => types::BYTES,
        classes::TUPLE => types::TUPLE,
        classes::LIST => types::LIST,
        classes::DICT => types::DICT,
        classes::FUNCTION => types::FUNCTION,
        classes::RANGE => types::RANGE,
        classes::SLICE => types::SLICE,
        _ => return None,
    })
}

impl Python {
    /// The result for the `argc` arguments behind register `base`; none if they are not the common ones.
    #[inline(never)]
    pub(super) fn intrinsic<O: Ops>(
        &self,
        ops: &mut O,
        intrinsic: Intrinsic,
        base: u32,
        argc: u32,
    ) -> Option<O::Ref> {
        let arguments = match intrinsic {
            Intrinsic::Len | Intrinsic::Abs | Intrinsic::Sqrt => 1..=1,
            Intrinsic::IsInstance | Intrinsic::Append => 2..=2,
            Intrinsic::Min | Intrinsic::Max => 2..=16,
        };
        if !arguments.contains(&argc) {
            return None;
        }
        let first = ops.local(base + 1);
        match intrinsic {
            Intrinsic::Len => self.length_of(ops, first),
            Intrinsic::IsInstance => {
                let class = ops.local(base + 2);
                self.is_instance(ops, first, class)
            }
            Intrinsic::Abs => self.absolute(ops, first),
            Intrinsic::Sqrt => {
                let x = match ops.class_of(first)? {
                    classes::FLOAT => ops.get_float(first, classes::FLOAT_VALUE),
                    classes::INT => {
                        let x = ops.unbox_int(classes::INT_REF, first);
                        ops.int_to_float(x)
                    }
                    _ => return None,
                };
                let zero = ops.float(0.0);
                // Neither a negative number nor NaN.
                if !ops.float_test(FloatCompare::Ge, x, zero) {
                    return None;
                }
                let root = ops.float_unary(FloatUnary::Sqrt, x);
                Some(self.float(ops, root))
            }
            Intrinsic::Min | Intrinsic::Max => {
                let wanted = if intrinsic == Intrinsic::Min { FloatCompare::Lt } else { FloatCompare::Gt };
                self.extreme(ops, wanted, base, argc)
            }
            Intrinsic::Append => {
                let item = ops.local(base + 2);
                self.append(ops, first, item)
            }
        }
    }

    fn length_of<O: Ops>(&self, ops: &mut O, object: O::Ref) -> Option<O::Ref> {
        let length = match ops.class_of(object)? {
            classes::LIST => ops.get_int(object, classes::LIST_LENGTH),
            classes::TUPLE => ops.array_len(classes::TUPLE_ITEMS, object),
            classes::DICT => ops.get_int(object, classes::DICT_USED),
            classes::SET => ops.get_int(object, classes::SET_USED),
            _ => return None,
        };
        Some(ops.box_int(classes::INT_REF, length))
    }

    fn is_instance<O: Ops>(&self, ops: &mut O, object: O::Ref, class: O::Ref) -> Option<O::Ref> {
        if ops.class_of(class) != Some(classes::TYPE) {
            return None;
        }
        let number = ops.get_int(class, classes::TYPE_NUMBER);
        let of = TypeId(ops.promote_int(number) as u32);
        if self.rt.ty(of).metatype.get() != types::TYPE {
            return None;
        }
        let found = match ops.class_of(object)? {
            classes::INSTANCE => {
                let ty = self.type_by_map(ops, object)?;
                // An object may say that it is of another class.
                let mut py = self.py();
                let name = py.intern("__class__");
                if py.lookup(ty, name) != py.lookup(types::OBJECT, name) {
                    return None;
                }
                self.rt.is_subtype(ty, of)
            }
            other => self.rt.is_subtype(type_of_class(other)?, of),
        };
        let found = ops.int(found.into());
        Some(ops.box_bool(self.rt.singletons.bools, found))
    }

    fn absolute<O: Ops>(&self, ops: &mut O, number: O::Ref) -> Option<O::Ref> {
        match ops.class_of(number)? {
            classes::FLOAT => {
                let x = ops.get_float(number, classes::FLOAT_VALUE);
                let x = ops.float_unary(FloatUnary::Abs, x);
                Some(self.float(ops, x))
            }
            classes::INT => {
                let (x, zero) = (ops.unbox_int(classes::INT_REF, number), ops.int(0));
                if !ops.int_test(IntCompare::Lt, x, zero) {
                    return Some(number);
                }
                let x = ops.int_checked(CheckedInt::Sub, zero, x)?;
                Some(ops.box_int(classes::INT_REF, x))
            }
            _ => None,
        }
    }

    /// The first of those than which no other is smaller, or greater.
    fn extreme<O: Ops>(&self, ops: &mut O, wanted: FloatCompare, base: u32, argc: u32) -> Option<O::Ref> {
        let mut best = ops.local(base + 1);
        match ops.class_of(best)? {
            classes::FLOAT => {
                let mut value = ops.get_float(best, classes::FLOAT_VALUE);
                for n in 2..=argc {
                    let other = ops.local(base + n);
                    if ops.class_of(other) != Some(classes::FLOAT) {
                        return None;
                    }
                    let x = ops.get_float(other, classes::FLOAT_VALUE);
                    if ops.float_test(wanted, x, value) {
                        (best, value) = (other, x);
                    }
                }
            }
            classes::INT => {
                let wanted = if wanted == FloatCompare::Lt { IntCompare::Lt } else { IntCompare::Gt };
                let mut value = ops.unbox_int(classes::INT_REF, best);
                for n in 2..=argc {
                    let other = ops.local(base + n);
                    if ops.class_of(other) != Some(classes::INT) {
                        return None;
                    }
                    let x = ops.unbox_int(classes::INT_REF, other);
                    if ops.int_test(wanted, x, value) {
                        (best, value) = (other, x);
                    }
                }
            }
            _ => return None,
        }
        Some(best)
    }

    /// Where there is room, and the item fits.
    fn append<O: Ops>(&self, ops: &mut O, list: O::Ref, item: O::Ref) -> Option<O::Ref> {
        if ops.class_of(list)? != classes::LIST {
            return None;
        }
        let (length, zero, one) = (ops.get_int(list, classes::LIST_LENGTH), ops.int(0), ops.int(1));
        // An empty list takes another strategy with its first item.
        if ops.int_test(IntCompare::Eq, length, zero) {
            return None;
        }
        let items = ops.get_ref(list, classes::LIST_ITEMS);
        match ops.class_of(items)? {
            classes::INTS => {
                let room = ops.array_len(classes::INTS_ITEMS, items);
                if ops.class_of(item)? != classes::INT || !ops.int_test(IntCompare::Lt, length, room) {
                    return None;
                }
                let value = ops.unbox_int(classes::INT_REF, item);
                ops.set_item_int(classes::INTS_ITEMS, items, length, value);
            }
            classes::FLOATS => {
                let room = ops.array_len(classes::FLOATS_ITEMS, items);
                if ops.class_of(item)? != classes::FLOAT || !ops.int_test(IntCompare::Lt, length, room) {
                    return None;
                }
                let value = ops.get_float(item, classes::FLOAT_VALUE);
                ops.set_item_float(classes::FLOATS_ITEMS, items, length, value);
            }
            _ => {
                let room = ops.array_len(classes::REFS_ITEMS, items);
                if !ops.int_test(IntCompare::Lt, length, room) {
                    return None;
                }
                ops.set_item_ref(classes::REFS_ITEMS, items, length, item);
            }
        }
        let longer = ops.int_binary(IntBinary::Add, length, one);
        ops.set_int(list, classes::LIST_LENGTH, longer);
        Some(ops.constant(self.rt.singletons.none))
    }

    /// A call of a builtin type: a number, or a range.
    #[inline(never)]
    pub(super) fn make_builtin<O: Ops>(
        &self,
        ops: &mut O,
        id: TypeId,
        base: u32,
        argc: u32,
    ) -> Option<O::Ref> {
        match (id, argc) {
            (types::RANGE, 1..=3) => self.make_range(ops, base, argc),
            (types::INT, 1) => {
                let value = ops.local(base + 1);
                match ops.class_of(value)? {
                    classes::INT => Some(value),
                    classes::FLOAT => {
                        let x = ops.get_float(value, classes::FLOAT_VALUE);
                        let (low, high) = (ops.float(-9.2e18), ops.float(9.2e18));
                        if !ops.float_test(FloatCompare::Gt, x, low)
                            || !ops.float_test(FloatCompare::Lt, x, high)
                        {
                            return None;
                        }
                        let x = ops.float_to_int(x);
                        Some(ops.box_int(classes::INT_REF, x))
                    }
                    _ => None,
                }
            }
            (types::FLOAT, 1) => {
                let value = ops.local(base + 1);
                match ops.class_of(value)? {
                    classes::FLOAT => Some(value),
                    classes::INT => {
                        let x = ops.unbox_int(classes::INT_REF, value);
                        let x = ops.int_to_float(x);
                        Some(self.float(ops, x))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn make_range<O: Ops>(&self, ops: &mut O, base: u32, argc: u32) -> Option<O::Ref> {
        let mut parts = [None; 3];
        for n in 1..=argc {
            let part = ops.local(base + n);
            if ops.class_of(part) != Some(classes::INT) {
                return None;
            }
            parts[n as usize - 1] = Some(part);
        }
        let (zero, one) = (ops.int(0), ops.int(1));
        let (start, stop) = match parts {
            [stop, None, _] => (ops.box_int(classes::INT_REF, zero), stop?),
            [start, stop, _] => (start?, stop?),
        };
        let step = match parts[2] {
            Some(step) => step,
            None => ops.box_int(classes::INT_REF, one),
        };
        let [from, to, by] = [start, stop, step].map(|part| ops.unbox_int(classes::INT_REF, part));
        if !ops.int_test(IntCompare::Gt, by, zero) {
            return None;
        }
        let length = if ops.int_test(IntCompare::Lt, from, to) {
            let distance = ops.int_checked(CheckedInt::Sub, to, from)?;
            if parts[2].is_some() {
                let before = ops.int_binary(IntBinary::Sub, distance, one);
                let steps = ops.int_binary(IntBinary::FloorDiv, before, by);
                ops.int_binary(IntBinary::Add, steps, one)
            } else {
                distance
            }
        } else {
            zero
        };
        let length = ops.box_int(classes::INT_REF, length);
        let range = ops.new(classes::RANGE);
        ops.set_ref(range, classes::RANGE_START, start);
        ops.set_ref(range, classes::RANGE_STOP, stop);
        ops.set_ref(range, classes::RANGE_STEP, step);
        ops.set_ref(range, classes::RANGE_LENGTH, length);
        Some(range)
    }

    /// The negative of a number, or its complement.
    #[inline(always)]
    pub(super) fn quick_unary<O: Ops>(&self, ops: &mut O, special: Special, value: O::Ref) -> Option<O::Ref> {
        match (ops.class_of(value)?, special) {
            (classes::INT | classes::FLOAT, Special::Pos) => Some(value),
            (classes::INT, Special::Neg) => {
                let (x, zero) = (ops.unbox_int(classes::INT_REF, value), ops.int(0));
                let x = ops.int_checked(CheckedInt::Sub, zero, x)?;
                Some(ops.box_int(classes::INT_REF, x))
            }
            (classes::INT, Special::Invert) => {
                let x = ops.unbox_int(classes::INT_REF, value);
                let x = ops.int_unary(IntUnary::Invert, x);
                Some(ops.box_int(classes::INT_REF, x))
            }
            (classes::FLOAT, Special::Neg) => {
                let x = ops.get_float(value, classes::FLOAT_VALUE);
                let x = ops.float_unary(FloatUnary::Neg, x);
                Some(self.float(ops, x))
            }
            _ => None,
        }
    }
}
