//! The op set.
//!
//! Ops come in groups that passes treat alike ([`OpKind`]); within a group the operation is a small enum. Names follow
//! the papers and RPython. Matches over these enums are exhaustive on purpose: a new op must be thought about
//! everywhere.

use crate::descriptors::{ClassId, Descriptors, FieldId, HelperId};
use crate::snapshot::SnapshotId;
use crate::trace::Label;
use crate::value::{Const, Operand, Type, Value};

/// Declares an enum of operations together with their names in text.
macro_rules! operations {
    ($(#[$doc:meta])* $group:ident { $($(#[$op_doc:meta])* $op:ident = $name:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $group { $($(#[$op_doc])* $op),+ }

        impl $group {
            pub const ALL: &'static [$group] = &[$($group::$op),+];

            pub fn name(self) -> &'static str {
                match self { $($group::$op => $name),+ }
            }

            pub fn from_name(name: &str) -> Option<$group> {
                match name { $($name => Some($group::$op),)+ _ => None }
            }
        }
    };
}

operations!(
    /// Integer arithmetic that cannot leave the trace. Wraps around; shift counts are taken modulo the width. The four
    /// divisions need a divisor other than 0, and not the smallest integer divided by -1: a guard sees to it.
    IntBinary {
        Add = "int_add",
        Sub = "int_sub",
        Mul = "int_mul",
        And = "int_and",
        Or = "int_or",
        Xor = "int_xor",
        Lshift = "int_lshift",
        /// Arithmetic: copies the sign.
        Rshift = "int_rshift",
        /// Logical: shifts zeros in.
        UintRshift = "uint_rshift",
        /// The high word of the unsigned product.
        UintMulHigh = "uint_mul_high",
        /// Quotient rounded toward zero.
        Div = "int_div",
        /// Remainder of `Div`: has the sign of the dividend.
        Rem = "int_rem",
        /// Quotient rounded down, as in Python.
        FloorDiv = "int_floordiv",
        /// Remainder of `FloorDiv`: has the sign of the divisor.
        Mod = "int_mod",
    }
);

impl IntBinary {
    /// Defined only for some operands; must not be executed before the guard that protects it.
    pub fn is_partial(self) -> bool {
        matches!(self, IntBinary::Div | IntBinary::Rem | IntBinary::FloorDiv | IntBinary::Mod)
    }

    pub fn is_commutative(self) -> bool {
        match self {
            IntBinary::Add
            | IntBinary::Mul
            | IntBinary::And
            | IntBinary::Or
            | IntBinary::Xor
            | IntBinary::UintMulHigh => true,
            IntBinary::Sub
            | IntBinary::Lshift
            | IntBinary::Rshift
            | IntBinary::UintRshift
            | IntBinary::Div
            | IntBinary::Rem
            | IntBinary::FloorDiv
            | IntBinary::Mod => false,
        }
    }
}

operations!(
    /// Integer arithmetic with an overflow check. The `guard_no_overflow` or `guard_overflow` that follows is part of
    /// the op, so the two can never be separated; text shows two lines.
    CheckedInt {
        Add = "int_add_ovf",
        Sub = "int_sub_ovf",
        Mul = "int_mul_ovf",
    }
);

impl CheckedInt {
    /// The same without the check.
    pub fn unchecked(self) -> IntBinary {
        match self {
            CheckedInt::Add => IntBinary::Add,
            CheckedInt::Sub => IntBinary::Sub,
            CheckedInt::Mul => IntBinary::Mul,
        }
    }
}

operations!(
    /// Integer comparisons; the result is 0 or 1.
    IntCompare {
        Lt = "int_lt",
        Le = "int_le",
        Eq = "int_eq",
        Ne = "int_ne",
        Gt = "int_gt",
        Ge = "int_ge",
        UintLt = "uint_lt",
        UintLe = "uint_le",
        UintGt = "uint_gt",
        UintGe = "uint_ge",
    }
);

