//! Operators on numbers of any kinds. Integers become floats, and these complex, where an operand is of such a kind.

use super::complex::{self, Complex, Operand};
use super::fault::Fault;
use super::float::{self, Power};
use super::int::Int;
use std::cmp::Ordering;

#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    Int(Int),
    Float(f64),
    Complex(Complex),
}

/// Both operands as what the operation is on.
enum Pair<'a> {
    Int(&'a Int, &'a Int),
    Float(f64, f64),
    Complex(Operand, Operand),
}

impl Number {
    fn operand(&self) -> Result<Operand, Fault> {
        Ok(match self {
            Number::Int(value) => Operand::Real(value.to_f64()?),
            Number::Float(value) => Operand::Real(*value),
            Number::Complex(value) => Operand::Complex(*value),
        })
    }

    /// A number that is not complex.
    pub fn to_f64(&self) -> Result<f64, Fault> {
        match self.operand()? {
            Operand::Real(value) => Ok(value),
            Operand::Complex(_) => Err(Fault::type_error("must be real number, not complex")),
        }
    }

    pub fn truth(&self) -> bool {
        match self {
            Number::Int(value) => !value.is_zero(),
            Number::Float(value) => *value != 0.0,
            Number::Complex(value) => value.real != 0.0 || value.imag != 0.0,
        }
    }
}

fn pair<'a>(a: &'a Number, b: &'a Number) -> Result<Pair<'a>, Fault> {
    if let (Number::Int(a), Number::Int(b)) = (a, b) {
        return Ok(Pair::Int(a, b));
    }
    Ok(match (a.operand()?, b.operand()?) {
        (Operand::Real(a), Operand::Real(b)) => Pair::Float(a, b),
        (a, b) => Pair::Complex(a, b),
    })
}

/// None if there is no such operation on these kinds.
pub type Answer<T = Number> = Result<Option<T>, Fault>;

pub fn add(a: &Number, b: &Number) -> Answer {
    Ok(Some(match pair(a, b)? {
        Pair::Int(a, b) => Number::Int(a.add(b)),
        Pair::Float(a, b) => Number::Float(a + b),
        Pair::Complex(a, b) => Number::Complex(complex::add(a, b)),
    }))
}

pub fn sub(a: &Number, b: &Number) -> Answer {
    Ok(Some(match pair(a, b)? {
        Pair::Int(a, b) => Number::Int(a.sub(b)),
        Pair::Float(a, b) => Number::Float(a - b),
        Pair::Complex(a, b) => Number::Complex(complex::sub(a, b)),
    }))
}

pub fn mul(a: &Number, b: &Number) -> Answer {
    Ok(Some(match pair(a, b)? {
        Pair::Int(a, b) => Number::Int(a.mul(b)?),
        Pair::Float(a, b) => Number::Float(a * b),
        Pair::Complex(a, b) => Number::Complex(complex::mul(a, b)),
    }))
}

pub fn true_div(a: &Number, b: &Number) -> Answer {
    Ok(Some(match pair(a, b)? {
        Pair::Int(a, b) => Number::Float(a.true_div(b)?),
        Pair::Float(a, b) => Number::Float(float::true_div(a, b)?),
        Pair::Complex(a, b) => Number::Complex(complex::div(a, b)?),
    }))
}

pub fn div_mod(a: &Number, b: &Number) -> Answer<(Number, Number)> {
    Ok(match pair(a, b)? {
        Pair::Int(a, b) => {
            let (quotient, remainder) = a.div_mod(b)?;
            Some((Number::Int(quotient), Number::Int(remainder)))
        }
        Pair::Float(a, b) => {
            let (quotient, remainder) = float::div_mod(a, b)?;
            Some((Number::Float(quotient), Number::Float(remainder)))
        }
        Pair::Complex(..) => None,
    })
}

pub fn floor_div(a: &Number, b: &Number) -> Answer {
    Ok(div_mod(a, b)?.map(|(quotient, _)| quotient))
}

