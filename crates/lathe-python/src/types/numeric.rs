//! What the methods of `int`, `float` and `complex` have in common.

use crate::number::arithmetic::Answer;
use crate::number::{Number, arithmetic, hash};
use crate::object::number::Rank;
use crate::object::py::{Py, PyResult};
use lathe_heap::Word;
use std::cmp::Ordering;

/// `NotImplemented` for what is no number of the rank.
pub fn or_not_implemented(py: &mut Py, result: PyResult<Option<Word>>) -> PyResult {
    Ok(result?.unwrap_or_else(|| py.not_implemented()))
}

pub fn binary(py: &mut Py, a: Word, b: Word, rank: Rank, apply: fn(&Number, &Number) -> Answer) -> PyResult {
    let result = py.number_binary(a, b, rank, apply);
    or_not_implemented(py, result)
}

pub fn divmod(py: &mut Py, a: Word, b: Word, rank: Rank) -> PyResult {
    let result = py.number_divmod(a, b, rank);
    or_not_implemented(py, result)
}

pub fn pow(py: &mut Py, a: Word, b: Word, modulus: Word, rank: Rank) -> PyResult {
    let result = py.number_pow(a, b, modulus, rank);
    or_not_implemented(py, result)
}

pub fn equal(py: &mut Py, args: &[Word], rank: Rank, wanted: bool) -> PyResult {
    Ok(match py.number_equal(args[0], args[1], rank) {
        Some(equal) => py.bool(equal == wanted),
        None => py.not_implemented(),
    })
}

pub fn ordered(py: &mut Py, args: &[Word], rank: Rank, test: fn(Ordering) -> bool) -> PyResult {
    Ok(match py.number_order(args[0], args[1], rank) {
        Some(order) => py.bool(order.is_some_and(test)),
        None => py.not_implemented(),
    })
}

/// `self`, which a method got that is not of its type.
pub fn own(py: &mut Py, object: Word, type_name: &str) -> PyResult<Number> {
    match py.number(object) {
        Some(number) => Ok(number),
        None => {
            let message = format!(
                "descriptor requires a '{type_name}' object but received a '{}'",
                py.type_name(object)
            );
            Err(py.type_error(&message))
        }
    }
}

pub fn hash_method(py: &mut Py, args: &[Word]) -> PyResult {
    let number = own(py, args[0], "number")?;
    Ok(py.new_int(hash::number(&number)))
}

pub fn bool_method(py: &mut Py, args: &[Word]) -> PyResult {
    let number = own(py, args[0], "number")?;
    Ok(py.bool(number.truth()))
}

pub fn repr_method(py: &mut Py, args: &[Word]) -> PyResult {
    own(py, args[0], "number")?;
    Ok(py.number_repr(args[0])?.expect("a number"))
}

pub fn neg_method(py: &mut Py, args: &[Word]) -> PyResult {
    let number = own(py, args[0], "number")?;
    py.new_number(&arithmetic::neg(&number))
}

/// `+x`: of the builtin type itself.
pub fn pos_method(py: &mut Py, args: &[Word]) -> PyResult {
    let number = own(py, args[0], "number")?;
    py.new_number(&number)
}

pub fn abs_method(py: &mut Py, args: &[Word]) -> PyResult {
    let number = own(py, args[0], "number")?;
    let result = py.checked(arithmetic::abs(&number))?;
    py.new_number(&result)
}

/// Defines `name` and its reflected form for operands of a rank.
#[macro_export]
macro_rules! binary_methods {
    ($rank:expr; $($name:ident, $reflected:ident = $op:ident;)*) => {
        $(fn $name(py: &mut $crate::object::py::Py, args: &[lathe_heap::Word]) -> $crate::object::py::PyResult {
            $crate::types::numeric::binary(py, args[0], args[1], $rank, $crate::number::arithmetic::$op)
        }

        fn $reflected(py: &mut $crate::object::py::Py, args: &[lathe_heap::Word]) -> $crate::object::py::PyResult {
            $crate::types::numeric::binary(py, args[1], args[0], $rank, $crate::number::arithmetic::$op)
        })*

        fn divmod(py: &mut $crate::object::py::Py, args: &[lathe_heap::Word]) -> $crate::object::py::PyResult {
            $crate::types::numeric::divmod(py, args[0], args[1], $rank)
        }

        fn rdivmod(py: &mut $crate::object::py::Py, args: &[lathe_heap::Word]) -> $crate::object::py::PyResult {
            $crate::types::numeric::divmod(py, args[1], args[0], $rank)
        }

        fn pow(py: &mut $crate::object::py::Py, args: &[lathe_heap::Word]) -> $crate::object::py::PyResult {
            $crate::types::numeric::pow(py, args[0], args[1], args[2], $rank)
        }

        fn rpow(py: &mut $crate::object::py::Py, args: &[lathe_heap::Word]) -> $crate::object::py::PyResult {
            $crate::types::numeric::pow(py, args[1], args[0], args[2], $rank)
        }
    };
}

/// Defines the comparisons for operands of a rank.
#[macro_export]
macro_rules! comparison_methods {
    ($rank:expr) => {
        fn eq(py: &mut $crate::object::py::Py, args: &[lathe_heap::Word]) -> $crate::object::py::PyResult {
            $crate::types::numeric::equal(py, args, $rank, true)
        }

        fn ne(py: &mut $crate::object::py::Py, args: &[lathe_heap::Word]) -> $crate::object::py::PyResult {
            $crate::types::numeric::equal(py, args, $rank, false)
        }

        fn lt(py: &mut $crate::object::py::Py, args: &[lathe_heap::Word]) -> $crate::object::py::PyResult {
            $crate::types::numeric::ordered(py, args, $rank, std::cmp::Ordering::is_lt)
        }

        fn le(py: &mut $crate::object::py::Py, args: &[lathe_heap::Word]) -> $crate::object::py::PyResult {
            $crate::types::numeric::ordered(py, args, $rank, std::cmp::Ordering::is_le)
        }

        fn gt(py: &mut $crate::object::py::Py, args: &[lathe_heap::Word]) -> $crate::object::py::PyResult {
            $crate::types::numeric::ordered(py, args, $rank, std::cmp::Ordering::is_gt)
        }

        fn ge(py: &mut $crate::object::py::Py, args: &[lathe_heap::Word]) -> $crate::object::py::PyResult {
            $crate::types::numeric::ordered(py, args, $rank, std::cmp::Ordering::is_ge)
        }
    };
}
