//! Functions, bound methods, natives, generators: things that run.

use crate::object::classes;
use crate::object::generator::{RUNNING, Resumed, Resumption, SUSPENDED};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{self, Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;
use lathe_meta::FieldRef;

fn function_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let name = py.function_name(args[0]);
    Ok(py.new_str(&format!("<function {name} at {:#x}>", args[0].0)))
}

fn call(py: &mut Py, args: &[Word]) -> PyResult {
    let (all, names) = py.arguments_of(args[1], args[2]);
    py.call_with_names(args[0], &all, &names)
}

/// `descriptor.__get__(object, owner)`.
pub fn get(py: &mut Py, args: &[Word]) -> PyResult {
    let none = py.none();
    let object = if args[1] == none { Word::NULL } else { args[1] };
    let owner = if args[2].is_null() || args[2] == none {
        if object.is_null() { none } else { py.type_object(py.type_of(object)) }
    } else {
        args[2]
    };
    py.bind_to(args[0], object, owner)
}

macro_rules! field {
    ($name:ident, $field:expr) => {
        mod $name {
            use super::*;
            const FIELD: FieldRef = $field;
            pub fn get(py: &mut Py, function: Word) -> PyResult {
                let value = py.get(function, FIELD);
                Ok(if value.is_null() { py.none() } else { value })
            }
            #[allow(dead_code)]
            pub fn set(py: &mut Py, function: Word, value: Option<Word>) -> PyResult<()> {
                let none = py.none();
                py.set(function, FIELD, value.unwrap_or(none));
                Ok(())
            }
        }
    };
}

field!(name, classes::FUNCTION_NAME);
field!(qualname, classes::FUNCTION_QUALNAME);
field!(module, classes::FUNCTION_MODULE);
field!(doc, classes::FUNCTION_DOC);
field!(defaults, classes::FUNCTION_DEFAULTS);
field!(keyword_defaults, classes::FUNCTION_KEYWORD_DEFAULTS);
field!(closure, classes::FUNCTION_CLOSURE);
field!(globals, classes::FUNCTION_GLOBALS);
field!(annotate, classes::FUNCTION_ANNOTATE);
field!(method_function, classes::METHOD_FUNCTION);
field!(method_self, classes::METHOD_SELF);
field!(generator_name, classes::GENERATOR_NAME);
field!(generator_qualname, classes::GENERATOR_QUALNAME);

fn annotations(py: &mut Py, function: Word) -> PyResult {
    let known = py.get(function, classes::FUNCTION_ANNOTATIONS);
    if !known.is_null() {
        return Ok(known);
    }
    let annotate = py.get(function, classes::FUNCTION_ANNOTATE);
    let dict = if annotate.is_null() || py.is_none(annotate) {
        py.new_dict()
    } else {
        let format = py.new_int(1);
        py.call(annotate, &[format])?
    };
    py.set(function, classes::FUNCTION_ANNOTATIONS, dict);
    Ok(dict)
}

/// Names are strings.
fn set_name(py: &mut Py, function: Word, value: Option<Word>) -> PyResult<()> {
    let value = checked_name(py, value, "__name__")?;
    py.set(function, classes::FUNCTION_NAME, value);
    Ok(())
}

fn set_qualname(py: &mut Py, function: Word, value: Option<Word>) -> PyResult<()> {
    let value = checked_name(py, value, "__qualname__")?;
    py.set(function, classes::FUNCTION_QUALNAME, value);
    Ok(())
}

fn set_defaults(py: &mut Py, function: Word, value: Option<Word>) -> PyResult<()> {
    let value = match value {
        Some(value) if !py.is_none(value) => match py.payload(value, classes::TUPLE) {
            Some(tuple) => tuple,
            None => return Err(py.type_error("__defaults__ must be set to a tuple object")),
        },
        _ => py.none(),
    };
    py.set(function, classes::FUNCTION_DEFAULTS, value);
    Ok(())
}

fn set_keyword_defaults(py: &mut Py, function: Word, value: Option<Word>) -> PyResult<()> {
    let value = match value {
        Some(value) if !py.is_none(value) => match py.payload(value, classes::DICT) {
            Some(dict) => dict,
            None => return Err(py.type_error("__kwdefaults__ must be set to a dict object")),
        },
        _ => py.none(),
    };
    py.set(function, classes::FUNCTION_KEYWORD_DEFAULTS, value);
    Ok(())
}