impl IntCompare {
    /// `a op b` is `b swapped a`.
    pub fn swapped(self) -> IntCompare {
        match self {
            IntCompare::Lt => IntCompare::Gt,
            IntCompare::Le => IntCompare::Ge,
            IntCompare::Eq => IntCompare::Eq,
            IntCompare::Ne => IntCompare::Ne,
            IntCompare::Gt => IntCompare::Lt,
            IntCompare::Ge => IntCompare::Le,
            IntCompare::UintLt => IntCompare::UintGt,
            IntCompare::UintLe => IntCompare::UintGe,
            IntCompare::UintGt => IntCompare::UintLt,
            IntCompare::UintGe => IntCompare::UintLe,
        }
    }

    /// `a op b` is false exactly when `a inverted b` is true.
    pub fn inverted(self) -> IntCompare {
        match self {
            IntCompare::Lt => IntCompare::Ge,
            IntCompare::Le => IntCompare::Gt,
            IntCompare::Eq => IntCompare::Ne,
            IntCompare::Ne => IntCompare::Eq,
            IntCompare::Gt => IntCompare::Le,
            IntCompare::Ge => IntCompare::Lt,
            IntCompare::UintLt => IntCompare::UintGe,
            IntCompare::UintLe => IntCompare::UintGt,
            IntCompare::UintGt => IntCompare::UintLe,
            IntCompare::UintGe => IntCompare::UintLt,
        }
    }
}

operations!(IntUnary {
    Neg = "int_neg",
    Invert = "int_invert",
    /// 1 if not 0.
    IsTrue = "int_is_true",
    /// 1 if 0.
    IsZero = "int_is_zero",
    /// Sign-extends the low 8 bits.
    Signext8 = "int_signext8",
    Signext16 = "int_signext16",
    Signext32 = "int_signext32",
});

operations!(
    /// IEEE arithmetic, rounded to nearest even.
    FloatBinary {
        Add = "float_add",
        Sub = "float_sub",
        Mul = "float_mul",
        TrueDiv = "float_truediv",
    }
);

operations!(
    /// Float comparisons; with a NaN only `float_ne` is true.
    FloatCompare {
        Lt = "float_lt",
        Le = "float_le",
        Eq = "float_eq",
        Ne = "float_ne",
        Gt = "float_gt",
        Ge = "float_ge",
    }
);

impl FloatCompare {
    /// `a op b` is `b swapped a`. There is no inversion: a NaN makes both `a < b` and `a >= b` false.
    pub fn swapped(self) -> FloatCompare {
        match self {
            FloatCompare::Lt => FloatCompare::Gt,
            FloatCompare::Le => FloatCompare::Ge,
            FloatCompare::Eq => FloatCompare::Eq,
            FloatCompare::Ne => FloatCompare::Ne,
            FloatCompare::Gt => FloatCompare::Lt,
            FloatCompare::Ge => FloatCompare::Le,
        }
    }
}

operations!(FloatUnary {
    Neg = "float_neg",
    Abs = "float_abs",
    Sqrt = "float_sqrt",
    Floor = "float_floor",
    Ceil = "float_ceil",
    Trunc = "float_trunc",
    /// Rounds to single precision.
    ToSingle = "float_to_single",
});

operations!(Cast {
    IntToFloat = "cast_int_to_float",
    /// Toward zero; saturates, a NaN gives 0.
    FloatToInt = "cast_float_to_int",
    FloatToBits = "cast_float_to_bits",
    BitsToFloat = "cast_bits_to_float",
});

impl Cast {
    pub fn operand_type(self) -> Type {
        match self {
            Cast::IntToFloat | Cast::BitsToFloat => Type::Int,
            Cast::FloatToInt | Cast::FloatToBits => Type::Float,
        }
    }

    pub fn result_type(self) -> Type {
        match self {
            Cast::IntToFloat | Cast::BitsToFloat => Type::Float,
            Cast::FloatToInt | Cast::FloatToBits => Type::Int,
        }
    }
}

operations!(
    /// Identity of references: by address, or by class and bits for value classes.
    PtrCompare {
        Eq = "ptr_eq",
        Ne = "ptr_ne",
    }
);

