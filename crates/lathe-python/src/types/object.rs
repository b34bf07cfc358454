//! `object`: what all objects can do.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::Getter;
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{ClassMethod, Method as Plain, Special};
use crate::runtime::types::{self, BUILTIN_TYPES, TypeFlags, TypeId};
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("__init__", Special, "(self, /, *args, **kwargs)", init),
    ("__repr__", Special, "(self, /)", repr),
    ("__str__", Special, "(self, /)", str),
    ("__format__", Plain, "(self, format_spec, /)", format),
    ("__hash__", Special, "(self, /)", hash),
    ("__eq__", Special, "(self, value, /)", eq),
    ("__ne__", Special, "(self, value, /)", ne),
    ("__lt__", Special, "(self, value, /)", no_order),
    ("__le__", Special, "(self, value, /)", no_order),
    ("__gt__", Special, "(self, value, /)", no_order),
    ("__ge__", Special, "(self, value, /)", no_order),
    ("__getattribute__", Special, "(self, name, /)", getattribute),
    ("__setattr__", Special, "(self, name, value, /)", setattr),
    ("__delattr__", Special, "(self, name, /)", delattr),
    ("__dir__", Plain, "(self, /)", dir),
    ("__subclasshook__", ClassMethod, "(cls, object, /)", |py, _| Ok(py.not_implemented())),
    ("__init_subclass__", ClassMethod, "(cls, /)", init_subclass),
];

/// `object.__new__(cls, ...)`.
pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let (class, rest, keywords) = (args[0], args[1], args[2]);
    let Some(id) = py.as_type(class) else {
        return Err(py.type_error("object.__new__(X): X is not a type object"));
    };
    let excess = py.array_len(rest) > 0 || py.dict_len(keywords) > 0;
    if excess {
        let (new, init) = (py.intern("__new__"), py.intern("__init__"));
        let own_new = py.lookup(id, new) != py.lookup(types::OBJECT, new);
        let own_init = py.lookup(id, init) != py.lookup(types::OBJECT, init);
        if own_new {
            return Err(
                py.type_error("object.__new__() takes exactly one argument (the type to instantiate)")
            );
        }
        if !own_init {
            let name = py.rt().ty(id).name.borrow().clone();
            return Err(py.type_error(&format!("{name}() takes no arguments")));
        }
    }
    if py.rt().ty(id).flags.get().contains(TypeFlags::ABSTRACT) {
        return Err(abstract_error(py, id)?);
    }
    match py.rt().ty(id).instance_class {
        classes::INSTANCE | classes::EXCEPTION => Ok(py.new_instance(id)),
        _ => {
            let name = py.rt().ty(id).name.borrow().clone();
            let message = format!("object.__new__({name}) is not safe, use {name}.__new__()");
            Err(py.type_error(&message))
        }
    }
}

fn abstract_error(py: &mut Py, id: types::TypeId) -> PyResult<crate::object::py::Raised> {
    let name = py.rt().ty(id).name.borrow().clone();
    let key = py.intern("__abstractmethods__");
    let mut methods = Vec::new();
    let dict = py.type_dict(id);
    if let Some(set) = py.dict_get_name(dict, key) {
        for method in py.collect(set)?.to_vec() {
            methods.push(py.str_string(method)?);
        }
    }
    methods.sort();
    let plural = if methods.len() == 1 { "" } else { "s" };
    let message = format!(
        "Can't instantiate abstract class {name} with abstract method{plural} {}",
        methods.join(", ")
    );
    Ok(py.type_error(&message))
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let (object, rest, keywords) = (args[0], args[1], args[2]);
    if py.array_len(rest) > 0 || py.dict_len(keywords) > 0 {
        let id = py.type_of(object);
        let (new, init) = (py.intern("__new__"), py.intern("__init__"));
        let own_new = py.lookup(id, new) != py.lookup(types::OBJECT, new);
        let own_init = py.lookup(id, init) != py.lookup(types::OBJECT, init);
        if own_init {
            return Err(
                py.type_error("object.__init__() takes exactly one argument (the instance to initialize)")
            );
        }
        if !own_new {
            let name = py.rt().ty(id).name.borrow().clone();
            return Err(py.type_error(&format!("{name}() takes no arguments")));
        }
    }
    Ok(py.none())
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let text = py.default_repr(args[0]);
    Ok(py.new_str(&text))
}

fn str(py: &mut Py, args: &[Word]) -> PyResult {
    py.repr(args[0])
}

