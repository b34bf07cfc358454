//! How an interpreter comes to be: the objects that there is one of, and the builtin types.

use super::maps::{MapId, Maps};
use super::table::Table;
use super::types::{self, BUILTIN_TYPES, TypeData, TypeFlags, TypeId};
use super::{Runtime, Singletons};
use crate::object::classes;
use crate::object::py::Py;
use lathe_heap::{Config, RootIndex, Word, stack};
use lathe_ir::ClassId;
use lathe_meta::{BoolRef, Core, FieldRef};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Slots of the VM stack, and frames.
const STACK_WORDS: usize = 1 << 20;
const MAX_FRAMES: usize = 1000;

/// The core of a Python VM, whose `user` is its [`Runtime`].
pub fn new_core(heap: Config) -> (Box<Core>, Rc<Runtime>) {
    let (descriptors, layouts) = classes::register();
    let mut core = Core::new(descriptors, layouts, heap, STACK_WORDS, MAX_FRAMES);
    let singletons = singletons(&mut core);
    let code_fact = core.facts.add_fact();
    let rt = Rc::new(Runtime {
        types: Table::default(),
        maps: Maps::default(),
        natives: Table::default(),
        codes: Table::default(),
        singletons,
        interned: RefCell::new(FxHashMap::default()),
        next_version: Cell::new(1),
        namespaces: Table::default(),
        recursion_limit: Cell::new(1000),
        instance_getters: Cell::default(),
        showing: RefCell::default(),
        getters: Table::default(),
        loaded: RefCell::default(),
        context: Cell::new(std::ptr::null_mut()),
        io_installed: Cell::new(false),
        standard: Default::default(),
        command_line: RefCell::default(),
        abc_registrations: Cell::new(0),
        code_fact,
        code_objects: RefCell::default(),
        evaluated: RefCell::default(),
        anchors: RefCell::default(),
        gc: Default::default(),
        codec_register: Default::default(),
        environment: Cell::new(None),
        records: RefCell::default(),
        optimize: Cell::new(0),
        released: Rc::default(),
    });
    core.user = Box::new(rt.clone());
    with_py(&mut core, add_types);
    (core, rt)
}

/// Does some work outside of any run. What it makes is kept alive by being on the native stack, as in a run.
pub fn with_py<T>(core: &mut Core, work: impl FnOnce(&mut Py) -> T) -> T {
    // SAFETY: the work is done in frames below this one, on this thread, and is over before the base is taken back.
    unsafe { core.heap.set_stack_base(Some(stack::stack_pointer())) };
    let result = enter(core, work);
    // SAFETY: no stack is scanned.
    unsafe { core.heap.set_stack_base(None) };
    result
}

#[inline(never)]
fn enter<T>(core: &mut Core, work: impl FnOnce(&mut Py) -> T) -> T {
    // SAFETY: the core's user is a runtime, and nothing of it is borrowed.
    let mut py = unsafe { Py::new(&raw mut *core.context) };
    work(&mut py)
}

fn singletons(core: &mut Core) -> Singletons {
    let mut add = |class: ClassId, field: FieldRef, value: i64| {
        let object = core.heap.allocate_anyway(class);
        let place = (object.0 as *mut u8).wrapping_add(field.offset as usize).cast::<i64>();
        // SAFETY: a new object of a class that has this field.
        unsafe { place.write(value) };
        core.heap.add_root(object)
    };
    let none = add(classes::SINGLETON, classes::SINGLETON_NUMBER, 0);
    let not_implemented = add(classes::SINGLETON, classes::SINGLETON_NUMBER, 1);
    let ellipsis = add(classes::SINGLETON, classes::SINGLETON_NUMBER, 2);
    let no_default = add(classes::SINGLETON, classes::SINGLETON_NUMBER, 3);
    let no = add(classes::BOOL, classes::BOOL_VALUE, 0);
    let yes = add(classes::BOOL, classes::BOOL_VALUE, 1);
    let bools = BoolRef { class: classes::BOOL, value: classes::BOOL_VALUE, no, yes };
    let mut array = |class: ClassId, length: u64| {
        let array = core.heap.allocate_array_anyway(class, length);
        core.heap.add_root(array)
    };
    let empty_tuple = array(classes::TUPLE, 0);
    let empty_bytes = array(classes::BYTES, crate::object::bytes::HEAD as u64);
    let mut dict = || {
        let dict = core.heap.allocate_anyway(classes::DICT);
        core.heap.add_root(dict)
    };
    let (builtins, modules) = (dict(), dict());
    let handled = core.heap.add_root(Word::NULL);
    Singletons {
        none,
        not_implemented,
        ellipsis,
        no_default,
        bools,
        empty_tuple,
        empty_bytes,
        builtins,
        modules,
        handled,
    }
}

