//! What is printed parses back; what is wrong is found where it is.

use lathe_graph::text::{parse, print_graph, print_module};
use lathe_graph::{GraphBuilder, renumber::renumber};
use lathe_ir::{Descriptors, IntBinary, IntCompare, OpKind, Operand, Resume, Slot, Snapshot, Type};

const EVERYTHING: &str = "\
class Node { next: ref, value: int }
array Ints of int
helper f(int) -> int
helper g(int) -> int raises

graph {
b0 -> b1:
  i0 = parameter(0)
  p1 = parameter(1)
b1 osr -> b2, b6:
  i2 = phi(b0: 0, b5: i9)
  p3 = phi(b0: p1, b5: p4)
  savestate { resume f@4(i2, p3) }
  p4 = null_check(p3)
  guard_class(p4, Node)
  i5 = int_add_ovf(i2, 1)
  guard_no_overflow() { resume f@5(i2, v0)
    v0 = Node { next: p4, value: i2 }
    p4.value = i2 }
  safepoint { resume f@6(i5, _) }
  i6 = int_lt(i5, i0)
  if(i6)
b2 -> b3, b4:
  i7 = get(p4, value)
  if(i7)
b3 catch -> b5:
  inlined call(f, i7)
  set(p4, value, 3)
  return_inlined()
b4 -> b5:
  i8 = call(g, i7)
  guard_no_exception() { raise f@9(i8) }
b5 -> b1:
  i9 = phi(b3: 5, b4: i8)
b6 -> b7, b8:
  if(i5)
b7:
  exit() { resume f@10() }
b8:
  return(i5, p4)
}
";

#[test]
fn what_is_printed_parses_back() {
    let (module, _) =
        parse(EVERYTHING).unwrap_or_else(|error| panic!("{}", error.render("text", EVERYTHING)));
    let printed = print_module(&module);
    let (again, _) = parse(&printed).unwrap_or_else(|error| panic!("{}", error.render("printed", &printed)));
    assert_eq!(printed, print_module(&again));
    for word in ["b1 osr ->", "b3 catch ->", "phi(b0: 0, b5: i9)", "inlined call(f, i7)", "return(i5, p4)"] {
        assert!(printed.contains(word), "{word} in\n{printed}");
    }
    // The null check takes the state before it; the addition has one of its own.
    assert!(printed.contains("p4 = null_check(p3)\n  guard_class(p4, Node)\n"), "{printed}");
    assert!(printed.contains("guard_no_overflow() {\n"), "{printed}");
}

#[test]
fn canonical_names_do_not_depend_on_the_authors() {
    let one = "graph {\nb0 -> b5:\n  i7 = parameter(0)\nb5 -> b5, b2:\n  i3 = phi(b5: i1, b0: i7)\n  \
               i1 = int_sub(i3, 1)\n  if(i1)\nb2:\n  return(i3)\n}\n";
    let two = "graph {\nb2:\n  return(i1)\nb0 -> b1:\n  i0 = parameter(0)\nb1 -> b1, b2:\n  i1 = phi(b0: i0, b1: i2)\n  \
               i2 = int_sub(i1, 1)\n  if(i2)\n}\n";
    let text = |source| {
        let (module, _) = parse(source).unwrap();
        print_graph(&module.descriptors, &renumber(&module.graph))
    };
    assert_eq!(text(one), text(two));
    assert_eq!(text(two), text(&text(two)));
}

#[test]
fn a_builder_makes_what_text_describes() {
    let mut descriptors = Descriptors::default();
    let code = descriptors.intern_code("f");
    let mut b = GraphBuilder::new(&descriptors);
    let (entry, header, body, after) = (b.block(), b.block(), b.block(), b.block());
    let n = b.parameter(Type::Int);
    b.goto(entry, header);
    let i = b.phi(header, Type::Int);
    let slots = vec![Slot::Operand(i.into()), Slot::Dead];
    let state = b.snapshot(Snapshot::single(Resume::Reexecute, code, 3, slots));
    b.safepoint(header, state);
    let more = b.op(header, OpKind::IntCompare(IntCompare::Lt, i.into(), n.into()));
    b.branch(header, more, body, after);
    let next = b.op(body, OpKind::Int(IntBinary::Add, i.into(), Operand::int(1)));
    b.goto(body, header);
    b.ret(after, vec![i.into()]);
    b.phi_input(i, body, next.into());
    b.phi_input(i, entry, Operand::int(0));
    let graph = b.finish().expect("a valid graph");
    let expected = "graph {\nb0 -> b1:\n  i0 = parameter(0)\nb1 -> b2, b3:\n  i1 = phi(b0: 0, b2: i3)\n  \
                    safepoint { resume f@3(i1, _) }\n  i2 = int_lt(i1, i0)\n  if(i2)\nb2 -> b1:\n  \
                    i3 = int_add(i1, 1)\nb3:\n  return(i1)\n}\n";
    assert_eq!(print_graph(&descriptors, &graph), expected);
}

