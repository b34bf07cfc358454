//! The Rust functions that the interpreter calls. They are complete: whatever the operands are, and whatever user code they
//! have to run.

use super::slow;
use crate::bytecode::{BinaryOp, CompareOp};
use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use lathe_codegen::VmContext;
use lathe_heap::Word;
use lathe_ir::{Access, Effects, Type};
use lathe_meta::{Core, Helper, HelperFn};

#[derive(Debug)]
pub struct Helpers {
    /// `(pc)`: does the instruction on the registers of the top frame. Gives 0, or 1 for a jump.
    pub slow: Helper,
    /// `(pc)`: the same for an instruction that does not jump, and writes one register or none. Gives what it writes.
    pub value: Helper,
    /// `(object)`: its truth.
    pub truth: Helper,
    /// `(operator, a, b)`: the truth of the comparison.
    pub test: Helper,
    /// `(container, item)`.
    pub contains: Helper,
    /// `(exception, class)`: is it *not* of the class?
    pub no_match: Helper,
    /// `(object)`: its iterator.
    pub iter: Helper,
    /// `(iterator)`: the next item, or null.
    pub next: Helper,
    /// `(pc, value)`: the error of an instruction whose frame has returned this.
    pub refused: Helper,
    /// `(operator and in-place, a, b)`.
    pub binary: Helper,
    /// `(operator, a, b)`.
    pub compare: Helper,
    /// `(object, name)`.
    pub get_attr: Helper,
    /// `(object, name, value)`.
    pub set_attr: Helper,
    /// `(object, index)`.
    pub get_item: Helper,
    /// `(object, index, value)`.
    pub set_item: Helper,
    /// `(callee, arguments …)`: by how many there are.
    pub calls: [Helper; 5],
    /// `(dict, name, value)`.
    pub store_global: Helper,
    /// `(exception, function, code and pc, is it new?)`.
    pub raised: Helper,
}

impl Helpers {
    pub fn register(core: &mut Core) -> Helpers {
        let calling_back = || Effects { raises: true, calls_back: true, ..Effects::unknown() };
        let (int, any) = (Type::Int, Type::Ref);
        let mut add = |name: &str, params: &[Type], code: HelperFn| {
            core.add_helper(name, params, Some(any), calling_back(), code)
        };
        let calls = [
            add("call_0", &[any], call_0),
            add("call_1", &[any, any], call_1),
            add("call_2", &[any, any, any], call_2),
            add("call_3", &[any, any, any, any], call_3),
            add("call_4", &[any, any, any, any, any], call_4),
        ];
        let slow = add("slow", &[int], run_slow);
        let value = add("value", &[int], value);
        let truth = add("truth", &[any], truth);
        let test = add("test", &[int, any, any], test);
        let contains = add("contains", &[any, any], contains);
        let no_match = add("no_match", &[any, any], no_match);
        let iter = add("iter", &[any], iter);
        let next = add("next", &[any], next);
        let refused = add("refused", &[int, any], refused);
        let binary = add("binary", &[int, any, any], binary);
        let compare = add("compare", &[int, any, any], compare);
        let get_attr = add("get_attr", &[any, any], get_attr);
        let set_attr = add("set_attr", &[any, any, any], set_attr);
        let get_item = add("get_item", &[any, any], get_item);
        let set_item = add("set_item", &[any, any, any], set_item);
        let changing = Effects { invalidates: true, ..Effects::unknown() };
        let store_global = core.add_helper("store_global", &[any, any, any], None, changing, store_global);
        let quiet = Effects { reads: Access::Everything, ..Effects::unknown() };
        let raised = core.add_helper("raised", &[any, any, int, int], None, quiet, raised);
        Helpers {
            slow,
            value,
            truth,
            test,
            contains,
            no_match,
            iter,
            next,
            refused,
            binary,
            compare,
            get_attr,
            set_attr,
            get_item,
            set_item,
            calls,
            store_global,
            raised,
        }
    }
}

pub const BINARY_OPS: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Subtract,
    BinaryOp::Multiply,
    BinaryOp::MatrixMultiply,
    BinaryOp::Divide,
    BinaryOp::FloorDivide,
    BinaryOp::Remainder,
    BinaryOp::Power,
    BinaryOp::LeftShift,
    BinaryOp::RightShift,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];

pub const COMPARE_OPS: [CompareOp; 6] =
    [CompareOp::Lt, CompareOp::Le, CompareOp::Eq, CompareOp::Ne, CompareOp::Gt, CompareOp::Ge];

/// Gives the result to the interpreter: a word, or a pending exception.
fn give(context: *mut VmContext, work: impl FnOnce(&mut Py) -> PyResult) -> u64 {
    // SAFETY: helpers are called with the context of their VM, whose user is a Python runtime; the interpreter and compiled
    // code hold no reference to the core meanwhile.
    let mut py = unsafe { Py::new(context) };
    match work(&mut py) {
        Ok(word) => word.0,
        Err(Raised(exception)) => {
            py.core().context.exception = exception.0;
            0
        }
    }
}