/// The class of a builtin type's instances.
fn instance_class(id: TypeId, exception: bool) -> ClassId {
    match id {
        _ if exception => classes::EXCEPTION,
        types::INT => classes::INT,
        types::BOOL => classes::BOOL,
        types::FLOAT => classes::FLOAT,
        types::COMPLEX => classes::COMPLEX,
        types::STR => classes::STR,
        types::BYTES => classes::BYTES,
        types::TUPLE => classes::TUPLE,
        types::LIST => classes::LIST,
        types::DICT => classes::DICT,
        types::SET | types::FROZENSET => classes::SET,
        types::TYPE => classes::TYPE,
        types::MODULE => classes::MODULE,
        types::OBJECT
        | types::SIMPLE_NAMESPACE
        | types::GENERIC
        | types::IO_BASE
        | types::RAW_IO_BASE
        | types::BUFFERED_IO_BASE
        | types::TEXT_IO_BASE => classes::INSTANCE,
        types::WEAK_REFERENCE => classes::WEAK,
        types::PARTIAL | types::LRU_CACHE | types::DEFAULT_DICT | types::ORDERED_DICT => classes::WRAPPED,
        _ => classes::NATIVE,
    }
}

/// Builtin types that a class statement can have as base.
fn can_be_base(id: TypeId, exception: bool) -> bool {
    use types::*;
    exception
        || [
            OBJECT,
            TYPE,
            INT,
            FLOAT,
            COMPLEX,
            STR,
            BYTES,
            BYTEARRAY,
            TUPLE,
            LIST,
            DICT,
            SET,
            FROZENSET,
            MODULE,
            PROPERTY,
            STATIC_METHOD,
            CLASS_METHOD,
            SUPER,
            ENUMERATE,
            ZIP,
            MAP,
            FILTER,
            REVERSED,
            SIMPLE_NAMESPACE,
            WEAK_REFERENCE,
            GENERIC_ALIAS,
            GENERIC,
            RANDOM,
            STRUCT,
            ARRAY,
            IO_BASE,
            RAW_IO_BASE,
            BUFFERED_IO_BASE,
            TEXT_IO_BASE,
            FILE_IO,
            BUFFERED_READER,
            BUFFERED_WRITER,
            BUFFERED_RANDOM,
            BUFFERED_PAIR,
            BYTES_IO,
            TEXT_IO_WRAPPER,
            STRING_IO,
            COUNT,
            CYCLE,
            REPEAT,
            ACCUMULATE,
            BATCHED,
            CHAIN,
            COMBINATIONS,
            COMBINATIONS_WITH_REPLACEMENT,
            COMPRESS,
            DROP_WHILE,
            FILTER_FALSE,
            GROUP_BY,
            ISLICE,
            PAIRWISE,
            PERMUTATIONS,
            PRODUCT,
            STAR_MAP,
            TAKE_WHILE,
            ZIP_LONGEST,
            PARTIAL,
            LRU_CACHE,
            DEQUE,
            DEFAULT_DICT,
            ORDERED_DICT,
        ]
        .contains(&id)
}