/// What is wrong with a graph whose lines these are, and in which line (from 1) and column.
fn error(lines: &[&str]) -> (u32, u32, String) {
    let source = lines.join("\n");
    match parse(&source) {
        Ok(_) => panic!("this is valid:\n{source}"),
        Err(error) => (error.span.line, error.span.col, error.message),
    }
}

#[track_caller]
fn rejected(lines: &[&str], line: u32, col: u32, message: &str) {
    let (found_line, found_col, found) = error(lines);
    assert!(found.contains(message), "{found:?} has no {message:?}");
    assert_eq!((found_line, found_col), (line, col), "{found}");
}

#[test]
fn syntax_errors_are_found_where_they_are() {
    rejected(&["graph {", "b0:", "  return(", "}"], 4, 1, "a value or a constant");
    rejected(&["graph {", "b0 -> 1:", "}"], 2, 7, "a block, such as `b3`");
    rejected(&["graph {", "  return()", "}"], 2, 3, "a block, such as `b0 -> b1:`");
    rejected(&["graph {", "b0:", "  i1 = phi(1)", "  return()", "}"], 3, 12, "a block, such as `b3`");
    rejected(&["graph {", "b0:", "  savestate", "  return()", "}"], 4, 3, "the state");
    rejected(&["graph {", "b0:", "  inlined int_add(1, 2)", "  return()", "}"], 3, 11, "only a call");
    rejected(&["graph {", "b0:", "  return() { resume f@0() }", "}"], 3, 12, "has no snapshot");
    rejected(&["graph {", "b0:", "  return()", "}", "graph {", "}"], 5, 1, "only one graph");
    rejected(&["graph {", "b0:", "  return(i1)", "}"], 3, 10, "`i1` is not defined");
    rejected(
        &["graph {", "b0:", "  i1 = int_add(1, 2)", "  i1 = int_add(1, 2)", "  return()", "}"],
        4,
        3,
        "twice",
    );
    rejected(&["graph {", "b0:", "  return()", "b0:", "  return()", "}"], 4, 1, "`b0` is there twice");
    rejected(&["graph {", "b1:", "  return()", "}"], 1, 1, "there is none");
    rejected(&["graph {", "b0 -> b7:", "}"], 2, 7, "there is no block `b7`");
    rejected(&["graph {", "b0 -> b4000000000:", "}"], 2, 7, "too large");
    rejected(&["graph {", "b0:", "  guard_true(1)", "  return()", "}"], 3, 3, "this needs a snapshot");
    rejected(&["class C {}"], 1, 11, "a graph");
}

