//! From a failed entry sequence to the preamble.
//!
//! A bridge that enters a peeled loop checks first what the loop relies on. Where that does not hold, the interpreter is at
//! the loop's header, with nothing left to do, so there is nothing to record: what the exit would rebuild is
//! made by a few ops, and the preamble takes it from there.
//!
//!     guard_value(i45, 0) { resume f@2(_, p0, v0) where v0 = Int { value: i45 } }
//!     =>
//!     p1 = new(Int)
//!     set(p1, Int.value, i45)
//!     jump(L0, p0, p1)
//!
//! If a guard that looks for attention shares the exit, it is looked at again: nobody may go round past it.

use crate::code::Header;
use lathe_ir::{
    DelayedStore, Descriptors, Guard, Op, OpKind, Operand, Representation, Resume, Section, Slot, Snapshot,
    SnapshotId, Trace, Type, Value,
};
use lathe_opt::{BRIDGE, PREAMBLE};

/// The header that an exit goes back to, if that is all it does.
pub fn header(snapshot: &Snapshot) -> Option<Header> {
    match snapshot.frames[..] {
        [frame] if snapshot.resume == Resume::Reexecute => Some((frame.code, frame.pc)),
        _ => None,
    }
}

/// A trace that does what the exit would do. `values`: what it has; `slots`: the slots of the frame that are the loop's
/// arguments. `attention`: a guard that looks for attention leaves there, too.
pub fn trace(
    descriptors: &Descriptors,
    types: &[Type],
    snapshot: &Snapshot,
    values: &[Value],
    slots: &[u32],
    attention: bool,
) -> Trace {
    let trace = Trace { types: types.to_vec(), sections: Vec::new(), snapshots: Vec::new() };
    let mut detour = Detour { descriptors, snapshot, trace, objects: Vec::new(), ops: Vec::new() };
    if attention {
        detour.trace.snapshots.push(snapshot.clone());
        detour.ops.push(Op::effect(OpKind::Guard(Guard::NoAttention, SnapshotId(0))));
    }
    detour.allocate();
    detour.fill();
    detour.store_delayed();
    // The first slot of the recorder's frames is the action.
    let args = slots.iter().map(|&slot| detour.slot(snapshot.slots[1 + slot as usize])).collect();
    detour.ops.push(Op::effect(OpKind::Jump(PREAMBLE, args)));
    let section = Section { label: BRIDGE, args: values.to_vec(), snapshot: None, ops: detour.ops };
    detour.trace.sections.push(section);
    detour.trace
}

struct Detour<'d> {
    descriptors: &'d Descriptors,
    snapshot: &'d Snapshot,
    trace: Trace,
    /// By number of the virtual.
    objects: Vec<Operand>,
    ops: Vec<Op>,
}

impl Detour<'_> {
    fn slot(&self, slot: Slot) -> Operand {
        match slot {
            Slot::Operand(operand) => operand,
            Slot::Virtual(number) => self.objects[number as usize],
            Slot::Dead => Operand::NULL,
        }
    }

    /// All objects before any of them is filled: they may refer to each other. Tagged integers are whole at once.
    fn allocate(&mut self) {
        for object in &self.snapshot.virtuals {
            let kind = match self.descriptors.item(object.class) {
                Some(_) => OpKind::NewArray(object.class, Operand::int(object.fields.len() as i64)),
                None => OpKind::New(object.class),
            };
            let v = self.trace.new_value(Type::Ref);
            self.ops.push(Op::new(v, kind));
            self.objects.push(v.into());
            if self.is_hybrid(object.class) {
                let field = self.descriptors.record_fields(object.class)[0];
                let value = self.slot(object.fields[0]);
                self.ops.push(Op::effect(OpKind::Set(v.into(), field, value)));
            }
        }
    }

    fn is_hybrid(&self, class: lathe_ir::ClassId) -> bool {
        self.descriptors.class(class).representation == Representation::Hybrid
    }

    fn fill(&mut self) {
        for (number, object) in self.snapshot.virtuals.iter().enumerate() {
            if self.is_hybrid(object.class) {
                continue;
            }
            let base = self.objects[number];
            for (index, &slot) in object.fields.iter().enumerate().filter(|(_, slot)| **slot != Slot::Dead) {
                let value = self.slot(slot);
                let kind = match self.descriptors.item(object.class) {
                    Some(_) => OpKind::SetItem(object.class, base, Operand::int(index as i64), value),
                    None => OpKind::Set(base, self.descriptors.record_fields(object.class)[index], value),
                };
                self.ops.push(Op::effect(kind));
            }
        }
    }

    fn store_delayed(&mut self) {
        for store in &self.snapshot.stores {
            let kind = match *store {
                DelayedStore::Field { base, field, value } => {
                    OpKind::Set(self.slot(base), field, self.slot(value))
                }
                DelayedStore::Item { class, base, index, value } => {
                    OpKind::SetItem(class, self.slot(base), index, self.slot(value))
                }
            };
            self.ops.push(Op::effect(kind));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{header, trace};
    use lathe_ir::text::{PrintOptions, parse, print_trace};
    use lathe_ir::verify::verify_bridge;
    use lathe_ir::{Module, Snapshot, Type};
    use lathe_opt::PREAMBLE;

    const MODULE: &str = "
        hybrid class Int { value: int }
        class Node { next: Node?, item: ref }
        trace (p0, i1, i2) {
          guard_true(i1) {
            resume f@2(_, p0, v0, _, v1)
            v0 = Node { next: v2, item: v1 }
            v1 = Int { value: i2 }
            v2 = Node { next: v0, item: null }
            p0.next = v0
          }
          jump(p0, i1, i2)
        }";

    fn guard_snapshot(module: &Module) -> &Snapshot {
        module.trace.snapshot(module.trace.sections[0].ops[0].kind.snapshot().expect("a guard"))
    }

    #[test]
    fn what_an_exit_rebuilds_is_made_before_the_jump() {
        let module = parse(MODULE).expect("a module").0;
        let snapshot = guard_snapshot(&module);
        assert_eq!(header(snapshot).map(|(_, pc)| pc), Some(2));
        let mut values = Vec::new();
        snapshot.for_each_value(|v| {
            if !values.contains(&v) {
                values.push(v)
            }
        });
        let detour = trace(&module.descriptors, &module.trace.types, snapshot, &values, &[0, 1, 3], true);
        let labels = [(PREAMBLE, vec![Type::Ref; 3])];
        assert_eq!(verify_bridge(&module.descriptors, &detour, &labels), Ok(()));
        let text = print_trace(&module.descriptors, &detour, PrintOptions { snapshots: false });
        let ops: Vec<&str> = text.lines().map(str::trim).filter(|line| line.contains('(')).collect();
        assert_eq!(
            ops[1..],
            [
                "guard_no_attention()",
                "p3 = new(Node)",
                "p4 = new(Int)",
                "set(p4, value, i2)",
                "p5 = new(Node)",
                "set(p3, next, p5)",
                "set(p3, item, p4)",
                "set(p5, next, p3)",
                "set(p5, item, null)",
                "set(p0, next, p3)",
                "jump(L0, p0, p3, p4)",
            ]
        );
    }

    #[test]
    fn an_exit_with_more_to_do_is_none() {
        let callee = MODULE.replace("f@2(_, p0, v0, _, v1)", "f@2(_, p0), g@0(_, v0, v1)");
        assert_eq!(header(guard_snapshot(&parse(&callee).expect("a module").0)), None);
        let raising = MODULE.replace("resume f", "continue f");
        assert_eq!(header(guard_snapshot(&parse(&raising).expect("a module").0)), None);
    }
}
