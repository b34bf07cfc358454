//! Allocation removal: an object stays a description until something outside the trace can see it.
//!
//!     p1 = new(Box)             i3 = int_add(i0, 1)
//!     set(p1, value, i0)   =>   finish(i3)
//!     i2 = get(p1, value)
//!     i3 = int_add(i2, 1)
//!     finish(i3)
//!
//! `new` is removed in the hope that the object never escapes. `get`, `set` and guards on it are done here and now. Where
//! a virtual meets any other op it is *lifted*: built by `new` and `set` just before. Snapshots do not lift; they
//! describe it, and an exit builds it.
//!
//! Requires: a verified trace; calls annotated with effects.
//! Ensures:  a verified trace; every snapshot that names a virtual also describes its fields.
//! Source:   PEPM'11 §4 (idea), §5.1 and Figure 6 (rules).
//! Weak at:  arrays whose length is not constant (or above 64), and array items at an index that is not constant: lifted;
//!           beyond a hundred virtuals in one snapshot, new objects are allocated.

use crate::context::Context;
use crate::options::Pass;
use lathe_ir::{
    Cast, ClassId, Const, FieldId, FloatUnary, Guard, IntBinary, IntCompare, IntUnary, Op, OpKind, Operand,
    PtrCompare, Storage, Type, Value,
};

/// Longer arrays are seldom short-lived, and every snapshot would list their items.
const MAX_VIRTUAL_ITEMS: i64 = 64;

pub fn visit(op: Op, cx: &mut Context, out: &mut Vec<Op>) {
    match op.kind {
        OpKind::New(class) if !cx.crowded && cx.spend_fuel() => {
            let v = op.result.expect("new has a result");
            let fields = cx.zero_fields(class);
            start_virtual(cx, v, class, fields);
        }
        OpKind::NewArray(class, Operand::Const(Const::Int(len)))
            if (0..=MAX_VIRTUAL_ITEMS).contains(&len) && !cx.crowded && cx.spend_fuel() =>
        {
            let v = op.result.expect("new_array has a result");
            let item = cx.descriptors.item(class).expect("an array class");
            start_virtual(cx, v, class, vec![Operand::Const(item.ty().zero()); len as usize]);
        }
        OpKind::New(_) | OpKind::NewArray(..) => out.push(op),
        OpKind::Get(base, field) => match virtual_field(cx, base, field) {
            Some((v, index)) => {
                let value = cx.virtuals.fields(v)[index];
                cx.replace(op.result.expect("get has a result"), value);
            }
            None => lift_and_keep(op, cx, out),
        },
        OpKind::Set(base, field, value) => match virtual_field(cx, base, field) {
            Some((v, index)) => {
                let value = narrow(cx.descriptors.field(field).storage, value, cx, out);
                cx.virtuals.set_field(v, index, value);
            }
            None => keep_store(op, base, cx, out),
        },
        OpKind::GetItem(class, base, index) => match virtual_item(cx, base, class, index) {
            Some((v, index)) => {
                let value = cx.virtuals.fields(v)[index];
                cx.replace(op.result.expect("getitem has a result"), value);
            }
            None => lift_and_keep(op, cx, out),
        },
        OpKind::SetItem(class, base, index, value) => match virtual_item(cx, base, class, index) {
            Some((v, index)) => {
                let value = narrow(cx.descriptors.item(class).expect("an array class"), value, cx, out);
                cx.virtuals.set_field(v, index, value);
            }
            None => keep_store(op, base, cx, out),
        },
        OpKind::ArrayLen(class, Operand::Value(v))
            if cx.virtuals.contains(v) && cx.virtuals.class(v) == class =>
        {
            let len = cx.virtuals.fields(v).len() as i64;
            cx.replace(op.result.expect("arraylen has a result"), Operand::int(len));
        }
        OpKind::PtrCompare(compare, a, b) => compare_references(op, compare, a, b, cx, out),
        OpKind::Guard(guard, _) => guard_virtual(op, guard, cx, out),
        OpKind::Int(..)
        | OpKind::IntCompare(..)
        | OpKind::IntUnary(..)
        | OpKind::IntChecked { .. }
        | OpKind::Float(..)
        | OpKind::FloatCompare(..)
        | OpKind::FloatUnary(..)
        | OpKind::Cast(..)
        | OpKind::Exit(_) => out.push(op),
        OpKind::Select(..)
        | OpKind::ArrayLen(..)
        | OpKind::Call(..)
        | OpKind::Jump(..)
        | OpKind::Finish(_) => lift_and_keep(op, cx, out),
    }
}

