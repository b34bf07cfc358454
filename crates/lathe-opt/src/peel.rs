//! Loop peeling: optimize the iteration that was recorded, then a copy of it that knows the first one has run.
//!
//!     L0(i0):                    L0(i0):
//!       i1 = int_add(i0, 1)        i1 = int_add(i0, 1)
//!       print(i1)                  print(i1)
//!       jump(L0, i0)         =>    jump(L1, i0, i1)
//!                                L1(i0, i1):
//!                                  print(i1)
//!                                  jump(L1, i0, i1)
//!
//! The copy goes through the *same* chain with its state kept: what the first iteration guarded, loaded or computed is known
//! in the second, so every pass becomes loop-invariant code motion. Values of the preamble that the loop turns out to use
//! (*H*) become arguments of its label.
//!
//! What the loop assumes must hold again at its own jump. If it does not, the label is made more general and the copy
//! redone, three times at most; then the loop jumps to the preamble. (It can also be made more special: where the loop passes
//! a number as a virtual box and the preamble a real one, the preamble takes it apart.) A loop that came out equal to its preamble is not
//! kept twice: peeling never makes code worse.
//!
//! Control dependencies need no care: an invariant division stands in the preamble, behind the preamble's own guard.
//!
//! Requires: a recorded trace: one section that jumps to its own label.
//! Ensures:  preamble `L0` and loop `L1`, each closed under its own arguments; or the unpeeled loop.
//! Source:   DLS'12 §5 (equations 1–4), §6 (5–9).

use crate::bridge::{self, Loop, PeeledLoop};
use crate::chain::Chain;
use crate::context::Source;
use crate::dce;
use crate::label::{Closed, Plan};
use crate::options::{Options, Pass};
use crate::{Optimized, label};
use lathe_ir::text::{PrintOptions, print_trace};
use lathe_ir::verify::verify;
use lathe_ir::{Descriptors, Label, Op, OpKind, Operand, Section, SnapshotId, Trace};

pub const PREAMBLE: Label = Label(0);
pub const LOOP: Label = Label(1);

/// How often a label is made more general before peeling is given up.
const MAX_REDO: u32 = 3;

/// Optimizes a recorded trace.
pub fn optimize(descriptors: &Descriptors, input: &Trace, options: &Options) -> Optimized {
    debug_assert_eq!(verify(descriptors, input, &[]), Ok(()), "the input is no trace");
    let optimized = optimize_verified(descriptors, input, options);
    debug_assert_eq!(
        verify(descriptors, &optimized.trace, &[]),
        Ok(()),
        "the output is no trace:\n{}",
        print_trace(descriptors, &optimized.trace, PrintOptions { snapshots: true })
    );
    optimized
}

fn optimize_verified(descriptors: &Descriptors, input: &Trace, options: &Options) -> Optimized {
    assert_eq!(input.sections.len(), 1, "a recorded trace has one section");
    let mut chain = Chain::new(descriptors, input, options);
    chain.feed_body(Source::identity(input), false);
    if chain.cx.ended {
        return finish(chain, input, options, None);
    }
    let terminator = &input.sections[0].ops.last().expect("a terminator").kind;
    match terminator {
        OpKind::Jump(target, args) if *target == input.sections[0].label => {
            let jump = resolved(&chain, args);
            if options.passes.contains(Pass::Peel)
                && let Some(peeled) = peel(&chain, args, &jump, options)
            {
                return peeled;
            }
            chain.flush();
            chain.feed_terminator(OpKind::Jump(PREAMBLE, jump));
        }
        other => {
            let mut kind = other.clone();
            kind.map_operands(|operand| chain.cx.translate(operand));
            chain.feed_terminator(kind);
        }
    }
    finish(chain, input, options, None)
}

/// Optimizes a trace that ends in a jump to another loop, which it enters like a bridge does.
pub fn optimize_link<'a>(
    descriptors: &'a Descriptors,
    input: &'a Trace,
    target: Loop<'a>,
    options: &Options,
) -> Optimized {
    let mut chain = Chain::new(descriptors, input, options);
    chain.feed_body(Source::identity(input), false);
    if !chain.cx.ended {
        bridge::end_bridge(&mut chain, input, target);
    }
    // Entering may have left the source at the other loop.
    chain.cx.source = Source::identity(input);
    finish(chain, input, options, None)
}

