//! What objects look like to the JIT and the collector: one *class* per layout.
//!
//! A class is not a Python type. All instances of user-defined classes are [`INSTANCE`]; what they are instances of is in
//! their map. Integers are [`INT`] up to 64 bits (tagged words if they fit 63) and [`BIG_INT`] beyond. Every field is a word.
//!
//! | class | what |
//! |---|---|
//! | `INT`, `FLOAT`, `BOOL`, `COMPLEX` | the same by value: boxes come and go |
//! | `STR`, `BYTES`, `BIG_INT` | arrays of bytes, see [`crate::object::text`], [`crate::object::bytes`], [`crate::object::big`] |
//! | `TUPLE` | an immutable array |
//! | `LIST` | items and a length; the class of `items` is the strategy: `INTS`, `FLOATS`, `REFS`, or null for an empty list |
//! | `DICT`, `SET` | see [`crate::object::table`] |
//! | `INSTANCE`, `WRAPPED`, `EXCEPTION` | objects with a map: four attributes inline, then an array. A `WRAPPED` is of a subclass of a builtin type, whose object it has as payload |
//! | `STREAM` | what `open` and the classes of `io` give |
//! | `NATIVE` | every other kind of builtin object: what it is says `kind`, see [`crate::object::native`] |

use lathe_heap::{Header, Layouts, Traits};
use lathe_ir::{
    Class, ClassId, Descriptors, Field, FieldId, Identity, RefType, Representation, Shape, Storage,
};
use lathe_meta::{ArrayRef, FieldRef, HybridRef};

const INT_FIELD: (Storage, bool) = (Storage::I64, false);
const CONST_INT: (Storage, bool) = (Storage::I64, true);
const CONST_FLOAT: (Storage, bool) = (Storage::F64, true);
const REF: (Storage, bool) = (ANY, false);
const CONST_REF: (Storage, bool) = (ANY, true);
const ANY: Storage = Storage::Ref(RefType::Any);

enum Kind {
    Hybrid,
    /// The same by value.
    Value,
    Record,
    /// With a weak reference as its first field.
    Weak,
    Array(Storage),
    /// Written only while it is new.
    Constants(Storage),
}

struct Declared {
    name: &'static str,
    kind: Kind,
}

struct DeclaredField {
    class: u32,
    name: &'static str,
    storage: (Storage, bool),
}

