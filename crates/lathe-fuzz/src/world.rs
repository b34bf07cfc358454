//! The classes, helpers and constant objects that random traces talk about.
//!
//! One of each kind that some pass treats in its own way. The table is the same for every case: what varies is what
//! traces do with it.

use lathe_ir::*;

/// Value class with a hybrid representation, as Python's ints.
pub const INT: ClassId = ClassId(0);
/// Value class, as Python's floats. Never holds a NaN: its identity would show a NaN's payload, which arithmetic does
/// not promise.
pub const FLOAT: ClassId = ClassId(1);
pub const NODE: ClassId = ClassId(2);
/// Inherits from `NODE`.
pub const SUB_NODE: ClassId = ClassId(3);
/// Narrow fields.
pub const SMALL: ClassId = ClassId(4);
/// Immutable fields, identity by address.
pub const PAIR: ClassId = ClassId(5);
/// Fields with exact classes.
pub const OWNER: ClassId = ClassId(6);
/// What helpers raise.
pub const ERROR: ClassId = ClassId(7);
/// Value class with a reference inside.
pub const TAGGED: ClassId = ClassId(8);
pub const INTS: ClassId = ClassId(9);
pub const FLOATS: ClassId = ClassId(10);
pub const REFS: ClassId = ClassId(11);
pub const BYTES: ClassId = ClassId(12);
/// Immutable items.
pub const TUPLE: ClassId = ClassId(13);
/// Items that are exactly `NODE`, or null.
pub const NODES: ClassId = ClassId(14);

pub const RECORDS: [ClassId; 9] = [INT, NODE, FLOAT, SUB_NODE, SMALL, PAIR, OWNER, TAGGED, ERROR];
pub const ARRAYS: [ClassId; 6] = [INTS, REFS, FLOATS, BYTES, TUPLE, NODES];

pub const INT_VALUE: FieldId = FieldId(0);
pub const FLOAT_VALUE: FieldId = FieldId(1);
pub const NODE_NEXT: FieldId = FieldId(2);
pub const NODE_VALUE: FieldId = FieldId(3);
pub const ERROR_CODE: FieldId = FieldId(14);

/// The code of the recorded loop, of its caller, and of bridges, in snapshots.
pub const TRACE_CODE: CodeId = CodeId(0);
pub const CALLER_CODE: CodeId = CodeId(1);
pub const BRIDGE_CODE: CodeId = CodeId(2);

pub fn descriptors() -> Descriptors {
    let mut table = Table::default();
    let any = Storage::Ref(RefType::Any);
    let hybrid = Representation::Hybrid;
    table.value_class("Int", hybrid, &[("value", Storage::I64)]);
    table.value_class("Float", Representation::Heap, &[("value", Storage::F64)]);
    table.record("Node", None, &[("next", any, false), ("value", Storage::I64, false)]);
    table.record("SubNode", Some(NODE), &[("extra", Storage::F64, false)]);
    table.record(
        "Small",
        None,
        &[
            ("byte", Storage::U8, false),
            ("signed", Storage::I8, false),
            ("half", Storage::I32, false),
            ("single", Storage::F32, false),
        ],
    );
    table.record("Pair", None, &[("first", any, true), ("second", Storage::I64, true)]);
    table.record(
        "Owner",
        None,
        &[
            ("node", Storage::Ref(RefType::Exact(NODE)), false),
            ("maybe", Storage::Ref(RefType::ExactOrNull(NODE)), false),
            ("boxed", Storage::Ref(RefType::Exact(INT)), true),
        ],
    );
    table.record("Error", None, &[("code", Storage::I64, false)]);
    table.value_class("Tagged", Representation::Heap, &[("content", any), ("tag", Storage::I64)]);
    table.array("Ints", Storage::I64, false);
    table.array("Floats", Storage::F64, false);
    table.array("Refs", any, false);
    table.array("Bytes", Storage::U8, false);
    table.array("Tuple", any, true);
    table.array("Nodes", Storage::Ref(RefType::ExactOrNull(NODE)), false);
    assert_eq!(table.0.class(NODES).name, "Nodes");
    assert_eq!(table.0.field(ERROR_CODE).name, "code");
    let mut descriptors = table.0;
    descriptors.helpers = helpers();
    descriptors.objects = objects();
    descriptors.codes = ["trace", "caller", "bridge0"].map(str::to_string).to_vec();
    descriptors
}

#[derive(Default)]
struct Table(Descriptors);