fn format(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(spec) = py.payload(args[1], classes::STR) else {
        let message = format!("__format__() argument must be str, not {}", py.type_name(args[1]));
        return Err(py.type_error(&message));
    };
    if !py.text(spec).is_empty() {
        let message = format!("unsupported format string passed to {}.__format__", py.type_name(args[0]));
        return Err(py.type_error(&message));
    }
    py.str(args[0])
}

fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    Ok(py.new_int(identity_hash(args[0])))
}

/// Objects do not move.
pub fn identity_hash(object: Word) -> i64 {
    (object.0 >> 4) as i64
}

fn eq(py: &mut Py, args: &[Word]) -> PyResult {
    Ok(if args[0] == args[1] { py.bool(true) } else { py.not_implemented() })
}

fn ne(py: &mut Py, args: &[Word]) -> PyResult {
    let not_implemented = py.not_implemented();
    match py.call_special(args[0], "__eq__", &[args[1]])? {
        Some(result) if result != not_implemented => {
            let equal = py.truth(result)?;
            Ok(py.bool(!equal))
        }
        _ => Ok(not_implemented),
    }
}

fn no_order(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.not_implemented())
}

/// A name of an attribute, interned.
pub fn attribute_name(py: &mut Py, name: Word) -> PyResult {
    match py.payload(name, classes::STR) {
        Some(text) => match py.intern_str(text) {
            Some(name) => Ok(name),
            None => Ok(text),
        },
        None => {
            let message = format!("attribute name must be string, not '{}'", py.type_name(name));
            Err(py.type_error(&message))
        }
    }
}

pub fn getattribute(py: &mut Py, args: &[Word]) -> PyResult {
    let name = attribute_name(py, args[1])?;
    match py.generic_get_attr(args[0], name)? {
        Some(value) => Ok(value),
        None => Err(py.no_attribute(args[0], name)),
    }
}

pub fn setattr(py: &mut Py, args: &[Word]) -> PyResult {
    let name = attribute_name(py, args[1])?;
    py.generic_set_attr(args[0], name, Some(args[2]))?;
    Ok(py.none())
}

pub fn delattr(py: &mut Py, args: &[Word]) -> PyResult {
    let name = attribute_name(py, args[1])?;
    py.generic_set_attr(args[0], name, None)?;
    Ok(py.none())
}

/// The names of all attributes.
pub fn dir(py: &mut Py, args: &[Word]) -> PyResult {
    let object = args[0];
    let names = py.new_dict();
    let none = py.none();
    let id = py.as_type(object).unwrap_or(py.type_of(object));
    let mro = py.rt().ty(id).mro.borrow().clone();
    for &base in mro.iter() {
        let dict = py.type_dict(base);
        let mut position = 0;
        while let Some((name, _)) = py.dict_next(dict, &mut position) {
            py.dict_set(names, name, none)?;
        }
    }
    match py.class_of(object) {
        Some(classes::MODULE) => {
            let dict = py.get(object, classes::MODULE_DICT);
            py.dict_clear(names);
            py.dict_update(names, dict)?;
        }
        Some(class) if Py::has_map(class) => {
            let rt = py.runtime();
            let map = rt.maps.get(py.map_of(object));
            if map.in_dict {
                let dict = py.slot(object, 0);
                py.dict_update(names, dict)?;
            } else {
                for &name in map.names.iter().filter(|name| !name.is_null()) {
                    py.dict_set(names, name, none)?;
                }
            }
        }
        _ => {}
    }
    let list = py.new_list(&[]);
    let mut position = 0;
    while let Some((name, _)) = py.dict_next(names, &mut position) {
        py.list_append(list, name)?;
    }
    Ok(list)
}

fn init_subclass(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.none())
}

fn get_class(py: &mut Py, object: Word) -> PyResult {
    Ok(py.type_object(py.type_of(object)))
}

fn set_class(py: &mut Py, object: Word, value: Option<Word>) -> PyResult<()> {
    let Some(id) = value.and_then(|value| py.as_type(value)) else {
        return Err(py.type_error("__class__ must be set to a class"));
    };
    let class = py.class_of(object).expect("an object");
    let old = py.type_of(object);
    let same_layout =
        py.rt().ty(id).layout == py.rt().ty(old).layout && py.rt().ty(id).instance_class == class;
    if !Py::has_map(class) || !same_layout || !py.rt().ty(id).flags.get().contains(TypeFlags::HEAP) {
        let (new, old) = (py.rt().ty(id).name.borrow().clone(), py.rt().ty(old).name.borrow().clone());
        let message = format!("__class__ assignment: '{new}' object layout differs from '{old}'");
        return Err(py.type_error(&message));
    }
    let map = py.rt().maps.retyped(py.map_of(object), id);
    py.set_int(object, classes::INSTANCE_MAP, map.0.into());
    Ok(())
}

