//! The functions of `builtins`.

use crate::bytecode::CompareOp;
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use crate::runtime::types::{self, BUILTIN_TYPES, TypeId};
use lathe_heap::Word;

pub const FUNCTIONS: &[Function] = &[
    ("__build_class__", "(*args, **kwargs)", build_class),
    ("print", "(*args, sep=' ', end=None, file=None, flush=False)", super::io::standard::print),
    ("input", "(prompt='', /)", super::io::standard::input),
    ("open", super::io::open::SIGNATURE, super::io::open::open),
    (
        "__import__",
        "(name, globals=None, locals=None, fromlist=None, level=0)",
        super::import::import_function,
    ),
    ("len", "(obj, /)", len),
    ("repr", "(obj, /)", repr),
    ("ascii", "(obj, /)", ascii),
    ("isinstance", "(obj, class_or_tuple, /)", isinstance),
    ("issubclass", "(cls, class_or_tuple, /)", issubclass),
    ("callable", "(obj, /)", callable),
    ("iter", "(object, sentinel=None, /)", iter),
    ("next", "(iterator, default=None, /)", next),
    ("getattr", "(object, name, default=None, /)", getattr),
    ("setattr", "(obj, name, value, /)", setattr),
    ("delattr", "(obj, name, /)", delattr),
    ("hasattr", "(obj, name, /)", hasattr),
    ("hash", "(obj, /)", hash),
    ("id", "(obj, /)", id),
    ("abs", "(x, /)", abs),
    ("format", "(value, format_spec='', /)", format),
    ("sum", "(iterable, /, start=0)", sum),
    ("min", "(*args, key=None, default=None)", min),
    ("max", "(*args, key=None, default=None)", max),
    ("any", "(iterable, /)", any),
    ("all", "(iterable, /)", all),
    ("sorted", "(iterable, /, *, key=None, reverse=False)", sorted),
    ("chr", "(i, /)", chr),
    ("ord", "(c, /)", ord),
    ("exit", "(code=None)", super::sys::exit),
    ("quit", "(code=None)", super::sys::exit),
];

fn build_class(py: &mut Py, args: &[Word]) -> PyResult {
    let (all, names) = py.arguments_of(args[0], args[1]);
    py.build_class(&all, &names)
}

fn len(py: &mut Py, args: &[Word]) -> PyResult {
    let length = py.length(args[0])?;
    Ok(py.new_int(length as i64))
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    py.repr(args[0])
}

fn ascii(py: &mut Py, args: &[Word]) -> PyResult {
    py.ascii(args[0])
}

fn isinstance(py: &mut Py, args: &[Word]) -> PyResult {
    let is = py.is_instance_of(args[0], args[1])?;
    Ok(py.bool(is))
}

fn issubclass(py: &mut Py, args: &[Word]) -> PyResult {
    let is = py.is_subclass_of(args[0], args[1])?;
    Ok(py.bool(is))
}

fn callable(py: &mut Py, args: &[Word]) -> PyResult {
    let callable = py.lookup_special(args[0], "__call__").is_some();
    Ok(py.bool(callable))
}

fn iter(py: &mut Py, args: &[Word]) -> PyResult {
    if args[1].is_null() {
        return py.iter(args[0]);
    }
    if py.lookup_special(args[0], "__call__").is_none() {
        return Err(py.type_error("iter(v, w): v must be callable"));
    }
    Ok(py.new_native(crate::object::native::Kind::CallableIterator, args[0], args[1], Word::NULL))
}

fn next(py: &mut Py, args: &[Word]) -> PyResult {
    match py.call_special(args[0], "__next__", &[]) {
        Ok(Some(value)) => Ok(value),
        Ok(None) => {
            let message = format!("'{}' object is not an iterator", py.type_name(args[0]));
            Err(py.type_error(&message))
        }
        Err(raised) if !args[1].is_null() && py.is_instance(raised.0, types::STOP_ITERATION) => Ok(args[1]),
        Err(raised) => Err(raised),
    }
}

fn getattr(py: &mut Py, args: &[Word]) -> PyResult {
    let name = crate::types::object::attribute_name(py, args[1])?;
    if args[2].is_null() {
        return py.get_attr(args[0], name);
    }
    match py.try_get_attr(args[0], name) {
        Ok(Some(value)) => Ok(value),
        Ok(None) => Ok(args[2]),
        Err(raised) if py.is_instance(raised.0, types::ATTRIBUTE_ERROR) => Ok(args[2]),
        Err(raised) => Err(raised),
    }
}

