//! What a trace talks about: classes and their fields, helpers and their effects, constant objects.
//!
//! One table per VM (or per file); ops hold indices into it. The optimizer reads nothing else about the guest.

use crate::value::{Const, Type};

macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index_type!(
    /// A class: a record or an array class.
    ClassId
);
index_type!(
    /// A field of a record class. Inherited fields keep the id of the class that declares them.
    FieldId
);
index_type!(
    /// A residual function, called and not traced.
    HelperId
);
index_type!(
    /// A guest object that a trace names as a constant (`@name` in text).
    ObjectId
);
index_type!(
    /// A piece of guest code, as named in snapshots: `f` in `f@12(...)`.
    CodeId
);

/// How a field or an array item is stored. Narrow stores truncate (wrap), narrow loads extend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    /// Stored rounded to single precision.
    F32,
    F64,
    Ref(RefType),
}

/// What a stored reference may be. The guest promises it; the evaluator checks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefType {
    /// `ref`: anything, or null.
    Any,
    /// `C`: an object of exactly class `C`, never null once initialised.
    Exact(ClassId),
    /// `C?`: an object of exactly class `C`, or null.
    ExactOrNull(ClassId),
}

impl Storage {
    pub fn ty(self) -> Type {
        match self {
            Storage::I8
            | Storage::U8
            | Storage::I16
            | Storage::U16
            | Storage::I32
            | Storage::U32
            | Storage::I64 => Type::Int,
            Storage::F32 | Storage::F64 => Type::Float,
            Storage::Ref(_) => Type::Ref,
        }
    }

    /// The integers this storage can hold; `None` for floats and references.
    pub fn int_range(self) -> Option<(i64, i64)> {
        match self {
            Storage::I8 => Some((i8::MIN.into(), i8::MAX.into())),
            Storage::U8 => Some((0, u8::MAX.into())),
            Storage::I16 => Some((i16::MIN.into(), i16::MAX.into())),
            Storage::U16 => Some((0, u16::MAX.into())),
            Storage::I32 => Some((i32::MIN.into(), i32::MAX.into())),
            Storage::U32 => Some((0, u32::MAX.into())),
            Storage::I64 => Some((i64::MIN, i64::MAX)),
            Storage::F32 | Storage::F64 | Storage::Ref(_) => None,
        }
    }

    /// What a load gives back after `x` was stored.
    pub fn store_int(self, x: i64) -> i64 {
        match self {
            Storage::I8 => x as i8 as i64,
            Storage::U8 => x as u8 as i64,
            Storage::I16 => x as i16 as i64,
            Storage::U16 => x as u16 as i64,
            Storage::I32 => x as i32 as i64,
            Storage::U32 => x as u32 as i64,
            Storage::I64 | Storage::F32 | Storage::F64 | Storage::Ref(_) => x,
        }
    }

    /// What a load gives back after `x` was stored.
    pub fn store_float(self, x: f64) -> f64 {
        if self == Storage::F32 { x as f32 as f64 } else { x }
    }
}

/// How references to objects of a class look in memory. Only code generation cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Representation {
    /// A pointer to an object.
    Heap,
    /// A tagged word if the value fits, else a pointer: one IR class, `new` chooses.
    Hybrid,
}

/// What makes two objects of a class the same for `ptr_eq` and `guard_value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Identity {
    Address,
    /// Class and field bits. The fields are immutable, and boxes may come and go.
    Value,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// All fields, inherited ones first.
    Record { parent: Option<ClassId>, fields: Vec<FieldId> },
    /// `immutable`: items are written only before anything else can see the array (a tuple).
    Array { item: Storage, immutable: bool },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    pub name: String,
    pub shape: Shape,
    pub representation: Representation,
    pub identity: Identity,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    /// The class that declares it.
    pub class: ClassId,
    /// Its place among all fields of the class, inherited ones first; the same in every subclass.
    pub index: u32,
    pub storage: Storage,
    /// Written only while its object is new; reads are pure.
    pub immutable: bool,
}

/// A part of the heap, for effects: one field of all objects, or the items of all arrays of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    Field(FieldId),
    Items(ClassId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    Nothing,
    Some(Vec<Location>),
    Everything,
}

