//! Common subexpressions: what was computed once from the same operands is not computed again.
//!
//!     i2 = int_add(i0, i1)          i2 = int_add(i0, i1)
//!     i3 = int_add(i1, i0)    =>    finish(i2, i2)
//!     finish(i2, i3)
//!
//! Also for pure calls, for `arraylen`, and for checked arithmetic that has passed its check. Comparisons are found turned
//! round (`a < b` as `b > a`), inverted ones once their truth is known, and those of numbers that are not negative in
//! signed or unsigned order. Constants are compared with their type and
//! bits: `0.0` is not `-0.0` and not `0`.
//!
//! With peeling this pass moves invariant ops out of loops: the preamble's table is still there for the loop (DLS'12 §6.2).
//!
//! Requires: operands resolved.
//! Ensures:  no op is emitted whose result is in the table.
//! Source:   DLS'12 §3, §6.2.
//! Weak at:  associativity; `(a + b) + c` and `a + (b + c)` are different ops.

use crate::context::{Context, Import};
use lathe_ir::{Guard, IntCompare, Op, OpKind, Operand, SnapshotId};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, Debug)]
struct Entry {
    result: Operand,
    /// Made before the label: using it in the loop makes it part of *H*.
    before_label: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Pure {
    table: FxHashMap<OpKind, Entry>,
    /// A pure call that may raise counts only once its `guard_no_exception` has passed.
    raising_call: Option<(OpKind, Operand)>,
}

impl Pure {
    pub fn visit(&mut self, op: Op, cx: &mut Context, out: &mut Vec<Op>) {
        // The call that it belongs to was found in the table, and had not raised.
        if cx.exception_clear {
            match op.kind {
                OpKind::Guard(Guard::NoException, _) => return,
                OpKind::Guard(Guard::Exception(_), snapshot) => {
                    return out.push(Op::effect(OpKind::Exit(snapshot)));
                }
                _ => {}
            }
        }
        let Some(key) = key(&op.kind, cx) else { return out.push(op) };
        let found = self.lookup(&key, cx).or_else(|| self.lookup_inverted(&key, cx)).or_else(|| {
            let key = in_other_order(&key, cx)?;
            self.lookup(&key, cx).or_else(|| self.lookup_inverted(&key, cx))
        });
        match found {
            Some(result) if cx.spend_fuel() => cx.replace(op.result.expect("pure ops have results"), result),
            _ => out.push(op),
        }
    }

    fn lookup(&mut self, key: &OpKind, cx: &mut Context) -> Option<Operand> {
        let entry = self.table.get_mut(key)?;
        let result = cx.resolve(entry.result);
        if entry.before_label {
            entry.before_label = false;
            let fact = cx.fact(entry.result);
            cx.imports.push(Import { kind: key.clone(), result: entry.result, fact });
        }
        Some(result)
    }

    /// `a < b` is known to be false: then `a >= b` is true.
    fn lookup_inverted(&mut self, key: &OpKind, cx: &mut Context) -> Option<Operand> {
        let &OpKind::IntCompare(op, a, b) = key else { return None };
        let inverse = canonical_compare(op.inverted(), a, b);
        let known = cx.resolve(self.table.get(&inverse)?.result).as_int()?;
        self.lookup(&inverse, cx)?;
        Some(Operand::int(1 - known))
    }

    pub fn learn(&mut self, op: &Op, cx: &Context) {
        match op.kind {
            OpKind::Guard(Guard::NoException, _) => {
                if let Some((key, result)) = self.raising_call.take() {
                    self.insert(key, result);
                }
                return;
            }
            OpKind::Guard(Guard::Exception(_), _) | OpKind::Call(..) => self.raising_call = None,
            _ => {}
        }
        if let (OpKind::NewArray(class, len), Some(v)) = (&op.kind, op.result) {
            return self.insert(OpKind::ArrayLen(*class, Operand::Value(v)), *len);
        }
        let Some(key) = key(&op.kind, cx) else { return };
        let result = Operand::Value(op.result.expect("pure ops have results"));
        match op.kind {
            OpKind::Call(helper, _) if cx.descriptors.helper(helper).effects.raises => {
                self.raising_call = Some((key, result));
            }
            OpKind::IntChecked { op: checked, a, b, .. } => {
                self.insert(canonical(OpKind::Int(checked.unchecked(), a, b)), result);
                self.insert(key, result);
            }
            _ => self.insert(key, result),
        }
    }

