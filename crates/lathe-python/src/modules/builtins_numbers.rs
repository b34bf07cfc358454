//! The functions of `builtins` that are about numbers.

use crate::bytecode::BinaryOp;
use crate::object::number::Rank;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use lathe_heap::Word;

pub const FUNCTIONS: &[Function] = &[
    ("bin", "(number, /)", |py, args| prefixed(py, args[0], 2)),
    ("divmod", "(x, y, /)", divmod),
    ("hex", "(number, /)", |py, args| prefixed(py, args[0], 16)),
    ("oct", "(number, /)", |py, args| prefixed(py, args[0], 8)),
    ("pow", "(base, exp, mod=None)", pow),
    ("round", "(number, ndigits=None)", round),
];

fn prefixed(py: &mut Py, object: Word, base: u32) -> PyResult {
    let value = py.index_value(object)?;
    Ok(py.new_str(&value.to_prefixed(base)))
}

/// The first method that knows what to do: the one of a subclass on the right comes first.
fn either(
    py: &mut Py,
    a: Word,
    b: Word,
    plain: &str,
    reflected: &str,
    rest: &[Word],
) -> PyResult<Option<Word>> {
    let (left, right) = (py.type_of(a), py.type_of(b));
    let of_right = py.lookup_special(b, reflected);
    let right_first = left != right
        && py.rt().is_subtype(right, left)
        && of_right.is_some()
        && of_right != py.lookup_special(a, reflected);
    let mut tries = [(plain, a, b), (reflected, b, a)];
    if right_first {
        tries.reverse();
    }
    let not_implemented = py.not_implemented();
    for (method, object, other) in tries {
        if method == reflected && left == right {
            continue;
        }
        let args = [other, rest.first().copied().unwrap_or(Word::NULL)];
        if let Some(result) = py.call_special(object, method, &args[..1 + rest.len()])?
            && result != not_implemented
        {
            return Ok(Some(result));
        }
    }
    Ok(None)
}

fn divmod(py: &mut Py, args: &[Word]) -> PyResult {
    let (a, b) = (args[0], args[1]);
    match either(py, a, b, "__divmod__", "__rdivmod__", &[])? {
        Some(result) => Ok(result),
        None => {
            let (left, right) = (py.type_name(a), py.type_name(b));
            let message = format!("unsupported operand type(s) for divmod(): '{left}' and '{right}'");
            Err(py.type_error(&message))
        }
    }
}

fn pow(py: &mut Py, args: &[Word]) -> PyResult {
    let (a, b, modulus) = (args[0], args[1], args[2]);
    if modulus.is_null() || py.is_none(modulus) {
        return py.binary(BinaryOp::Power, false, a, b);
    }
    // Three integers as they are: no methods of users.
    if [a, b, modulus].iter().all(|&word| py.as_int(word).is_some())
        && let Some(result) = py.number_pow(a, b, modulus, Rank::Int)?
    {
        return Ok(result);
    }
    match either(py, a, b, "__pow__", "__rpow__", &[modulus])? {
        Some(result) => Ok(result),
        None => {
            let [a, b, modulus] = [a, b, modulus].map(|word| py.type_name(word));
            let message = format!("unsupported operand type(s) for ** or pow(): '{a}', '{b}', '{modulus}'");
            Err(py.type_error(&message))
        }
    }
}

fn round(py: &mut Py, args: &[Word]) -> PyResult {
    let (number, digits) = (args[0], args[1]);
    let whole = digits.is_null() || py.is_none(digits);
    match py.call_special(number, "__round__", if whole { &[] } else { &args[1..2] })? {
        Some(result) => Ok(result),
        None => {
            let message = format!("type {} doesn't define __round__ method", py.type_name(number));
            Err(py.type_error(&message))
        }
    }
}
