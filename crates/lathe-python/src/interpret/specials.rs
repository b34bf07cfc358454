//! Special methods that classes define in Python: a frame for each, with a return action.

use super::{Flow, Python, action};
use crate::bytecode::BinaryOp;
use crate::object::classes;
use crate::runtime::maps::MapId;
use crate::runtime::special::Special;
use crate::runtime::types::{self, TypeId};
use lathe_heap::Word;
use lathe_meta::Ops;

impl Python {
    /// The type of an object with a map; the trace relies on it.
    #[inline(always)]
    pub(super) fn type_by_map<O: Ops>(&self, ops: &mut O, object: O::Ref) -> Option<TypeId> {
        if ops.class_of(object) != Some(classes::INSTANCE) {
            return None;
        }
        let map = ops.get_int(object, classes::INSTANCE_MAP);
        let ty = self.rt.maps.get(MapId(ops.promote_int(map) as u32)).ty;
        ops.assume(self.rt.ty(ty).fact);
        Some(ty)
    }

    /// A special method of a type, if it is a Python function.
    pub(super) fn function_of(&self, ty: TypeId, special: Special) -> Option<Word> {
        let mut py = self.py();
        py.special(ty, special).filter(|&method| py.is(method, classes::FUNCTION))
    }

    /// Pushes a frame for a special method of the first of `args`. None: it is no object of a class that has one in Python.
    #[inline(never)]
    pub(super) fn push_special<O: Ops>(
        &self,
        ops: &mut O,
        pc: u32,
        special: Special,
        args: &[O::Ref],
    ) -> Option<Flow<O::Ref>> {
        let ty = self.type_by_map(ops, args[0])?;
        let method = self.function_of(ty, special)?;
        let method = ops.known(self.rt.ty(ty).fact, method);
        self.push_call(ops, pc, action::RESULT, method, args)
    }

    /// Pushes a frame for the method of an operator that the left operand's class defines in Python; none if something else would
    /// have to be tried.
    #[inline(never)]
    pub(super) fn push_operator<O: Ops>(
        &self,
        ops: &mut O,
        pc: u32,
        (op, in_place): (BinaryOp, bool),
        a: O::Ref,
        b: O::Ref,
    ) -> Option<Flow<O::Ref>> {
        let right = match ops.class_of(b)? {
            classes::INSTANCE => self.type_by_map(ops, b)?,
            classes::INT => types::INT,
            classes::FLOAT => types::FLOAT,
            _ => return None,
        };
        // Numbers have methods for both sides, but refuse objects that are none.
        let is_number = right == types::INT || right == types::FLOAT;
        let Some(left) = self.type_by_map(ops, a) else {
            let is_plain = matches!(ops.class_of(a), Some(classes::INT | classes::FLOAT));
            if !is_plain || is_number {
                return None;
            }
            let method = self.function_of(right, Special::reflected(op))?;
            let method = ops.known(self.rt.ty(right).fact, method);
            return self.push_call(ops, pc, action::OPERATOR, method, &[b, a]);
        };
        let mut py = self.py();
        if in_place && py.special(left, Special::in_place(op)).is_some() {
            return None;
        }
        let method = self.function_of(left, Special::plain(op))?;
        if left != right && !is_number && py.special(right, Special::reflected(op)).is_some() {
            return None;
        }
        let method = ops.known(self.rt.ty(left).fact, method);
        self.push_call(ops, pc, action::OPERATOR, method, &[a, b])
    }

    /// `super().name` and `super(class, object).name`: the function behind the class in the order of the object's type.
    pub(super) fn super_method<O: Ops>(
        &self,
        ops: &mut O,
        base: u32,
        name: Word,
    ) -> Option<(O::Ref, O::Ref)> {
        let [callee, class, object] = [0, 1, 2].map(|n| ops.local(base + n));
        for ty in [callee, class] {
            if ops.class_of(ty) != Some(classes::TYPE) {
                return None;
            }
        }
        let number = ops.get_int(callee, classes::TYPE_NUMBER);
        if TypeId(ops.promote_int(number) as u32) != types::SUPER {
            return None;
        }
        let number = ops.get_int(class, classes::TYPE_NUMBER);
        let after = TypeId(ops.promote_int(number) as u32);
        let ty = self.type_by_map(ops, object)?;
        if !self.rt.is_subtype(ty, after) {
            return None;
        }
        let mut py = self.py();
        let method = py.lookup_after(ty, after, name).filter(|&method| py.is(method, classes::FUNCTION))?;
        Some((ops.known(self.rt.ty(ty).fact, method), object))
    }
}
