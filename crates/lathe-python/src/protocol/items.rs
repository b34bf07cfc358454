//! Subscripts and membership.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use lathe_heap::Word;

impl Py {
    /// `object[index]`.
    pub fn get_item_of(&mut self, object: Word, index: Word) -> PyResult {
        match self.class_of(object) {
            Some(classes::DICT) => {
                if let Some(value) = self.dict_get(object, index)? {
                    return Ok(value);
                }
            }
            // `list[int]`: a class that has no `__getitem__` of its metaclass.
            Some(classes::TYPE) if self.lookup_special(object, "__getitem__").is_none() => {
                let name = self.intern("__class_getitem__");
                if self.type_number(object) == crate::runtime::types::TYPE {
                    let args = if self.is(index, classes::TUPLE) { index } else { self.new_tuple(&[index]) };
                    return Ok(self.new_alias(object, args));
                }
                return match self.try_get_attr(object, name)? {
                    Some(method) => self.call(method, &[index]),
                    None => {
                        let name = self.rt().ty(self.type_number(object)).name.borrow().clone();
                        Err(self.type_error(&format!("type '{name}' is not subscriptable")))
                    }
                };
            }
            _ => {}
        }
        match self.call_special(object, "__getitem__", &[index])? {
            Some(value) => Ok(value),
            None => {
                let message = format!("'{}' object is not subscriptable", self.type_name(object));
                Err(self.type_error(&message))
            }
        }
    }

    /// `object[index] = value`.
    pub fn set_item_of(&mut self, object: Word, index: Word, value: Word) -> PyResult<()> {
        if self.is(object, classes::DICT) {
            return self.dict_set(object, index, value);
        }
        match self.call_special(object, "__setitem__", &[index, value])? {
            Some(_) => Ok(()),
            None => {
                let message = format!("'{}' object does not support item assignment", self.type_name(object));
                Err(self.type_error(&message))
            }
        }
    }

    /// `del object[index]`.
    pub fn delete_item_of(&mut self, object: Word, index: Word) -> PyResult<()> {
        match self.call_special(object, "__delitem__", &[index])? {
            Some(_) => Ok(()),
            None => {
                let message = format!("'{}' object doesn't support item deletion", self.type_name(object));
                Err(self.type_error(&message))
            }
        }
    }

    /// `item in container`.
    pub fn contains(&mut self, container: Word, item: Word) -> PyResult<bool> {
        let none = self.none();
        match self.lookup_special(container, "__contains__") {
            Some(method) if method == none => {
                let message = format!("'{}' object is not a container", self.type_name(container));
                Err(self.type_error(&message))
            }
            Some(method) => {
                let method = self.bind(method, container)?;
                let found = self.call(method, &[item])?;
                self.truth(found)
            }
            None => {
                let iterator = match self.iter(container) {
                    Ok(iterator) => iterator,
                    Err(_) if self.lookup_special(container, "__iter__").is_none() => {
                        let message =
                            format!("argument of type '{}' is not iterable", self.type_name(container));
                        return Err(self.type_error(&message));
                    }
                    Err(raised) => return Err(raised),
                };
                while let Some(found) = self.next(iterator)? {
                    if self.eq(found, item)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }
}