    fn insert(&mut self, key: OpKind, result: Operand) {
        self.table.insert(key, Entry { result, before_label: false });
    }

    /// The table goes on to be valid in the loop, but each use has to be accounted for.
    pub fn start_section(&mut self, cx: &Context, dropped: &[OpKind]) {
        self.raising_call = None;
        for key in dropped {
            self.table.remove(key);
        }
        for entry in self.table.values_mut() {
            *entry = Entry { result: cx.resolve(entry.result), before_label: true };
        }
    }

    /// Keeps what can be expressed in visible values.
    pub fn start_bridge(&mut self, cx: &Context, visible: impl Fn(Operand) -> bool) {
        self.raising_call = None;
        self.table.retain(|key, entry| {
            let mut all = visible(cx.resolve(entry.result));
            key.for_each_operand(|operand| all &= visible(operand));
            all
        });
    }
}

/// The form in which an op is looked up; `None` if it is not pure.
fn key(kind: &OpKind, cx: &Context) -> Option<OpKind> {
    match kind {
        OpKind::Call(helper, _) if cx.descriptors.helper(*helper).effects.pure => Some(kind.clone()),
        OpKind::IntChecked { overflow: false, .. } => Some(canonical(kind.clone())),
        _ if kind.is_pure() => Some(canonical(kind.clone())),
        _ => None,
    }
}

fn canonical(kind: OpKind) -> OpKind {
    match kind {
        OpKind::Int(op, a, b) if op.is_commutative() && b < a => OpKind::Int(op, b, a),
        OpKind::IntCompare(op, a, b) => canonical_compare(op, a, b),
        OpKind::IntChecked { op, a, b, overflow, .. } => {
            let (a, b) = if op.unchecked().is_commutative() && b < a { (b, a) } else { (a, b) };
            OpKind::IntChecked { op, a, b, overflow, snapshot: SnapshotId(u32::MAX) }
        }
        // Addition and multiplication commute; of two NaNs either may be the result, and NaNs are not told apart.
        OpKind::Float(op @ (lathe_ir::FloatBinary::Add | lathe_ir::FloatBinary::Mul), a, b) if b < a => {
            OpKind::Float(op, b, a)
        }
        OpKind::FloatCompare(op, a, b) if b < a => OpKind::FloatCompare(op.swapped(), b, a),
        OpKind::PtrCompare(op, a, b) if b < a => OpKind::PtrCompare(op, b, a),
        other => other,
    }
}

/// The same comparison, signed for unsigned or the other way round. A bounds check is first made when the index may still be
/// negative; once it has passed, `fold` takes the next one for a signed comparison.
fn in_other_order(key: &OpKind, cx: &Context) -> Option<OpKind> {
    let &OpKind::IntCompare(op, a, b) = key else { return None };
    if !cx.int(a).is_nonnegative() || !cx.int(b).is_nonnegative() {
        return None;
    }
    let op = match op {
        IntCompare::Lt => IntCompare::UintLt,
        IntCompare::Le => IntCompare::UintLe,
        IntCompare::Gt => IntCompare::UintGt,
        IntCompare::Ge => IntCompare::UintGe,
        IntCompare::UintLt => IntCompare::Lt,
        IntCompare::UintLe => IntCompare::Le,
        IntCompare::UintGt => IntCompare::Gt,
        IntCompare::UintGe => IntCompare::Ge,
        IntCompare::Eq | IntCompare::Ne => return None,
    };
    Some(OpKind::IntCompare(op, a, b))
}

fn canonical_compare(op: IntCompare, a: Operand, b: Operand) -> OpKind {
    if b < a { OpKind::IntCompare(op.swapped(), b, a) } else { OpKind::IntCompare(op, a, b) }
}
