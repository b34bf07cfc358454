//! Data, objects, and what it means for two references to be the same.

use super::fault::FaultKind;
use crate::descriptors::{ClassId, Descriptors, FieldId, ObjectId, RefType, Storage};
use crate::value::{Const, Type};

/// Longer arrays are surely a mistake of the trace.
const MAX_ARRAY: i64 = 1 << 20;
/// All fields and items of a heap together: a runaway loop ends in a fault, not in a dead machine.
const MAX_WORDS: usize = 1 << 26;

/// An object's place in a [`Heap`]. Constant object *k* is at location *k*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loc(pub u32);

impl Loc {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an SSA value stands for at run time.
#[derive(Clone, Copy, Debug)]
pub enum Datum {
    Int(i64),
    Float(f64),
    /// `None` is null.
    Ref(Option<Loc>),
}

/// By bits: `0.0` and `-0.0` differ, a NaN equals itself. References are compared by location.
impl PartialEq for Datum {
    fn eq(&self, other: &Datum) -> bool {
        match (*self, *other) {
            (Datum::Int(a), Datum::Int(b)) => a == b,
            (Datum::Float(a), Datum::Float(b)) => a.to_bits() == b.to_bits(),
            (Datum::Ref(a), Datum::Ref(b)) => a == b,
            (Datum::Int(_) | Datum::Float(_) | Datum::Ref(_), _) => false,
        }
    }
}

impl Eq for Datum {}

impl Datum {
    pub const NULL: Datum = Datum::Ref(None);

    pub fn object(loc: Loc) -> Datum {
        Datum::Ref(Some(loc))
    }

    pub fn ty(self) -> Type {
        match self {
            Datum::Int(_) => Type::Int,
            Datum::Float(_) => Type::Float,
            Datum::Ref(_) => Type::Ref,
        }
    }

    pub fn zero(ty: Type) -> Datum {
        Datum::from(ty.zero())
    }

    pub fn int(self) -> Result<i64, FaultKind> {
        match self {
            Datum::Int(x) => Ok(x),
            Datum::Float(_) | Datum::Ref(_) => {
                Err(FaultKind::WrongType { expected: Type::Int, found: self.ty() })
            }
        }
    }

    pub fn float(self) -> Result<f64, FaultKind> {
        match self {
            Datum::Float(x) => Ok(x),
            Datum::Int(_) | Datum::Ref(_) => {
                Err(FaultKind::WrongType { expected: Type::Float, found: self.ty() })
            }
        }
    }

    pub fn reference(self) -> Result<Option<Loc>, FaultKind> {
        match self {
            Datum::Ref(loc) => Ok(loc),
            Datum::Int(_) | Datum::Float(_) => {
                Err(FaultKind::WrongType { expected: Type::Ref, found: self.ty() })
            }
        }
    }
}

impl From<Const> for Datum {
    fn from(c: Const) -> Datum {
        match c {
            Const::Int(x) => Datum::Int(x),
            Const::Float(bits) => Datum::Float(bits.get()),
            Const::Null => Datum::NULL,
            Const::Object(ObjectId(k)) => Datum::object(Loc(k)),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    pub class: ClassId,
    /// The fields of a record, inherited ones first, or the items of an array.
    pub fields: Vec<Datum>,
}

/// Objects are never freed: a location stays what it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heap {
    pub objects: Vec<Object>,
    words: usize,
}

impl Heap {
    /// Holds the constant objects and nothing else.
    pub fn new(descriptors: &Descriptors) -> Heap {
        let mut heap = Heap::default();
        for object in &descriptors.objects {
            let storage = |index: usize| match descriptors.item(object.class) {
                Some(item) => item,
                None => descriptors.field(descriptors.record_fields(object.class)[index]).storage,
            };
            let fields =
                object.fields.iter().enumerate().map(|(i, &c)| truncate(storage(i), c.into())).collect();
            heap.push(object.class, fields);
        }
        heap
    }

    pub fn object(&self, loc: Loc) -> &Object {
        &self.objects[loc.index()]
    }

    pub fn class(&self, loc: Loc) -> ClassId {
        self.object(loc).class
    }