macro_rules! helper {
    ($name:ident($py:ident $(, $arg:ident)*) $body:block) => {
        helper!(@ $name $py ($($arg)*) (_a _b _c _d _e) $body);
    };
    (@ $name:ident $py:ident () ($a:ident $b:ident $c:ident $d:ident $e:ident) $body:block) => {
        compile_error!("a helper has arguments");
    };
    (@ $name:ident $py:ident ($x:ident) ($a:ident $b:ident $c:ident $d:ident $e:ident) $body:block) => {
        extern "C" fn $name(context: *mut VmContext, $x: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
            give(context, |$py| $body)
        }
    };
    (@ $name:ident $py:ident ($x:ident $y:ident) ($a:ident $b:ident $c:ident $d:ident $e:ident) $body:block) => {
        extern "C" fn $name(context: *mut VmContext, $x: u64, $y: u64, _: u64, _: u64, _: u64) -> u64 {
            give(context, |$py| $body)
        }
    };
    (@ $name:ident $py:ident ($x:ident $y:ident $z:ident) ($a:ident $b:ident $c:ident $d:ident $e:ident) $body:block) => {
        extern "C" fn $name(context: *mut VmContext, $x: u64, $y: u64, $z: u64, _: u64, _: u64) -> u64 {
            give(context, |$py| $body)
        }
    };
    (@ $name:ident $py:ident ($x:ident $y:ident $z:ident $u:ident) ($a:ident $b:ident $c:ident $d:ident $e:ident) $body:block) => {
        extern "C" fn $name(context: *mut VmContext, $x: u64, $y: u64, $z: u64, $u: u64, _: u64) -> u64 {
            give(context, |$py| $body)
        }
    };
    (@ $name:ident $py:ident ($x:ident $y:ident $z:ident $u:ident $v:ident) ($a:ident $b:ident $c:ident $d:ident $e:ident) $body:block) => {
        extern "C" fn $name(context: *mut VmContext, $x: u64, $y: u64, $z: u64, $u: u64, $v: u64) -> u64 {
            give(context, |$py| $body)
        }
    };
}

helper!(run_slow(py, pc) {
    let jump = slow::execute(py, pc as u32)?;
    Ok(Word::wrap_small(jump.into()))
});

helper!(value(py, pc) {
    slow::value(py, pc as u32)
});

helper!(truth(py, object) {
    let truth = py.truth(Word(object))?;
    Ok(py.bool(truth))
});

helper!(test(py, op, a, b) {
    let truth = py.compare_truth(COMPARE_OPS[op as usize], Word(a), Word(b))?;
    Ok(py.bool(truth))
});

helper!(contains(py, container, item) {
    let found = py.contains(Word(container), Word(item))?;
    Ok(py.bool(found))
});

helper!(no_match(py, exception, class) {
    let matches = py.exception_matches(Word(exception), Word(class))?;
    Ok(py.bool(!matches))
});

helper!(iter(py, object) {
    py.iter(Word(object))
});

helper!(next(py, iterator) {
    Ok(py.next(Word(iterator))?.unwrap_or(Word::NULL))
});

helper!(refused(py, pc, value) {
    Err(slow::refused(py, pc as u32, Word(value)))
});

helper!(binary(py, op, a, b) {
    py.binary(BINARY_OPS[(op >> 1) as usize], op & 1 != 0, Word(a), Word(b))
});

helper!(compare(py, op, a, b) {
    py.compare(COMPARE_OPS[op as usize], Word(a), Word(b))
});

helper!(get_attr(py, object, name) {
    py.get_attr(Word(object), Word(name))
});

helper!(set_attr(py, object, name, value) {
    py.set_attr(Word(object), Word(name), Word(value))?;
    Ok(py.none())
});

helper!(get_item(py, object, index) {
    py.get_item_of(Word(object), Word(index))
});

helper!(set_item(py, object, index, value) {
    py.set_item_of(Word(object), Word(index), Word(value))?;
    Ok(py.none())
});

helper!(call_0(py, callee) {
    py.call(Word(callee), &[])
});

helper!(call_1(py, callee, a) {
    py.call(Word(callee), &[Word(a)])
});

helper!(call_2(py, callee, a, b) {
    py.call(Word(callee), &[Word(a), Word(b)])
});

helper!(call_3(py, callee, a, b, c) {
    py.call(Word(callee), &[Word(a), Word(b), Word(c)])
});

helper!(call_4(py, callee, a, b, c, d) {
    py.call(Word(callee), &[Word(a), Word(b), Word(c), Word(d)])
});

helper!(store_global(py, dict, name, value) {
    py.dict_set_name(Word(dict), Word(name), Word(value));
    Ok(py.none())
});

helper!(raised(py, exception, function, at, fresh) {
    let exception = Word(exception);
    if fresh != 0 {
        if py.get(exception, classes::EXCEPTION_TRACEBACK).is_null() && py.get(exception, classes::EXCEPTION_CONTEXT).is_null() {
            let handled = py.handled();
            py.set_context(exception, handled);
        }
        py.add_traceback(exception, Word(function), (at >> 32) as u32, at as u32);
    }
    Ok(py.none())
});
