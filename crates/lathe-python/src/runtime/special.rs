//! Special methods that the interpreter looks up all the time, by number: each type remembers what it has found.

use super::types::TypeId;
use crate::bytecode::{BinaryOp, CompareOp, UnaryOp};
use crate::object::py::Py;
use lathe_heap::Word;
use std::cell::{Cell, OnceCell};

macro_rules! specials {
    ($($variant:ident = $name:literal),* $(,)?) => {
        /// A special method.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Special { $($variant,)* }

        const NAMES: &[&str] = &[$($name,)*];
    };
}

specials! {
    New = "__new__", Init = "__init__", Call = "__call__", GetItem = "__getitem__", SetItem = "__setitem__", Len = "__len__",
    Bool = "__bool__", Iter = "__iter__", Next = "__next__", Contains = "__contains__",
    Lt = "__lt__", Le = "__le__", Eq = "__eq__", Ne = "__ne__", Gt = "__gt__", Ge = "__ge__",
    Neg = "__neg__", Pos = "__pos__", Invert = "__invert__",
    // In the order of `BinaryOp`, then reflected, then in place.
    Add = "__add__", Sub = "__sub__", Mul = "__mul__", MatMul = "__matmul__", TrueDiv = "__truediv__",
    FloorDiv = "__floordiv__", Mod = "__mod__", Pow = "__pow__", LShift = "__lshift__", RShift = "__rshift__",
    And = "__and__", Or = "__or__", Xor = "__xor__",
    RAdd = "__radd__", RSub = "__rsub__", RMul = "__rmul__", RMatMul = "__rmatmul__", RTrueDiv = "__rtruediv__",
    RFloorDiv = "__rfloordiv__", RMod = "__rmod__", RPow = "__rpow__", RLShift = "__rlshift__", RRShift = "__rrshift__",
    RAnd = "__rand__", ROr = "__ror__", RXor = "__rxor__",
    IAdd = "__iadd__", ISub = "__isub__", IMul = "__imul__", IMatMul = "__imatmul__", ITrueDiv = "__itruediv__",
    IFloorDiv = "__ifloordiv__", IMod = "__imod__", IPow = "__ipow__", ILShift = "__ilshift__", IRShift = "__irshift__",
    IAnd = "__iand__", IOr = "__ior__", IXor = "__ixor__",
}

const PLAIN: [Special; 13] = {
    use Special::*;
    [Add, Sub, Mul, MatMul, TrueDiv, FloorDiv, Mod, Pow, LShift, RShift, And, Or, Xor]
};
const REFLECTED: [Special; 13] = {
    use Special::*;
    [RAdd, RSub, RMul, RMatMul, RTrueDiv, RFloorDiv, RMod, RPow, RLShift, RRShift, RAnd, ROr, RXor]
};
const IN_PLACE: [Special; 13] = {
    use Special::*;
    [IAdd, ISub, IMul, IMatMul, ITrueDiv, IFloorDiv, IMod, IPow, ILShift, IRShift, IAnd, IOr, IXor]
};

impl Special {
    pub fn plain(op: BinaryOp) -> Special {
        PLAIN[op as usize]
    }

    pub fn reflected(op: BinaryOp) -> Special {
        REFLECTED[op as usize]
    }

    pub fn in_place(op: BinaryOp) -> Special {
        IN_PLACE[op as usize]
    }

    pub fn unary(op: UnaryOp) -> Special {
        match op {
            UnaryOp::Negative => Special::Neg,
            UnaryOp::Positive => Special::Pos,
            UnaryOp::Invert => Special::Invert,
        }
    }

    pub fn compare(op: CompareOp) -> Special {
        match op {
            CompareOp::Lt => Special::Lt,
            CompareOp::Le => Special::Le,
            CompareOp::Eq => Special::Eq,
            CompareOp::Ne => Special::Ne,
            CompareOp::Gt => Special::Gt,
            CompareOp::Ge => Special::Ge,
        }
    }

    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}

/// Not looked up yet, or what was found.
type Lookup = Cell<Option<Option<Word>>>;

/// What a type has found, by special method. The objects are alive because namespaces hold them.
#[derive(Debug, Default)]
pub struct Specials {
    found: OnceCell<Box<[Lookup]>>,
}

impl Specials {
    fn of(&self, special: Special) -> &Lookup {
        &self.found.get_or_init(|| vec![Cell::default(); NAMES.len()].into())[special as usize]
    }

    /// Something has changed.
    pub fn clear(&self) {
        if let Some(found) = self.found.get() {
            found.iter().for_each(|cell| cell.set(None));
        }
    }
}

impl Py {
    /// A special method of a type, not bound.
    #[inline(always)]
    pub fn special(&mut self, id: TypeId, special: Special) -> Option<Word> {
        match self.rt().ty(id).specials.of(special).get() {
            Some(found) => found,
            None => self.find_special(id, special),
        }
    }

    #[inline(never)]
    fn find_special(&mut self, id: TypeId, special: Special) -> Option<Word> {
        let name = self.intern(special.name());
        let found = self.lookup(id, name);
        self.rt().ty(id).specials.of(special).set(Some(found));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_have_their_own_methods() {
        for op in crate::interpret::helpers::BINARY_OPS {
            let methods = crate::protocol::operators::methods(op);
            assert_eq!(Special::plain(op).name(), methods.plain);
            assert_eq!(Special::reflected(op).name(), methods.reflected);
            assert_eq!(Special::in_place(op).name(), methods.in_place);
        }
    }
}
