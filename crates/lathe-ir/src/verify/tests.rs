//! Each rule rejects something. The numbers are those of the list in the module's header.
//!
//! What text can express is rejected through the parser; what it cannot is broken by hand after parsing.

use super::{verify, verify_bridge, verify_descriptors};
use crate::descriptors::{Access, ClassId, CodeId, FieldId, HelperId, Identity, Location, ObjectId, Shape};
use crate::op::{Op, OpKind};
use crate::snapshot::{DelayedStore, Frame, Slot, SnapshotId, VirtualObject};
use crate::text::parse;
use crate::trace::{Label, Module};
use crate::value::{Const, Operand, Type, Value};

const DECLARATIONS: &str = "
class Box { value: int }
class Node { next: Node?, immutable map: ref }
array Ints of int
array Refs of ref
immutable array Tuple of ref
helper raises(ref) -> int raises
helper back(ref) calls_back
helper both(ref) raises calls_back
helper plain(ref, int)
object box: Box { value: 1 }
object ints: Ints [1]
";

/// A trace with these ops and some arguments.
fn source(ops: &str) -> String {
    format!("{DECLARATIONS} trace (p0, p1, i0, i1, f0) {{ {ops} }}")
}

fn module(ops: &str) -> Module {
    let source = source(ops);
    parse(&source).unwrap_or_else(|error| panic!("{}", error.render("test", &source))).0
}

/// The op is rejected, with this in the message.
#[track_caller]
fn rejects(ops: &str, message: &str) {
    let error = parse(&source(ops)).expect_err(ops);
    assert!(error.message.contains(message), "{ops}: {}", error.message);
}

/// A valid trace is rejected once it was broken.
#[track_caller]
fn rejects_broken(ops: &str, breaks: impl FnOnce(&mut Module), message: &str) {
    let mut module = module(ops);
    breaks(&mut module);
    let rejection = verify(&module.descriptors, &module.trace, &[]).expect_err(ops);
    assert!(rejection.message.contains(message), "{ops}: {rejection}");
}

#[track_caller]
fn rejects_descriptors(breaks: impl FnOnce(&mut Module), message: &str) {
    let mut module = module("finish()");
    breaks(&mut module);
    let rejection = verify_descriptors(&module.descriptors).expect_err(message);
    assert!(rejection.message.contains(message), "{rejection}");
}

fn first_op(module: &mut Module) -> &mut Op {
    &mut module.trace.sections[0].ops[0]
}

#[test]
fn rule_1_sections_and_labels() {
    rejects_broken("finish()", |m| m.trace.sections.clear(), "at least one section");
    let twice = "trace { L0(): finish() L0(): finish() }";
    assert_eq!(parse(twice).unwrap_err().message, "there are two labels L0");
    let module = module("finish()");
    let outside = [(Label(0), vec![])];
    assert!(verify(&module.descriptors, &module.trace, &outside).is_err());
}

#[test]
fn rule_2_arguments_are_distinct() {
    rejects_broken("finish()", |m| m.trace.sections[0].args[1] = Value(0), "is there twice");
}

#[test]
fn rule_3_indices_are_in_their_tables() {
    let break_op = |kind: fn() -> OpKind, message: &str| {
        rejects_broken("guard_true(i0) finish()", |m| first_op(m).kind = kind(), message);
    };
    break_op(|| OpKind::Finish(vec![Operand::Value(Value(999))]), "no value number 999");
    break_op(|| OpKind::Finish(vec![Operand::Const(Const::Object(ObjectId(999)))]), "no object number 999");
    break_op(|| OpKind::New(ClassId(999)), "no class number 999");
    break_op(|| OpKind::Get(Operand::NULL, FieldId(999)), "no field number 999");
    break_op(|| OpKind::Call(HelperId(999), vec![]), "no helper number 999");
    break_op(|| OpKind::Exit(SnapshotId(999)), "no snapshot number 999");
    rejects_broken("finish()", |m| m.trace.sections[0].args.push(Value(999)), "no value number 999");
    rejects_broken(
        "finish()",
        |m| m.trace.sections[0].snapshot = Some(SnapshotId(9)),
        "no snapshot number 9",
    );
    rejects_broken("exit()", |m| m.trace.snapshots[1].frames[0].code = CodeId(9), "no code number 9");
}