impl Access {
    pub fn includes(&self, location: Location) -> bool {
        match self {
            Access::Nothing => false,
            Access::Some(list) => list.contains(&location),
            Access::Everything => true,
        }
    }
}

/// What a helper may do. Immutable fields are never part of `writes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effects {
    /// The result depends on the arguments alone (ints and floats by bits, references by identity), nothing is
    /// changed, and calling it again or not at all makes no difference.
    pub pure: bool,
    pub reads: Access,
    pub writes: Access,
    /// May leave an exception pending; a `guard_no_exception` or `guard_exception` follows.
    pub raises: bool,
    /// May change a fact that `guard_not_invalidated` stands for.
    pub invalidates: bool,
    /// May run guest code: reads and writes everything, may look at frames; a `guard_not_forced` follows.
    pub calls_back: bool,
}

impl Effects {
    /// The cautious default: reads and writes everything.
    pub fn unknown() -> Effects {
        Effects {
            pure: false,
            reads: Access::Everything,
            writes: Access::Everything,
            raises: false,
            invalidates: false,
            calls_back: false,
        }
    }

    pub fn pure() -> Effects {
        Effects { pure: true, reads: Access::Nothing, writes: Access::Nothing, ..Effects::unknown() }
    }

    pub fn reads(&self, location: Location) -> bool {
        self.calls_back || self.reads.includes(location)
    }

    pub fn writes(&self, location: Location) -> bool {
        self.calls_back || self.writes.includes(location)
    }

    pub fn may_invalidate(&self) -> bool {
        self.invalidates || self.calls_back
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Helper {
    pub name: String,
    pub params: Vec<Type>,
    pub result: Option<Type>,
    pub effects: Effects,
}

/// An object that traces name as a constant. `fields` is what was in it when it was registered: the evaluator starts
/// from it, the optimizer trusts only the immutable fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstObject {
    pub name: String,
    pub class: ClassId,
    /// Field values of a record in the order of its class, or the items of an array.
    pub fields: Vec<Const>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Descriptors {
    pub classes: Vec<Class>,
    pub fields: Vec<Field>,
    pub helpers: Vec<Helper>,
    pub objects: Vec<ConstObject>,
    /// Names of guest code, for snapshots.
    pub codes: Vec<String>,
}

impl Descriptors {
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }

    pub fn helper(&self, id: HelperId) -> &Helper {
        &self.helpers[id.index()]
    }

    pub fn object(&self, id: ObjectId) -> &ConstObject {
        &self.objects[id.index()]
    }

    pub fn code(&self, id: CodeId) -> &str {
        &self.codes[id.index()]
    }

    /// The fields of a record class; none for an array class.
    pub fn record_fields(&self, id: ClassId) -> &[FieldId] {
        match &self.class(id).shape {
            Shape::Record { fields, .. } => fields,
            Shape::Array { .. } => &[],
        }
    }

    /// The item storage of an array class.
    pub fn item(&self, id: ClassId) -> Option<Storage> {
        match self.class(id).shape {
            Shape::Record { .. } => None,
            Shape::Array { item, .. } => Some(item),
        }
    }

    pub fn has_field(&self, class: ClassId, field: FieldId) -> bool {
        self.record_fields(class).get(self.field(field).index as usize) == Some(&field)
    }

    pub fn is_immutable(&self, location: Location) -> bool {
        match location {
            Location::Field(f) => self.field(f).immutable,
            Location::Items(c) => matches!(self.class(c).shape, Shape::Array { immutable: true, .. }),
        }
    }

    pub fn is_value_class(&self, id: ClassId) -> bool {
        self.class(id).identity == Identity::Value
    }

    pub fn find_class(&self, name: &str) -> Option<ClassId> {
        self.classes.iter().position(|c| c.name == name).map(|i| ClassId(i as u32))
    }

    /// The id of a code name, new if need be.
    pub fn intern_code(&mut self, name: &str) -> CodeId {
        let index = self.codes.iter().position(|c| c == name).unwrap_or_else(|| {
            self.codes.push(name.to_string());
            self.codes.len() - 1
        });
        CodeId(index as u32)
    }
}
