//! Traces that lowering got wrong once.

use lathe_codegen::Target;
use lathe_codegen::sandbox::Sandbox;
use lathe_ir::eval::{Datum, Heap, NoHost, Outcome};
use lathe_ir::{Label, text};

/// Behind a guard that always fails, anything may be read from an object. It is never reached, but it must have code.
#[test]
fn an_object_can_be_guarded_as_two_classes() {
    let source = "
        hybrid class Int { value: int }
        value class Float { value: float }
        trace (p0) {
          guard_class(p0, Int)
          i1 = get(p0, Int.value)
          guard_class(p0, Float)
          f2 = get(p0, Float.value)
          f3 = float_add(f2, 1.0)
          finish(i1, f3)
        }";
    let (module, _) = text::parse(source).expect("a trace");
    let mut sandbox = Sandbox::new(Target::Host).expect("there is a code generator for this machine");
    let mut program = sandbox.compile(&module.descriptors, &module.trace).expect("it has code");
    let mut heap = Heap::new(&module.descriptors);
    let null = [Datum::Ref(None)];
    let outcome = sandbox.run(&mut program, Label(0), &null, &mut heap, &mut NoHost);
    assert!(matches!(outcome, Outcome::Exit(exit) if exit.op == 0));
}