pub fn modulo(a: &Number, b: &Number) -> Answer {
    Ok(match pair(a, b)? {
        Pair::Int(a, b) => Some(Number::Int(a.modulo(b)?)),
        Pair::Float(a, b) => Some(Number::Float(float::modulo(a, b)?)),
        Pair::Complex(..) => None,
    })
}

pub fn pow(a: &Number, b: &Number) -> Answer {
    Ok(Some(match pair(a, b)? {
        Pair::Int(a, b) if b.is_negative() => real_pow(a.to_f64()?, b.to_f64()?)?,
        Pair::Int(a, b) => Number::Int(a.pow(b)?),
        Pair::Float(a, b) => real_pow(a, b)?,
        Pair::Complex(a, b) => Number::Complex(complex::pow(a.full(), b.full())?),
    }))
}

fn real_pow(a: f64, b: f64) -> Result<Number, Fault> {
    Ok(match float::pow(a, b)? {
        Power::Real(value) => Number::Float(value),
        Power::Complex => Number::Complex(complex::pow(Operand::Real(a).full(), Operand::Real(b).full())?),
    })
}

/// `pow(a, b, modulus)`.
pub fn pow_mod(a: &Number, b: &Number, modulus: &Number) -> Answer {
    match (a, b, modulus) {
        (Number::Int(a), Number::Int(b), Number::Int(modulus)) => {
            Ok(Some(Number::Int(a.pow_mod(b, modulus)?)))
        }
        (Number::Complex(_), ..) | (_, Number::Complex(_), _) => Err(Fault::value("complex modulo")),
        _ => Err(Fault::type_error("pow() 3rd argument not allowed unless all arguments are integers")),
    }
}

/// An operation that only integers have.
fn integers(a: &Number, b: &Number, apply: impl Fn(&Int, &Int) -> Result<Int, Fault>) -> Answer {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => Ok(Some(Number::Int(apply(a, b)?))),
        _ => Ok(None),
    }
}

pub fn and(a: &Number, b: &Number) -> Answer {
    integers(a, b, |a, b| Ok(a.and(b)))
}

pub fn or(a: &Number, b: &Number) -> Answer {
    integers(a, b, |a, b| Ok(a.or(b)))
}

pub fn xor(a: &Number, b: &Number) -> Answer {
    integers(a, b, |a, b| Ok(a.xor(b)))
}

pub fn shl(a: &Number, b: &Number) -> Answer {
    integers(a, b, Int::shl)
}

pub fn shr(a: &Number, b: &Number) -> Answer {
    integers(a, b, Int::shr)
}

pub fn neg(a: &Number) -> Number {
    match a {
        Number::Int(value) => Number::Int(value.neg()),
        Number::Float(value) => Number::Float(-value),
        Number::Complex(z) => Number::Complex(Complex { real: -z.real, imag: -z.imag }),
    }
}

pub fn abs(a: &Number) -> Result<Number, Fault> {
    Ok(match a {
        Number::Int(value) => Number::Int(value.abs()),
        Number::Float(value) => Number::Float(value.abs()),
        Number::Complex(z) => Number::Float(complex::length(*z)?),
    })
}

pub fn equal(a: &Number, b: &Number) -> bool {
    match (a, b) {
        (Number::Complex(a), Number::Complex(b)) => a == b,
        (Number::Complex(z), other) | (other, Number::Complex(z)) => {
            z.imag == 0.0 && order(&Number::Float(z.real), other) == Some(Ordering::Equal)
        }
        _ => order(a, b) == Some(Ordering::Equal),
    }
}

/// Of real numbers, exact. None if one is a NaN (or complex).
pub fn order(a: &Number, b: &Number) -> Option<Ordering> {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => Some(a.cmp(b)),
        (Number::Float(a), Number::Float(b)) => a.partial_cmp(b),
        (Number::Int(a), Number::Float(b)) => a.partial_cmp_f64(*b),
        (Number::Float(a), Number::Int(b)) => b.partial_cmp_f64(*a).map(Ordering::reverse),
        (Number::Complex(_), _) | (_, Number::Complex(_)) => None,
    }
}
