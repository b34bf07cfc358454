//! Guards for their own sake, and the one question all accesses ask: what class is it?

use super::Recorder;
use lathe_ir::*;

impl Recorder<'_> {
    /// The class of a reference in every iteration; asks for guards as needed. `None`: it is null.
    pub(super) fn known_class(&mut self, base: Operand) -> Option<ClassId> {
        let now = self.class_now(base);
        let fact = self.fact(base);
        let redundant = self.tape.one_in(4) && base.as_const().is_none();
        match (now, fact.is_null, fact.class) {
            (None, _, _) => {
                if base.as_const().is_none() {
                    self.guard(Guard::IsNull(base));
                }
            }
            (Some(_), Some(false), Some(_)) if !redundant => {}
            (Some(_), _, Some(_)) if !redundant => self.guard(Guard::NonNull(base)),
            (Some(class), _, _) => self.guard(Guard::Class(base, class)),
        }
        now
    }

    pub(super) fn check(&mut self) {
        match self.tape.below(10) {
            0..=2 => {
                let base = self.reference_value();
                self.known_class(base);
            }
            3..=5 => {
                let base = self.reference_value();
                if self.class_now(base).is_some() {
                    self.guard(Guard::NonNull(base));
                } else {
                    self.guard(Guard::IsNull(base));
                }
            }
            6 => {
                let value = self.int_value();
                self.guard(Guard::Value(value, Const::Int(self.int_now(value))));
            }
            7 => {
                let value = self.float();
                let now = self.float_now(value);
                if !now.is_nan() {
                    self.guard(Guard::Value(value, Const::float(now)));
                }
            }
            8 => self.promote_reference(),
            _ => self.guard(Guard::NotInvalidated),
        }
    }

    /// A reference that is one of the constant objects (or, for a value class, looks like one).
    fn promote_reference(&mut self) {
        let value = self.reference_value();
        let now = self.now(value);
        let constants = (0..self.descriptors.objects.len() as u32).map(|k| Const::Object(ObjectId(k)));
        let same = |c: &Const| self.heap.is_same(self.descriptors, now, (*c).into());
        if let Some(constant) = constants.chain([Const::Null]).find(same) {
            self.guard(Guard::Value(value, constant));
        }
    }

    /// An op from before once more, with the same operands.
    pub(super) fn repeat(&mut self) {
        let recent: Vec<usize> = (0..self.ops.len())
            .rev()
            .filter(|&index| self.is_repeatable(&self.ops[index].kind))
            .take(10)
            .collect();
        if recent.is_empty() {
            return;
        }
        let index = self.tape.choose(&recent);
        let mut kind = self.ops[index].kind.clone();
        if kind.snapshot().is_some() {
            let snapshot = self.clean_boundary();
            kind.snapshot_mut().into_iter().for_each(|id| *id = snapshot);
        }
        self.emit(kind);
    }

    /// Guards on values hold again, and what they protect is protected; calls and exceptions are not pure.
    fn is_repeatable(&self, kind: &OpKind) -> bool {
        match kind {
            OpKind::Get(..) | OpKind::GetItem(..) | OpKind::IntChecked { .. } => true,
            OpKind::Guard(guard, _) => guard.operand().is_some(),
            OpKind::Call(helper, _) => {
                let effects = &self.descriptors.helper(*helper).effects;
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
            OpKind::New(_)
            | OpKind::NewArray(..)
            | OpKind::Set(..)
            | OpKind::SetItem(..)
            | OpKind::Jump(..)
            | OpKind::Finish(_)
            | OpKind::Exit(_) => false,
        }
    }
}
