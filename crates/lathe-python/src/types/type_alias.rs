//! `type X = ...`: a name for a type, which is evaluated when somebody asks for it.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::Special;
use crate::runtime::types;
use lathe_heap::Word;

/// B is a tuple: parameters, module. C is the value, or, as long as I is 0, a function that gives it.
const EVALUATED: i64 = 1;

impl Py {
    pub fn make_type_alias(&mut self, name: Word, parameters: Word, function: Word) -> Word {
        let parameters = if self.is_none(parameters) { self.new_tuple(&[]) } else { parameters };
        let (globals, key) = (self.frame_globals(), self.intern("__name__"));
        let module = self.dict_get_name(globals, key).unwrap_or(self.none());
        let more = self.new_tuple(&[parameters, module]);
        self.new_native(Kind::TypeAlias, name, more, function)
    }
}

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    if py.payload(args[1], classes::STR).is_none() {
        let message = format!("typealias() argument 'name' must be str, not {}", py.type_name(args[1]));
        return Err(py.type_error(&message));
    }
    let parameters = match args[3] {
        word if word.is_null() => py.none(),
        word if py.is(word, classes::TUPLE) => word,
        _ => return Err(py.type_error("type_params must be a tuple")),
    };
    let alias = py.make_type_alias(args[1], parameters, args[2]);
    py.set_int(alias, classes::NATIVE_I, EVALUATED);
    Ok(alias)
}

fn name(py: &mut Py, alias: Word) -> PyResult {
    Ok(py.get(alias, classes::NATIVE_A))
}

fn parameters(py: &mut Py, alias: Word) -> PyResult {
    Ok(py.items::<Word>(py.get(alias, classes::NATIVE_B))[0])
}

fn module(py: &mut Py, alias: Word) -> PyResult {
    Ok(py.items::<Word>(py.get(alias, classes::NATIVE_B))[1])
}

fn value(py: &mut Py, alias: Word) -> PyResult {
    let value = py.get(alias, classes::NATIVE_C);
    if py.get_int(alias, classes::NATIVE_I) == EVALUATED {
        return Ok(value);
    }
    let value = py.call(value, &[Word::wrap_small(1)])?;
    py.set(alias, classes::NATIVE_C, value);
    py.set_int(alias, classes::NATIVE_I, EVALUATED);
    Ok(value)
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    py.str(py.get(args[0], classes::NATIVE_A))
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let parameters = parameters(py, args[0])?;
    if py.array_len(parameters) == 0 {
        return Err(py.type_error("Only generic type aliases are subscriptable"));
    }
    let given = if py.is(args[1], classes::TUPLE) { args[1] } else { py.new_tuple(&[args[1]]) };
    Ok(py.new_alias(args[0], given))
}

pub fn install(py: &mut Py) {
    let id = types::TYPE_ALIAS;
    let methods: &[Method] = &[
        ("__repr__", Special, "(self, /)", repr),
        ("__getitem__", Special, "(self, key, /)", getitem),
        ("__or__", Special, "(self, value, /)", super::union::or),
        ("__ror__", Special, "(self, value, /)", super::union::reflected_or),
    ];
    py.add_methods(id, methods);
    py.add_new(id, "(cls, name, value, *, type_params=())", new);
    py.add_getters(
        id,
        &[
            ("__name__", name),
            ("__module__", module),
            ("__value__", value),
            ("__type_params__", parameters),
            ("__parameters__", parameters),
        ],
    );
}