impl Table {
    fn class(&mut self, name: &str, shape: Shape, representation: Representation, identity: Identity) {
        self.0.classes.push(Class { name: name.to_string(), shape, representation, identity });
    }

    fn fields(&mut self, parent: Option<ClassId>, fields: &[(&str, Storage, bool)]) -> Shape {
        let class = ClassId(self.0.classes.len() as u32);
        let mut all = parent.map_or(Vec::new(), |parent| self.0.record_fields(parent).to_vec());
        for &(name, storage, immutable) in fields {
            let index = all.len() as u32;
            all.push(FieldId(self.0.fields.len() as u32));
            self.0.fields.push(Field { name: name.to_string(), class, index, storage, immutable });
        }
        Shape::Record { parent, fields: all }
    }

    fn record(&mut self, name: &str, parent: Option<ClassId>, fields: &[(&str, Storage, bool)]) {
        let shape = self.fields(parent, fields);
        self.class(name, shape, Representation::Heap, Identity::Address);
    }

    fn value_class(&mut self, name: &str, representation: Representation, fields: &[(&str, Storage)]) {
        let fields: Vec<_> = fields.iter().map(|&(name, storage)| (name, storage, true)).collect();
        let shape = self.fields(None, &fields);
        self.class(name, shape, representation, Identity::Value);
    }

    fn array(&mut self, name: &str, item: Storage, immutable: bool) {
        self.class(name, Shape::Array { item, immutable }, Representation::Heap, Identity::Address);
    }
}

fn helpers() -> Vec<Helper> {
    use Type::{Float, Int, Ref};
    let helper = |name: &str, params: &[Type], result, effects| Helper {
        name: name.to_string(),
        params: params.to_vec(),
        result,
        effects,
    };
    let reads = |locations: Vec<Location>| Effects {
        reads: Access::Some(locations),
        writes: Access::Nothing,
        ..Effects::unknown()
    };
    let writes = |locations: Vec<Location>| Effects {
        reads: Access::Nothing,
        writes: Access::Some(locations),
        ..Effects::unknown()
    };
    let nodes = vec![Location::Field(NODE_NEXT), Location::Field(NODE_VALUE)];
    let raises = |effects: Effects| Effects { raises: true, ..effects };
    vec![
        helper("pure_int", &[Int, Int], Some(Int), Effects::pure()),
        helper("pure_float", &[Float, Int], Some(Float), Effects::pure()),
        helper("pure_ref", &[Ref], Some(Int), Effects::pure()),
        helper("pure_pick", &[Ref, Ref, Int], Some(Ref), Effects::pure()),
        helper("pure_or_raise", &[Int], Some(Int), raises(Effects::pure())),
        helper("print", &[Int], None, reads(vec![])),
        helper("read_nodes", &[Ref], Some(Int), reads(nodes)),
        helper("read_ints", &[Ref, Int], Some(Ref), reads(vec![Location::Items(INTS)])),
        helper("write_value", &[Ref, Int], None, writes(vec![Location::Field(NODE_VALUE)])),
        helper("write_items", &[Ref], None, writes(vec![Location::Items(INTS), Location::Items(REFS)])),
        helper("unknown", &[Ref], Some(Ref), Effects::unknown()),
        helper("unknown_float", &[Int], Some(Float), Effects::unknown()),
        helper("read_or_raise", &[Ref, Int], Some(Int), raises(reads(vec![Location::Field(NODE_VALUE)]))),
        helper("unknown_or_raise", &[Ref], Some(Ref), raises(Effects::unknown())),
        helper("invalidate", &[Int], None, Effects { invalidates: true, ..Effects::unknown() }),
        helper("call_back", &[Ref, Int], Some(Ref), Effects { calls_back: true, ..Effects::unknown() }),
    ]
}

fn objects() -> Vec<ConstObject> {
    let object = |name: &str, class, fields: &[Const]| ConstObject {
        name: name.to_string(),
        class,
        fields: fields.to_vec(),
    };
    let reference = |index| Const::Object(ObjectId(index));
    vec![
        object("node", NODE, &[Const::Null, Const::Int(7)]),
        object("three", INT, &[Const::Int(3)]),
        object("half", FLOAT, &[Const::float(0.5)]),
        object("owner", OWNER, &[reference(0), Const::Null, reference(1)]),
        object("pair", PAIR, &[reference(3), Const::Int(5)]),
        object("tuple", TUPLE, &[reference(1), Const::Null, reference(4)]),
        object("ints", INTS, &[Const::Int(1), Const::Int(-1)]),
    ]
}
