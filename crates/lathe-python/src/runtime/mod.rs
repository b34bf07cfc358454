//! What belongs to one Python interpreter besides the VM's core: types, maps, code, native functions, names.

pub mod install;
pub mod maps;
pub mod mro;
pub mod namespace;
pub mod native;
pub mod special;
pub mod start;
pub mod table;
pub mod types;

use crate::bytecode::Code;
use crate::object::py::{Py, PyResult};
use lathe_codegen::VmContext;
use lathe_heap::{RootIndex, Word};
use lathe_meta::{BoolRef, FactId};
use maps::Maps;
use native::Native;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use table::Table;
use types::{TypeData, TypeId};

/// Objects that there is one of. All are roots.
#[derive(Clone, Copy, Debug)]
pub struct Singletons {
    pub none: RootIndex,
    pub not_implemented: RootIndex,
    pub ellipsis: RootIndex,
    /// `typing.NoDefault`.
    pub no_default: RootIndex,
    pub bools: BoolRef,
    pub empty_tuple: RootIndex,
    pub empty_bytes: RootIndex,
    /// The dict of `builtins`.
    pub builtins: RootIndex,
    /// `sys.modules`.
    pub modules: RootIndex,
    /// The exception that is being handled; null if there is none.
    pub handled: RootIndex,
}

/// Code that was loaded, by its [`lathe_ir::CodeId`].
#[derive(Debug)]
pub struct LoadedCode {
    pub code: Rc<Code>,
    /// Where its constants are: made when the code is loaded.
    pub constants: Vec<RootIndex>,
    /// Its names, interned, and where they are.
    pub names: Vec<(Word, RootIndex)>,
    pub caches: Vec<Cell<Cache>>,
}

/// What an instruction has found before. A hint: what it says is checked by its keys, which traces promote.
#[derive(Clone, Copy, Debug)]
pub struct Cache {
    /// A map, or the version of a dict.
    pub key: i64,
    /// The version of a type, or of another dict.
    pub version: u64,
    /// The type, for attributes; null before the first.
    pub ty: *const TypeData,
    pub found: Found,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Nothing,
    /// An attribute of the instance.
    Slot(u32),
    /// A new attribute: the next slot, and the map with it.
    NewSlot(u32, u32),
    /// A function in the type.
    Method(Word),
    /// Some other attribute of the type that is what it is.
    Value(Word),
    /// A property's getter.
    Getter(Word),
    /// An entry of the globals' dict, or of that of the builtins.
    Global(u32),
    Builtin(u32),
}

impl Default for Cache {
    fn default() -> Cache {
        Cache { key: -1, version: 0, ty: std::ptr::null(), found: Found::Nothing }
    }
}

#[derive(Debug)]
pub struct Runtime {
    pub types: Table<TypeData>,
    pub maps: Maps,
    pub natives: Table<Native>,
    pub codes: Table<LoadedCode>,
    pub singletons: Singletons,
    /// Interned strings live for ever; two with the same text are the same object.
    pub interned: RefCell<FxHashMap<Box<str>, Word>>,
    pub next_version: Cell<u64>,
    /// Dicts whose changes are told to whoever relies on them: the globals of modules.
    pub namespaces: Table<namespace::Namespace>,
    pub recursion_limit: Cell<usize>,
    /// Containers whose `repr` is being made, the innermost last: one that contains itself is not shown again.
    pub showing: RefCell<Vec<Word>>,
    pub getters: Table<Getter>,
    /// Which of them are `__dict__` and `__weakref__` of instances.
    pub instance_getters: Cell<(u32, u32)>,
    /// Numbers of code objects, by their address: they live as long as the table of code.
    pub loaded: RefCell<FxHashMap<usize, u32>>,
    /// The VM's context, for the interpreter's own Rust code.
    pub context: Cell<*mut VmContext>,
    /// The types of `io` are filled.
    pub io_installed: Cell<bool>,
    pub standard: crate::modules::io::standard::Standard,
    pub command_line: RefCell<CommandLine>,
    /// How often a class was registered with an abstract one.
    pub abc_registrations: Cell<i64>,
    /// Holds until somebody assigns to the `__code__` of a function, any function.
    pub code_fact: FactId,
    /// Where the objects of code are, by its number: those that somebody has asked for.
    pub code_objects: RefCell<FxHashMap<u32, RootIndex>>,
    /// Texts that `eval` and `exec` have compiled, and the numbers of their code.
    pub evaluated: RefCell<FxHashMap<crate::modules::evaluation::Request, u32>>,
    /// Anchors of weak references, by the address of what they refer to: see [`crate::object::weak`].
    pub anchors: RefCell<FxHashMap<u64, RootIndex>>,
    pub gc: crate::modules::gc::Settings,
    /// Codecs and handlers that programs have registered.
    pub codec_register: crate::modules::codecs::Registered,
    /// `os.environ`.
    pub environment: Cell<Option<RootIndex>>,
    /// Types of tuples whose items have names.
    pub records: RefCell<Vec<(TypeId, &'static crate::modules::records::Record)>>,
    /// `-O`: how much is left out of what is compiled.
    pub optimize: Cell<u8>,
    pub released: crate::object::handle::Released,
}

/// What `sys.argv` and `sys.path` are at the start.
#[derive(Clone, Debug, Default)]
pub struct CommandLine {
    pub arguments: Vec<String>,
    pub path: Vec<String>,
}

/// An attribute of builtin objects that is computed.
pub struct Getter {
    pub name: &'static str,
    /// The type whose objects it is for.
    pub owner: TypeId,
    pub get: fn(&mut Py, Word) -> PyResult,
    #[allow(clippy::type_complexity)]
    pub set: Option<fn(&mut Py, Word, Option<Word>) -> PyResult<()>>,
}

impl Getter {
    /// In CPython it is a field of a C structure, which has another type, and is read-only in other words.
    pub fn is_member(&self) -> bool {
        use types::*;
        matches!(
            (self.owner, self.name),
            (PROPERTY, "fget" | "fset" | "fdel")
                | (FUNCTION, "__closure__" | "__globals__" | "__builtins__")
                | (METHOD, "__func__" | "__self__")
                | (STATIC_METHOD | CLASS_METHOD, "__func__" | "__wrapped__")
                | (SLICE | RANGE, "start" | "stop" | "step")
                | (COMPLEX, "real" | "imag")
                | (SUPER, "__thisclass__" | "__self__" | "__self_class__")
                | (TYPE, "__base__" | "__basicsize__" | "__itemsize__" | "__flags__")
        )
    }
}

impl std::fmt::Debug for Getter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Getter").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Runtime {
    #[inline(always)]
    pub fn ty(&self, id: TypeId) -> &TypeData {
        self.types.get(id.0)
    }

    /// A number that no type or dict has had.
    pub fn new_version(&self) -> u64 {
        let version = self.next_version.get();
        self.next_version.set(version + 1);
        version
    }

    pub fn is_subtype(&self, sub: TypeId, of: TypeId) -> bool {
        sub == of || self.ty(sub).mro.borrow().contains(&of)
    }
}