fn start_virtual(cx: &mut Context, v: Value, class: ClassId, fields: Vec<Operand>) {
    cx.virtuals.insert(v, class, fields);
    cx.learn_class(Operand::Value(v), class);
}

fn virtual_field(cx: &Context, base: Operand, field: FieldId) -> Option<(Value, usize)> {
    let v = base.as_value().filter(|&v| cx.virtuals.contains(v))?;
    let index = cx.descriptors.field(field).index as usize;
    cx.descriptors.has_field(cx.virtuals.class(v), field).then_some((v, index))
}

fn virtual_item(cx: &Context, base: Operand, class: ClassId, index: Operand) -> Option<(Value, usize)> {
    let v = base.as_value().filter(|&v| cx.virtuals.contains(v))?;
    let index = usize::try_from(index.as_int()?).ok()?;
    (cx.virtuals.class(v) == class && index < cx.virtuals.fields(v).len()).then_some((v, index))
}

/// What a load gives back after a store into narrow storage.
fn narrow(storage: Storage, value: Operand, cx: &mut Context, out: &mut Vec<Op>) -> Operand {
    if let (Some((lo, hi)), Operand::Value(_)) = (storage.int_range(), value) {
        let known = cx.int(value);
        if known.lo() >= lo && known.hi() <= hi {
            return value;
        }
    }
    let kind = match (storage, value) {
        (_, Operand::Const(Const::Int(x))) => return Operand::int(storage.store_int(x)),
        (_, Operand::Const(Const::Float(x))) => return Operand::float(storage.store_float(x.get())),
        (Storage::I64 | Storage::F64 | Storage::Ref(_), _) => return value,
        (Storage::U8, _) => OpKind::Int(IntBinary::And, value, Operand::int(u8::MAX.into())),
        (Storage::U16, _) => OpKind::Int(IntBinary::And, value, Operand::int(u16::MAX.into())),
        (Storage::U32, _) => OpKind::Int(IntBinary::And, value, Operand::int(u32::MAX.into())),
        (Storage::I8, _) => OpKind::IntUnary(IntUnary::Signext8, value),
        (Storage::I16, _) => OpKind::IntUnary(IntUnary::Signext16, value),
        (Storage::I32, _) => OpKind::IntUnary(IntUnary::Signext32, value),
        (Storage::F32, _) => OpKind::FloatUnary(FloatUnary::ToSingle, value),
    };
    let narrowed = cx.new_value(storage.ty());
    out.push(Op::new(narrowed, kind));
    Operand::Value(narrowed)
}

fn lift_and_keep(op: Op, cx: &mut Context, out: &mut Vec<Op>) {
    op.kind.for_each_operand(|operand| cx.lift(operand, out));
    out.push(op);
}

/// A store into a real object. `heap` may delay it, and lifts the new value only when the store is done; else it is
/// lifted now (PEPM'11's text, not its figure: the *value* is lifted).
fn keep_store(op: Op, base: Operand, cx: &mut Context, out: &mut Vec<Op>) {
    if cx.enabled(Pass::Heap) {
        cx.lift(base, out);
        out.push(op);
    } else {
        lift_and_keep(op, cx, out);
    }
}

fn compare_references(
    op: Op,
    compare: PtrCompare,
    a: Operand,
    b: Operand,
    cx: &mut Context,
    out: &mut Vec<Op>,
) {
    let result = op.result.expect("a comparison has a result");
    let same = match equal_statically(cx, a, b) {
        Some(same) => same,
        None => match equal_by_field(cx, a, b) {
            Some((x, y)) => {
                let (x, y) = (as_int(x, cx, out), as_int(y, cx, out));
                let compare = match compare {
                    PtrCompare::Eq => IntCompare::Eq,
                    PtrCompare::Ne => IntCompare::Ne,
                };
                return out.push(Op::new(result, OpKind::IntCompare(compare, x, y)));
            }
            None => return lift_and_keep(op, cx, out),
        },
    };
    let truth = same == (compare == PtrCompare::Eq);
    cx.replace(result, Operand::int(truth as i64));
}

