//! Allocation, reads and writes.

use super::Recorder;
use crate::world::{ARRAYS, RECORDS};
use lathe_ir::*;

impl Recorder<'_> {
    pub(super) fn allocation(&mut self) {
        if self.tape.below(3) < 2 {
            let class = self.tape.choose(&RECORDS);
            self.new_record(class);
        } else {
            let class = self.tape.choose(&ARRAYS);
            self.new_array(class);
        }
    }

    /// What must be stored before anyone can see the object follows `new` at once; it is computed before.
    pub(super) fn new_record(&mut self, class: ClassId) -> Operand {
        let mut contents = Vec::new();
        for &field in self.descriptors.record_fields(class) {
            let description = self.descriptors.field(field);
            let exact = matches!(description.storage, Storage::Ref(RefType::Exact(_)));
            let left_out = if description.immutable { self.tape.one_in(8) } else { self.tape.below(2) == 0 };
            if left_out && !exact {
                continue;
            }
            let mut value = self.storable(description.storage);
            let is_identity =
                description.storage.ty() == Type::Float && self.descriptors.is_value_class(class);
            if is_identity && !self.is_number(value) {
                value = Operand::float(1.5);
            }
            contents.push((field, value));
        }
        let object = self.value(OpKind::New(class));
        for (field, value) in contents {
            self.emit(OpKind::Set(object, field, value));
        }
        object
    }

    fn new_array(&mut self, class: ClassId) -> Operand {
        let item = self.descriptors.item(class).expect("an array class");
        let constant = self.tape.below(4) < 3;
        let length = if constant {
            Operand::int(self.tape.below(5) as i64)
        } else {
            let x = self.int_value();
            self.value(OpKind::Int(IntBinary::And, x, Operand::int(3)))
        };
        let mut items = Vec::new();
        if constant {
            for index in 0..self.int_now(length) {
                if self.tape.below(3) < 2 {
                    items.push((index, self.storable(item)));
                }
            }
        }
        let array = self.value(OpKind::NewArray(class, length));
        for (index, value) in items {
            self.emit(OpKind::SetItem(class, array, Operand::int(index), value));
            self.in_bounds.push((array, Operand::int(index)));
        }
        array
    }

    pub(super) fn read(&mut self) {
        let base = self.base();
        let Some(class) = self.known_class(base) else { return };
        if self.descriptors.item(class).is_some() {
            if self.tape.below(4) == 3 {
                self.emit(OpKind::ArrayLen(class, base));
            } else if let Some(index) = self.index(class, base) {
                self.emit(OpKind::GetItem(class, base, index));
            }
        } else if let Some(field) = self.field(class) {
            self.emit(OpKind::Get(base, field));
        }
    }

    pub(super) fn write(&mut self) {
        let base = self.base();
        let Some(class) = self.known_class(base) else { return };
        if let Some(item) = self.descriptors.item(class) {
            if !self.descriptors.is_immutable(Location::Items(class))
                && let Some(index) = self.index(class, base)
            {
                let value = self.storable(item);
                self.emit(OpKind::SetItem(class, base, index, value));
            }
        } else if let Some(field) = self.field(class) {
            let description = self.descriptors.field(field);
            if !description.immutable {
                let value = self.storable(description.storage);
                self.emit(OpKind::Set(base, field, value));
            }
        }
    }

    /// Reads or writes a recently used field or item, through the same reference or through one that may be an alias.
    pub(super) fn access_again(&mut self) {
        let accesses: Vec<OpKind> = self
            .ops
            .iter()
            .rev()
            .filter(|op| {
                let kind = &op.kind;
                matches!(kind, OpKind::Get(..) | OpKind::Set(..) | OpKind::GetItem(..) | OpKind::SetItem(..))
            })
            .take(8)
            .map(|op| op.kind.clone())
            .collect();
        if accesses.is_empty() {
            return;
        }
        match accesses[self.tape.index(accesses.len())] {
            OpKind::Get(base, field) | OpKind::Set(base, field, _) => {
                let base = self.alias(base);
                if self.known_class(base).is_some_and(|class| self.descriptors.has_field(class, field)) {
                    self.access_field(base, field);
                }
            }
            OpKind::GetItem(class, base, index) | OpKind::SetItem(class, base, index, _) => {
                let base = self.alias(base);
                if self.known_class(base) == Some(class) && self.is_in_bounds(class, base, index) {
                    self.access_item(class, base, index);
                }
            }
            _ => unreachable!("only accesses were collected"),
        }
    }

    fn access_field(&mut self, base: Operand, field: FieldId) {
        let description = self.descriptors.field(field);
        if self.tape.below(2) == 0 || description.immutable {
            self.emit(OpKind::Get(base, field));
        } else {
            let value = self.storable(description.storage);
            self.emit(OpKind::Set(base, field, value));
        }
    }

    fn access_item(&mut self, class: ClassId, base: Operand, index: Operand) {
        let item = self.descriptors.item(class).expect("an array class");
        if self.tape.below(2) == 0 || self.descriptors.is_immutable(Location::Items(class)) {
            self.emit(OpKind::GetItem(class, base, index));
        } else {
            let value = self.storable(item);
            self.emit(OpKind::SetItem(class, base, index, value));
        }
    }

    /// Mostly the reference itself, else one to an object of the same class.
    fn alias(&mut self, base: Operand) -> Operand {
        if self.tape.below(3) < 2 { base } else { self.same_class(base) }
    }

    pub(super) fn same_class(&mut self, base: Operand) -> Operand {
        let class = self.class_now(base);
        let others: Vec<Value> =
            self.refs.iter().copied().filter(|&v| self.class_now(v.into()) == class).collect();
        if others.is_empty() { base } else { self.tape.choose(&others).into() }
    }

    /// A reference to look into; rather one that was looked into before.
    fn base(&mut self) -> Operand {
        if self.tape.below(3) == 2 {
            let recent = self.ops.iter().rev().take(12);
            let bases: Vec<Operand> = recent
                .filter_map(|op| match op.kind {
                    OpKind::Get(base, _)
                    | OpKind::Set(base, ..)
                    | OpKind::GetItem(_, base, _)
                    | OpKind::SetItem(_, base, ..) => Some(base),
                    _ => None,
                })
                .collect();
            if !bases.is_empty() {
                return self.tape.choose(&bases);
            }
        }
        if self.tape.one_in(16) { self.reference() } else { self.reference_value() }
    }

    fn field(&mut self, class: ClassId) -> Option<FieldId> {
        let fields = self.descriptors.record_fields(class);
        if fields.is_empty() { None } else { Some(self.tape.choose(fields)) }
    }

    /// An index that is within bounds in every iteration. Empty arrays have none.
    fn index(&mut self, class: ClassId, base: Operand) -> Option<Operand> {
        let loc = self.now(base).reference().expect("a reference").expect("not null");
        let length = self.heap.object(loc).fields.len() as i64;
        let wanted = match self.tape.below(3) {
            0 => self.int_value(),
            _ => Operand::int(self.tape.below(4) as i64),
        };
        let index = if (0..length).contains(&self.int_now(wanted)) {
            wanted
        } else if let Operand::Value(_) = wanted
            && length > 0
            && self.tape.below(2) == 0
        {
            let masked = self.value(OpKind::Int(IntBinary::And, wanted, Operand::int(1)));
            if self.int_now(masked) < length { masked } else { Operand::int(0) }
        } else {
            Operand::int(0)
        };
        self.is_in_bounds(class, base, index).then_some(index)
    }

    /// Compares an index with the length, unless that was done before; whether it is within bounds.
    fn is_in_bounds(&mut self, class: ClassId, base: Operand, index: Operand) -> bool {
        if !self.in_bounds.contains(&(base, index)) || self.tape.below(4) == 0 {
            let length = self.value(OpKind::ArrayLen(class, base));
            let condition = self.value(OpKind::IntCompare(IntCompare::UintLt, index, length));
            self.guard_as_seen(condition);
            if self.int_now(condition) == 0 {
                return false;
            }
            self.in_bounds.push((base, index));
        }
        true
    }
}
