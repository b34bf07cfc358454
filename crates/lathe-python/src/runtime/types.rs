//! Python types: what is known of a class besides its object.
//!
//! The types that the interpreter itself knows have fixed numbers. A type's namespace is a dict, found through its object; the
//! answers to attribute lookups along the method resolution order are kept here, until the type or one of its bases
//! changes: then the type gets a new version, and the fact that traces rely on is invalidated.

use super::maps::MapId;
use super::special::Specials;
use lathe_heap::{RootIndex, Word};
use lathe_ir::ClassId;
use lathe_meta::FactId;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

#[derive(Debug)]
pub struct TypeData {
    pub id: TypeId,
    pub name: RefCell<Rc<str>>,
    pub qualname: RefCell<Rc<str>>,
    /// What messages call a builtin type: with its module, if that is not `builtins`.
    pub shown: Rc<str>,
    /// Where its `TYPE` object is.
    pub object: RootIndex,
    pub metatype: Cell<TypeId>,
    pub bases: RefCell<Rc<[TypeId]>>,
    /// Itself first, `object` last.
    pub mro: RefCell<Rc<[TypeId]>>,
    pub subclasses: RefCell<Vec<TypeId>>,
    /// The builtin type whose layout its instances have: what a `WRAPPED` has as payload, [`OBJECT`] for plain ones.
    pub layout: TypeId,
    /// The class of new instances.
    pub instance_class: ClassId,
    /// The map of an instance without attributes.
    pub map: Cell<MapId>,
    pub flags: Cell<TypeFlags>,
    /// Holds as long as nothing that a lookup in the type could give has changed.
    pub fact: FactId,
    /// Different for any two states of any two types.
    pub version: Cell<u64>,
    /// Names (interned strings) that were looked up along the resolution order, and what was found. Cleared with each version. The
    /// objects are alive because the namespaces hold them.
    pub found: RefCell<FxHashMap<Word, Option<Word>>>,
    /// The same for special methods.
    pub specials: Specials,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TypeFlags(pub u32);

impl TypeFlags {
    /// Made by a program: its attributes can be changed.
    pub const HEAP: TypeFlags = TypeFlags(1);
    /// Can be subclassed.
    pub const BASE: TypeFlags = TypeFlags(2);
    /// Instances have no `__dict__` (`__slots__`).
    pub const NO_DICT: TypeFlags = TypeFlags(4);
    /// `match` takes instances for sequences, or for mappings.
    pub const SEQUENCE: TypeFlags = TypeFlags(8);
    pub const MAPPING: TypeFlags = TypeFlags(16);
    /// Cannot be called to make instances.
    pub const NO_NEW: TypeFlags = TypeFlags(32);
    /// Has abstract methods.
    pub const ABSTRACT: TypeFlags = TypeFlags(64);
    /// `__getattribute__` of an instance is that of `object`; cleared when a class defines its own. Same for `__setattr__`.
    pub const OWN_GETATTRIBUTE: TypeFlags = TypeFlags(128);
    pub const OWN_SETATTR: TypeFlags = TypeFlags(256);
    /// Defines `__del__`.
    pub const FINALIZER: TypeFlags = TypeFlags(512);
    /// There are no weak references to instances (`__slots__` without `__weakref__`, or a base of varying size).
    pub const NO_WEAK: TypeFlags = TypeFlags(1024);

    pub fn contains(self, flag: TypeFlags) -> bool {
        self.0 & flag.0 != 0
    }

    pub fn with(self, flag: TypeFlags) -> TypeFlags {
        TypeFlags(self.0 | flag.0)
    }
}

/// A builtin type: Python name, first base.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinType {
    pub name: &'static str,
    pub base: TypeId,
    /// Is it an exception? These have instances of class `EXCEPTION`.
    pub exception: bool,
}

macro_rules! builtin_types {
    ($($id:ident = $name:literal ($base:ident) $($exception:ident)?;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u32)]
        enum Number { $($id,)* }
        $(pub const $id: TypeId = TypeId(Number::$id as u32);)*
        /// In the order of their numbers.
        pub const BUILTIN_TYPES: &[BuiltinType] =
            &[$(BuiltinType { name: $name, base: $base, exception: builtin_types!(@flag $($exception)?) },)*];
    };
    (@flag) => { false };
    (@flag exception) => { true };
}

