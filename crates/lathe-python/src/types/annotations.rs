//! `__annotations__` of classes and modules: evaluated by the function that was compiled for them, when they are first asked for.
//!
//! Functions have theirs in [`super::function`].

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::types::{self, TypeFlags};
use lathe_heap::Word;

impl Py {
    /// What the annotations in a namespace are. `function`: the name of what evaluates them, `cache`: where they are kept.
    fn annotations_in(&mut self, dict: Word, function: &str, cache: &str) -> PyResult {
        for name in ["__annotations__", cache] {
            let name = self.intern(name);
            if let Some(known) = self.dict_get_name(dict, name) {
                return Ok(known);
            }
        }
        let function = self.intern(function);
        let annotations = match self.dict_get_name(dict, function) {
            Some(function) if !self.is_none(function) => {
                let annotations = self.call(function, &[Word::wrap_small(1)])?;
                if self.payload(annotations, classes::DICT).is_none() {
                    let message =
                        format!("__annotate__ returned non-dict of type '{}'", self.type_name(annotations));
                    return Err(self.type_error(&message));
                }
                annotations
            }
            _ => self.new_dict(),
        };
        let cache = self.intern(cache);
        self.dict_set_name(dict, cache, annotations);
        Ok(annotations)
    }
}

const CACHE: &str = "__annotations_cache__";
const FUNCTION: &str = "__annotate_func__";

fn of_class(py: &mut Py, class: Word) -> PyResult {
    let id = py.type_number(class);
    if !py.rt().ty(id).flags.get().contains(TypeFlags::HEAP) {
        let name = py.intern("__annotations__");
        return Err(py.no_attribute(class, name));
    }
    py.annotations_in(py.type_dict(id), FUNCTION, CACHE)
}

fn set_of_class(py: &mut Py, class: Word, value: Option<Word>) -> PyResult<()> {
    let id = py.type_number(class);
    let [own, cache, function] = ["__annotations__", CACHE, FUNCTION].map(|name| py.intern(name));
    if !py.rt().ty(id).flags.get().contains(TypeFlags::HEAP) {
        let name = py.rt().ty(id).name.borrow().clone();
        let message = format!("cannot set '__annotations__' attribute of immutable type '{name}'");
        return Err(py.type_error(&message));
    }
    let dict = py.type_dict(id);
    let there = py.dict_get_name(dict, own).is_some()
        || py.dict_get_name(dict, cache).is_some()
        || py.dict_get_name(dict, function).is_some();
    py.dict_remove_name(dict, own);
    py.dict_remove_name(dict, cache);
    match value {
        Some(value) => py.dict_set_name(dict, cache, value),
        None if !there => return Err(py.no_attribute(class, own)),
        None => {
            py.dict_remove_name(dict, function);
        }
    }
    py.type_changed(id);
    Ok(())
}

fn function_of_class(py: &mut Py, class: Word) -> PyResult {
    let name = py.intern(FUNCTION);
    let dict = py.type_dict(py.type_number(class));
    Ok(py.dict_get_name(dict, name).unwrap_or(py.none()))
}

fn set_function_of_class(py: &mut Py, class: Word, value: Option<Word>) -> PyResult<()> {
    let Some(value) = value else { return Err(py.type_error("cannot delete __annotate__ attribute")) };
    let [name, cache] = [FUNCTION, CACHE].map(|name| py.intern(name));
    let id = py.type_number(class);
    let dict = py.type_dict(id);
    py.dict_remove_name(dict, cache);
    py.set_type_attribute(id, name, value);
    Ok(())
}

fn of_module(py: &mut Py, module: Word) -> PyResult {
    let dict = py.get(module, classes::MODULE_DICT);
    py.annotations_in(dict, "__annotate__", "__annotations__")
}

fn set_of_module(py: &mut Py, module: Word, value: Option<Word>) -> PyResult<()> {
    let (dict, name) = (py.get(module, classes::MODULE_DICT), py.intern("__annotations__"));
    match value {
        Some(value) => py.dict_set_name(dict, name, value),
        None if py.dict_remove_name(dict, name).is_some() => {}
        None => return Err(py.no_attribute(module, name)),
    }
    Ok(())
}

fn type_params(py: &mut Py, class: Word) -> PyResult {
    let name = py.intern("__type_params__");
    let dict = py.type_dict(py.type_number(class));
    match py.dict_get_name(dict, name) {
        Some(params) => Ok(params),
        None => Ok(py.new_tuple(&[])),
    }
}

fn set_type_params(py: &mut Py, class: Word, value: Option<Word>) -> PyResult<()> {
    let name = py.intern("__type_params__");
    py.type_set_attr(class, name, value)
}

pub fn install(py: &mut Py) {
    py.add_getter(types::TYPE, "__annotations__", of_class, Some(set_of_class));
    py.add_getter(types::TYPE, "__annotate__", function_of_class, Some(set_function_of_class));
    py.add_getter(types::TYPE, "__type_params__", type_params, Some(set_type_params));
    py.add_getter(types::MODULE, "__annotations__", of_module, Some(set_of_module));
}
