//! `type`: classes as objects.

use super::object;
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{ClassMethod, Method as Plain, Special};
use crate::runtime::types::{self, TypeFlags};
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("__call__", Special, "(self, /, *args, **kwargs)", call),
    ("__repr__", Special, "(self, /)", repr),
    ("__init__", Special, "(self, /, *args, **kwargs)", init),
    ("__setattr__", Special, "(self, name, value, /)", object::setattr),
    ("__delattr__", Special, "(self, name, /)", object::delattr),
    ("__getattribute__", Special, "(self, name, /)", object::getattribute),
    ("__prepare__", ClassMethod, "(cls, /, *args, **kwargs)", prepare),
    ("__instancecheck__", Plain, "(self, instance, /)", instancecheck),
    ("__subclasscheck__", Plain, "(self, subclass, /)", subclasscheck),
    ("__subclasses__", Plain, "(self, /)", subclasses),
    ("mro", Plain, "(self, /)", mro),
    ("__or__", Special, "(self, value, /)", super::union::or),
    ("__ror__", Special, "(self, value, /)", super::union::reflected_or),
    ("__hash__", Special, "(self, /)", hash),
];

fn call(py: &mut Py, args: &[Word]) -> PyResult {
    let (all, names) = py.arguments_of(args[1], args[2]);
    py.type_call(args[0], &all, &names)
}

/// `type.__new__(meta, name, bases, namespace, **keywords)`.
fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let given = py.items::<Word>(args[1]).to_vec();
    let [name, bases, namespace] = given[..] else {
        return Err(py.type_error("type.__new__() takes exactly 3 arguments"));
    };
    if py.payload(name, classes::STR).is_none() {
        let message = format!("type.__new__() argument 1 must be str, not {}", py.type_name(name));
        return Err(py.type_error(&message));
    }
    let Some(bases) = py.payload(bases, classes::TUPLE) else {
        let message = format!("type.__new__() argument 2 must be tuple, not {}", py.type_name(bases));
        return Err(py.type_error(&message));
    };
    let Some(namespace) = py.payload(namespace, classes::DICT) else {
        let message = format!("type.__new__() argument 3 must be dict, not {}", py.type_name(namespace));
        return Err(py.type_error(&message));
    };
    let meta = py.type_number(args[0]);
    // The bases may want another metaclass, which then makes the class.
    let best = py.best_metatype(meta, bases)?;
    let new_name = py.intern("__new__");
    if best != meta
        && let Some(other) = py.lookup(best, new_name)
        && Some(other) != py.lookup(types::TYPE, new_name)
    {
        let class = py.type_object(best);
        let other = py.bind_to(other, Word::NULL, class)?;
        let (all, names) = py.arguments_of(args[1], args[2]);
        return py.with_first(class, &all, |py, all| py.call_with_names(other, all, &names));
    }
    let none_by_position = py.new_tuple(&[]);
    let (values, names) = py.arguments_of(none_by_position, args[2]);
    py.new_type(meta, name, bases, namespace, &names, &values)
}

fn init(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.none())
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let name = py.qualified_name(py.type_number(args[0]));
    Ok(py.new_str(&format!("<class '{name}'>")))
}

fn prepare(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.new_dict())
}

fn instancecheck(py: &mut Py, args: &[Word]) -> PyResult {
    let is = py.plain_is_instance(args[1], args[0])?;
    Ok(py.bool(is))
}

fn subclasscheck(py: &mut Py, args: &[Word]) -> PyResult {
    let is = py.plain_is_subclass(args[1], args[0])?;
    Ok(py.bool(is))
}

fn subclasses(py: &mut Py, args: &[Word]) -> PyResult {
    let list = py.new_list(&[]);
    let subclasses = py.rt().ty(py.type_number(args[0])).subclasses.borrow().clone();
    for subclass in subclasses {
        let object = py.type_object(subclass);
        py.list_append(list, object)?;
    }
    Ok(list)
}

fn mro(py: &mut Py, args: &[Word]) -> PyResult {
    let (rt, id) = (py.runtime(), py.type_number(args[0]));
    let bases = rt.ty(id).bases.borrow().clone();
    // Not what it is now: a metaclass may have changed that.
    let order = crate::runtime::mro::linearize(&rt, id, &bases);
    let order = order.map_err(|conflict| py.order_conflict(conflict))?;
    let objects: Vec<Word> = order.iter().map(|&id| py.type_object(id)).collect();
    Ok(py.new_list(&objects))
}

fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    Ok(py.new_int((args[0].0 >> 4) as i64))
}

fn get_mro(py: &mut Py, class: Word) -> PyResult {
    let mro = py.rt().ty(py.type_number(class)).mro.borrow().clone();
    let objects: Vec<Word> = mro.iter().map(|&id| py.type_object(id)).collect();
    Ok(py.new_tuple(&objects))
}

fn get_bases(py: &mut Py, class: Word) -> PyResult {
    let bases = py.rt().ty(py.type_number(class)).bases.borrow().clone();
    let objects: Vec<Word> = bases.iter().map(|&id| py.type_object(id)).collect();
    Ok(py.new_tuple(&objects))
}

fn get_base(py: &mut Py, class: Word) -> PyResult {
    let base = py.rt().ty(py.type_number(class)).bases.borrow().first().copied();
    Ok(base.map_or(py.none(), |id| py.type_object(id)))
}

