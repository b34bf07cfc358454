//! The static heap of PEPM'11: objects that exist only as descriptions, and how they become real.
//!
//! `virtualize` fills it; `heap`, snapshots, labels and bridges read it.

use crate::context::Context;
use lathe_ir::{ClassId, Op, OpKind, Operand, Storage, Type, Value};

/// PEPM'11's *S*: from the name of an object to its class and fields. Fields of all objects lie in one vector, so that the
/// whole heap is copied by three block copies when a label saves the state.
#[derive(Clone, Debug, Default)]
pub struct Virtuals {
    /// By value: index into `objects` plus one.
    index: Vec<u32>,
    objects: Vec<Object>,
    fields: Vec<Operand>,
}

#[derive(Clone, Copy, Debug)]
struct Object {
    class: ClassId,
    start: u32,
    len: u32,
}

impl Virtuals {
    fn object(&self, v: Value) -> Option<Object> {
        match self.index.get(v.index()) {
            Some(&index) if index != 0 => Some(self.objects[index as usize - 1]),
            _ => None,
        }
    }

    pub fn contains(&self, v: Value) -> bool {
        self.index.get(v.index()).is_some_and(|&index| index != 0)
    }

    pub fn class(&self, v: Value) -> ClassId {
        self.object(v).expect("a virtual").class
    }

    /// The fields of a record in the order of its class, or the items of an array.
    pub fn fields(&self, v: Value) -> &[Operand] {
        let object = self.object(v).expect("a virtual");
        &self.fields[object.start as usize..(object.start + object.len) as usize]
    }

    pub fn set_field(&mut self, v: Value, index: usize, value: Operand) {
        let object = self.object(v).expect("a virtual");
        self.fields[object.start as usize..(object.start + object.len) as usize][index] = value;
    }

    pub fn insert(&mut self, v: Value, class: ClassId, fields: impl IntoIterator<Item = Operand>) {
        let start = self.fields.len() as u32;
        self.fields.extend(fields);
        let len = self.fields.len() as u32 - start;
        self.objects.push(Object { class, start, len });
        if self.index.len() <= v.index() {
            self.index.resize(v.index() + 1, 0);
        }
        self.index[v.index()] = self.objects.len() as u32;
    }

    fn remove(&mut self, v: Value) {
        self.index[v.index()] = 0;
    }
}

impl<'a> Context<'a> {
    pub fn is_virtual(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Value(v) if self.virtuals.contains(v))
    }

    /// How a field or item of a class is stored.
    pub fn storage(&self, class: ClassId, index: usize) -> Storage {
        match self.descriptors.record_fields(class).get(index) {
            Some(&field) => self.descriptors.field(field).storage,
            None => self.descriptors.item(class).expect("an array class"),
        }
    }

    /// Lifting (PEPM'11 §5.1): puts the ops that build `operand` into `ops`; nothing if it is not virtual.
    ///
    /// `new` first, then whatever the fields need, then the stores. An object leaves the static heap *before* its fields
    /// are lifted, so a cycle ends there. With an explicit stack: a list may be as long as the trace.
    pub fn lift(&mut self, operand: Operand, ops: &mut Vec<Op>) {
        let mut stack: Vec<Lifting> = Vec::new();
        self.start_lifting(operand, &mut stack, ops);
        while let Some(top) = stack.last_mut() {
            if let Some(&field) = top.fields.get(top.next) {
                top.next += 1;
                self.start_lifting(field, &mut stack, ops);
            } else {
                let done = stack.pop().expect("not empty");
                self.store_fields(done, ops);
            }
        }
    }

    fn start_lifting(&mut self, operand: Operand, stack: &mut Vec<Lifting>, ops: &mut Vec<Op>) {
        let Operand::Value(object) = self.resolve(operand) else { return };
        if !self.virtuals.contains(object) {
            return;
        }
        let class = self.virtuals.class(object);
        let fields = self.virtuals.fields(object).to_vec();
        self.virtuals.remove(object);
        let kind = match self.descriptors.item(class) {
            Some(_) => OpKind::NewArray(class, Operand::int(fields.len() as i64)),
            None => OpKind::New(class),
        };
        ops.push(Op::new(object, kind));
        stack.push(Lifting { object, class, fields, next: 0 });
    }

    fn store_fields(&mut self, Lifting { object, class, fields, .. }: Lifting, ops: &mut Vec<Op>) {
        let base = Operand::Value(object);
        for (index, &field) in fields.iter().enumerate() {
            let value = self.resolve(field);
            let ty = self.operand_type(value);
            // `new` has put zeros and nulls there.
            if value == Operand::Const(ty.zero()) {
                continue;
            }
            ops.push(Op::effect(match self.descriptors.record_fields(class).get(index) {
                Some(&id) => OpKind::Set(base, id, value),
                None => OpKind::SetItem(class, base, Operand::int(index as i64), value),
            }));
        }
    }

    /// The zeros and nulls of a new object.
    pub fn zero_fields(&self, class: ClassId) -> Vec<Operand> {
        let zero = |ty: Type| Operand::Const(ty.zero());
        self.descriptors
            .record_fields(class)
            .iter()
            .map(|&field| zero(self.descriptors.field(field).storage.ty()))
            .collect()
    }
}

struct Lifting {
    object: Value,
    class: ClassId,
    fields: Vec<Operand>,
    next: usize,
}
