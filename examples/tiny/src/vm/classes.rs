//! What tiny's objects look like.

use crate::bytecode::Program;
use lathe_heap::Layouts;
use lathe_ir::{
    Class, ClassId, Descriptors, Field, FieldId, Identity, RefType, Representation, Shape, Storage,
};
use lathe_meta::{ArrayRef, FieldRef, HYBRID, HybridRef};

/// Numbers are the same by value, so boxes may come and go.
#[derive(Clone, Debug)]
pub struct Classes {
    /// A tagged word if it fits 63 bits.
    pub int: HybridRef,
    pub float: ClassId,
    pub float_value: FieldRef,
    pub array: ArrayRef,
    /// One class per record type, from here on.
    pub first_record: u32,
    pub record_fields: Vec<Vec<FieldRef>>,
}

pub const FLOAT: ClassId = ClassId(1);
pub const ARRAY: ClassId = ClassId(2);

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
        let any = Storage::Ref(RefType::Any);
        let int = builder.record("Int", &[("value".into(), Storage::I64)], true, true);
        let float = builder.record("Float", &[("value".into(), Storage::F64)], true, false);
        builder.descriptors.classes.push(Class {
            name: "Array".to_string(),
            shape: Shape::Array { item: any, immutable: false },
            representation: Representation::Heap,
            identity: Identity::Address,
        });
        assert_eq!((int, float), (HYBRID, FLOAT));
        let first_record = builder.descriptors.classes.len() as u32;
        for record in &program.records {
            let names = record.fields.iter().map(|&field| program.fields[field as usize].clone());
            let fields: Vec<(String, Storage)> = names.map(|name| (name, any)).collect();
            builder.record(&record.name, &fields, false, false);
        }
        let mut descriptors = builder.descriptors;
        descriptors.codes = program.functions.iter().map(|function| function.name.clone()).collect();
        let layouts = Layouts::of(&descriptors);
        let field =
            |id: FieldId| FieldRef { id, offset: layouts.offset(id), storage: descriptors.field(id).storage };
        let fields = |class: ClassId| descriptors.record_fields(class).iter().map(|&id| field(id)).collect();
        let records = first_record..descriptors.classes.len() as u32;
        let classes = Classes {
            int: HybridRef { class: int, value: field(descriptors.record_fields(int)[0]) },
            float,
            float_value: field(descriptors.record_fields(float)[0]),
            array: ArrayRef { class: ARRAY, item: any },
            first_record,
            record_fields: records.map(|class| fields(ClassId(class))).collect(),
        };
        (classes, descriptors, layouts)
    }

    /// The record type of a class.
    pub fn record(&self, class: ClassId) -> Option<usize> {
        class.0.checked_sub(self.first_record).map(|index| index as usize)
    }

    pub fn record_class(&self, record: usize) -> ClassId {
        ClassId(self.first_record + record as u32)
    }
}
