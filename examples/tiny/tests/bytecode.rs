//! What programs compile to, and what is live where.

use tiny::bytecode::{Function, Instruction, Program};
use tiny::{compile, dis, parse};

fn program(source: &str) -> Program {
    compile(&parse(source).unwrap()).unwrap()
}

fn function<'a>(program: &'a Program, name: &str) -> &'a Function {
    program.functions.iter().find(|function| function.name == name).unwrap()
}

fn check(source: &str, name: &str, expected: &str) {
    let program = program(source);
    let actual = dis::dis_function(&program, function(&program, name));
    assert_eq!(actual.trim(), expected.trim(), "\n{actual}");
}

/// What is live at the first instruction that fits.
fn live_at(source: &str, fits: fn(Instruction) -> bool) -> String {
    let program = program(source);
    let function = function(&program, "f");
    let pc = function.code.iter().position(|&instruction| fits(instruction)).unwrap();
    dis::slots(function, function.live(pc))
}

fn at_loop(instruction: Instruction) -> bool {
    matches!(instruction, Instruction::Loop { .. })
}

#[test]
fn a_loop() {
    let source = "
fn f(y) {
  res = 0
  while is_positive(y) {
    res = res + y + -100
    y = y + -1
  }
  return res
}";
    check(
        source,
        "f",
        "
fn f(y)  # 4 slots
   line 3    0  res = 0
   line 4    1  loop 0  # live: y res
             2  %2 = is_positive y
             3  jump_if_false %2 -> 10
   line 5    4  %2 = res + y
             5  %3 = -100
             6  res = %2 + %3
   line 6    7  %2 = -1
             8  y = y + %2
   line 4    9  jump -> 1
   line 8   10  return res
            11  %2 = null
            12  return %2
",
    );
}

#[test]
fn conditions_are_jumps() {
    let source = "
fn f(a, b) {
  while a < b and not (a == 3 or b) { continue }
  if a or b { break_even() }
  a = a and b
}";
    check(
        source,
        "f",
        "
fn f(a, b)  # 4 slots
   line 3    0  loop 0  # live: a b
             1  %2 = a < b
             2  jump_if_false %2 -> 9
             3  %3 = 3
             4  %2 = a == %3
             5  jump_if_true %2 -> 9
             6  jump_if_true b -> 9
             7  jump -> 0
             8  jump -> 0
   line 4    9  jump_if_true a -> 11
            10  jump_if_false b -> 12
            11  fail: not a function
   line 5   12  %2 = a
            13  jump_if_false %2 -> 15
            14  %2 = b
            15  a = %2
            16  %2 = null
            17  return %2
",
    );
}

#[test]
fn objects_globals_and_printing() {
    let source = "
record Point { x, y }
p = Point(1, 2.5)
p.x = p.y
a = array(10, p)
a[0] = len(a)
print(a[0], print())
";
    check(
        source,
        "<main>",
        "
fn <main>()  # 4 slots
   line 3    0  %1 = 1
             1  %2 = 2.5
             2  %0 = new Point(%1, %2)
             3  global p = %0
   line 4    4  %0 = global p
             5  %2 = global p
             6  %1 = %2.y
             7  %0.x = %1
   line 5    8  %1 = 10
             9  %2 = global p
            10  %0 = array %1, %2
            11  global a = %0
   line 6   12  %0 = global a
            13  %1 = 0
            14  %3 = global a
            15  %2 = len %3
            16  %0[%1] = %2
   line 7   17  %1 = global a
            18  %2 = 0
            19  %0 = %1[%2]
            20  print_newline
            21  %1 = null
            22  print %0
            23  print_space
            24  print %1
            25  print_newline
            26  %0 = null
            27  return %0
",
    );
}

#[test]
fn handlers_and_calls() {
    let source = "
fn g(x) { return x }
fn f(x) {
  try {
    try { x = g(x) } catch inner { g(1, 2) }
    raise x
  } catch outer {
    return outer
  }
}";
    check(
        source,
        "f",
        "
fn f(x)  # 6 slots
   line 5    0  %3 = x
             1  x = call g(%3)
             2  jump -> 6
             3  %4 = 1
             4  %5 = 2
             5  fail: wrong number of arguments
   line 6    6  raise x
             7  jump -> 9
   line 8    8  return outer
             9  %3 = null
            10  return %3
    catch 0..2 -> 3, inner
    catch 0..7 -> 8, outer
",
    );
}

#[test]
fn what_is_written_before_it_is_read_is_dead() {
    assert_eq!(live_at("fn f(n, m) { while n { m = n  n = m - 1 } return n }", at_loop), "n");
    assert_eq!(live_at("fn f(n, m) { while n { n = m - 1  m = n } return n }", at_loop), "n m");
    assert_eq!(live_at("fn f(n, m) { while n { n = n - 1 } return m }", at_loop), "n m");
    assert_eq!(live_at("fn f(n, m) { while n { n = n - 1 } m = 1  return m }", at_loop), "n");
}

#[test]
fn a_variable_that_may_not_be_assigned_yet_is_live() {
    assert_eq!(live_at("fn f(n) { while n { if n > 3 { r = n } n = n - 1 } return r }", at_loop), "n r");
}

#[test]
fn a_handler_reads_what_was_there_before_the_failure() {
    // The division may raise before it has written `n`, so the old `n` is live in the `try`.
    let division = |instruction| matches!(instruction, Instruction::Binary { .. });
    assert_eq!(live_at("fn f(n, m) { try { n = m / m } catch e { return n } }", division), "n m");
    assert_eq!(live_at("fn f(n, m) { try { n = m / m } catch e { return e } }", division), "m");
    assert_eq!(live_at("fn f(n, m) { n = m / m  try { n = 1 } catch e { } return n }", division), "m");
}

#[test]
fn the_result_of_a_call_is_dead_while_it_runs() {
    let program = program("fn f(n, m) { k = 2  try { m = f(n, 1) } catch e { m = k } return m + n }");
    let function = function(&program, "f");
    let call = function.code.iter().position(|i| matches!(i, Instruction::Call { .. })).unwrap();
    assert_eq!(dis::slots(function, &function.live_across(call)), "n k");
    assert_eq!(dis::slots(function, function.live(call)), "n k %4 %5");
}