/// An empty tuple for functions that are not generic.
fn get_type_params(py: &mut Py, function: Word) -> PyResult {
    let params = py.get(function, classes::FUNCTION_TYPE_PARAMS);
    Ok(if params.is_null() { py.new_tuple(&[]) } else { params })
}

fn set_type_params(py: &mut Py, function: Word, value: Option<Word>) -> PyResult<()> {
    match value.filter(|&value| py.is(value, classes::TUPLE)) {
        Some(tuple) => py.set(function, classes::FUNCTION_TYPE_PARAMS, tuple),
        None => return Err(py.type_error("__type_params__ must be set to a tuple")),
    }
    Ok(())
}

fn builtins(py: &mut Py, _function: Word) -> PyResult {
    Ok(py.root(py.rt().singletons.builtins))
}

fn code(py: &mut Py, function: Word) -> PyResult {
    let number = py.get_int(function, classes::FUNCTION_CODE) as u32;
    Ok(py.code_object(number))
}

fn set_code(py: &mut Py, function: Word, value: Option<Word>) -> PyResult<()> {
    let Some(code) = value.filter(|&value| py.native_kind(value) == Some(Kind::Code)) else {
        return Err(py.type_error("__code__ must be set to a code object"));
    };
    let closure = py.get(function, classes::FUNCTION_CLOSURE);
    let cells = if closure.is_null() { 0 } else { py.array_len(closure) };
    let free = py.code_of(code).free.len();
    if free != cells {
        let name = py.function_name(function);
        let message = format!("{name}() requires a code object with {cells} free vars, not {free}");
        return Err(py.value_error(&message));
    }
    py.set_int(function, classes::FUNCTION_CODE, py.code_number(code).into());
    // To the JIT the field never changes: whoever has relied on that relies on this fact, too.
    let fact = py.rt().code_fact;
    py.core().invalidate(fact);
    Ok(())
}

fn set_annotations(py: &mut Py, function: Word, value: Option<Word>) -> PyResult<()> {
    let value = match value {
        Some(value) if py.is_none(value) => Word::NULL,
        Some(value) if py.payload(value, classes::DICT).is_none() => {
            return Err(py.type_error("__annotations__ must be set to a dict object"));
        }
        Some(value) => value,
        None => Word::NULL,
    };
    // What was assigned counts, not what would be evaluated.
    py.set(function, classes::FUNCTION_ANNOTATE, Word::NULL);
    py.set(function, classes::FUNCTION_ANNOTATIONS, value);
    Ok(())
}

fn method_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let (function, object) =
        (py.get(args[0], classes::METHOD_FUNCTION), py.get(args[0], classes::METHOD_SELF));
    let name = match py.class_of(function) {
        Some(classes::FUNCTION) => py.function_name(function),
        _ => "?".to_string(),
    };
    let object = py.repr_string(object)?;
    Ok(py.new_str(&format!("<bound method {name} of {object}>")))
}

fn method_eq(py: &mut Py, args: &[Word]) -> PyResult {
    if !py.is(args[1], classes::BOUND_METHOD) {
        return Ok(py.not_implemented());
    }
    let part = |field| (py.get(args[0], field), py.get(args[1], field));
    let ((f, g), (a, b)) = (part(classes::METHOD_FUNCTION), part(classes::METHOD_SELF));
    let same = f == g && py.same(a, b);
    Ok(py.bool(same))
}

fn method_hash(py: &mut Py, args: &[Word]) -> PyResult {
    let (function, object) =
        (py.get(args[0], classes::METHOD_FUNCTION), py.get(args[0], classes::METHOD_SELF));
    let (function, object) = (py.hash(function)?, super::object::identity_hash(object));
    Ok(py.new_int(function ^ object))
}

fn builtin_eq(py: &mut Py, args: &[Word]) -> PyResult {
    if !py.is(args[1], classes::BUILTIN) {
        return Ok(py.not_implemented());
    }
    let same = py.get_int(args[0], classes::BUILTIN_NUMBER) == py.get_int(args[1], classes::BUILTIN_NUMBER)
        && py.same(py.get(args[0], classes::BUILTIN_SELF), py.get(args[1], classes::BUILTIN_SELF));
    Ok(py.bool(same))
}

fn builtin_hash(py: &mut Py, args: &[Word]) -> PyResult {
    let object = super::object::identity_hash(py.get(args[0], classes::BUILTIN_SELF));
    Ok(py.new_int(object ^ py.get_int(args[0], classes::BUILTIN_NUMBER)))
}