fn add_types(py: &mut Py) {
    for (number, builtin) in BUILTIN_TYPES.iter().enumerate() {
        let id = TypeId(number as u32);
        let flags = if can_be_base(id, builtin.exception) { TypeFlags::BASE } else { TypeFlags::default() };
        let flags = match id {
            types::LIST | types::TUPLE | types::RANGE | types::MEMORYVIEW | types::ARRAY => {
                flags.with(TypeFlags::SEQUENCE)
            }
            types::DICT | types::MAPPING_PROXY | types::ORDERED_DICT => flags.with(TypeFlags::MAPPING),
            types::DEFAULT_DICT => flags.with(TypeFlags::MAPPING).with(TypeFlags::NO_DICT),
            types::DEQUE => flags.with(TypeFlags::SEQUENCE),
            _ => flags,
        };
        // Messages show it with its module.
        let name: Rc<str> = builtin.name.into();
        let bases: &[TypeId] = match id {
            types::OBJECT => &[],
            types::EXCEPTION_GROUP => &[types::BASE_EXCEPTION_GROUP, types::EXCEPTION],
            types::UNSUPPORTED_OPERATION => &[types::OS_ERROR, types::VALUE_ERROR],
            _ => &[builtin.base],
        };
        let layout = match id {
            types::BOOL => types::INT,
            types::GENERIC => types::OBJECT,
            // Their objects have nothing but attributes.
            types::SIMPLE_NAMESPACE
            | types::IO_BASE
            | types::RAW_IO_BASE
            | types::BUFFERED_IO_BASE
            | types::TEXT_IO_BASE => types::OBJECT,
            types::DEFAULT_DICT | types::ORDERED_DICT => types::DICT,
            _ if builtin.exception => types::BASE_EXCEPTION,
            _ => id,
        };
        let class = instance_class(id, builtin.exception);
        let dict = py.new_dict();
        py.add_type(NewType { name, bases, metatype: types::TYPE, layout, class, flags, dict });
        if let Some((module, last)) = builtin.name.rsplit_once('.') {
            *py.rt().ty(id).qualname.borrow_mut() = last.into();
            let (key, module) = (py.intern("__module__"), py.intern(module));
            py.dict_set_name(dict, key, module);
        }
    }
}

/// What [`Py::add_type`] needs to know.
#[derive(Debug)]
pub struct NewType<'a> {
    pub name: Rc<str>,
    pub bases: &'a [TypeId],
    pub metatype: TypeId,
    pub layout: TypeId,
    pub class: ClassId,
    pub flags: TypeFlags,
    /// Its namespace.
    pub dict: Word,
}

impl Py {
    /// A new type, whose bases have a resolution order with it. The caller has checked everything.
    pub fn add_type(&mut self, new: NewType<'_>) -> TypeId {
        let id = TypeId(self.rt().types.len() as u32);
        let object = self.new_object(classes::TYPE);
        self.set_int(object, classes::TYPE_NUMBER, id.0.into());
        self.set(object, classes::TYPE_DICT, new.dict);
        let root: RootIndex = self.core().heap.add_root(object);
        let fact = self.core().facts.add_fact();
        let rt = self.runtime();
        let mro = super::mro::linearize(&rt, id, new.bases).expect("the caller has checked it");
        let version = rt.new_version();
        let key = self.intern("__module__");
        let shown = match self.dict_get_name(new.dict, key) {
            Some(module) if self.is(module, classes::STR) && &*self.string(module) != "builtins" => {
                format!("{}.{}", self.string(module), new.name).into()
            }
            _ => new.name.clone(),
        };
        rt.types.add(TypeData {
            id,
            shown,
            qualname: RefCell::new(new.name.clone()),
            name: RefCell::new(new.name),
            object: root,
            metatype: Cell::new(new.metatype),
            bases: RefCell::new(new.bases.into()),
            mro: RefCell::new(mro),
            subclasses: RefCell::default(),
            layout: new.layout,
            instance_class: new.class,
            map: Cell::new(MapId(0)),
            flags: Cell::new(new.flags),
            fact,
            version: Cell::new(version),
            found: RefCell::default(),
            specials: Default::default(),
        });
        rt.ty(id).map.set(rt.maps.empty(id));
        for &base in new.bases {
            rt.ty(base).subclasses.borrow_mut().push(id);
        }
        id
    }
}