#[test]
fn every_rule_is_checked() {
    // 1
    rejected(&["graph {", "b0 -> b0:", "}"], 2, 1, "the entry has a predecessor");
    rejected(&["graph {", "b0 osr:", "  return()", "}"], 2, 1, "the entry cannot be marked");
    // 2
    rejected(
        &["graph {", "b0:", "  return()", "b3 -> b4:", "b4 -> b3:", "b6:", "  return()", "}"],
        4,
        1,
        "cannot be reached: `b3`, `b4`, `b6`",
    );
    // 3
    rejected(&["graph {", "b0 -> b1, b1:", "  if(1)", "b1:", "  return()", "}"], 2, 1, "a successor twice");
    // 4
    rejected(&["graph {", "b0:", "}"], 2, 1, "a block ends in");
    rejected(&["graph {", "b0:", "  return()", "  return()", "}"], 3, 3, "nothing may follow `return`");
    rejected(&["graph {", "b0 -> b1:", "  if(1)", "b1:", "  return()", "}"], 3, 3, "has 2 successors, not 1");
    // 5
    rejected(
        &["graph {", "b0 -> b1:", "b1:", "  i0 = parameter(0)", "  return()", "}"],
        4,
        3,
        "parameters stand in the entry",
    );
    rejected(&["graph {", "b0:", "  i0 = parameter(1)", "  return()", "}"], 3, 3, "gap");
    rejected(
        &["graph {", "b0:", "  i0 = parameter(0)", "  i1 = parameter(0)", "  return()", "}"],
        4,
        3,
        "two parameters 0",
    );
    // 6
    rejected(
        &["graph {", "b0 -> b1:", "b1:", "  i0 = int_add(1, 2)", "  i1 = phi(b0: 1)", "  return()", "}"],
        5,
        3,
        "phis stand first",
    );
    rejected(&["graph {", "b0 -> b1:", "b1:", "  i1 = phi()", "  return()", "}"], 4, 3, "no input for `b0`");
    rejected(
        &["graph {", "b0 -> b1:", "b1:", "  i1 = phi(b1: 1)", "  return()", "}"],
        4,
        12,
        "not a predecessor",
    );
    rejected(
        &["graph {", "b0 -> b1:", "b1:", "  i1 = phi(b0: 1, b0: 2)", "  return()", "}"],
        4,
        19,
        "two inputs for `b0`",
    );
    rejected(
        &["graph {", "b0 -> b1:", "b1:", "  i1 = phi(b0: null)", "  return()", "}"],
        4,
        3,
        "must be an int",
    );
    rejected(
        &["graph {", "b0 -> b1:", "b1:", "  i1 = phi(b0: i2)", "  i2 = int_add(1, 1)", "  return()", "}"],
        4,
        3,
        "`i2` is not defined here",
    );
    // 7
    rejected(
        &["graph {", "b0:", "  i1 = int_add(i2, 1)", "  i2 = int_add(1, 1)", "  return()", "}"],
        3,
        3,
        "`i2` is not defined here",
    );
    rejected(
        &[
            "graph {",
            "b0 -> b1, b2:",
            "  if(1)",
            "b1 -> b3:",
            "  i1 = int_add(1, 1)",
            "b2 -> b3:",
            "b3:",
            "  savestate { resume f@0(i1) }",
            "  return()",
            "}",
        ],
        8,
        3,
        "`i1` is not defined here",
    );
    // 8
    rejected(&["graph {", "b0:", "  finish(1)", "}"], 3, 3, "`finish` is for traces");
    rejected(&["graph {", "b0:", "  i1 = int_add(null, 1)", "  return()", "}"], 3, 3, "must be an int");
    rejected(
        &[
            "helper g() raises",
            "graph {",
            "b0:",
            "  call(g)",
            "  savestate { resume f@0() }",
            "  return()",
            "}",
        ],
        5,
        3,
        "must follow it",
    );
    rejected(
        &["helper g() raises", "graph {", "b0 -> b1:", "  call(g)", "b1:", "  return()", "}"],
        3,
        1,
        "must follow it",
    );
    // 9
    rejected(
        &["graph {", "b0 -> b1, b2:", "  if(null)", "b1:", "  return()", "b2:", "  return()", "}"],
        3,
        3,
        "if",
    );
    rejected(
        &["graph {", "b0 -> b1, b2:", "  if(1)", "b1:", "  return()", "b2:", "  return(1)", "}"],
        7,
        3,
        "other results",
    );
    // 10
    rejected(
        &["graph {", "b0:", "  p1 = null_check(1) { resume f@0() }", "  return()", "}"],
        3,
        3,
        "must be a ref",
    );
    // 11
    rejected(
        &[
            "class C { x: int }",
            "graph {",
            "b0:",
            "  p0 = parameter(0)",
            "  safepoint { resume f@0() p0.x = 1 }",
            "  return()",
            "}",
        ],
        5,
        3,
        "no delayed stores",
    );
    // 12
    rejected(
        &[
            "class C { immutable x: int }",
            "graph {",
            "b0 -> b1:",
            "  p0 = new(C)",
            "b1:",
            "  set(p0, x, 1)",
            "  return()",
            "}",
        ],
        6,
        3,
        "immutable",
    );
    rejected(
        &[
            "class C { immutable x: int }",
            "graph {",
            "b0:",
            "  p0 = new(C)",
            "  set(p0, x, 1)",
            "  i1 = ptr_eq(p0, null)",
            "  set(p0, x, 1)",
            "  return()",
            "}",
        ],
        7,
        3,
        "immutable",
    );
    // 13
    rejected(&["graph {", "b0:", "  return_inlined()", "  return()", "}"], 3, 3, "no inlined call is open");
    rejected(&["helper f()", "graph {", "b0:", "  inlined call(f)", "  return()", "}"], 5, 3, "still open");
    rejected(
        &[
            "helper f()",
            "graph {",
            "b0 -> b1, b2:",
            "  if(1)",
            "b1 -> b2:",
            "  inlined call(f)",
            "b2:",
            "  return()",
            "}",
        ],
        7,
        1,
        "same inlined calls",
    );
}
