//! Which operands an op gets: recent values, arguments, constants, and above all the same ones again.

use super::{Fact, Recorder};
use crate::state::{random_float, random_int};
use crate::tape::Tape;
use lathe_ir::*;

impl Recorder<'_> {
    pub(super) fn int(&mut self) -> Operand {
        if self.tape.below(4) == 0 {
            return Operand::int(random_int(self.tape));
        }
        pick(self.tape, &self.ints, self.args_of(Type::Int))
            .map_or_else(|| Operand::int(random_int(self.tape)), Operand::from)
    }

    /// Not a constant if there is a choice.
    pub(super) fn int_value(&mut self) -> Operand {
        pick(self.tape, &self.ints, self.args_of(Type::Int)).map_or(Operand::int(1), Operand::from)
    }

    pub(super) fn float(&mut self) -> Operand {
        if self.tape.below(4) == 0 {
            return Operand::float(random_float(self.tape));
        }
        pick(self.tape, &self.floats, self.args_of(Type::Float))
            .map_or_else(|| Operand::float(random_float(self.tape)), Operand::from)
    }

    pub(super) fn reference(&mut self) -> Operand {
        match self.tape.below(12) {
            10 => Operand::NULL,
            11 => self.const_object(),
            _ => self.reference_value(),
        }
    }

    /// Not a constant if there is a choice.
    pub(super) fn reference_value(&mut self) -> Operand {
        match pick(self.tape, &self.refs, self.args_of(Type::Ref)) {
            Some(value) => value.into(),
            None => self.const_object(),
        }
    }

    fn const_object(&mut self) -> Operand {
        let index = self.tape.index(self.descriptors.objects.len());
        Const::Object(ObjectId(index as u32)).into()
    }

    pub(super) fn of_type(&mut self, ty: Type) -> Operand {
        match ty {
            Type::Int => self.int(),
            Type::Float => self.float(),
            Type::Ref => self.reference(),
        }
    }

    fn args_of(&self, ty: Type) -> usize {
        self.args.iter().filter(|v| self.types[v.index()] == ty).count()
    }

    /// An object of exactly this class in every iteration: one that is known, a constant, or a new one.
    pub(super) fn exactly(&mut self, class: ClassId) -> Operand {
        let is_known = |fact: &Fact| fact.class == Some(class) && fact.is_null == Some(false);
        let known: Vec<Value> =
            self.refs.iter().copied().filter(|v| is_known(&self.facts[v.index()])).collect();
        let constant = self.descriptors.objects.iter().position(|object| object.class == class);
        match (self.tape.below(5), known.as_slice(), constant) {
            (0..=2, [.., _], _) => {
                let back = self.tape.index(known.len());
                known[known.len() - 1 - back].into()
            }
            (4, _, Some(index)) => Const::Object(ObjectId(index as u32)).into(),
            (_, _, _) => self.new_record(class),
        }
    }

    /// Something that may be stored there in every iteration.
    pub(super) fn storable(&mut self, storage: Storage) -> Operand {
        match storage {
            Storage::Ref(RefType::Exact(class)) => self.exactly(class),
            Storage::Ref(RefType::ExactOrNull(class)) => {
                if self.tape.below(4) == 0 {
                    Operand::NULL
                } else {
                    self.exactly(class)
                }
            }
            Storage::Ref(RefType::Any) => self.reference(),
            Storage::I8
            | Storage::U8
            | Storage::I16
            | Storage::U16
            | Storage::I32
            | Storage::U32
            | Storage::I64 => self.int(),
            Storage::F32 | Storage::F64 => self.float(),
        }
    }
}

/// One of `values`, of which the first `args` are arguments.
fn pick(tape: &mut Tape, values: &[Value], args: usize) -> Option<Value> {
    let count = values.len();
    if count == 0 {
        return None;
    }
    Some(match tape.below(6) {
        0..=2 => values[count - 1 - tape.index(count.min(4))],
        3 | 4 if args > 0 => values[tape.index(args)],
        _ => values[tape.index(count)],
    })
}