#[test]
fn rule_4_values_are_defined_once_and_before_use() {
    let two = "i2 = int_add(i0, 1) i3 = int_add(i2, 1) finish()";
    rejects_broken(two, |m| m.trace.sections[0].ops.swap(0, 1), "`i2` is not defined here");
    rejects_broken(two, |m| m.trace.sections[0].ops[1].result = Some(Value(2)), "`i2` is defined twice");
    let sections = "trace { L0(i0): i1 = i0 + 1 jump(L1) L1(): finish() }";
    let mut module = parse(sections).unwrap().0;
    module.trace.sections[1].ops[0].kind = OpKind::Finish(vec![Operand::Value(Value(1))]);
    assert_eq!(
        verify(&module.descriptors, &module.trace, &[]).unwrap_err().message,
        "`i1` is not defined here"
    );
}

#[test]
fn rule_5_results() {
    rejects("int_add(i0, 1) finish()", "has a result (an int), which needs a name");
    rejects("p5 = guard_true(i0) finish()", "guard_true has no result");
    rejects("p5 = int_add(i0, 1) finish()", "the result of int_add is an int, `p5` a ref");
    rejects("i5 = select(i0, p0, p1) finish()", "the result of select is a ref");
}

#[test]
fn rule_6_operand_types() {
    rejects("i5 = int_add(i0, p0) finish()", "operand 2 of int_add must be an int, but `p0` is a ref");
    rejects("i5 = int_lt(1.5, i0) finish()", "operand 1 of int_lt must be an int, but `1.5` is a float");
    rejects("i5 = int_neg(f0) finish()", "operand 1 of int_neg");
    rejects("i5 = int_add_ovf(f0, 1) guard_no_overflow() finish()", "operand 1 of int_add_ovf");
    rejects("f5 = float_add(f0, 1) finish()", "operand 2 of float_add");
    rejects("i5 = float_lt(f0, 1) finish()", "operand 2 of float_lt");
    rejects("f5 = float_neg(i0) finish()", "operand 1 of float_neg");
    rejects("f5 = cast_int_to_float(f0) finish()", "operand 1 of cast_int_to_float");
    rejects("i5 = ptr_eq(p0, 0) finish()", "operand 2 of ptr_eq");
    rejects("i5 = select(i0, i1, p0) finish()", "operand 3 of select must be an int");
    rejects("p5 = new_array(Ints, p0) finish()", "operand 1 of new_array");
    rejects("i5 = get(i0, value) finish()", "operand 1 of get must be a ref");
    rejects("set(p0, value, p1) finish()", "operand 2 of set must be an int");
    rejects("i5 = getitem(p0, p1, Ints) finish()", "operand 2 of getitem must be an int");
    rejects("setitem(p0, i0, p1, Ints) finish()", "operand 3 of setitem must be an int");
    rejects("i5 = arraylen(i0, Ints) finish()", "operand 1 of arraylen must be a ref");
    rejects("plain(p0) finish()", "plain takes 2 operands, got 1");
    rejects("plain(i0, i0) finish()", "operand 1 of plain must be a ref");
    rejects("guard_true(p0) finish()", "operand 1 of guard_true must be an int");
    rejects("guard_nonnull(i0) finish()", "operand 1 of guard_nonnull must be a ref");
    rejects("guard_class(i0, Box) finish()", "operand 1 of guard_class must be a ref");
}

#[test]
fn rule_7_ends() {
    rejects("guard_true(i0)", "a section must end in jump, finish or exit");
    rejects("", "a section must end in jump, finish or exit");
    rejects("finish() finish()", "nothing may follow `finish`");
    rejects("exit() guard_true(i0)", "nothing may follow `exit`");
}

#[test]
fn rule_8_jumps() {
    rejects("jump(L7)", "there is no label L7 to jump to");
    rejects("jump(p0, p1, i0, i1)", "a jump to L0 takes 5 operands, got 4");
    rejects("jump(p0, p1, i0, i1, i1)", "operand 5 of a jump to L0 must be a float");
    let mut module = module("finish()");
    first_op(&mut module).kind = OpKind::Jump(Label(7), vec![Operand::int(1)]);
    assert!(verify(&module.descriptors, &module.trace, &[(Label(7), vec![Type::Int])]).is_ok());
    assert!(verify(&module.descriptors, &module.trace, &[(Label(7), vec![Type::Ref])]).is_err());
}