fn get_dict(py: &mut Py, object: Word) -> PyResult {
    match py.class_of(object) {
        Some(classes::MODULE) => return Ok(py.get(object, classes::MODULE_DICT)),
        Some(class)
            if Py::has_map(class)
                && !py.rt().ty(py.type_of(object)).flags.get().contains(TypeFlags::NO_DICT) =>
        {
            return Ok(py.instance_dict(object));
        }
        Some(classes::STREAM) => return Ok(py.stream_dict(object)),
        Some(classes::FUNCTION) => {
            let mut dict = py.get(object, classes::FUNCTION_DICT);
            if dict.is_null() {
                dict = py.new_dict();
                py.set(object, classes::FUNCTION_DICT, dict);
            }
            return Ok(dict);
        }
        _ => {}
    }
    let name = py.intern("__dict__");
    Err(py.no_attribute(object, name))
}

/// One of the weak references to the object.
fn get_weak_reference(py: &mut Py, object: Word) -> PyResult {
    let references = py.references_to(object);
    Ok(references.first().copied().unwrap_or(py.none()))
}

fn set_dict(py: &mut Py, object: Word, value: Option<Word>) -> PyResult<()> {
    let dict = match value {
        Some(value) => match py.payload(value, classes::DICT) {
            Some(dict) => dict,
            None => {
                let message =
                    format!("__dict__ must be set to a dictionary, not a '{}'", py.type_name(value));
                return Err(py.type_error(&message));
            }
        },
        None if py.class_of(object).is_some_and(Py::has_map) => py.new_dict(),
        None => return Err(py.type_error("cannot delete __dict__")),
    };
    match py.class_of(object) {
        Some(class) if Py::has_map(class) => py.set_instance_dict(object, dict),
        Some(classes::FUNCTION) => py.set(object, classes::FUNCTION_DICT, dict),
        _ => return Err(py.error(types::ATTRIBUTE_ERROR, "readonly attribute")),
    }
    Ok(())
}

/// Everything of `object`.
pub fn install(py: &mut Py) {
    py.add_methods(types::OBJECT, METHODS);
    py.add_methods(types::OBJECT, super::reduce::METHODS);
    py.add_new(types::OBJECT, "(cls, /, *args, **kwargs)", new);
    py.add_getter(types::OBJECT, "__class__", get_class, Some(set_class));
    // Classes of programs get these where they begin to have them.
    let rt = py.runtime();
    let owner = types::OBJECT;
    let dict = rt.getters.add(Getter { name: "__dict__", owner, get: get_dict, set: Some(set_dict) });
    let weak = rt.getters.add(Getter { name: "__weakref__", owner, get: get_weak_reference, set: None });
    rt.instance_getters.set((dict, weak));
}

/// A builtin type whose objects have attributes of their own gets `__dict__`, if its bases do not have it.
pub fn install_dict(py: &mut Py, id: TypeId) {
    let rt = py.runtime();
    let has_dict = |id: TypeId| {
        let class = rt.ty(id).instance_class;
        id == types::FUNCTION
            || BUILTIN_TYPES.get(id.0 as usize).is_some_and(|builtin| builtin.name.starts_with("_io."))
            || [classes::MODULE, classes::EXCEPTION, classes::WRAPPED].contains(&class)
    };
    let inherits = rt.ty(id).bases.borrow().iter().any(|&base| has_dict(base));
    let name = py.intern("__dict__");
    if has_dict(id)
        && !inherits
        && !rt.ty(id).flags.get().contains(TypeFlags::NO_DICT)
        && py.dict_get_name(py.type_dict(id), name).is_none()
    {
        py.add_getter(id, "__dict__", get_dict, Some(set_dict));
    }
}

/// Called when all other attributes of builtin types are there.
pub fn install_dicts(py: &mut Py) {
    let rt = py.runtime();
    for number in 0..rt.types.len() as u32 {
        // Those that are filled when they are needed are recognized by being empty.
        if rt.ty(TypeId(number)).instance_class != classes::WRAPPED {
            install_dict(py, TypeId(number));
        }
    }
    let flags = &rt.ty(types::OBJECT).flags;
    flags.set(flags.get().with(TypeFlags::NO_DICT));
}