fn method_getattribute(py: &mut Py, args: &[Word]) -> PyResult {
    let name = super::object::attribute_name(py, args[1])?;
    if let Some(value) = py.generic_get_attr(args[0], name)? {
        return Ok(value);
    }
    // What the method does not have, its function may.
    let function = py.get(args[0], classes::METHOD_FUNCTION);
    py.get_attr(function, name)
}

fn builtin_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let rt = py.runtime();
    let native = rt.natives.get(py.get_int(args[0], classes::BUILTIN_NUMBER) as u32);
    let object = py.get(args[0], classes::BUILTIN_SELF);
    let text = match (py.type_of(args[0]), object.is_null()) {
        (types::METHOD_DESCRIPTOR, _) => {
            let (owner, name) = native.qualname.rsplit_once('.').unwrap_or(("?", native.name));
            format!("<method '{name}' of '{owner}' objects>")
        }
        (types::WRAPPER_DESCRIPTOR, _) => {
            let (owner, name) = native.qualname.rsplit_once('.').unwrap_or(("?", native.name));
            format!("<slot wrapper '{name}' of '{owner}' objects>")
        }
        (types::CLASS_METHOD_DESCRIPTOR, _) => {
            let (owner, name) = native.qualname.rsplit_once('.').unwrap_or(("?", native.name));
            format!("<method '{name}' of '{owner}' objects>")
        }
        (types::METHOD_WRAPPER, _) => format!(
            "<method-wrapper '{}' of {} object at {:#x}>",
            native.name,
            py.type_name(object),
            object.0
        ),
        (_, false) => {
            format!("<built-in method {} of {} object at {:#x}>", native.name, py.type_name(object), object.0)
        }
        (_, true) => format!("<built-in function {}>", native.name),
    };
    Ok(py.new_str(&text))
}

fn builtin_name(py: &mut Py, builtin: Word) -> PyResult {
    let name = py.runtime().natives.get(py.get_int(builtin, classes::BUILTIN_NUMBER) as u32).name;
    Ok(py.intern(name))
}

fn builtin_qualname(py: &mut Py, builtin: Word) -> PyResult {
    let rt = py.runtime();
    let native = rt.natives.get(py.get_int(builtin, classes::BUILTIN_NUMBER) as u32);
    // Of a function of a module, it is its name.
    let name = if native.kind == NativeKind::Function { native.name } else { &native.qualname };
    Ok(py.new_str(name))
}

fn builtin_class(py: &mut Py, builtin: Word) -> PyResult {
    let owner = py.runtime().natives.get(py.get_int(builtin, classes::BUILTIN_NUMBER) as u32).owner;
    Ok(owner.map_or(py.none(), |owner| py.type_object(owner)))
}

fn builtin_self(py: &mut Py, builtin: Word) -> PyResult {
    let object = py.get(builtin, classes::BUILTIN_SELF);
    Ok(if object.is_null() { py.none() } else { object })
}

fn builtin_module(py: &mut Py, builtin: Word) -> PyResult {
    let module = py.get(builtin, classes::BUILTIN_MODULE);
    Ok(if module.is_null() { py.none() } else { module })
}

fn builtin_doc(py: &mut Py, _builtin: Word) -> PyResult {
    Ok(py.none())
}

// --- Generators --------------------------------------------------------------------------------------------------------------

fn itself(_py: &mut Py, args: &[Word]) -> PyResult {
    Ok(args[0])
}

pub fn finished(py: &mut Py, resumed: Resumed) -> PyResult {
    match resumed {
        Resumed::Yielded(value) => Ok(value),
        Resumed::Returned(value) if py.is_none(value) => Err(py.error_with(types::STOP_ITERATION, &[])),
        Resumed::Returned(value) => Err(py.error_with(types::STOP_ITERATION, &[value])),
    }
}

pub fn generator_next(py: &mut Py, args: &[Word]) -> PyResult {
    let none = py.none();
    let resumed = py.resume(args[0], Resumption::Send(none))?;
    finished(py, resumed)
}

pub fn generator_send(py: &mut Py, args: &[Word]) -> PyResult {
    let resumed = py.resume(args[0], Resumption::Send(args[1]))?;
    finished(py, resumed)
}

