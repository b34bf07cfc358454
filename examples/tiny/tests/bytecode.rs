//! What programs compile to, and what is live where.

use tiny::{compile, dis, parse};

fn check(source: &str, name: &str, expected: &str) {
    let program = compile(&parse(source).unwrap()).unwrap();
    let function = program.functions.iter().find(|function| function.name == name).unwrap();
    let actual = dis::dis_function(&program, function);
    assert_eq!(actual.trim(), expected.trim(), "\n{actual}");
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
