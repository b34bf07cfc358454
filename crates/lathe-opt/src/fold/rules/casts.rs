//! Casts between integers and floats.
//!
//! ```text
//! cast_constant        float(3)                => 3.0
//! cast_there_and_back  int(float(i)), |i| <= 2^53   => i
//! cast_of_trunc        int(trunc(x))           => int(x)       the cast truncates anyway
//! cast_bits_back       from_bits(to_bits(x))   => x            not the other way round: a NaN may change its payload
//! ```
//!
//! The one family that is not generic over the width: a cast is between 64-bit integers and 64-bit floats.

use super::view::View;
use super::{Known, Simplified, becomes, floats, operand};
use lathe_ir::arith;
use lathe_ir::{Cast, Const, FloatUnary, OpKind, Operand, Type};

pub fn cast<K: Known>(view: &View<K>, op: Cast, a: Operand) -> Simplified {
    let known = match op.operand_type() {
        Type::Int => view.constant(a).map(Const::Int),
        Type::Float | Type::Ref => a.as_const(),
    };
    if let Some(result) = known.and_then(|c| arith::cast(op, c)) {
        return operand("cast_constant", Operand::Const(result));
    }
    match (op, view.def(a)?) {
        (Cast::FloatToInt, &OpKind::Cast(Cast::IntToFloat, i)) if floats::is_exact(view, i) => {
            operand("cast_there_and_back", i)
        }
        (Cast::FloatToInt, &OpKind::FloatUnary(FloatUnary::Trunc, x)) => {
            becomes("cast_of_trunc", OpKind::Cast(op, x))
        }
        (Cast::BitsToFloat, &OpKind::Cast(Cast::FloatToBits, x)) => operand("cast_bits_back", x),
        (Cast::IntToFloat | Cast::FloatToInt | Cast::FloatToBits | Cast::BitsToFloat, _) => None,
    }
}