builtin_types! {
    OBJECT = "object" (OBJECT);
    TYPE = "type" (OBJECT);
    INT = "int" (OBJECT);
    BOOL = "bool" (INT);
    FLOAT = "float" (OBJECT);
    COMPLEX = "complex" (OBJECT);
    STR = "str" (OBJECT);
    BYTES = "bytes" (OBJECT);
    BYTEARRAY = "bytearray" (OBJECT);
    MEMORYVIEW = "memoryview" (OBJECT);
    TUPLE = "tuple" (OBJECT);
    LIST = "list" (OBJECT);
    DICT = "dict" (OBJECT);
    SET = "set" (OBJECT);
    FROZENSET = "frozenset" (OBJECT);
    RANGE = "range" (OBJECT);
    SLICE = "slice" (OBJECT);
    NONE_TYPE = "NoneType" (OBJECT);
    NOT_IMPLEMENTED_TYPE = "NotImplementedType" (OBJECT);
    ELLIPSIS_TYPE = "ellipsis" (OBJECT);
    FUNCTION = "function" (OBJECT);
    BUILTIN_FUNCTION = "builtin_function_or_method" (OBJECT);
    METHOD_DESCRIPTOR = "method_descriptor" (OBJECT);
    WRAPPER_DESCRIPTOR = "wrapper_descriptor" (OBJECT);
    METHOD_WRAPPER = "method-wrapper" (OBJECT);
    CLASS_METHOD_DESCRIPTOR = "classmethod_descriptor" (OBJECT);
    METHOD = "method" (OBJECT);
    CELL = "cell" (OBJECT);
    CODE = "code" (OBJECT);
    FRAME = "frame" (OBJECT);
    TRACEBACK = "traceback" (OBJECT);
    MODULE = "module" (OBJECT);
    GENERATOR = "generator" (OBJECT);
    COROUTINE = "coroutine" (OBJECT);
    COROUTINE_WRAPPER = "coroutine_wrapper" (OBJECT);
    ASYNC_GENERATOR = "async_generator" (OBJECT);
    ASYNC_GENERATOR_ASEND = "async_generator_asend" (OBJECT);
    ASYNC_GENERATOR_ATHROW = "async_generator_athrow" (OBJECT);
    ANEXT_AWAITABLE = "anext_awaitable" (OBJECT);
    PROPERTY = "property" (OBJECT);
    STATIC_METHOD = "staticmethod" (OBJECT);
    CLASS_METHOD = "classmethod" (OBJECT);
    GETSET_DESCRIPTOR = "getset_descriptor" (OBJECT);
    MEMBER_DESCRIPTOR = "member_descriptor" (OBJECT);
    SUPER = "super" (OBJECT);
    MAPPING_PROXY = "mappingproxy" (OBJECT);
    SIMPLE_NAMESPACE = "types.SimpleNamespace" (OBJECT);
    GENERIC_ALIAS = "types.GenericAlias" (OBJECT);
    UNION = "typing.Union" (OBJECT);
    TYPE_VAR = "typing.TypeVar" (OBJECT);
    PARAM_SPEC = "typing.ParamSpec" (OBJECT);
    TYPE_VAR_TUPLE = "typing.TypeVarTuple" (OBJECT);
    TYPE_ALIAS = "typing.TypeAliasType" (OBJECT);
    PARAM_SPEC_ARGS = "typing.ParamSpecArgs" (OBJECT);
    PARAM_SPEC_KWARGS = "typing.ParamSpecKwargs" (OBJECT);
    NO_DEFAULT_TYPE = "typing.NoDefaultType" (OBJECT);
    GENERIC = "typing.Generic" (OBJECT);
    TEMPLATE = "string.templatelib.Template" (OBJECT);
    INTERPOLATION = "string.templatelib.Interpolation" (OBJECT);
    WEAK_REFERENCE = "weakref.ReferenceType" (OBJECT);
    WEAK_PROXY = "weakref.ProxyType" (OBJECT);
    WEAK_CALLABLE_PROXY = "weakref.CallableProxyType" (OBJECT);
    DICT_KEYS = "dict_keys" (OBJECT);
    DICT_VALUES = "dict_values" (OBJECT);
    DICT_ITEMS = "dict_items" (OBJECT);
    // Iterators.
    SEQUENCE_ITERATOR = "iterator" (OBJECT);
    CALLABLE_ITERATOR = "callable_iterator" (OBJECT);
    LIST_ITERATOR = "list_iterator" (OBJECT);
    LIST_REVERSE_ITERATOR = "list_reverseiterator" (OBJECT);
    TUPLE_ITERATOR = "tuple_iterator" (OBJECT);
    STR_ITERATOR = "str_iterator" (OBJECT);
    BYTES_ITERATOR = "bytes_iterator" (OBJECT);
    BYTEARRAY_ITERATOR = "bytearray_iterator" (OBJECT);
    MEMORY_ITERATOR = "memory_iterator" (OBJECT);
    RANGE_ITERATOR = "range_iterator" (OBJECT);
    SET_ITERATOR = "set_iterator" (OBJECT);
    DICT_KEY_ITERATOR = "dict_keyiterator" (OBJECT);
    DICT_VALUE_ITERATOR = "dict_valueiterator" (OBJECT);
    DICT_ITEM_ITERATOR = "dict_itemiterator" (OBJECT);
    DICT_REVERSE_KEY_ITERATOR = "dict_reversekeyiterator" (OBJECT);
    DICT_REVERSE_VALUE_ITERATOR = "dict_reversevalueiterator" (OBJECT);
    DICT_REVERSE_ITEM_ITERATOR = "dict_reverseitemiterator" (OBJECT);
    REVERSED = "reversed" (OBJECT);
    ENUMERATE = "enumerate" (OBJECT);
    ZIP = "zip" (OBJECT);
    MAP = "map" (OBJECT);
    FILTER = "filter" (OBJECT);
    RANDOM = "_random.Random" (OBJECT);
    DIR_ENTRY = "posix.DirEntry" (OBJECT);
    SCANDIR_ITERATOR = "posix.ScandirIterator" (OBJECT);
    // Streams.
    IO_BASE = "io.IOBase" (OBJECT);
    RAW_IO_BASE = "io.RawIOBase" (IO_BASE);
    BUFFERED_IO_BASE = "io.BufferedIOBase" (IO_BASE);
    TEXT_IO_BASE = "io.TextIOBase" (IO_BASE);
    FILE_IO = "_io.FileIO" (RAW_IO_BASE);
    BUFFERED_READER = "_io.BufferedReader" (BUFFERED_IO_BASE);
    BUFFERED_WRITER = "_io.BufferedWriter" (BUFFERED_IO_BASE);
    BUFFERED_RANDOM = "_io.BufferedRandom" (BUFFERED_IO_BASE);
    BUFFERED_PAIR = "_io.BufferedRWPair" (BUFFERED_IO_BASE);
    BYTES_IO = "_io.BytesIO" (BUFFERED_IO_BASE);
    TEXT_IO_WRAPPER = "_io.TextIOWrapper" (TEXT_IO_BASE);
    STRING_IO = "_io.StringIO" (TEXT_IO_BASE);
    // What is in them is put there when their module is imported.
    COUNT = "itertools.count" (OBJECT);
    CYCLE = "itertools.cycle" (OBJECT);
    REPEAT = "itertools.repeat" (OBJECT);
    ACCUMULATE = "itertools.accumulate" (OBJECT);
    BATCHED = "itertools.batched" (OBJECT);
    CHAIN = "itertools.chain" (OBJECT);
    COMBINATIONS = "itertools.combinations" (OBJECT);
    COMBINATIONS_WITH_REPLACEMENT = "itertools.combinations_with_replacement" (OBJECT);
    COMPRESS = "itertools.compress" (OBJECT);
    DROP_WHILE = "itertools.dropwhile" (OBJECT);
    FILTER_FALSE = "itertools.filterfalse" (OBJECT);
    GROUP_BY = "itertools.groupby" (OBJECT);
    GROUPER = "itertools._grouper" (OBJECT);
    ISLICE = "itertools.islice" (OBJECT);
    PAIRWISE = "itertools.pairwise" (OBJECT);
    PERMUTATIONS = "itertools.permutations" (OBJECT);
    PRODUCT = "itertools.product" (OBJECT);
    STAR_MAP = "itertools.starmap" (OBJECT);
    TAKE_WHILE = "itertools.takewhile" (OBJECT);
    TEE = "itertools._tee" (OBJECT);
    TEE_LINK = "itertools._tee_dataobject" (OBJECT);
    ZIP_LONGEST = "itertools.zip_longest" (OBJECT);
    ITEM_GETTER = "operator.itemgetter" (OBJECT);
    ATTRIBUTE_GETTER = "operator.attrgetter" (OBJECT);
    METHOD_CALLER = "operator.methodcaller" (OBJECT);
    PARTIAL = "functools.partial" (OBJECT);
    LRU_CACHE = "functools._lru_cache_wrapper" (OBJECT);
    PLACEHOLDER = "functools._PlaceholderType" (OBJECT);
    KEY_WRAPPER = "functools.KeyWrapper" (OBJECT);
    DEQUE = "collections.deque" (OBJECT);
    DEQUE_ITERATOR = "_collections._deque_iterator" (OBJECT);
    DEQUE_REVERSE_ITERATOR = "_collections._deque_reverse_iterator" (OBJECT);
    DEFAULT_DICT = "collections.defaultdict" (DICT);
    ORDERED_DICT = "collections.OrderedDict" (DICT);
    ODICT_KEYS = "odict_keys" (DICT_KEYS);
    ODICT_VALUES = "odict_values" (DICT_VALUES);
    ODICT_ITEMS = "odict_items" (DICT_ITEMS);
    ODICT_ITERATOR = "odict_iterator" (OBJECT);
    TUPLE_GETTER = "collections._tuplegetter" (OBJECT);
    ABC_DATA = "_abc._abc_data" (OBJECT);
    ARRAY = "array.array" (OBJECT);
    ARRAY_ITERATOR = "array.arrayiterator" (OBJECT);
    STRUCT = "_struct.Struct" (OBJECT);
    STRUCT_ITERATOR = "_struct.unpack_iterator" (OBJECT);
    PATTERN = "re.Pattern" (OBJECT);
    MATCH = "re.Match" (OBJECT);
    SCANNER = "_sre.SRE_Scanner" (OBJECT);
    REPLACEMENT = "_sre.SRE_Template" (OBJECT);
    // Exceptions.
    BASE_EXCEPTION = "BaseException" (OBJECT) exception;
    BASE_EXCEPTION_GROUP = "BaseExceptionGroup" (BASE_EXCEPTION) exception;
    GENERATOR_EXIT = "GeneratorExit" (BASE_EXCEPTION) exception;
    KEYBOARD_INTERRUPT = "KeyboardInterrupt" (BASE_EXCEPTION) exception;
    SYSTEM_EXIT = "SystemExit" (BASE_EXCEPTION) exception;
    EXCEPTION = "Exception" (BASE_EXCEPTION) exception;
    // Also an `Exception`; its bases are put right at the start.
    EXCEPTION_GROUP = "ExceptionGroup" (BASE_EXCEPTION_GROUP) exception;
    ARITHMETIC_ERROR = "ArithmeticError" (EXCEPTION) exception;
    FLOATING_POINT_ERROR = "FloatingPointError" (ARITHMETIC_ERROR) exception;
    OVERFLOW_ERROR = "OverflowError" (ARITHMETIC_ERROR) exception;
    ZERO_DIVISION_ERROR = "ZeroDivisionError" (ARITHMETIC_ERROR) exception;
    ASSERTION_ERROR = "AssertionError" (EXCEPTION) exception;
    ATTRIBUTE_ERROR = "AttributeError" (EXCEPTION) exception;
    BUFFER_ERROR = "BufferError" (EXCEPTION) exception;
    EOF_ERROR = "EOFError" (EXCEPTION) exception;
    IMPORT_ERROR = "ImportError" (EXCEPTION) exception;
    MODULE_NOT_FOUND_ERROR = "ModuleNotFoundError" (IMPORT_ERROR) exception;
    LOOKUP_ERROR = "LookupError" (EXCEPTION) exception;
    INDEX_ERROR = "IndexError" (LOOKUP_ERROR) exception;
    KEY_ERROR = "KeyError" (LOOKUP_ERROR) exception;
    MEMORY_ERROR = "MemoryError" (EXCEPTION) exception;
    NAME_ERROR = "NameError" (EXCEPTION) exception;
    UNBOUND_LOCAL_ERROR = "UnboundLocalError" (NAME_ERROR) exception;
    OS_ERROR = "OSError" (EXCEPTION) exception;
    BLOCKING_IO_ERROR = "BlockingIOError" (OS_ERROR) exception;
    CHILD_PROCESS_ERROR = "ChildProcessError" (OS_ERROR) exception;
    CONNECTION_ERROR = "ConnectionError" (OS_ERROR) exception;
    BROKEN_PIPE_ERROR = "BrokenPipeError" (CONNECTION_ERROR) exception;
    CONNECTION_ABORTED_ERROR = "ConnectionAbortedError" (CONNECTION_ERROR) exception;
    CONNECTION_REFUSED_ERROR = "ConnectionRefusedError" (CONNECTION_ERROR) exception;
    CONNECTION_RESET_ERROR = "ConnectionResetError" (CONNECTION_ERROR) exception;
    FILE_EXISTS_ERROR = "FileExistsError" (OS_ERROR) exception;
    FILE_NOT_FOUND_ERROR = "FileNotFoundError" (OS_ERROR) exception;
    INTERRUPTED_ERROR = "InterruptedError" (OS_ERROR) exception;
    IS_A_DIRECTORY_ERROR = "IsADirectoryError" (OS_ERROR) exception;
    NOT_A_DIRECTORY_ERROR = "NotADirectoryError" (OS_ERROR) exception;
    PERMISSION_ERROR = "PermissionError" (OS_ERROR) exception;
    PROCESS_LOOKUP_ERROR = "ProcessLookupError" (OS_ERROR) exception;
    TIMEOUT_ERROR = "TimeoutError" (OS_ERROR) exception;
    REFERENCE_ERROR = "ReferenceError" (EXCEPTION) exception;
    STRUCT_ERROR = "struct.error" (EXCEPTION) exception;
    RUNTIME_ERROR = "RuntimeError" (EXCEPTION) exception;
    NOT_IMPLEMENTED_ERROR = "NotImplementedError" (RUNTIME_ERROR) exception;
    PYTHON_FINALIZATION_ERROR = "PythonFinalizationError" (RUNTIME_ERROR) exception;
    RECURSION_ERROR = "RecursionError" (RUNTIME_ERROR) exception;
    STOP_ASYNC_ITERATION = "StopAsyncIteration" (EXCEPTION) exception;
    STOP_ITERATION = "StopIteration" (EXCEPTION) exception;
    SYNTAX_ERROR = "SyntaxError" (EXCEPTION) exception;
    INDENTATION_ERROR = "IndentationError" (SYNTAX_ERROR) exception;
    TAB_ERROR = "TabError" (INDENTATION_ERROR) exception;
    INCOMPLETE_INPUT_ERROR = "_IncompleteInputError" (SYNTAX_ERROR) exception;
    SYSTEM_ERROR = "SystemError" (EXCEPTION) exception;
    TYPE_ERROR = "TypeError" (EXCEPTION) exception;
    VALUE_ERROR = "ValueError" (EXCEPTION) exception;
    UNICODE_ERROR = "UnicodeError" (VALUE_ERROR) exception;
    UNICODE_DECODE_ERROR = "UnicodeDecodeError" (UNICODE_ERROR) exception;
    UNICODE_ENCODE_ERROR = "UnicodeEncodeError" (UNICODE_ERROR) exception;
    UNICODE_TRANSLATE_ERROR = "UnicodeTranslateError" (UNICODE_ERROR) exception;
    WARNING = "Warning" (EXCEPTION) exception;
    BYTES_WARNING = "BytesWarning" (WARNING) exception;
    DEPRECATION_WARNING = "DeprecationWarning" (WARNING) exception;
    ENCODING_WARNING = "EncodingWarning" (WARNING) exception;
    FUTURE_WARNING = "FutureWarning" (WARNING) exception;
    IMPORT_WARNING = "ImportWarning" (WARNING) exception;
    PENDING_DEPRECATION_WARNING = "PendingDeprecationWarning" (WARNING) exception;
    RESOURCE_WARNING = "ResourceWarning" (WARNING) exception;
    RUNTIME_WARNING = "RuntimeWarning" (WARNING) exception;
    SYNTAX_WARNING = "SyntaxWarning" (WARNING) exception;
    UNICODE_WARNING = "UnicodeWarning" (WARNING) exception;
    USER_WARNING = "UserWarning" (WARNING) exception;
    // Also a `ValueError`.
    UNSUPPORTED_OPERATION = "io.UnsupportedOperation" (OS_ERROR) exception;
}