/// The exception that `throw(type, value, traceback)` means.
pub fn thrown(py: &mut Py, args: &[Word]) -> PyResult {
    let none = py.none();
    let [ty, value, traceback] =
        [0, 1, 2].map(|n| args.get(n).copied().filter(|arg| !arg.is_null()).unwrap_or(none));
    let is_class = py.as_type(ty).is_some_and(|id| py.rt().is_subtype(id, types::BASE_EXCEPTION));
    if traceback != none && py.type_of(traceback) != types::TRACEBACK {
        return Err(py.type_error("throw() third argument must be a traceback object"));
    }
    let exception = if py.is(ty, classes::EXCEPTION) {
        if value != none {
            return Err(py.type_error("instance exception may not have a separate value"));
        }
        ty
    } else if !is_class {
        let message = format!(
            "exceptions must be classes or instances deriving from BaseException, not {}",
            py.type_name(ty)
        );
        return Err(py.type_error(&message));
    } else if value == none {
        py.to_exception(ty)?.0
    } else if py.is(value, classes::EXCEPTION) && py.is_instance(value, py.type_number(ty)) {
        value
    } else if py.is(value, classes::TUPLE) {
        let given = py.items::<Word>(value).to_vec();
        py.call(ty, &given)?
    } else {
        py.call(ty, &[value])?
    };
    if traceback != none && py.is(exception, classes::EXCEPTION) {
        py.set(exception, classes::EXCEPTION_TRACEBACK, traceback);
    }
    Ok(exception)
}

pub fn generator_throw(py: &mut Py, args: &[Word]) -> PyResult {
    let exception = thrown(py, &args[1..])?;
    let resumed = py.resume(args[0], Resumption::Throw(exception))?;
    finished(py, resumed)
}

pub fn generator_close(py: &mut Py, args: &[Word]) -> PyResult {
    py.close_generator(args[0])
}

pub fn generator_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let (kind, name) = (py.type_name(args[0]), py.get(args[0], classes::GENERATOR_QUALNAME));
    let name = py.string(name);
    Ok(py.new_str(&format!("<{kind} object {name} at {:#x}>", args[0].0)))
}

fn generator_code(py: &mut Py, generator: Word) -> PyResult {
    let number = py.get_int(generator, classes::GENERATOR_CODE) as u32;
    Ok(py.code_object(number))
}

fn generator_running(py: &mut Py, generator: Word) -> PyResult {
    let running = py.get_int(generator, classes::GENERATOR_STATE) == RUNNING;
    Ok(py.bool(running))
}

fn generator_suspended(py: &mut Py, generator: Word) -> PyResult {
    let suspended = py.get_int(generator, classes::GENERATOR_STATE) == SUSPENDED;
    Ok(py.bool(suspended))
}

fn generator_delegate(py: &mut Py, generator: Word) -> PyResult {
    let delegate = py.delegate_of(generator);
    Ok(if delegate.is_null() { py.none() } else { delegate })
}

const GENERATOR_GETTERS: &[fn(&mut Py, Word) -> PyResult] =
    &[generator_code, generator_running, generator_suspended, generator_delegate];

fn checked_name(py: &mut Py, value: Option<Word>, name: &str) -> PyResult {
    match value {
        Some(value) if py.payload(value, classes::STR).is_some() => Ok(value),
        _ => Err(py.type_error(&format!("{name} must be set to a string object"))),
    }
}

fn set_generator_name(py: &mut Py, generator: Word, value: Option<Word>) -> PyResult<()> {
    let value = checked_name(py, value, "__name__")?;
    py.set(generator, classes::GENERATOR_NAME, value);
    Ok(())
}

fn set_generator_qualname(py: &mut Py, generator: Word, value: Option<Word>) -> PyResult<()> {
    let value = checked_name(py, value, "__qualname__")?;
    py.set(generator, classes::GENERATOR_QUALNAME, value);
    Ok(())
}

const GENERATOR: &[Method] = &[
    ("send", Plain, "(self, value, /)", generator_send),
    ("throw", Plain, "(self, typ, val=None, tb=None, /)", generator_throw),
    ("close", Plain, "(self, /)", generator_close),
    ("__repr__", Special, "(self, /)", generator_repr),
    super::support::CLASS_GETITEM,
];