/// Are they the same object? Only where one of them is virtual.
fn equal_statically(cx: &Context, a: Operand, b: Operand) -> Option<bool> {
    if !cx.is_virtual(a) && !cx.is_virtual(b) {
        return None;
    }
    if a == b {
        return Some(true);
    }
    if a == Operand::NULL || b == Operand::NULL {
        return Some(false);
    }
    // Facts hold for virtuals too: both classes may be known.
    let (class_a, class_b) = (cx.class(a), cx.class(b));
    if class_a.is_some() && class_b.is_some() && class_a != class_b {
        return Some(false);
    }
    let by_value = class_a.or(class_b).is_some_and(|class| cx.descriptors.is_value_class(class));
    if !by_value {
        // Nothing else can hold an object that was never allocated.
        return Some(false);
    }
    let (fields_a, fields_b) = (known_fields(cx, a)?, known_fields(cx, b)?);
    let mut all_equal = true;
    for (x, y) in fields_a.into_iter().zip(fields_b) {
        let (x, y) = (cx.resolve(x), cx.resolve(y));
        let by_bits = cx.operand_type(x) != Type::Ref;
        match (x, y) {
            _ if x == y => {}
            (Operand::Const(_), Operand::Const(_)) if by_bits => return Some(false),
            _ => all_equal = false,
        }
    }
    all_equal.then_some(true)
}

/// The fields of a virtual, or of a constant object of a value class.
fn known_fields(cx: &Context, operand: Operand) -> Option<Vec<Operand>> {
    match operand {
        Operand::Value(v) if cx.virtuals.contains(v) => Some(cx.virtuals.fields(v).to_vec()),
        Operand::Const(Const::Object(object)) => {
            let object = cx.descriptors.object(object);
            cx.descriptors
                .is_value_class(object.class)
                .then(|| object.fields.iter().map(|&c| Operand::Const(c)).collect())
        }
        _ => None,
    }
}

/// Objects of a value class are the same if their fields are, by bits. The pair that decides, if there is only one and it is
/// of numbers.
fn equal_by_field(cx: &Context, a: Operand, b: Operand) -> Option<(Operand, Operand)> {
    if !cx.is_virtual(a) && !cx.is_virtual(b) {
        return None;
    }
    let class = cx.class(a).filter(|&class| cx.class(b) == Some(class))?;
    if !cx.descriptors.is_value_class(class) {
        return None;
    }
    let fields = known_fields(cx, a)?.into_iter().zip(known_fields(cx, b)?);
    let mut open = fields.map(|(x, y)| (cx.resolve(x), cx.resolve(y))).filter(|(x, y)| x != y);
    match (open.next(), open.next()) {
        (Some((x, y)), None) if cx.operand_type(x) != Type::Ref => Some((x, y)),
        _ => None,
    }
}

fn as_int(operand: Operand, cx: &mut Context, out: &mut Vec<Op>) -> Operand {
    if cx.operand_type(operand) == Type::Int {
        return operand;
    }
    let bits = cx.new_value(Type::Int);
    out.push(Op::new(bits, OpKind::Cast(Cast::FloatToBits, operand)));
    Operand::Value(bits)
}

fn guard_virtual(op: Op, guard: Guard, cx: &mut Context, out: &mut Vec<Op>) {
    let Some(operand) = guard.operand().filter(|&operand| cx.is_virtual(operand)) else {
        return out.push(op);
    };
    let holds = match guard {
        Guard::NonNull(_) => Some(true),
        Guard::IsNull(_) => Some(false),
        Guard::Class(_, class) => Some(cx.class(operand) == Some(class)),
        Guard::Value(_, constant) => equal_statically(cx, operand, Operand::Const(constant)),
        Guard::True(_)
        | Guard::False(_)
        | Guard::NoException
        | Guard::Exception(_)
        | Guard::NotInvalidated
        | Guard::NotForced
        | Guard::NoAttention => unreachable!("not a guard on a reference"),
    };
    let by_field = match guard {
        Guard::Value(_, constant) if holds.is_none() => equal_by_field(cx, operand, Operand::Const(constant)),
        _ => None,
    };
    match (holds, by_field, &op.kind) {
        (Some(true), ..) => {}
        (None, Some((field, Operand::Const(constant))), &OpKind::Guard(_, snapshot)) => {
            out.push(Op::effect(OpKind::Guard(Guard::Value(field, constant), snapshot)));
        }
        // `guards` ends the trace here without building the object; alone, we keep the guard (Figure 6).
        (Some(false), ..) if cx.enabled(Pass::Guards) => {
            let snapshot = op.kind.snapshot().expect("a guard");
            out.push(Op::effect(OpKind::Exit(snapshot)));
        }
        _ => lift_and_keep(op, cx, out),
    }
}
