//! `sys`, as far as it goes.

use super::Constant;
use crate::number::int_text;
use crate::object::py::{Py, PyResult};
use crate::object::{classes, number};
use crate::runtime::install::Function;
use crate::runtime::types;
use lathe_heap::Word;

pub const FUNCTIONS: &[Function] = &[
    ("exit", "(status=None, /)", exit),
    ("getrecursionlimit", "()", getrecursionlimit),
    ("setrecursionlimit", "(limit, /)", setrecursionlimit),
    ("exception", "()", exception),
    ("intern", "(string, /)", intern),
    ("get_int_max_str_digits", "()", |py, _| Ok(py.new_int(number::int_max_str_digits() as i64))),
    ("set_int_max_str_digits", "(maxdigits)", set_int_max_str_digits),
    ("exc_info", "()", exc_info),
    ("getdefaultencoding", "()", |py, _| Ok(py.intern("utf-8"))),
    ("getfilesystemencoding", "()", |py, _| Ok(py.intern("utf-8"))),
    ("getfilesystemencodeerrors", "()", |py, _| Ok(py.intern("surrogateescape"))),
    ("is_finalizing", "()", |py, _| Ok(py.bool(false))),
    ("gettrace", "()", |py, _| Ok(py.none())),
    ("getprofile", "()", |py, _| Ok(py.none())),
    ("getswitchinterval", "()", |py, _| Ok(py.new_float(0.005))),
    ("setswitchinterval", "(interval, /)", |py, _| Ok(py.none())),
    ("audit", "(event, /, *args)", |py, _| Ok(py.none())),
    ("_clear_type_cache", "()", |py, _| Ok(py.none())),
    ("displayhook", "(object, /)", |py, args| py.default_display(args[0]).map(|()| py.none())),
    ("excepthook", "(exctype, value, traceback, /)", |py, args| py.excepthook(args[1], args[2])),
];

pub const CONSTANTS: &[Constant] = &[
    ("modules", |py| Ok(py.root(py.rt().singletons.modules))),
    ("maxsize", |py| Ok(py.new_int(i64::MAX))),
    ("maxunicode", |py| Ok(py.new_int(0x10_ffff))),
    ("byteorder", |py| Ok(py.intern(if cfg!(target_endian = "little") { "little" } else { "big" }))),
    ("platform", |py| Ok(py.intern("linux"))),
    ("version", |py| Ok(py.new_str(concat!("3.14.0 (lathe ", env!("CARGO_PKG_VERSION"), ")")))),
    ("stdin", |py| py.original_stream(0)),
    ("stdout", |py| py.original_stream(1)),
    ("stderr", |py| py.original_stream(2)),
    ("__stdin__", |py| py.original_stream(0)),
    ("__stdout__", |py| py.original_stream(1)),
    ("__stderr__", |py| py.original_stream(2)),
    ("__displayhook__", |py| Ok(py.sys_attribute("displayhook").expect("a function of sys"))),
    ("__excepthook__", |py| Ok(py.sys_attribute("excepthook").expect("a function of sys"))),
    ("argv", |py| strings(py, |words| words.arguments.clone())),
    ("path", |py| strings(py, |words| words.path.clone())),
];

fn strings(py: &mut Py, which: impl Fn(&crate::runtime::CommandLine) -> Vec<String>) -> PyResult {
    let words = which(&py.rt().command_line.borrow());
    let list = py.new_list(&[]);
    for word in words {
        let word = py.new_str(&word);
        py.list_append(list, word)?;
    }
    Ok(list)
}

/// `sys.exit`, and `exit` and `quit` for dialogues.
pub fn exit(py: &mut Py, args: &[Word]) -> PyResult {
    // As `raise SystemExit, status` once was: a tuple is all the arguments, None is none.
    let args = match args[0] {
        status if status.is_null() || py.is_none(status) => Vec::new(),
        status if py.is(status, classes::TUPLE) => py.items::<Word>(status).to_vec(),
        status => vec![status],
    };
    let raised = py.error_with(types::SYSTEM_EXIT, &args);
    if args.len() > 1 {
        // The tuple, which `status` still is.
        let all = py.get(raised.0, classes::EXCEPTION_ARGS);
        py.set_exception_extra(raised.0, 0, all);
    }
    Err(raised)
}

fn getrecursionlimit(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.new_int(py.rt().recursion_limit.get() as i64))
}

/// Whatever the limit is, the stacks are: when one is full, that is a `RecursionError`, too.
fn setrecursionlimit(py: &mut Py, args: &[Word]) -> PyResult {
    let limit = py.index(args[0])?;
    if limit < 1 {
        return Err(py.value_error("recursion limit must be greater or equal than 1"));
    }
    if limit > i32::MAX.into() {
        return Err(py.error(types::OVERFLOW_ERROR, "Python int too large to convert to C int"));
    }
    let depth = py.core().stack.depth();
    if depth >= limit as usize {
        let message = format!(
            "cannot set the recursion limit to {limit} at the recursion depth {depth}: the limit is too low"
        );
        return Err(py.error(types::RECURSION_ERROR, &message));
    }
    py.rt().recursion_limit.set(limit as usize);
    py.core().stack.set_max_frames(limit as usize);
    Ok(py.none())
}

fn exception(py: &mut Py, _args: &[Word]) -> PyResult {
    let handled = py.handled();
    Ok(if handled.is_null() { py.none() } else { handled })
}

fn set_int_max_str_digits(py: &mut Py, args: &[Word]) -> PyResult {
    let limit = py.index(args[0])?;
    if limit != 0 && limit < int_text::LEAST_LIMIT as i64 {
        let message = format!("maxdigits must be 0 or larger than {}", int_text::LEAST_LIMIT);
        return Err(py.value_error(&message));
    }
    number::set_int_max_str_digits(limit as usize);
    Ok(py.none())
}

fn intern(py: &mut Py, args: &[Word]) -> PyResult {
    match py.payload(args[0], classes::STR) {
        Some(text) => Ok(py.intern_str(text).unwrap_or(text)),
        None => {
            let message = format!("intern() argument must be str, not {}", py.type_name(args[0]));
            Err(py.type_error(&message))
        }
    }
}

fn exc_info(py: &mut Py, _args: &[Word]) -> PyResult {
    let (handled, none) = (py.handled(), py.none());
    if handled.is_null() {
        return Ok(py.new_tuple(&[none; 3]));
    }
    let (ty, traceback) =
        (py.type_object(py.type_of(handled)), py.get(handled, classes::EXCEPTION_TRACEBACK));
    Ok(py.new_tuple(&[ty, handled, if traceback.is_null() { none } else { traceback }]))
}