macro_rules! classes {
    ($($(#[$doc:meta])* $class:ident = $kind:expr, { $($field:ident: $storage:ident),* $(,)? };)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u32)]
        enum ClassNumber { $($class,)* }
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u32)]
        enum FieldNumber { $($($field,)*)* }
        $($(#[$doc])* pub const $class: ClassId = ClassId(ClassNumber::$class as u32);)*
        const CLASSES: &[Declared] = &[$(Declared { name: stringify!($class), kind: $kind },)*];
        const FIELDS: &[DeclaredField] = &[$($(DeclaredField {
            class: ClassNumber::$class as u32,
            name: stringify!($field),
            storage: $storage,
        },)*)*];
        $($(pub const $field: FieldRef = field(FieldNumber::$field as u32);)*)*
    };
}

classes! {
    INT = Kind::Hybrid, { INT_VALUE: CONST_INT };
    FLOAT = Kind::Value, { FLOAT_VALUE: CONST_FLOAT };
    BOOL = Kind::Value, { BOOL_VALUE: CONST_INT };
    COMPLEX = Kind::Value, { COMPLEX_REAL: CONST_FLOAT, COMPLEX_IMAGINARY: CONST_FLOAT };
    BIG_INT = Kind::Constants(Storage::U8), {};
    STR = Kind::Array(Storage::U8), {};
    BYTES = Kind::Array(Storage::U8), {};
    TUPLE = Kind::Constants(ANY), {};
    LIST = Kind::Record, { LIST_ITEMS: REF, LIST_LENGTH: INT_FIELD };
    REFS = Kind::Array(ANY), {};
    INTS = Kind::Array(Storage::I64), {};
    FLOATS = Kind::Array(Storage::F64), {};
    /// Plain bytes: the data of a bytearray, the index of a hash table.
    DATA = Kind::Array(Storage::U8), {};
    DICT = Kind::Record, {
        DICT_INDEX: REF, DICT_ENTRIES: REF, DICT_USED: INT_FIELD, DICT_FILL: INT_FIELD,
        // Changes when keys come or go, or move; not when a value is replaced.
        DICT_VERSION: INT_FIELD,
        // Not 0: the number of a namespace whose changes are told to whoever relies on it.
        DICT_WATCH: INT_FIELD
    };
    /// `set` and `frozenset`; the latter keeps its hash.
    SET = Kind::Record, {
        SET_INDEX: REF, SET_ENTRIES: REF, SET_USED: INT_FIELD, SET_FILL: INT_FIELD, SET_FROZEN: CONST_INT, SET_HASH: INT_FIELD
    };
    /// None, NotImplemented, Ellipsis.
    SINGLETON = Kind::Record, { SINGLETON_NUMBER: CONST_INT };
    /// A Python class. What there is to know of it is in the table of types.
    TYPE = Kind::Record, { TYPE_NUMBER: CONST_INT, TYPE_DICT: CONST_REF, TYPE_EXTRA: REF };
    FUNCTION = Kind::Record, {
        FUNCTION_CODE: CONST_INT, FUNCTION_GLOBALS: CONST_REF, FUNCTION_CLOSURE: CONST_REF, FUNCTION_DEFAULTS: REF,
        FUNCTION_KEYWORD_DEFAULTS: REF, FUNCTION_NAME: REF, FUNCTION_QUALNAME: REF, FUNCTION_MODULE: REF, FUNCTION_DICT: REF,
        FUNCTION_ANNOTATE: REF, FUNCTION_ANNOTATIONS: REF, FUNCTION_TYPE_PARAMS: REF, FUNCTION_DOC: REF,
        // Changes with the code and the defaults: 0 as long as nobody has assigned to them.
        FUNCTION_VERSION: INT_FIELD
    };
    /// A function or method written in Rust: a number in the table of natives, and for a bound one its object.
    BUILTIN = Kind::Record, { BUILTIN_NUMBER: CONST_INT, BUILTIN_SELF: CONST_REF, BUILTIN_MODULE: REF };
    BOUND_METHOD = Kind::Record, { METHOD_FUNCTION: CONST_REF, METHOD_SELF: CONST_REF };
    CELL = Kind::Record, { CELL_CONTENT: REF };
    MODULE = Kind::Record, { MODULE_DICT: CONST_REF };
    /// A generator, coroutine or asynchronous generator: the frame while it is suspended.
    GENERATOR = Kind::Record, {
        GENERATOR_CODE: CONST_INT, GENERATOR_PC: INT_FIELD, GENERATOR_STATE: INT_FIELD, GENERATOR_SLOTS: REF,
        GENERATOR_HANDLED: REF, GENERATOR_AWAITED: REF, GENERATOR_NAME: REF, GENERATOR_QUALNAME: REF
    };
    RANGE = Kind::Record, { RANGE_START: CONST_REF, RANGE_STOP: CONST_REF, RANGE_STEP: CONST_REF, RANGE_LENGTH: CONST_REF };
    SLICE = Kind::Record, { SLICE_START: CONST_REF, SLICE_STOP: CONST_REF, SLICE_STEP: CONST_REF };
    INSTANCE = Kind::Record, { INSTANCE_MAP: INT_FIELD, INSTANCE_0: REF, INSTANCE_1: REF, INSTANCE_2: REF, INSTANCE_3: REF, INSTANCE_MORE: REF };
    WRAPPED = Kind::Record, {
        WRAPPED_MAP: INT_FIELD, WRAPPED_0: REF, WRAPPED_1: REF, WRAPPED_2: REF, WRAPPED_3: REF, WRAPPED_MORE: REF, WRAPPED_PAYLOAD: REF
    };
    EXCEPTION = Kind::Record, {
        EXCEPTION_MAP: INT_FIELD, EXCEPTION_0: REF, EXCEPTION_1: REF, EXCEPTION_2: REF, EXCEPTION_3: REF, EXCEPTION_MORE: REF,
        EXCEPTION_ARGS: REF, EXCEPTION_TRACEBACK: REF, EXCEPTION_CONTEXT: REF, EXCEPTION_CAUSE: REF, EXCEPTION_SUPPRESS: INT_FIELD,
        // What `StopIteration`, `SystemExit`, `OSError`, `SyntaxError` … have besides: a tuple, or the one value.
        EXCEPTION_EXTRA: REF
    };
    NATIVE = Kind::Record, { NATIVE_KIND: CONST_INT, NATIVE_A: REF, NATIVE_B: REF, NATIVE_C: REF, NATIVE_I: INT_FIELD, NATIVE_J: INT_FIELD };
    /// A stream of the module `io`; what the fields mean is said in [`crate::modules::io::stream`].
    STREAM = Kind::Record, {
        STREAM_KIND: CONST_INT, STREAM_DICT: REF, STREAM_BELOW: REF, STREAM_DATA: REF, STREAM_TEXT: REF, STREAM_SETTINGS: REF,
        STREAM_INPUT: REF, STREAM_FLAGS: INT_FIELD, STREAM_POSITION: INT_FIELD, STREAM_LENGTH: INT_FIELD, STREAM_PENDING: INT_FIELD
    };
    /// A weak reference, see [`crate::object::weak`].
    WEAK = Kind::Weak, { WEAK_REFERENT: REF, WEAK_CALLBACK: REF, WEAK_OWNER: REF, WEAK_HASH: INT_FIELD, WEAK_ROLE: CONST_INT };
}

/// Integers up to 64 bits.
pub const INT_REF: HybridRef = HybridRef { class: INT, value: INT_VALUE };
pub const TUPLE_ITEMS: ArrayRef = ArrayRef { class: TUPLE, item: ANY };
pub const REFS_ITEMS: ArrayRef = ArrayRef { class: REFS, item: ANY };
pub const INTS_ITEMS: ArrayRef = ArrayRef { class: INTS, item: Storage::I64 };
pub const FLOATS_ITEMS: ArrayRef = ArrayRef { class: FLOATS, item: Storage::F64 };

/// Attributes that an object with a map has inline.
pub const INLINE_SLOTS: u32 = 4;

const fn field(number: u32) -> FieldRef {
    let declared = &FIELDS[number as usize];
    let (mut before, mut n) = (0, 0);
    while n < number {
        if FIELDS[n as usize].class == declared.class {
            before += 1;
        }
        n += 1;
    }
    // All fields are words, behind the header.
    FieldRef {
        id: FieldId(number),
        offset: size_of::<Header>() as u32 + 8 * before,
        storage: declared.storage.0,
    }
}

/// The descriptors and layouts of all classes.
pub fn register() -> (Descriptors, Layouts) {
    let (mut descriptors, mut layouts) = (Descriptors::default(), Layouts::default());
    for (number, declared) in FIELDS.iter().enumerate() {
        let before = FIELDS[..number].iter().filter(|other| other.class == declared.class).count();
        descriptors.fields.push(Field {
            name: declared.name.to_lowercase(),
            class: ClassId(declared.class),
            index: before as u32,
            storage: declared.storage.0,
            immutable: declared.storage.1,
        });
    }
    for (number, declared) in CLASSES.iter().enumerate() {
        let fields =
            (0..FIELDS.len() as u32).filter(|&n| FIELDS[n as usize].class == number as u32).map(FieldId);
        let shape = match declared.kind {
            Kind::Array(item) => Shape::Array { item, immutable: false },
            Kind::Constants(item) => Shape::Array { item, immutable: true },
            Kind::Hybrid | Kind::Value | Kind::Record | Kind::Weak => {
                Shape::Record { parent: None, fields: fields.collect() }
            }
        };
        let hybrid = matches!(declared.kind, Kind::Hybrid);
        let by_value = matches!(declared.kind, Kind::Hybrid | Kind::Value);
        descriptors.classes.push(Class {
            name: declared.name.to_lowercase(),
            shape,
            representation: if hybrid { Representation::Hybrid } else { Representation::Heap },
            identity: if by_value { Identity::Value } else { Identity::Address },
        });
        let traits = Traits { weak: matches!(declared.kind, Kind::Weak), finalizer: false };
        layouts.define(&descriptors, ClassId(number as u32), traits);
    }
    (descriptors, layouts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_where_the_constants_say() {
        let (descriptors, layouts) = register();
        for number in 0..FIELDS.len() as u32 {
            let constant = field(number);
            assert_eq!(layouts.offset(FieldId(number)), constant.offset, "{}", FIELDS[number as usize].name);
            assert_eq!(descriptors.field(FieldId(number)).storage, constant.storage);
        }
        assert_eq!(INT, lathe_meta::HYBRID);
        assert_eq!(lathe_ir::verify::verify_descriptors(&descriptors), Ok(()));
    }
}