#[test]
fn rule_9_records_and_arrays() {
    rejects("p5 = new(Ints) finish()", "new needs a record class, and `Ints` is an array class");
    rejects("raises(p0) p5 = guard_exception(Ints) finish()", "has a result");
    rejects("i5 = raises(p0) p5 = guard_exception(Ints) finish()", "guard_exception needs a record class");
    rejects("p5 = new_array(Box, 1) finish()", "new_array needs an array class");
    rejects("i5 = getitem(p0, 1, Box) finish()", "getitem needs an array class");
    rejects("setitem(p0, 1, 1, Box) finish()", "setitem needs an array class");
    rejects("i5 = arraylen(p0, Box) finish()", "arraylen needs an array class");
    module("guard_class(p0, Ints) finish()");
}

#[test]
fn rule_10_constant_objects_have_what_is_used() {
    rejects("p5 = get(@box, next) finish()", "`@box` is of class `Box`, which has no such field `next`");
    rejects("set(@box, next, null) finish()", "which has no such field `next`");
    rejects("i5 = getitem(@box, 0, Ints) finish()", "`@box` is of class `Box`, not `Ints`");
    rejects("setitem(@ints, 0, null, Refs) finish()", "`@ints` is of class `Ints`, not `Refs`");
    rejects("i5 = arraylen(@ints, Refs) finish()", "`@ints` is of class `Ints`, not `Refs`");
}

#[test]
fn rule_11_immutable() {
    rejects("set(p0, map, p1) finish()", "field `map` is immutable");
    rejects("setitem(p0, 0, p1, Tuple) finish()", "items of `Tuple` are immutable");
    module("p5 = new(Node) set(p5, map, p1) p6 = new_array(Tuple, 1) setitem(p6, 0, p5, Tuple) finish(p6)");
    // The same name in another section is another object.
    let sections = "trace { L0(p0): p1 = new(Node) jump(L1, p1) L1(p1): set(p1, map, null) finish() }";
    assert!(parse(&format!("{DECLARATIONS} {sections}")).unwrap_err().message.contains("immutable"));
}

#[test]
fn rule_12_guard_value() {
    rejects("guard_value(i0, 1.5) finish()", "guard_value compares an int with a float");
    rejects("guard_value(p0, 0) finish()", "guard_value compares a ref with an int");
    module("guard_value(p0, null) guard_value(p0, @box) finish()");
}

#[test]
fn rule_13_guard_not_forced() {
    rejects("guard_not_forced() finish()", "guard_not_forced must directly follow");
    rejects("plain(p0, 1) guard_not_forced() finish()", "guard_not_forced must directly follow");
    rejects("back(p0) guard_true(i0) guard_not_forced() finish()", "so guard_not_forced must follow it");
    rejects("back(p0) finish()", "so guard_not_forced must follow it, not finish");
    rejects(
        "back(p0) guard_not_forced() guard_not_forced() finish()",
        "guard_not_forced must directly follow",
    );
    module("back(p0) guard_not_forced() finish()");
}

#[test]
fn rule_14_exceptions() {
    rejects("guard_no_exception() finish()", "guard_no_exception must directly follow");
    rejects("back(p0) guard_not_forced() guard_no_exception() finish()", "must directly follow");
    rejects("i5 = raises(p0) i6 = i5 + 1 guard_no_exception() finish()", "the call before may raise");
    rejects("i5 = raises(p0) finish()", "the call before may raise");
    rejects(
        "both(p0) guard_no_exception() guard_not_forced() finish()",
        "so guard_not_forced must follow it",
    );
    module("both(p0) guard_not_forced() guard_no_exception() finish()");
    let mut at_start = module("i5 = raises(p0) p5 = guard_exception(Box) finish()");
    at_start.trace.sections[0].ops.remove(0);
    assert!(verify_bridge(&at_start.descriptors, &at_start.trace, &[]).is_ok());
    assert!(verify(&at_start.descriptors, &at_start.trace, &[]).is_err());
    let guard = at_start.trace.sections[0].ops[0].clone();
    at_start.trace.sections[0].ops.insert(1, Op { result: Some(Value(1)), ..guard });
    assert!(verify_bridge(&at_start.descriptors, &at_start.trace, &[]).is_err());
}