    fn push(&mut self, class: ClassId, fields: Vec<Datum>) -> Loc {
        // An object without fields takes a word as well, so that their number is bounded too.
        self.words += fields.len() + 1;
        self.objects.push(Object { class, fields });
        Loc(self.objects.len() as u32 - 1)
    }

    fn has_room(&self, words: usize) -> Result<(), FaultKind> {
        if self.words + words < MAX_WORDS { Ok(()) } else { Err(FaultKind::HeapExhausted) }
    }

    /// A new record, all fields 0 or null.
    pub fn allocate(&mut self, descriptors: &Descriptors, class: ClassId) -> Result<Loc, FaultKind> {
        if descriptors.item(class).is_some() {
            return Err(FaultKind::NotARecord(class));
        }
        let fields = descriptors.record_fields(class);
        self.has_room(fields.len())?;
        let zeros = fields.iter().map(|&f| Datum::zero(descriptors.field(f).storage.ty())).collect();
        Ok(self.push(class, zeros))
    }

    /// A new array, all items 0 or null.
    pub fn allocate_array(
        &mut self,
        descriptors: &Descriptors,
        class: ClassId,
        length: i64,
    ) -> Result<Loc, FaultKind> {
        let item = descriptors.item(class).ok_or(FaultKind::NotAnArray(class))?;
        if !(0..=MAX_ARRAY).contains(&length) {
            return Err(FaultKind::BadArrayLength(length));
        }
        self.has_room(length as usize)?;
        Ok(self.push(class, vec![Datum::zero(item.ty()); length as usize]))
    }

    /// Reads a field, and holds the guest to its promise about exact classes.
    pub fn get(&self, descriptors: &Descriptors, base: Datum, field: FieldId) -> Result<Datum, FaultKind> {
        let loc = self.record(descriptors, base, field)?;
        let description = descriptors.field(field);
        let datum = self.object(loc).fields[description.index as usize];
        self.check_reference(description.storage, datum)?;
        Ok(datum)
    }

    pub fn set(
        &mut self,
        descriptors: &Descriptors,
        base: Datum,
        field: FieldId,
        value: Datum,
    ) -> Result<(), FaultKind> {
        let loc = self.record(descriptors, base, field)?;
        let description = descriptors.field(field);
        let stored = self.storable(description.storage, value)?;
        self.objects[loc.index()].fields[description.index as usize] = stored;
        Ok(())
    }

    pub fn get_item(
        &self,
        descriptors: &Descriptors,
        class: ClassId,
        base: Datum,
        index: i64,
    ) -> Result<Datum, FaultKind> {
        let (loc, item) = self.array(descriptors, class, base)?;
        let position = in_bounds(index, self.object(loc).fields.len())?;
        let datum = self.object(loc).fields[position];
        self.check_reference(item, datum)?;
        Ok(datum)
    }

    pub fn set_item(
        &mut self,
        descriptors: &Descriptors,
        class: ClassId,
        base: Datum,
        index: i64,
        value: Datum,
    ) -> Result<(), FaultKind> {
        let (loc, item) = self.array(descriptors, class, base)?;
        let position = in_bounds(index, self.object(loc).fields.len())?;
        let stored = self.storable(item, value)?;
        self.objects[loc.index()].fields[position] = stored;
        Ok(())
    }

    pub fn array_len(
        &self,
        descriptors: &Descriptors,
        class: ClassId,
        base: Datum,
    ) -> Result<usize, FaultKind> {
        let (loc, _) = self.array(descriptors, class, base)?;
        Ok(self.object(loc).fields.len())
    }

    /// The object that has this field.
    fn record(&self, descriptors: &Descriptors, base: Datum, field: FieldId) -> Result<Loc, FaultKind> {
        let loc = base.reference()?.ok_or(FaultKind::NullDereference)?;
        let class = self.class(loc);
        if descriptors.has_field(class, field) { Ok(loc) } else { Err(FaultKind::NoSuchField(class)) }
    }