fn resolved(chain: &Chain, operands: &[Operand]) -> Vec<Operand> {
    operands.iter().map(|&operand| chain.cx.translate(operand)).collect()
}

/// Makes the loop. `None`: nothing is gained by it, or it always leaves.
fn peel(preamble: &Chain, args: &[Operand], jump: &[Operand], options: &Options) -> Option<Optimized> {
    let input = preamble.cx.source.input;
    let mut plan = Plan::default();
    for _ in 0..=MAX_REDO {
        let mut chain = preamble.clone();
        let (label, snapshot) = start_loop(&mut chain, jump, &plan);
        let body = chain.cx.source.clone();
        chain.feed_body(body, true);
        if chain.cx.ended {
            return None;
        }
        let end = resolved(&chain, args);
        match label.close(&mut chain, &end) {
            Ok(closed) => return assemble(chain, input, (label, snapshot), closed, plan, options),
            Err(more) => plan.extend(*more),
        }
    }
    None
}

/// Ends the preamble and maps the arguments of the recorded loop to those of the label (equation 1).
pub fn start_loop(chain: &mut Chain, jump: &[Operand], plan: &Plan) -> (label::Label, Option<SnapshotId>) {
    let (label, arguments) = label::Label::new(chain, jump, plan);
    let recorded = &chain.cx.source.input.sections[0];
    for (arg, operand) in recorded.args.iter().zip(arguments) {
        chain.cx.source.map[arg.index()] = operand;
    }
    let snapshot = recorded.snapshot.map(|id| chain.cx.build_snapshot(id));
    (label, snapshot)
}

fn assemble(
    mut chain: Chain,
    input: &Trace,
    (label, snapshot): (label::Label, Option<SnapshotId>),
    closed: Closed,
    plan: Plan,
    options: &Options,
) -> Option<Optimized> {
    let reused = closed.reused.iter();
    let args = label.leaves.iter().map(|leaf| leaf.value).chain(reused.clone().map(|&(v, _)| v)).collect();
    let enter = label.leaves.iter().map(|leaf| leaf.passed);
    let enter = enter.chain(reused.clone().map(|&(v, _)| Operand::Value(v))).collect();
    let again = closed.leaves.iter().copied().chain(reused.map(|&(_, next)| next)).collect();

    let mut loop_ops = chain.cx.out.split_off(chain.cx.section_start);
    loop_ops.push(Op::effect(OpKind::Jump(LOOP, again)));
    let mut preamble_ops = std::mem::take(&mut chain.cx.out);
    preamble_ops.push(Op::effect(OpKind::Jump(LOOP, enter)));

    let recorded = &input.sections[0];
    let imports = std::mem::take(&mut chain.cx.imports);
    let preamble = Section {
        label: PREAMBLE,
        args: recorded.args.clone(),
        snapshot: chain.label_snapshot(),
        ops: preamble_ops,
    };
    let peeled = Section { label: LOOP, args, snapshot, ops: loop_ops };
    let mut trace = Trace {
        types: std::mem::take(&mut chain.cx.types),
        sections: vec![preamble, peeled],
        snapshots: std::mem::take(&mut chain.cx.snapshots),
    };
    if options.passes.contains(Pass::Dce) {
        dce::run(&mut trace, chain.cx.descriptors);
        if label.is_flat() && dce::loop_equals_preamble(&trace) {
            return None;
        }
    }
    let peeled = PeeledLoop { label, imports, plan, args: trace.sections[1].args.clone() };
    Some(Optimized { trace, peeled: Some(peeled), rewrites: chain.cx.rewrites })
}

/// One section: a loop that was not peeled, a trace that finishes, or one that always leaves.
fn finish(mut chain: Chain, input: &Trace, options: &Options, peeled: Option<PeeledLoop>) -> Optimized {
    let section = Section {
        label: input.sections[0].label,
        args: input.sections[0].args.clone(),
        snapshot: chain.label_snapshot(),
        ops: std::mem::take(&mut chain.cx.out),
    };
    let mut trace = Trace {
        types: std::mem::take(&mut chain.cx.types),
        sections: vec![section],
        snapshots: std::mem::take(&mut chain.cx.snapshots),
    };
    if options.passes.contains(Pass::Dce) {
        dce::run(&mut trace, chain.cx.descriptors);
    }
    Optimized { trace, peeled, rewrites: chain.cx.rewrites }
}
