//! Tests of the textual form, by subject.

mod errors;
mod mutations;
mod round_trip;
mod snapshots;

use super::{PrintOptions, parse, print_module};
use crate::trace::Module;

/// The papers' example.
const BOXED: &str = "\
class BoxedInteger { intval: int }

trace (p0, p1) {
  guard_class(p1, BoxedInteger)
  i2 = get(p1, intval)
  i4 = int_add(i2, -100)
  p5 = new(BoxedInteger)
  set(p5, intval, i4)
  jump(p0, p5)
}
";

/// Something of everything.
const EVERYTHING: &str = r#"
class Base { }
class BoxedInteger extends Base { intval: int }
class Node { next: Node?, items: Ints, value: ref, flags: u8, immutable map: Map, x: float }
class Pair extends Node { other: ref, small: f32, a: i8, b: i16, c: u16, d: i32, e: u32 }
class Map { value: int }
class Error { }
value class Float { floatval: float }
hybrid class Int { unboxed: int }
class "int" { "odd name": "int"? }
array Ints of int
array Floats of float
immutable array Names of ref
helper print(int)
helper hash(ref) -> int pure raises
helper odd(float) -> float pure
helper f(ref, int) -> ref reads Node.next, Ints writes nothing raises invalidates calls_back
helper g(ref) reads all writes Pair.value, Floats
helper "a b"() reads nothing
object one: BoxedInteger { intval: 1 }
object arr: Ints [1, 2, 3]
object empty: Names []
object list: Names [@one, null, @list]
object base: Base {}
object map: Map { value: -9223372036854775808 }
trace (p0, p1, i1, f1) {
  guard_class(p1, BoxedInteger)
  i2 = get(p1, intval)
  i4 = int_add_ovf(i2, -100)
  guard_no_overflow()
  i5 = int_mul_ovf(i4, 0x10) guard_overflow()
  p5 = new(Node,)
  set(p5, map, @map)
  set(p5, flags, i4)
  set(p5, Node.value, null)
  i30 = get(@map, Map.value)
  p31 = get(p5, Pair.value)
  p6 = new_array(Ints, 3)
  i7 = getitem(p6, i2, Ints)
  i90000 = getitem(p6, 0)
  setitem(p6, i2, i7, Ints)
  setitem(p6, i2, i7)
  p40 = new_array(Names, 1)
  setitem(p40, 0, p40)
  i8 = arraylen(p6, Ints)
  f9 = getitem(p6, i2, Floats)
  guard_value(i7, 5)
  guard_value(f1, nan)
  guard_value(p1, @one)
  guard_true(i8) guard_false(i8)
  guard_nonnull(p5) guard_isnull(p31)
  print(i2)
  i10 = call(hash, p5)
  guard_no_exception()
  i11 = hash(p5)
  p12 = guard_exception(Error)
  p13 = f(p5, 7)
  guard_not_forced()
  guard_no_exception()
  call("a b")
  "a b"()
  guard_not_invalidated() guard_no_attention()
  i14 = select(i8, i2, i7)
  i15 = ptr_eq(p5, null)
  i16 = float_lt(f9, 1.5)
  f17 = float_add(f9, -0.0)
  f18 = float_add(1e300, -inf)
  f19 = float_mul(nan, nan:0x7ff8000000000001)
  f20 = float_mul(inf, -1e-7)
  f21 = float_neg(f20)
  i22 = cast_float_to_int(f21)
  i23 = i22 + i11
  i24 = i23 -1
  i25 = -1 * i24
  i26 = int_invert(i25)
  f27 = odd(f1)
  jump(p0, p5, i26, f27)
}
bridge L1.0 (p0, i1) {
  guard_true(i1)
  jump(p0, p0, i1, 1.0)
}
bridge L0.12 (p0, f1) {
  p1 = guard_exception(Error)
  finish(p1, f1)
}
"#;

fn module(source: &str) -> Module {
    parse(source).unwrap_or_else(|error| panic!("{}", error.render("test", source))).0
}

fn plain(module: &Module) -> String {
    print_module(module, PrintOptions { snapshots: false })
}

fn full(module: &Module) -> String {
    print_module(module, PrintOptions { snapshots: true })
}

/// The error message of a text with `line:col` in front.
fn error(source: &str) -> String {
    match parse(source) {
        Ok((module, _)) => panic!("parsed:\n{}", full(&module)),
        Err(error) => error.to_string(),
    }
}

/// The error in the body of a trace that has some declarations around it.
fn body_error(body: &str) -> String {
    let declarations = "class Box { value: int } class Node { next: Node?, n: int, value: ref } array Ints of int \
                        helper print(int) helper hash(ref) -> int pure object one: Box { value: 1 }";
    error(&format!("{declarations}\ntrace (p0, i0, f0) {{\n{body}\n}}"))
}