#[test]
fn rule_15_frames() {
    rejects_broken("exit()", |m| m.trace.snapshots[1].frames.clear(), "at least one frame");
    rejects_broken("exit()", |m| m.trace.snapshots[1].slots.push(Slot::Dead), "the frames have 0 slots");
    let backwards = |m: &mut Module| {
        let frame = m.trace.snapshots[1].frames[0];
        m.trace.snapshots[1].slots.push(Slot::Dead);
        m.trace.snapshots[1].frames = vec![Frame { end: 1, ..frame }, Frame { end: 0, ..frame }];
    };
    rejects_broken("exit()", backwards, "ends before it starts");
}

#[test]
fn rule_16_values_in_snapshots() {
    let later = |m: &mut Module| {
        m.trace.snapshots[1].slots.push(Slot::Operand(Operand::Value(Value(5))));
        m.trace.snapshots[1].frames[0].end += 1;
    };
    rejects_broken("guard_true(1) i5 = i0 + 1 finish()", later, "`i5` is not defined here");
    rejects_broken("i5 = int_add_ovf(1, 1) guard_no_overflow() finish()", later, "`i5` is not defined here");
}

#[test]
fn rule_17_virtuals() {
    let exit = "exit() { resume f@0(v0) v0 = Box { value: i0 } }";
    module(exit);
    let slots = |fields: Vec<Slot>| {
        move |m: &mut Module| m.trace.snapshots[1].virtuals[0] = VirtualObject { class: ClassId(0), fields }
    };
    rejects_broken(exit, slots(vec![]), "`v0` has 0 fields, class `Box` 1");
    rejects_broken(exit, slots(vec![Slot::Dead]), "field `value` of `v0` of the snapshot is dead");
    rejects_broken(
        exit,
        slots(vec![Slot::Virtual(0)]),
        "field `value` of `v0` of the snapshot must be an int, not a ref",
    );
    rejects_broken(exit, |m| m.trace.snapshots[1].virtuals.clear(), "does not say what `v0` is");
    rejects("exit() { resume f@0(v0) v0 = Ints [i0, p0] }", "an item of `v0` of the snapshot must be an int");
}

#[test]
fn rule_18_delayed_stores() {
    let stores = |store: &str, message: &str| {
        let block = format!("resume f@0() v0 = Box {{ }} v1 = Ints [1] {store}");
        rejects(&format!("exit() {{ {block} }}"), message);
    };
    stores("i0.value = 1", "the base of a delayed store of the snapshot must be a ref");
    stores("p0.value = p1", "the value of a delayed store of the snapshot must be an int");
    stores("_.value = 1", "the base of a delayed store of the snapshot is dead");
    stores("p0.value = _", "the value of a delayed store of the snapshot is dead");
    stores("v0.next = null", "`v0` is of class `Box`, which has no such field `next`");
    stores("@box.next = null", "`@box` is of class `Box`, which has no such field `next`");
    stores("p0.map = null", "field `map` is immutable");
    stores("p0[p1] = 1 : Ints", "the index of a delayed store of the snapshot must be an int");
    stores("p0[0] = p0 : Ints", "the value of a delayed store of the snapshot must be an int");
    stores("p0[0] = 1 : Box", "a delayed store needs an array class");
    stores("p0[0] = p1 : Tuple", "items of `Tuple` are immutable");
    stores("v1[0] = p1 : Refs", "`v1` is of class `Ints`, not `Refs`");
    stores("@ints[0] = p1 : Refs", "`@ints` is of class `Ints`, not `Refs`");
    module("p5 = new(Node) exit() { resume f@0(v0) v0 = Node { } p5.map = v0 v0.map = p5 }");
    let missing = |m: &mut Module| {
        let (base, value) = (Slot::Virtual(3), Slot::Dead);
        m.trace.snapshots[1].stores.push(DelayedStore::Field { base, field: FieldId(0), value });
    };
    rejects_broken("exit()", missing, "does not say what `v3` is");
}

#[test]
fn rule_19_labels_have_nothing_left_to_store() {
    let give_store = |m: &mut Module| {
        let (base, value) = (Slot::Operand(Operand::NULL), Slot::Operand(Operand::int(1)));
        m.trace.snapshots[0].stores.push(DelayedStore::Field { base, field: FieldId(0), value });
    };
    rejects_broken("finish()", give_store, "no delayed stores");
}