pub fn install(py: &mut Py) {
    let callable: &[Method] = &[
        ("__call__", Special, "(self, /, *args, **kwargs)", call),
        ("__get__", Special, "(self, instance, owner=None, /)", get),
    ];
    for id in [
        types::FUNCTION,
        types::METHOD,
        types::BUILTIN_FUNCTION,
        types::METHOD_DESCRIPTOR,
        types::WRAPPER_DESCRIPTOR,
        types::METHOD_WRAPPER,
        types::CLASS_METHOD_DESCRIPTOR,
    ] {
        py.add_methods(id, &callable[..1]);
    }
    for id in
        [types::FUNCTION, types::METHOD_DESCRIPTOR, types::WRAPPER_DESCRIPTOR, types::CLASS_METHOD_DESCRIPTOR]
    {
        py.add_methods(id, &callable[1..]);
    }
    let id = types::FUNCTION;
    py.add_methods(id, &[("__repr__", Special, "(self, /)", function_repr)]);
    py.add_getter(id, "__name__", name::get, Some(set_name));
    py.add_getter(id, "__qualname__", qualname::get, Some(set_qualname));
    py.add_getter(id, "__module__", module::get, Some(module::set));
    py.add_getter(id, "__doc__", doc::get, Some(doc::set));
    py.add_getter(id, "__defaults__", defaults::get, Some(set_defaults));
    py.add_getter(id, "__kwdefaults__", keyword_defaults::get, Some(set_keyword_defaults));
    py.add_getter(id, "__annotations__", annotations, Some(set_annotations));
    py.add_getter(id, "__annotate__", annotate::get, Some(annotate::set));
    py.add_getter(id, "__type_params__", get_type_params, Some(set_type_params));
    py.add_getter(id, "__code__", code, Some(set_code));
    py.add_getters(
        id,
        &[("__closure__", closure::get), ("__globals__", globals::get), ("__builtins__", builtins)],
    );
    let id = types::METHOD;
    py.add_methods(
        id,
        &[
            ("__repr__", Special, "(self, /)", method_repr),
            ("__eq__", Special, "(self, value, /)", method_eq),
            ("__hash__", Special, "(self, /)", method_hash),
            ("__getattribute__", Special, "(self, name, /)", method_getattribute),
        ],
    );
    py.add_getters(id, &[("__func__", method_function::get), ("__self__", method_self::get)]);
    let flags = &py.runtime().types;
    let method = flags.get(id.0);
    method.flags.set(method.flags.get().with(types::TypeFlags::OWN_GETATTRIBUTE));
    for id in [
        types::BUILTIN_FUNCTION,
        types::METHOD_DESCRIPTOR,
        types::WRAPPER_DESCRIPTOR,
        types::METHOD_WRAPPER,
        types::CLASS_METHOD_DESCRIPTOR,
    ] {
        py.add_methods(
            id,
            &[
                ("__repr__", Special, "(self, /)", builtin_repr),
                ("__eq__", Special, "(self, value, /)", builtin_eq),
                ("__hash__", Special, "(self, /)", builtin_hash),
            ],
        );
        py.add_getters(
            id,
            &[
                ("__name__", builtin_name),
                ("__qualname__", builtin_qualname),
                ("__self__", builtin_self),
                ("__module__", builtin_module),
                ("__doc__", builtin_doc),
            ],
        );
    }
    for id in [
        types::METHOD_DESCRIPTOR,
        types::WRAPPER_DESCRIPTOR,
        types::METHOD_WRAPPER,
        types::CLASS_METHOD_DESCRIPTOR,
    ] {
        py.add_getters(id, &[("__objclass__", builtin_class)]);
    }
    for id in [types::GENERATOR, types::COROUTINE] {
        py.add_methods(id, GENERATOR);
    }
    for (id, names) in [
        (types::GENERATOR, ["gi_code", "gi_running", "gi_suspended", "gi_yieldfrom"]),
        (types::COROUTINE, ["cr_code", "cr_running", "cr_suspended", "cr_await"]),
        (types::ASYNC_GENERATOR, ["ag_code", "", "ag_suspended", "ag_await"]),
    ] {
        py.add_getter(id, "__name__", generator_name::get, Some(set_generator_name));
        py.add_getter(id, "__qualname__", generator_qualname::get, Some(set_generator_qualname));
        for (name, get) in names.into_iter().zip(GENERATOR_GETTERS) {
            if !name.is_empty() {
                py.add_getter(id, name, *get, None);
            }
        }
    }
    py.add_methods(
        types::GENERATOR,
        &[("__iter__", Special, "(self, /)", itself), ("__next__", Special, "(self, /)", generator_next)],
    );
}
