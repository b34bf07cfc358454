//! `NATIVE` objects: the many kinds of small builtin objects, three references and two integers each.

use crate::object::classes;
use crate::object::py::Py;
use crate::runtime::types::{self, TypeId};
use lathe_heap::Word;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $ty:ident;)*) => {
        /// What a `NATIVE` object is: its field `NATIVE_KIND`. The fields A, B, C, I, J mean what is said here.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Kind { $($(#[$doc])* $kind,)* }

        impl Kind {
            const ALL: &'static [Kind] = &[$(Kind::$kind,)*];

            pub fn type_id(self) -> TypeId {
                match self { $(Kind::$kind => types::$ty,)* }
            }
        }
    };
}

kinds! {
    /// A getter, B setter (each may be None), C the rest: see [`crate::types::property`].
    Property = PROPERTY;
    /// I: number in the table of getters.
    Getter = GETSET_DESCRIPTOR;
    /// A slot of `__slots__`: A name, B class, I slot.
    Member = MEMBER_DESCRIPTOR;
    /// A function, B its own attributes (a dict, or null).
    StaticMethod = STATIC_METHOD;
    /// The same.
    ClassMethod = CLASS_METHOD;
    /// A class, B object, C its class.
    Super = SUPER;
    /// A mapping.
    MappingProxy = MAPPING_PROXY;
    /// A origin, B tuple of arguments.
    GenericAlias = GENERIC_ALIAS;
    /// A tuple of types.
    Union = UNION;
    /// A name, B function that evaluates the bound or constraints, C default; I kind.
    TypeVar = TYPE_VAR;
    ParamSpec = PARAM_SPEC;
    TypeVarTuple = TYPE_VAR_TUPLE;
    /// A name, B parameters, C function that evaluates it.
    TypeAlias = TYPE_ALIAS;
    /// I number of the code.
    Code = CODE;
    /// I index on the stack, J serial number.
    Frame = FRAME;
    /// A next, I code, J pc.
    Traceback = TRACEBACK;
    /// A data (`DATA` array), I length.
    ByteArray = BYTEARRAY;
    /// A object, I start, J length.
    MemoryView = MEMORYVIEW;
    /// A dict.
    DictKeys = DICT_KEYS;
    DictValues = DICT_VALUES;
    DictItems = DICT_ITEMS;
    // Iterators: A what is iterated over (null: done), I where.
    SequenceIterator = SEQUENCE_ITERATOR;
    /// A callable, B sentinel.
    CallableIterator = CALLABLE_ITERATOR;
    ListIterator = LIST_ITERATOR;
    ListReverseIterator = LIST_REVERSE_ITERATOR;
    TupleIterator = TUPLE_ITERATOR;
    StrIterator = STR_ITERATOR;
    BytesIterator = BYTES_ITERATOR;
    ByteArrayIterator = BYTEARRAY_ITERATOR;
    MemoryIterator = MEMORY_ITERATOR;
    /// A next, B stop, C step (integers of any size).
    RangeIterator = RANGE_ITERATOR;
    /// J length when it began.
    SetIterator = SET_ITERATOR;
    DictKeyIterator = DICT_KEY_ITERATOR;
    DictValueIterator = DICT_VALUE_ITERATOR;
    DictItemIterator = DICT_ITEM_ITERATOR;
    DictReverseKeyIterator = DICT_REVERSE_KEY_ITERATOR;
    DictReverseValueIterator = DICT_REVERSE_VALUE_ITERATOR;
    DictReverseItemIterator = DICT_REVERSE_ITEM_ITERATOR;
    Reversed = REVERSED;
    /// A iterator, B next number.
    Enumerate = ENUMERATE;
    /// A tuple of iterators, I: strict.
    Zip = ZIP;
    /// A function, B tuple of iterators.
    Map = MAP;
    /// A function, B iterator.
    Filter = FILTER;
    /// The state of a generator of random numbers, see [`crate::modules::random`].
    Random = RANDOM;
    /// A generator or coroutine.
    CoroutineWrapper = COROUTINE_WRAPPER;
    /// A generator, B value; I state.
    AsyncSend = ASYNC_GENERATOR_ASEND;
    /// A generator, B exception; I state, J: it is `aclose`.
    AsyncThrow = ASYNC_GENERATOR_ATHROW;
    /// A awaitable, B default, C the iterator of the awaitable.
    AnextAwaitable = ANEXT_AWAITABLE;
    /// A name, B path, I what kind of file it is, J its number.
    DirEntry = DIR_ENTRY;
    /// A list (null: closed), I where.
    ScandirIterator = SCANDIR_ITERATOR;
    /// A reference (`WEAK`).
    WeakProxy = WEAK_PROXY;
    WeakCallableProxy = WEAK_CALLABLE_PROXY;
}

impl Kind {
    #[inline]
    pub fn of(number: i64) -> Kind {
        Kind::ALL[number as usize]
    }
}

impl Py {
    pub fn new_native(&mut self, kind: Kind, a: Word, b: Word, c: Word) -> Word {
        let object = self.new_object(classes::NATIVE);
        self.set_int(object, classes::NATIVE_KIND, kind as i64);
        self.set(object, classes::NATIVE_A, a);
        self.set(object, classes::NATIVE_B, b);
        self.set(object, classes::NATIVE_C, c);
        object
    }

    /// What kind of `NATIVE` it is, if it is one.
    #[inline]
    pub fn native_kind(&self, object: Word) -> Option<Kind> {
        self.is(object, classes::NATIVE).then(|| Kind::of(self.get_int(object, classes::NATIVE_KIND)))
    }
}