#[test]
fn rule_20_names_are_distinct() {
    rejects_descriptors(|m| m.descriptors.classes[1].name = "Box".into(), "two classes `Box`");
    rejects_descriptors(|m| m.descriptors.helpers[1].name = "raises".into(), "two helpers `raises`");
    rejects_descriptors(|m| m.descriptors.objects[1].name = "box".into(), "two objects `box`");
    rejects_descriptors(
        |m| m.descriptors.fields[2].name = "next".into(),
        "class `Node` has two fields `next`",
    );
    assert!(
        parse("class A { n: int } class B extends A { n: int }").unwrap_err().message.contains("two fields")
    );
}

#[test]
fn rule_21_parents() {
    let with_parent = |parent: u32| {
        move |m: &mut Module| match &mut m.descriptors.classes[0].shape {
            Shape::Record { parent: p, .. } => *p = Some(ClassId(parent)),
            Shape::Array { .. } => unreachable!(),
        }
    };
    rejects_descriptors(with_parent(0), "class `Box` inherits from itself");
    rejects_descriptors(with_parent(1), "do not start with its parent's");
    rejects_descriptors(with_parent(2), "the parent of class `Box` is an array class");
    rejects_descriptors(with_parent(99), "the parent of class `Box` does not exist");
    rejects_descriptors(|m| m.descriptors.fields[1].index = 1, "at its place");
    rejects_descriptors(|m| m.descriptors.fields[0].class = ClassId(2), "at its place");
}

#[test]
fn rule_22_value_classes() {
    let message = |source: &str| parse(source).unwrap_err().message;
    assert!(message("hybrid class H { }").contains("exactly one field, not 0"));
    assert!(message("class A { n: int } value class V extends A { }").contains("is not immutable"));
    rejects_descriptors(|m| m.descriptors.classes[2].identity = Identity::Value, "cannot be a value class");
    let hybrid = |m: &mut Module| m.descriptors.classes[0].representation = crate::Representation::Hybrid;
    rejects_descriptors(hybrid, "must be a value class");
}

#[test]
fn rule_23_effects() {
    let message = |effects: &str| {
        parse(&format!("class C {{ immutable n: int, m: int }} helper f() {effects}")).unwrap_err().message
    };
    assert!(message("writes C.n").contains("writes something that is immutable"));
    assert!(message("pure reads C.m").contains("cannot be pure and read"));
    assert!(message("pure calls_back").contains("cannot be pure"));
    assert!(message("pure invalidates").contains("cannot be pure"));
    for location in [Location::Field(FieldId(99)), Location::Items(ClassId(99)), Location::Items(ClassId(0))]
    {
        let name = |m: &mut Module| m.descriptors.helpers[0].effects.reads = Access::Some(vec![location]);
        rejects_descriptors(name, "name something that does not exist");
    }
}

#[test]
fn rule_24_constant_objects() {
    let message = |object: &str| {
        let declarations = "class C { n: i8, f: f32, c: C?, p: ref } class D { c: C } array A of C?";
        parse(&format!("{declarations} object d: D {{ c: @c }} object c: C {{ }} object o: {object}"))
            .unwrap_err()
            .message
    };
    assert_eq!(message("C { n: 1.0 }"), "field `n` of `@o` must be an int, not a float");
    assert_eq!(message("C { n: 128 }"), "field `n` of `@o` cannot hold 128");
    assert_eq!(message("C { f: 0.1 }"), "field `f` of `@o` cannot hold 0.1 exactly");
    assert_eq!(message("C { c: @d }"), "field `c` of `@o` must be an object of class `C`");
    assert_eq!(message("D { }"), "field `c` of `@o` must be an object of class `C`, not null");
    assert_eq!(message("A [@c, @d]"), "item 1 of `@o` must be an object of class `C`");
    rejects_descriptors(|m| m.descriptors.objects[0].fields.clear(), "`@box` has 0 fields, its class 1");
    rejects_descriptors(
        |m| m.descriptors.objects[0].class = ClassId(99),
        "the class of `@box` does not exist",
    );
}

#[test]
fn rejections_show_their_op() {
    let mut module = module("i5 = i0 + 1 finish(i5)");
    let undefined = module.trace.new_value(Type::Float);
    module.trace.sections[0].ops[1].kind = OpKind::Finish(vec![Operand::Value(undefined)]);
    let rejection = verify(&module.descriptors, &module.trace, &[]).unwrap_err();
    let shown = rejection.render(&module.descriptors, &module.trace);
    assert_eq!(shown, "L0, op 1, `finish(f9)`: `f9` is not defined here");
}