fn hasattr(py: &mut Py, args: &[Word]) -> PyResult {
    let name = crate::types::object::attribute_name(py, args[1])?;
    match py.try_get_attr(args[0], name) {
        Ok(found) => Ok(py.bool(found.is_some())),
        Err(raised) if py.is_instance(raised.0, types::ATTRIBUTE_ERROR) => Ok(py.bool(false)),
        Err(raised) => Err(raised),
    }
}

fn setattr(py: &mut Py, args: &[Word]) -> PyResult {
    let name = crate::types::object::attribute_name(py, args[1])?;
    py.set_attr(args[0], name, args[2])?;
    Ok(py.none())
}

fn delattr(py: &mut Py, args: &[Word]) -> PyResult {
    let name = crate::types::object::attribute_name(py, args[1])?;
    py.delete_attr(args[0], name)?;
    Ok(py.none())
}

fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    let hash = py.hash(args[0])?;
    Ok(py.new_int(hash))
}

fn id(py: &mut Py, args: &[Word]) -> PyResult {
    // Numbers are the same by value.
    let number = match py.as_int(args[0]) {
        Some(value) => value.wrapping_mul(32).wrapping_add(0x9a_0000),
        None => args[0].0 as i64,
    };
    Ok(py.new_int(number))
}

fn abs(py: &mut Py, args: &[Word]) -> PyResult {
    match py.call_special(args[0], "__abs__", &[])? {
        Some(value) => Ok(value),
        None => {
            let message = format!("bad operand type for abs(): '{}'", py.type_name(args[0]));
            Err(py.type_error(&message))
        }
    }
}

fn format(py: &mut Py, args: &[Word]) -> PyResult {
    let spec = if args[1].is_null() { py.intern("") } else { args[1] };
    py.format(args[0], spec)
}

fn sum(py: &mut Py, args: &[Word]) -> PyResult {
    let mut total = if args[1].is_null() { py.new_int(0) } else { args[1] };
    if py.payload(total, classes::STR).is_some() {
        return Err(py.type_error("sum() can't sum strings [use ''.join(seq) instead]"));
    }
    if py.payload(total, classes::BYTES).is_some() {
        return Err(py.type_error("sum() can't sum bytes [use b''.join(seq) instead]"));
    }
    if py.as_bytearray(total).is_some() {
        return Err(py.type_error("sum() can't sum bytearray [use b''.join(seq) instead]"));
    }
    let iterator = py.iter(args[0])?;
    while let Some(item) = py.next(iterator)? {
        total = py.binary(crate::bytecode::BinaryOp::Add, false, total, item)?;
    }
    Ok(total)
}

fn extreme(py: &mut Py, args: &[Word], name: &str, greater: bool) -> PyResult {
    let (given, key, default) = (py.items::<Word>(args[0]), args[1], args[2]);
    let key = if key.is_null() || py.is_none(key) { None } else { Some(key) };
    let source = match given {
        [] => return Err(py.type_error(&format!("{name} expected at least 1 argument, got 0"))),
        [one] => *one,
        _ if !default.is_null() => {
            let message = format!("Cannot specify a default for {name}() with multiple positional arguments");
            return Err(py.type_error(&message));
        }
        _ => args[0],
    };
    // An item is compared before the next one is asked for: guest code can tell.
    let iterator = py.iter(source)?;
    let op = if greater { CompareOp::Gt } else { CompareOp::Lt };
    let mut best: Option<(Word, Word)> = None;
    while let Some(item) = py.next(iterator)? {
        let value = match key {
            Some(key) => py.call(key, &[item])?,
            None => item,
        };
        let better = match best {
            None => true,
            Some((_, known)) => py.compare_truth(op, value, known)?,
        };
        if better {
            best = Some((item, value));
        }
    }
    match best {
        Some((item, _)) => Ok(item),
        None if !default.is_null() => Ok(default),
        None => Err(py.value_error(&format!("{name}() iterable argument is empty"))),
    }
}

fn min(py: &mut Py, args: &[Word]) -> PyResult {
    extreme(py, args, "min", false)
}

fn max(py: &mut Py, args: &[Word]) -> PyResult {
    extreme(py, args, "max", true)
}

fn any(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = py.iter(args[0])?;
    while let Some(item) = py.next(iterator)? {
        if py.truth(item)? {
            return Ok(py.bool(true));
        }
    }
    Ok(py.bool(false))
}

fn all(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = py.iter(args[0])?;
    while let Some(item) = py.next(iterator)? {
        if !py.truth(item)? {
            return Ok(py.bool(false));
        }
    }
    Ok(py.bool(true))
}