    /// The array of exactly this class.
    fn array(
        &self,
        descriptors: &Descriptors,
        class: ClassId,
        base: Datum,
    ) -> Result<(Loc, Storage), FaultKind> {
        let item = descriptors.item(class).ok_or(FaultKind::NotAnArray(class))?;
        let loc = base.reference()?.ok_or(FaultKind::NullDereference)?;
        let found = self.class(loc);
        if found == class { Ok((loc, item)) } else { Err(FaultKind::WrongClass { expected: class, found }) }
    }

    /// What is kept when `value` is stored.
    fn storable(&self, storage: Storage, value: Datum) -> Result<Datum, FaultKind> {
        if storage.ty() != value.ty() {
            return Err(FaultKind::WrongType { expected: storage.ty(), found: value.ty() });
        }
        self.check_reference(storage, value)?;
        Ok(truncate(storage, value))
    }

    fn check_reference(&self, storage: Storage, datum: Datum) -> Result<(), FaultKind> {
        let (class, nullable) = match storage {
            Storage::Ref(RefType::Exact(class)) => (class, false),
            Storage::Ref(RefType::ExactOrNull(class)) => (class, true),
            Storage::Ref(RefType::Any)
            | Storage::I8
            | Storage::U8
            | Storage::I16
            | Storage::U16
            | Storage::I32
            | Storage::U32
            | Storage::I64
            | Storage::F32
            | Storage::F64 => return Ok(()),
        };
        match datum.reference()? {
            None if nullable => Ok(()),
            None => Err(FaultKind::NullInExactField),
            Some(loc) if self.class(loc) == class => Ok(()),
            Some(loc) => Err(FaultKind::WrongClass { expected: class, found: self.class(loc) }),
        }
    }

    /// Puts a value into a field or item of an object that nobody has seen yet. Unlike [`Heap::set`] it takes null
    /// for an exact class: `new` would have put it there.
    pub(super) fn initialise(
        &mut self,
        descriptors: &Descriptors,
        loc: Loc,
        position: usize,
        value: Datum,
    ) -> Result<(), FaultKind> {
        let class = self.class(loc);
        let storage = match descriptors.item(class) {
            Some(item) => item,
            None => {
                let field =
                    descriptors.record_fields(class).get(position).ok_or(FaultKind::NoSuchField(class))?;
                descriptors.field(*field).storage
            }
        };
        let stored = if value == Datum::NULL && storage.ty() == Type::Ref {
            value
        } else {
            self.storable(storage, value)?
        };
        self.objects[loc.index()].fields[position] = stored;
        Ok(())
    }

    /// What `ptr_eq` and `guard_value` ask: ints and floats by bits, references by address, or by class and field
    /// bits for value classes.
    pub fn is_same(&self, descriptors: &Descriptors, a: Datum, b: Datum) -> bool {
        if a == b {
            return true;
        }
        // A list instead of recursion: boxes may be nested deeply, or (in a nonsensical trace) contain themselves.
        // A pair met again is equal unless something else differs.
        let mut work = vec![(a, b)];
        let mut seen = Vec::new();
        while let Some((a, b)) = work.pop() {
            if a == b {
                continue;
            }
            let (Datum::Ref(Some(x)), Datum::Ref(Some(y))) = (a, b) else { return false };
            let (left, right) = (self.object(x), self.object(y));
            let comparable = left.class == right.class
                && descriptors.is_value_class(left.class)
                && left.fields.len() == right.fields.len();
            if !comparable {
                return false;
            }
            if !seen.contains(&(x, y)) {
                seen.push((x, y));
                work.extend(left.fields.iter().copied().zip(right.fields.iter().copied()));
            }
        }
        true
    }
}

fn in_bounds(index: i64, length: usize) -> Result<usize, FaultKind> {
    match usize::try_from(index) {
        Ok(position) if position < length => Ok(position),
        _ => Err(FaultKind::IndexOutOfBounds { index, length }),
    }
}

/// Narrow storage keeps what fits.
fn truncate(storage: Storage, value: Datum) -> Datum {
    match value {
        Datum::Int(x) => Datum::Int(storage.store_int(x)),
        Datum::Float(x) => Datum::Float(storage.store_float(x)),
        Datum::Ref(_) => value,
    }
}
