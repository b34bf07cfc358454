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
    /// A class, I: number in the table of getters.
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
    /// A origin, B tuple of arguments, I: it is unpacked.
    GenericAlias = GENERIC_ALIAS;
    /// A tuple of types.
    Union = UNION;
    /// A name, B array, I bits: see [`crate::types::type_params`].
    TypeVar = TYPE_VAR;
    ParamSpec = PARAM_SPEC;
    TypeVarTuple = TYPE_VAR_TUPLE;
    /// A name, B tuple: parameters, module; C value or a function that evaluates it, I which.
    TypeAlias = TYPE_ALIAS;
    /// A parameter.
    ParamSpecArgs = PARAM_SPEC_ARGS;
    ParamSpecKwargs = PARAM_SPEC_KWARGS;
    /// A tuple of strings, B tuple of interpolations.
    Template = TEMPLATE;
    /// A value, B expression, C tuple: conversion, format.
    Interpolation = INTERPOLATION;
    /// I number of the code.
    Code = CODE;
    /// A frame as an exception has left it: A function, C dict of its variables, I code, J pc.
    Frame = FRAME;
    /// A next, B function, C frame (null until somebody asks for it), I code, J pc.
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
    // Of `itertools`: see [`crate::modules::itertools`].
    /// A next, B step.
    Count = COUNT;
    /// A iterator (null: at its end), B list of what it gave, I where in the list.
    Cycle = CYCLE;
    /// A object, I how often (-1: for ever).
    Repeat = REPEAT;
    /// A iterator, B function or None, C total (null: none yet), I: the total is still to be given.
    Accumulate = ACCUMULATE;
    /// A iterator (null: done), I size, J: strict.
    Batched = BATCHED;
    /// A iterator of iterables (null: done), B iterator of the current one.
    Chain = CHAIN;
    /// A tuple, B indices (`INTS`; null: not begun), I how many, J: done.
    Combinations = COMBINATIONS;
    CombinationsWithReplacement = COMBINATIONS_WITH_REPLACEMENT;
    /// The same, C cycles (`INTS`).
    Permutations = PERMUTATIONS;
    /// A tuple of tuples, B indices (`INTS`; null: not begun), J: done.
    Product = PRODUCT;
    /// A data, B selectors.
    Compress = COMPRESS;
    /// A function, B iterator, I: over.
    DropWhile = DROP_WHILE;
    TakeWhile = TAKE_WHILE;
    FilterFalse = FILTER_FALSE;
    /// A function, B iterator.
    StarMap = STAR_MAP;
    /// A iterator, B key function or None, C array: wanted key, current key, current value, current group.
    GroupBy = GROUP_BY;
    /// A groupby, B key.
    Grouper = GROUPER;
    /// A iterator (null: done), B stop (null: none), C step, I taken, J next.
    Islice = ISLICE;
    /// A iterator (null: done), B the one before.
    Pairwise = PAIRWISE;
    /// A link.
    Tee = TEE;
    /// A iterator, B item (null: not asked for yet), C next link, I: being asked.
    TeeLink = TEE_LINK;
    /// A iterators (`REFS`; null: at its end), B filler, I how many are not at their end.
    ZipLongest = ZIP_LONGEST;
    /// A tuple of items.
    ItemGetter = ITEM_GETTER;
    /// A tuple of tuples of names, B the names as they were given.
    AttributeGetter = ATTRIBUTE_GETTER;
    /// A name, B tuple of arguments, C dict of more.
    MethodCaller = METHOD_CALLER;
    /// A function, B tuple of arguments, C dict of more. Always the payload of a `WRAPPED`, as objects with attributes are.
    Partial = PARTIAL;
    /// A function, B dict, C array: see [`crate::modules::functools`]. The payload of a `WRAPPED`.
    LruCache = LRU_CACHE;
    /// An argument of a `partial` that is filled in when it is called.
    Placeholder = PLACEHOLDER;
    /// A comparison, B object (null: takes one).
    KeyWrapper = KEY_WRAPPER;
    /// A ring (`REFS`), B how often it has changed, C greatest length or null, I first, J length.
    Deque = DEQUE;
    /// A deque (null: done), B its changes, I next, J still to come.
    DequeIterator = DEQUE_ITERATOR;
    DequeReverseIterator = DEQUE_REVERSE_ITERATOR;
    OdictKeys = ODICT_KEYS;
    OdictValues = ODICT_VALUES;
    OdictItems = ODICT_ITEMS;
    /// A dict (null: done), B its version, C length, I where, J what it gives, and whether it goes backwards.
    OdictIterator = ODICT_ITERATOR;
    /// A documentation, I index.
    TupleGetter = TUPLE_GETTER;
    /// A registered classes, B known subclasses, C known others (sets), I when C was right.
    AbcData = ABC_DATA;
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
    /// See [`crate::modules::array`].
    Array = ARRAY;
    ArrayIterator = ARRAY_ITERATOR;
    /// See [`crate::modules::structs`].
    Struct = STRUCT;
    StructIterator = STRUCT_ITERATOR;
    /// Of regular expressions: see [`crate::modules::sre`].
    Pattern = PATTERN;
    Match = MATCH;
    Scanner = SCANNER;
    Replacement = REPLACEMENT;
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
