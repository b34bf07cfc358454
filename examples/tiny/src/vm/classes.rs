//! What tiny's objects look like.

use crate::bytecode::Program;
use lathe_heap::{Header, Layouts};
use lathe_ir::{
    Class, ClassId, Descriptors, Field, FieldId, Identity, RefType, Representation, Shape, Storage,
};
use lathe_meta::{ArrayRef, FieldRef, HYBRID, HybridRef};

const ANY: Storage = Storage::Ref(RefType::Any);

// What is the same in every program is a constant: then a field is one load, as if it was written by hand. Numbers are the same
// by value, so boxes may come and go.

/// A tagged word if it fits 63 bits.
pub const INT: HybridRef = HybridRef { class: HYBRID, value: number_field(0, Storage::I64) };
pub const FLOAT: ClassId = ClassId(1);
pub const FLOAT_VALUE: FieldRef = number_field(1, Storage::F64);
pub const ARRAY: ArrayRef = ArrayRef { class: ClassId(2), item: ANY };
const FIRST_RECORD: u32 = 3;

/// The field of a class that has only one.
const fn number_field(id: u32, storage: Storage) -> FieldRef {
    FieldRef { id: FieldId(id), offset: FIELDS, storage }
}

/// Where the first field is; all fields are words.
const FIELDS: u32 = size_of::<Header>() as u32;

/// One class per record type.
#[derive(Clone, Debug)]
pub struct Classes {
    records: Vec<RecordClass>,
}

#[derive(Clone, Debug)]
struct RecordClass {
    /// The names of its fields, as instructions have them.
    names: Vec<u16>,
    first: FieldId,
}

struct Builder {
    descriptors: Descriptors,
}

impl Builder {
    fn record(&mut self, name: &str, fields: &[(String, Storage)], by_value: bool, hybrid: bool) -> ClassId {
        let class = ClassId(self.descriptors.classes.len() as u32);
        let ids: Vec<FieldId> = fields
            .iter()
            .enumerate()
            .map(|(index, (name, storage))| {
                self.descriptors.fields.push(Field {
                    name: name.clone(),
                    class,
                    index: index as u32,
                    storage: *storage,
                    immutable: by_value,
                });
                FieldId(self.descriptors.fields.len() as u32 - 1)
            })
            .collect();
        self.descriptors.classes.push(Class {
            name: name.to_string(),
            shape: Shape::Record { parent: None, fields: ids },
            representation: if hybrid { Representation::Hybrid } else { Representation::Heap },
            identity: if by_value { Identity::Value } else { Identity::Address },
        });
        class
    }
}

impl Classes {
    /// The classes of a program, with their descriptors and layouts.
    pub fn new(program: &Program) -> (Classes, Descriptors, Layouts) {
        let mut builder = Builder { descriptors: Descriptors::default() };
        let int = builder.record("Int", &[("value".into(), Storage::I64)], true, true);
        let float = builder.record("Float", &[("value".into(), Storage::F64)], true, false);
        builder.descriptors.classes.push(Class {
            name: "Array".to_string(),
            shape: Shape::Array { item: ANY, immutable: false },
            representation: Representation::Heap,
            identity: Identity::Address,
        });
        assert_eq!((int, float), (INT.class, FLOAT));
        assert_eq!(builder.descriptors.classes.len(), FIRST_RECORD as usize);
        for record in &program.records {
            let names = record.fields.iter().map(|&field| program.fields[field as usize].clone());
            let fields: Vec<(String, Storage)> = names.map(|name| (name, ANY)).collect();
            builder.record(&record.name, &fields, false, false);
        }
        let mut descriptors = builder.descriptors;
        descriptors.codes = program.functions.iter().map(|function| function.name.clone()).collect();
        let layouts = Layouts::of(&descriptors);
        let field =
            |id: FieldId| FieldRef { id, offset: layouts.offset(id), storage: descriptors.field(id).storage };
        assert_eq!((field(INT.value.id), field(FLOAT_VALUE.id)), (INT.value, FLOAT_VALUE));
        let class_of = |record: usize| ClassId(FIRST_RECORD + record as u32);
        let records = program.records.iter().enumerate().map(|(record, declared)| {
            let first = descriptors.record_fields(class_of(record)).first().copied();
            RecordClass { names: declared.fields.clone(), first: first.unwrap_or(FieldId(0)) }
        });
        let classes = Classes { records: records.collect() };
        for record in 0..program.records.len() {
            for (slot, &id) in descriptors.record_fields(class_of(record)).iter().enumerate() {
                assert_eq!(classes.record_field(record, slot), field(id));
            }
        }
        (classes, descriptors, layouts)
    }

    /// The record type of a class.
    #[inline(always)]
    pub fn record(&self, class: ClassId) -> Option<usize> {
        class.0.checked_sub(FIRST_RECORD).map(|index| index as usize)
    }

    #[inline(always)]
    pub fn record_class(&self, record: usize) -> ClassId {
        ClassId(FIRST_RECORD + record as u32)
    }

    #[inline(always)]
    pub fn record_field(&self, record: usize, slot: usize) -> FieldRef {
        self.records[record].field(slot)
    }

    /// A field by its name, if the record has it.
    #[inline(always)]
    pub fn find_field(&self, record: usize, name: u16) -> Option<FieldRef> {
        let record = &self.records[record];
        record.names.iter().position(|&other| other == name).map(|slot| record.field(slot))
    }
}

impl RecordClass {
    #[inline(always)]
    fn field(&self, slot: usize) -> FieldRef {
        FieldRef { id: FieldId(self.first.0 + slot as u32), offset: FIELDS + 8 * slot as u32, storage: ANY }
    }
}
