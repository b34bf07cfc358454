//! What is compiled differently for `exec`, `eval`, the interactive interpreter and `-O`.

use lathe_python::bytecode::{Code, Constant, Flags, Instr, disassemble_all, verify};
use lathe_python::compile::{Mode, Options, compile};
use lathe_python::syntax::Source;
use std::rc::Rc;

fn code(text: &str, options: Options) -> Rc<Code> {
    let source = Source::new("x.py", text).expect("text");
    let code = compile(&source, options).unwrap_or_else(|error| panic!("{error}"));
    verify(&code).unwrap_or_else(|message| panic!("{message}"));
    code
}

fn shown(text: &str, options: Options) -> String {
    disassemble_all(&code(text, options))
}

#[test]
fn modules_use_globals_and_exec_uses_a_namespace() {
    let text = "x = y\ndel x\nz: int\nfrom m import *\n[x for x in y if w]\n";
    let module = shown(text, Options::new(Mode::Module));
    assert!(module.contains("global x = ") && !module.contains(".namespace"), "{module}");
    let exec = shown(text, Options::new(Mode::Exec));
    for part in [
        "name y in .namespace",
        "name x in .namespace = ",
        "delete name x",
        "import * into .namespace",
        "name w in",
    ] {
        assert!(exec.contains(part), "{part} in {exec}");
    }
    assert!(code(text, Options::new(Mode::Exec)).flags.contains(Flags::NAMESPACE));
}

#[test]
fn functions_of_exec_use_globals() {
    let exec = code("def f(): return x\n", Options::new(Mode::Exec));
    let function = exec.children().next().expect("a function");
    assert!(matches!(function.instructions[0], Instr::LoadGlobal { .. }));
}

#[test]
fn eval_returns_the_value() {
    let text = shown("f(x) + 1\n", Options::new(Mode::Eval));
    assert!(text.contains("return %") && text.contains("name f in .namespace"), "{text}");
    let source = Source::new("x.py", "x = 1").expect("text");
    assert!(compile(&source, Options::new(Mode::Eval)).is_err(), "a statement is no expression");
}

#[test]
fn the_interactive_interpreter_displays_values() {
    let text = shown("x\nif x:\n    y\ndef f():\n    z\n", Options::new(Mode::Interactive));
    assert_eq!(text.matches("display").count(), 2, "{text}");
}

#[test]
fn optimization_leaves_out_assertions_and_docstrings() {
    let text = "def f(x):\n    'doc'\n    assert x\n    return __debug__\n";
    let options = |optimize| Options { optimize, ..Options::new(Mode::Module) };
    let function = |optimize| code(text, options(optimize)).children().next().expect("a function").clone();
    assert_eq!(function(0).docstring(), Some(&Constant::str("doc")));
    assert!(function(0).instructions.len() > 3);
    assert_eq!(function(1).docstring(), Some(&Constant::str("doc")));
    assert_eq!(function(1).instructions.len(), 1);
    assert_eq!(function(2).docstring(), None);
}

#[test]
fn a_dead_variable_is_not_live_and_a_handler_keeps_what_it_reads() {
    let module = code(
        "def f(a, b):\n    c = g(a)\n    try:\n        h()\n    except E:\n        return b\n    return c\n",
        Options::new(Mode::Module),
    );
    let function = module.children().next().expect("a function");
    let slot = |name: &str| {
        1 + function.locals.iter().position(|local| &**local == name).expect("a variable") as u32
    };
    let calls = function.instructions.iter().enumerate().filter(|(_, i)| matches!(i, Instr::Call { .. }));
    let calls: Vec<u32> = calls.map(|(pc, _)| pc as u32).collect();
    // In `g(a)`: `a` is not read again, `b` is, `c` is yet to be written.
    assert!(!function.is_live(calls[0], true, slot("a")));
    assert!(function.is_live(calls[0], true, slot("b")));
    assert!(!function.is_live(calls[0], true, slot("c")));
    // In `h()`: both ways out are possible.
    assert!(function.is_live(calls[1], true, slot("b")) && function.is_live(calls[1], true, slot("c")));
    assert!(function.is_live(0, false, slot("a")) && function.is_live(0, false, 0));
}

#[test]
fn positions_tell_what_an_instruction_comes_from() {
    let module = code("x = (f(1) +\n     g.h[2])\n", Options::new(Mode::Module));
    let at = |wanted: fn(&Instr) -> bool| {
        let pc = module.instructions.iter().position(wanted).expect("it is there");
        let position = module.positions.get(pc).expect("it has a position");
        (position.line, position.column, position.end_line, position.end_column)
    };
    assert_eq!(at(|i| matches!(i, Instr::Call { .. })), (1, 5, 1, 9));
    assert_eq!(at(|i| matches!(i, Instr::Binary { .. })), (1, 5, 2, 11));
    assert_eq!(at(|i| matches!(i, Instr::GetAttr { .. })), (2, 5, 2, 8));
}

#[test]
fn the_verifier_finds_broken_code() {
    let broken = |text: &str, change: fn(&mut Code)| {
        let module = code(text, Options::new(Mode::Module));
        let mut code = copy(module.children().next().expect("a function"));
        assert_eq!(verify(&code), Ok(()));
        change(&mut code);
        verify(&code).expect_err("broken")
    };
    let text = "def f(x):\n    while x:\n        try:\n            x = g(x, 1)\n        except E:\n            pass\n";
    let plain = "def f(x):\n    y = x\n    return y\n";
    assert!(broken(text, |code| code.slots -= 2).contains("out of range"));
    assert!(broken(text, |code| code.names.clear()).contains("name"));
    assert!(broken(text, |code| code.loops.clear()).contains("loops"));
    assert!(broken(text, |code| code.handlers[0].target = 999).contains("handler"));
    assert!(broken(text, |code| code.handlers[0].end = 0).contains("exception ranges"));
    assert!(
        broken(plain, |code| code.instructions[0] = Instr::Move { dst: 1, src: 2 })
            .contains("may not be written")
    );
    assert!(broken(plain, |code| code.instructions[0] = Instr::Jump { target: 5000 }).contains("target"));
    assert!(
        broken(text, |code| *code.instructions.last_mut().expect("some") =
            Instr::LoadInt { dst: 1, value: 0 })
        .contains("falls off")
    );
}

/// A code object like another, to be changed.
fn copy(code: &Code) -> Code {
    let mut new = Code::new(
        code.kind,
        code.name.clone(),
        code.qualname.clone(),
        code.filename.clone(),
        code.first_line,
    );
    new.flags = code.flags;
    (new.positional_only, new.positional, new.keyword_only) =
        (code.positional_only, code.positional, code.keyword_only);
    (new.locals, new.visible_locals, new.cells) =
        (code.locals.clone(), code.visible_locals, code.cells.clone());
    (new.free, new.slots, new.constants) = (code.free.clone(), code.slots, code.constants.clone());
    (new.names, new.instructions, new.positions) =
        (code.names.clone(), code.instructions.clone(), code.positions.clone());
    (new.handlers, new.loops, new.caches) = (code.handlers.clone(), code.loops.clone(), code.caches);
    new
}