fn sorted(py: &mut Py, args: &[Word]) -> PyResult {
    let items = py.collect(args[0])?;
    let list = py.new_list(&items.to_vec());
    let key = if args[1].is_null() || py.is_none(args[1]) { None } else { Some(args[1]) };
    let reverse = !args[2].is_null() && py.truth(args[2])?;
    py.list_sort(list, key, reverse)?;
    Ok(list)
}

fn chr(py: &mut Py, args: &[Word]) -> PyResult {
    let point = match py.try_index(args[0])? {
        Some(Some(point)) if i32::try_from(point).is_ok() => point,
        Some(_) => return Err(py.error(types::OVERFLOW_ERROR, "Python int too large to convert to C int")),
        None => py.index(args[0])?,
    };
    match u32::try_from(point) {
        Ok(point) if point < 0x11_0000 => Ok(py.new_text(crate::object::text::Text::Four(&[point]))),
        _ => Err(py.value_error("chr() arg not in range(0x110000)")),
    }
}

fn ord(py: &mut Py, args: &[Word]) -> PyResult {
    if let Some(text) = py.payload(args[0], classes::STR) {
        let text = py.text(text);
        if text.len() == 1 {
            return Ok(py.new_int(text.get(0).into()));
        }
        let message = format!("ord() expected a character, but string of length {} found", text.len());
        return Err(py.type_error(&message));
    }
    let bytes = match (py.payload(args[0], classes::BYTES), py.as_bytearray(args[0])) {
        (Some(bytes), _) => Some(py.bytes(bytes)),
        (None, Some(array)) => Some(&*py.bytearray_data(array)),
        (None, None) => None,
    };
    if let Some(bytes) = bytes {
        if let [byte] = *bytes {
            return Ok(py.new_int(byte.into()));
        }
        let message = format!("ord() expected a character, but string of length {} found", bytes.len());
        return Err(py.type_error(&message));
    }
    let message = format!("ord() expected string of length 1, but {} found", py.type_name(args[0]));
    Err(py.type_error(&message))
}

/// Names of builtin types that programs see.
fn is_visible(id: TypeId) -> bool {
    use types::*;
    BUILTIN_TYPES[id.0 as usize].exception && !BUILTIN_TYPES[id.0 as usize].name.contains('.')
        || [
            OBJECT,
            TYPE,
            INT,
            BOOL,
            FLOAT,
            COMPLEX,
            STR,
            BYTES,
            BYTEARRAY,
            MEMORYVIEW,
            TUPLE,
            LIST,
            DICT,
            SET,
            FROZENSET,
            RANGE,
            SLICE,
            PROPERTY,
            STATIC_METHOD,
            CLASS_METHOD,
            SUPER,
            REVERSED,
            ENUMERATE,
            ZIP,
            MAP,
            FILTER,
        ]
        .contains(&id)
}

pub fn install(py: &mut Py) {
    let dict = py.root(py.rt().singletons.builtins);
    py.add_functions(dict, "builtins", FUNCTIONS);
    py.add_functions(dict, "builtins", super::builtins_numbers::FUNCTIONS);
    py.add_functions(dict, "builtins", super::evaluation::FUNCTIONS);
    py.add_functions(dict, "builtins", crate::types::coroutine::FUNCTIONS);
    for number in 0..BUILTIN_TYPES.len() as u32 {
        let id = TypeId(number);
        if is_visible(id) {
            let name = py.intern(BUILTIN_TYPES[number as usize].name);
            let object = py.type_object(id);
            py.dict_set_name(dict, name, object);
        }
    }
    for (name, id) in [("EnvironmentError", types::OS_ERROR), ("IOError", types::OS_ERROR)] {
        let (name, object) = (py.intern(name), py.type_object(id));
        py.dict_set_name(dict, name, object);
    }
    let name = py.intern("__name__");
    let own = py.intern("builtins");
    py.dict_set_name(dict, name, own);
    let module = py.new_object(classes::MODULE);
    py.set(module, classes::MODULE_DICT, dict);
    let modules = py.root(py.rt().singletons.modules);
    py.dict_set_name(modules, own, module);
    let singletons = py.rt().singletons;
    for (name, root) in [
        ("None", singletons.none),
        ("NotImplemented", singletons.not_implemented),
        ("Ellipsis", singletons.ellipsis),
        ("True", singletons.bools.yes),
        ("False", singletons.bools.no),
        ("__debug__", singletons.bools.yes),
    ] {
        let (name, object) = (py.intern(name), py.root(root));
        py.dict_set_name(dict, name, object);
    }
}