/// A check that leaves the trace when it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guard {
    /// Not 0.
    True(Operand),
    /// 0.
    False(Operand),
    /// The same int, the same float bits, the same reference.
    Value(Operand, Const),
    /// Not null, and of exactly this class.
    Class(Operand, ClassId),
    NonNull(Operand),
    IsNull(Operand),
    /// No exception is pending after the call before it.
    NoException,
    /// An exception of exactly this class is pending; takes it (the result) and clears it.
    Exception(ClassId),
    /// No fact that the trace relies on has changed.
    NotInvalidated,
    /// Nobody took a frame of this trace during the call before it. Never removed, never moved.
    NotForced,
    /// The attention word is clear. Never removed, never moved.
    NoAttention,
}

impl Guard {
    pub fn name(self) -> &'static str {
        match self {
            Guard::True(_) => "guard_true",
            Guard::False(_) => "guard_false",
            Guard::Value(..) => "guard_value",
            Guard::Class(..) => "guard_class",
            Guard::NonNull(_) => "guard_nonnull",
            Guard::IsNull(_) => "guard_isnull",
            Guard::NoException => "guard_no_exception",
            Guard::Exception(_) => "guard_exception",
            Guard::NotInvalidated => "guard_not_invalidated",
            Guard::NotForced => "guard_not_forced",
            Guard::NoAttention => "guard_no_attention",
        }
    }

    /// The value that is checked.
    pub fn operand(self) -> Option<Operand> {
        match self {
            Guard::True(a)
            | Guard::False(a)
            | Guard::Value(a, _)
            | Guard::Class(a, _)
            | Guard::NonNull(a)
            | Guard::IsNull(a) => Some(a),
            Guard::NoException
            | Guard::Exception(_)
            | Guard::NotInvalidated
            | Guard::NotForced
            | Guard::NoAttention => None,
        }
    }

    fn operand_mut(&mut self) -> Option<&mut Operand> {
        match self {
            Guard::True(a)
            | Guard::False(a)
            | Guard::Value(a, _)
            | Guard::Class(a, _)
            | Guard::NonNull(a)
            | Guard::IsNull(a) => Some(a),
            Guard::NoException
            | Guard::Exception(_)
            | Guard::NotInvalidated
            | Guard::NotForced
            | Guard::NoAttention => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OpKind {
    Int(IntBinary, Operand, Operand),
    IntCompare(IntCompare, Operand, Operand),
    IntUnary(IntUnary, Operand),
    /// Leaves unless the overflow is as expected: `overflow` false prints as `guard_no_overflow`. The result is the
    /// wrapped value.
    IntChecked {
        op: CheckedInt,
        a: Operand,
        b: Operand,
        overflow: bool,
        snapshot: SnapshotId,
    },
    Float(FloatBinary, Operand, Operand),
    FloatCompare(FloatCompare, Operand, Operand),
    FloatUnary(FloatUnary, Operand),
    Cast(Cast, Operand),
    PtrCompare(PtrCompare, Operand, Operand),
    /// The second operand if the first is not 0, else the third.
    Select(Operand, Operand, Operand),
    /// A new object; all fields are 0 or null.
    New(ClassId),
    /// A new array of this many items, all 0 or null.
    NewArray(ClassId, Operand),
    Get(Operand, FieldId),
    Set(Operand, FieldId, Operand),
    /// Array, index.
    GetItem(ClassId, Operand, Operand),
    /// Array, index, item.
    SetItem(ClassId, Operand, Operand, Operand),
    /// Never changes: a pure op.
    ArrayLen(ClassId, Operand),
    Call(HelperId, Vec<Operand>),
    Guard(Guard, SnapshotId),
    /// Goes on at a label; ends the section.
    Jump(Label, Vec<Operand>),
    /// Leaves the trace for good with these results; ends the section.
    Finish(Vec<Operand>),
    /// A guard that always fails; ends the section.
    Exit(SnapshotId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Op {
    pub result: Option<Value>,
    pub kind: OpKind,
}

impl Op {
    pub fn new(result: Value, kind: OpKind) -> Op {
        Op { result: Some(result), kind }
    }

    /// An op without a result.
    pub fn effect(kind: OpKind) -> Op {
        Op { result: None, kind }
    }
}

impl OpKind {
    /// The name in text. For [`OpKind::IntChecked`] the name of its first line.
    pub fn name(&self) -> &'static str {
        match self {
            OpKind::Int(op, ..) => op.name(),
            OpKind::IntCompare(op, ..) => op.name(),
            OpKind::IntUnary(op, _) => op.name(),
            OpKind::IntChecked { op, .. } => op.name(),
            OpKind::Float(op, ..) => op.name(),
            OpKind::FloatCompare(op, ..) => op.name(),
            OpKind::FloatUnary(op, _) => op.name(),
            OpKind::Cast(op, _) => op.name(),
            OpKind::PtrCompare(op, ..) => op.name(),
            OpKind::Select(..) => "select",
            OpKind::New(_) => "new",
            OpKind::NewArray(..) => "new_array",
            OpKind::Get(..) => "get",
            OpKind::Set(..) => "set",
            OpKind::GetItem(..) => "getitem",
            OpKind::SetItem(..) => "setitem",
            OpKind::ArrayLen(..) => "arraylen",
            OpKind::Call(..) => "call",
            OpKind::Guard(guard, _) => guard.name(),
            OpKind::Jump(..) => "jump",
            OpKind::Finish(_) => "finish",
            OpKind::Exit(_) => "exit",
        }
    }

    /// The name of the second line of an [`OpKind::IntChecked`].
    pub fn overflow_guard_name(overflow: bool) -> &'static str {
        if overflow { "guard_overflow" } else { "guard_no_overflow" }
    }

    /// Every operand, in the order of the text. Snapshots are not operands.
    pub fn for_each_operand(&self, mut f: impl FnMut(Operand)) {
        match self {
            OpKind::Int(_, a, b)
            | OpKind::IntCompare(_, a, b)
            | OpKind::IntChecked { a, b, .. }
            | OpKind::Float(_, a, b)
            | OpKind::FloatCompare(_, a, b)
            | OpKind::PtrCompare(_, a, b)
            | OpKind::Set(a, _, b)
            | OpKind::GetItem(_, a, b) => {
                f(*a);
                f(*b);
            }
            OpKind::IntUnary(_, a)
            | OpKind::FloatUnary(_, a)
            | OpKind::Cast(_, a)
            | OpKind::NewArray(_, a)
            | OpKind::Get(a, _)
            | OpKind::ArrayLen(_, a) => f(*a),
            OpKind::Select(a, b, c) | OpKind::SetItem(_, a, b, c) => {
                f(*a);
                f(*b);
                f(*c);
            }
            OpKind::New(_) | OpKind::Exit(_) => {}
            OpKind::Call(_, args) | OpKind::Jump(_, args) | OpKind::Finish(args) => {
                args.iter().for_each(|&a| f(a));
            }
            OpKind::Guard(guard, _) => {
                if let Some(a) = guard.operand() {
                    f(a);
                }
            }
        }
    }

    /// Renames every operand.
    pub fn map_operands(&mut self, mut f: impl FnMut(Operand) -> Operand) {
        match self {
            OpKind::Int(_, a, b)
            | OpKind::IntCompare(_, a, b)
            | OpKind::IntChecked { a, b, .. }
            | OpKind::Float(_, a, b)
            | OpKind::FloatCompare(_, a, b)
            | OpKind::PtrCompare(_, a, b)
            | OpKind::Set(a, _, b)
            | OpKind::GetItem(_, a, b) => {
                *a = f(*a);
                *b = f(*b);
            }
            OpKind::IntUnary(_, a)
            | OpKind::FloatUnary(_, a)
            | OpKind::Cast(_, a)
            | OpKind::NewArray(_, a)
            | OpKind::Get(a, _)
            | OpKind::ArrayLen(_, a) => *a = f(*a),
            OpKind::Select(a, b, c) | OpKind::SetItem(_, a, b, c) => {
                *a = f(*a);
                *b = f(*b);
                *c = f(*c);
            }
            OpKind::New(_) | OpKind::Exit(_) => {}
            OpKind::Call(_, args) | OpKind::Jump(_, args) | OpKind::Finish(args) => {
                args.iter_mut().for_each(|a| *a = f(*a));
            }
            OpKind::Guard(guard, _) => {
                if let Some(a) = guard.operand_mut() {
                    *a = f(*a);
                }
            }
        }
    }

    pub fn snapshot(&self) -> Option<SnapshotId> {
        match self {
            OpKind::IntChecked { snapshot, .. } | OpKind::Guard(_, snapshot) | OpKind::Exit(snapshot) => {
                Some(*snapshot)
            }
            _ => None,
        }
    }

    pub fn snapshot_mut(&mut self) -> Option<&mut SnapshotId> {
        match self {
            OpKind::IntChecked { snapshot, .. } | OpKind::Guard(_, snapshot) | OpKind::Exit(snapshot) => {
                Some(snapshot)
            }
            _ => None,
        }
    }

    /// Ends its section.
    pub fn is_terminator(&self) -> bool {
        matches!(self, OpKind::Jump(..) | OpKind::Finish(_) | OpKind::Exit(_))
    }

    /// Computes its result from its operands alone and does nothing else. Divisions are pure but partial. Pure calls
    /// and immutable reads are not counted here: they need descriptors.
    pub fn is_pure(&self) -> bool {
        match self {
            OpKind::Int(..)
            | OpKind::IntCompare(..)
            | OpKind::IntUnary(..)
            | OpKind::Float(..)
            | OpKind::FloatCompare(..)
            | OpKind::FloatUnary(..)
            | OpKind::Cast(..)
            | OpKind::PtrCompare(..)
            | OpKind::Select(..)
            | OpKind::ArrayLen(..) => true,
            OpKind::IntChecked { .. }
            | OpKind::New(_)
            | OpKind::NewArray(..)
            | OpKind::Get(..)
            | OpKind::Set(..)
            | OpKind::GetItem(..)
            | OpKind::SetItem(..)
            | OpKind::Call(..)
            | OpKind::Guard(..)
            | OpKind::Jump(..)
            | OpKind::Finish(_)
            | OpKind::Exit(_) => false,
        }
    }

    /// May be dropped when nothing uses its result.
    pub fn is_removable(&self, descriptors: &Descriptors) -> bool {
        match self {
            OpKind::New(_) | OpKind::NewArray(..) | OpKind::Get(..) | OpKind::GetItem(..) => true,
            OpKind::Call(helper, _) => {
                let effects = &descriptors.helper(*helper).effects;
                effects.pure && !effects.raises
            }
            OpKind::Int(..)
            | OpKind::IntCompare(..)
            | OpKind::IntUnary(..)
            | OpKind::Float(..)
            | OpKind::FloatCompare(..)
            | OpKind::FloatUnary(..)
            | OpKind::Cast(..)
            | OpKind::PtrCompare(..)
            | OpKind::Select(..)
            | OpKind::ArrayLen(..) => true,
            OpKind::IntChecked { .. }
            | OpKind::Set(..)
            | OpKind::SetItem(..)
            | OpKind::Guard(..)
            | OpKind::Jump(..)
            | OpKind::Finish(_)
            | OpKind::Exit(_) => false,
        }
    }

    /// The type of the result; `select` has the type of its second operand, which `operand_type` tells.
    pub fn result_type(
        &self,
        descriptors: &Descriptors,
        operand_type: impl Fn(Operand) -> Type,
    ) -> Option<Type> {
        match self {
            OpKind::Int(..)
            | OpKind::IntCompare(..)
            | OpKind::IntUnary(..)
            | OpKind::IntChecked { .. }
            | OpKind::FloatCompare(..)
            | OpKind::PtrCompare(..)
            | OpKind::ArrayLen(..) => Some(Type::Int),
            OpKind::Float(..) | OpKind::FloatUnary(..) => Some(Type::Float),
            OpKind::Cast(cast, _) => Some(cast.result_type()),
            OpKind::Select(_, a, _) => Some(operand_type(*a)),
            OpKind::New(_) | OpKind::NewArray(..) => Some(Type::Ref),
            OpKind::Get(_, field) => Some(descriptors.field(*field).storage.ty()),
            OpKind::GetItem(class, ..) => descriptors.item(*class).map(|item| item.ty()),
            OpKind::Call(helper, _) => descriptors.helper(*helper).result,
            OpKind::Guard(Guard::Exception(_), _) => Some(Type::Ref),
            OpKind::Set(..)
            | OpKind::SetItem(..)
            | OpKind::Guard(..)
            | OpKind::Jump(..)
            | OpKind::Finish(_)
            | OpKind::Exit(_) => None,
        }
    }
}