fn get_name(py: &mut Py, class: Word) -> PyResult {
    let rt = py.runtime();
    let ty = rt.ty(py.type_number(class));
    // Those of modules written in Rust are known under their full name.
    let name = if ty.flags.get().contains(TypeFlags::HEAP) { &ty.name } else { &ty.qualname };
    let name = name.borrow().clone();
    Ok(py.new_str(&name))
}

fn set_name(py: &mut Py, class: Word, value: Option<Word>) -> PyResult<()> {
    let Some(value) = value.and_then(|value| py.payload(value, classes::STR)) else {
        return Err(py.type_error("can only assign string to type.__name__"));
    };
    let name = py.string(value).into_owned().into();
    *py.rt().ty(py.type_number(class)).name.borrow_mut() = name;
    Ok(())
}

fn get_qualname(py: &mut Py, class: Word) -> PyResult {
    let name = py.rt().ty(py.type_number(class)).qualname.borrow().clone();
    Ok(py.new_str(&name))
}

fn set_qualname(py: &mut Py, class: Word, value: Option<Word>) -> PyResult<()> {
    let Some(value) = value.and_then(|value| py.payload(value, classes::STR)) else {
        return Err(py.type_error("can only assign string to type.__qualname__"));
    };
    let name = py.string(value).into_owned().into();
    *py.rt().ty(py.type_number(class)).qualname.borrow_mut() = name;
    Ok(())
}

fn get_module(py: &mut Py, class: Word) -> PyResult {
    let key = py.intern("__module__");
    let dict = py.type_dict(py.type_number(class));
    match py.dict_get_name(dict, key) {
        // `type` has the attribute itself among its own.
        Some(module) if py.native_kind(module) != Some(Kind::Getter) => Ok(module),
        _ => Ok(py.intern("builtins")),
    }
}

fn set_module(py: &mut Py, class: Word, value: Option<Word>) -> PyResult<()> {
    let key = py.intern("__module__");
    let id = py.type_number(class);
    if let Some(value) = value {
        py.set_type_attribute(id, key, value);
    }
    Ok(())
}

fn get_dict(py: &mut Py, class: Word) -> PyResult {
    let dict = py.type_dict(py.type_number(class));
    Ok(py.new_native(Kind::MappingProxy, dict, Word::NULL, Word::NULL))
}

fn get_doc(py: &mut Py, class: Word) -> PyResult {
    let key = py.intern("__doc__");
    let dict = py.type_dict(py.type_number(class));
    match py.dict_get_name(dict, key) {
        Some(doc) => py.bind_to(doc, Word::NULL, class),
        None => Ok(py.none()),
    }
}

fn set_doc(py: &mut Py, class: Word, value: Option<Word>) -> PyResult<()> {
    let key = py.intern("__doc__");
    let (id, none) = (py.type_number(class), py.none());
    py.set_type_attribute(id, key, value.unwrap_or(none));
    Ok(())
}

fn get_abstract(py: &mut Py, class: Word) -> PyResult {
    let key = py.intern("__abstractmethods__");
    let dict = py.type_dict(py.type_number(class));
    match py.dict_get_name(dict, key) {
        Some(value) => Ok(value),
        None => Err(py.error(types::ATTRIBUTE_ERROR, "__abstractmethods__")),
    }
}

fn set_abstract(py: &mut Py, class: Word, value: Option<Word>) -> PyResult<()> {
    let key = py.intern("__abstractmethods__");
    let id = py.type_number(class);
    let Some(value) = value else {
        let dict = py.type_dict(id);
        if py.dict_remove_name(dict, key).is_none() {
            return Err(py.error(types::ATTRIBUTE_ERROR, "__abstractmethods__"));
        }
        let rt = py.runtime();
        let flags = &rt.ty(id).flags;
        flags.set(TypeFlags(flags.get().0 & !TypeFlags::ABSTRACT.0));
        py.type_changed(id);
        return Ok(());
    };
    {
        let any = py.truth(value)?;
        py.set_type_attribute(id, key, value);
        let rt = py.runtime();
        let flags = &rt.ty(id).flags;
        flags.set(if any {
            flags.get().with(TypeFlags::ABSTRACT)
        } else {
            TypeFlags(flags.get().0 & !TypeFlags::ABSTRACT.0)
        });
    }
    Ok(())
}

pub fn install(py: &mut Py) {
    py.add_methods(types::TYPE, METHODS);
    py.add_new(types::TYPE, "(cls, /, *args, **kwargs)", new);
    py.add_getters(types::TYPE, &[("__mro__", get_mro), ("__base__", get_base), ("__dict__", get_dict)]);
    py.add_getter(types::TYPE, "__bases__", get_bases, Some(Py::set_bases));
    py.add_getter(types::TYPE, "__name__", get_name, Some(set_name));
    py.add_getter(types::TYPE, "__qualname__", get_qualname, Some(set_qualname));
    py.add_getter(types::TYPE, "__module__", get_module, Some(set_module));
    py.add_getter(types::TYPE, "__doc__", get_doc, Some(set_doc));
    py.add_getter(types::TYPE, "__abstractmethods__", get_abstract, Some(set_abstract));
}
