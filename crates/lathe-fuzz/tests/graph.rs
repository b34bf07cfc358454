//! Random graphs through the graph passes: nothing that can be seen changes, and the oracle sees it when something does.

use lathe_fuzz::graph::campaign::{Counts, Transform, minimise, passes_for, real_passes, report, try_passes};
use lathe_fuzz::graph::generate::GraphCase;
use lathe_fuzz::tape::Tape;
use lathe_fuzz::world;
use lathe_graph::gvn::gvn;
use lathe_graph::licm::licm;
use lathe_graph::passes::{Pass, Report, run_pass};
use lathe_graph::peel::{PeelReport, Refusal, Stage, peel};
use lathe_graph::{DominatorTree, Graph, Inst, InstKind, LoopTree};
use lathe_ir::{Access, Descriptors, Guard, OpKind, Operand};
use std::collections::BTreeMap;

const CASES: u64 = 1500;

#[test]
fn passes_change_nothing_that_can_be_seen() {
    let descriptors = world::descriptors();
    let mut counts = Counts::default();
    for seed in 0..CASES {
        let (tape, passes) = (&mut Tape::random(seed), passes_for(seed));
        if let Err(broken) = try_passes(&descriptors, tape, &passes, &mut real_passes, &mut counts) {
            panic!("seed {seed}: {} (lathe-graph-fuzz --seed {seed} makes it small)", broken.failure);
        }
    }
    assert!(counts.peeled > CASES / 4 && counts.hoisted > CASES / 4, "{counts:?}");
}

#[test]
fn the_generator_makes_loops_of_all_kinds() {
    let descriptors = world::descriptors();
    let mut refused: BTreeMap<Refusal, u32> = BTreeMap::new();
    let (mut peeled, mut nested, mut guards_hoisted, mut loads_hoisted) = (0, 0, 0, 0);
    for seed in 0..CASES {
        let case = GraphCase::generate(&descriptors, &mut Tape::random(seed));
        let loops = LoopTree::compute(&case.graph, &DominatorTree::compute(&case.graph));
        nested += loops.loops.iter().filter(|l| l.depth >= 3).count();
        let mut graph = case.graph.clone();
        if let Report::Peel(report) = run_pass(&descriptors, &mut graph, Pass::Peel) {
            peeled += report.peeled.len();
            report.refused.iter().for_each(|&(_, refusal)| *refused.entry(refusal).or_default() += 1);
        }
        run_pass(&descriptors, &mut graph, Pass::Gvn);
        let before = graph.clone();
        run_pass(&descriptors, &mut graph, Pass::Licm);
        for inst in before.blocks().flat_map(|block| before.block(block).insts.clone()) {
            if before.inst(inst).block != graph.inst(inst).block {
                match before.kind(inst) {
                    InstKind::Op(OpKind::Guard(..) | OpKind::IntChecked { .. }) | InstKind::NullCheck(..) => {
                        guards_hoisted += 1;
                    }
                    InstKind::Op(OpKind::Get(..) | OpKind::GetItem(..)) => loads_hoisted += 1,
                    _ => {}
                }
            }
        }
    }
    use Refusal::*;
    for refusal in [
        Irreducible,
        OsrEntry,
        CatchBegin,
        InnerLoops,
        SeveralBackEdges,
        Infinite,
        ExitNotInHeader,
        SeveralExits,
        InlinedCall,
    ] {
        assert!(refused.get(&refusal).is_some_and(|&count| count >= 5), "{refusal}: {refused:?}");
    }
    let counts = (peeled, nested, guards_hoisted, loads_hoisted);
    assert!(peeled > 300 && nested > 10 && guards_hoisted > 50 && loads_hoisted > 20, "{counts:?}");
}

/// A broken pass must be caught.
fn caught(name: &str, passes: &[Pass], transform: &mut Transform<'_>) {
    caught_from(0, name, passes, transform);
}

/// As `caught`. Where the search begins saves time when it takes thousands of cases; from anywhere else it ends, too.
fn caught_from(first: u64, name: &str, passes: &[Pass], transform: &mut Transform<'_>) {
    let descriptors = world::descriptors();
    let mut seeds = first..first + 20_000;
    let noticed = |seed| {
        let tape = &mut Tape::random(seed);
        try_passes(&descriptors, tape, passes, transform, &mut Counts::default()).is_err()
    };
    assert!(seeds.any(noticed), "{name}: nobody has noticed");
}

/// Runs a pass with other ideas of what helpers do.
fn with_effects(graph: &mut Graph, pass: Pass, change: impl Fn(&mut lathe_ir::Effects)) -> Report {
    let mut lies = world::descriptors();
    lies.helpers.iter_mut().for_each(|helper| change(&mut helper.effects));
    // Without the check for validity, which would notice at once.
    match pass {
        Pass::PeelPreLoop => Report::Peel(peel(&lies, graph, Stage::PreLoop)),
        Pass::Peel => Report::Peel(peel(&lies, graph, Stage::Whole)),
        Pass::Gvn => Report::Count(gvn(&lies, graph)),
        Pass::Licm => Report::Count(licm(&lies, graph)),
        Pass::Dce | Pass::Merge => run_pass(&lies, graph, pass),
    }
}

fn peel_then(
    graph: &mut Graph,
    descriptors: &Descriptors,
    change: impl Fn(&mut Graph, &PeelReport),
) -> Report {
    let Report::Peel(report) = run_pass(descriptors, graph, Pass::Peel) else { panic!("peel reports") };
    change(graph, &report);
    Report::Peel(report)
}

/// Peeling as the document's page prints it: what moved uses a moved instruction where it should use what that was a trip ago.
fn too_new_values(graph: &mut Graph, report: &PeelReport) {
    for peeled in &report.peeled {
        for phi in graph.phis(peeled.header).collect::<Vec<_>>() {
            let (Some(value), Some(Operand::Value(next))) =
                (graph.inst(phi).result, graph.phi_input(phi, peeled.exit))
            else {
                continue;
            };
            if graph.defining_block(next) != Some(peeled.exit) {
                continue;
            }
            let mut defined = false;
            for inst in graph.block(peeled.exit).insts.clone() {
                if defined {
                    let (old, new) = (Operand::Value(value), Operand::Value(next));
                    graph.map_uses(
                        inst,
                        &mut Default::default(),
                        |operand| {
                            if operand == old { new } else { operand }
                        },
                    );
                }
                defined |= graph.inst(inst).result == Some(next);
            }
        }
    }
}

/// Renames what an instruction's snapshot names, for this instruction alone.
fn map_snapshot(graph: &mut Graph, inst: Inst, f: impl FnMut(Operand) -> Operand) {
    let Some(id) = graph.kind(inst).snapshot() else { return };
    let mut snapshot = graph.snapshot(id).clone();
    snapshot.map_operands(f);
    let id = graph.add_snapshot(snapshot);
    if let Some(place) = graph.inst_mut(inst).kind.snapshot_mut() {
        *place = id;
    }
}

#[test]
fn broken_passes_are_caught() {
    use Pass::*;
    let peel_only = [Peel];
    caught("values that are a trip too new", &peel_only, &mut |descriptors, graph, _| {
        peel_then(graph, descriptors, too_new_values)
    });
    caught("safepoint states that are a trip too new", &peel_only, &mut |descriptors, graph, _| {
        peel_then(graph, descriptors, |graph, report| {
            for peeled in &report.peeled {
                let phis: Vec<_> = graph.phis(peeled.header).collect();
                for inst in graph.block(peeled.exit).insts.clone() {
                    if !matches!(graph.kind(inst), InstKind::SafePoint(_)) {
                        continue;
                    }
                    for &phi in &phis {
                        let old = graph.inst(phi).result.map(Operand::Value);
                        let next = graph.phi_input(phi, peeled.exit).expect("an input");
                        map_snapshot(
                            graph,
                            inst,
                            |operand| if Some(operand) == old { next } else { operand },
                        );
                    }
                }
            }
        })
    });
    caught("phis of the resolver from the wrong side", &peel_only, &mut |descriptors, graph, _| {
        peel_then(graph, descriptors, |graph, report| {
            for peeled in &report.peeled {
                for phi in graph.phis(peeled.resolver).collect::<Vec<_>>() {
                    let input = graph.phi_input(phi, peeled.pre_loop).expect("an input");
                    graph.set_phi_input(phi, peeled.exit, input);
                }
            }
        })
    });
    caught("successors in the wrong order", &peel_only, &mut |descriptors, graph, _| {
        peel_then(graph, descriptors, |graph, report| {
            report.peeled.iter().for_each(|peeled| graph.block_mut(peeled.exit).succs.reverse());
        })
    });
    caught("safepoints lost", &peel_only, &mut |descriptors, graph, _| {
        peel_then(graph, descriptors, |graph, report| {
            for peeled in &report.peeled {
                let lost = |graph: &Graph, inst| matches!(graph.kind(inst), InstKind::SafePoint(_));
                let kept = graph.block(peeled.exit).insts.clone();
                let kept: Vec<_> = kept.into_iter().filter(|&inst| !lost(graph, inst)).collect();
                graph.block_mut(peeled.exit).insts = kept;
            }
        })
    });
    caught("a header that prints runs twice", &[PeelPreLoop], &mut |_, graph, pass| {
        with_effects(graph, pass, |effects| {
            effects.pure = true;
            effects.raises = false;
        })
    });
    caught_from(460, "calls that write are thought not to, in gvn", &[Gvn], &mut |_, graph, pass| {
        with_effects(graph, pass, |effects| {
            effects.writes = Access::Nothing;
            effects.calls_back = false;
        })
    });
    caught_from(
        2170,
        "calls that write are thought not to, in licm",
        &[Peel, Licm],
        &mut |_, graph, pass| {
            with_effects(graph, pass, |effects| {
                effects.writes = Access::Nothing;
                effects.calls_back = false;
            })
        },
    );
    caught("calls are thought to be pure", &[Gvn], &mut |_, graph, pass| {
        with_effects(graph, pass, |effects| effects.pure = true)
    });
    caught_from(3880, "facts are thought to stay", &[Licm], &mut |_, graph, pass| {
        with_effects(graph, pass, |effects| effects.invalidates = false)
    });
    caught("guards are thought to be dead", &[Dce], &mut |descriptors, graph, pass| {
        let report = run_pass(descriptors, graph, pass);
        for block in graph.blocks().collect::<Vec<_>>() {
            let checks = |kind: &InstKind| {
                matches!(kind, InstKind::Op(OpKind::Guard(Guard::True(_) | Guard::Value(..), _)))
            };
            let insts = graph.block(block).insts.clone();
            graph.block_mut(block).insts = insts.into_iter().filter(|&i| !checks(graph.kind(i))).collect();
        }
        report
    });
    caught(
        "hoisted guards leave with the state of the loop's next trip",
        &[Peel, Licm],
        &mut |descriptors, graph, pass| {
            let before = graph.clone();
            let report = run_pass(descriptors, graph, pass);
            if pass == Licm {
                for inst in before.blocks().flat_map(|block| before.block(block).insts.clone()) {
                    // Any constant in the state instead of the entry's value.
                    if before.inst(inst).block != graph.inst(inst).block {
                        map_snapshot(graph, inst, |operand| match graph_int(&before, operand) {
                            true => Operand::int(1234),
                            false => operand,
                        });
                    }
                }
            }
            report
        },
    );
    caught("a store is dropped", &[Merge], &mut |descriptors, graph, pass| {
        let report = run_pass(descriptors, graph, pass);
        let sets = |kind: &InstKind| matches!(kind, InstKind::Op(OpKind::Set(..)));
        let last =
            graph.blocks().filter(|&b| graph.block(b).insts.iter().any(|&i| sets(graph.kind(i)))).last();
        if let Some(block) = last {
            let insts = graph.block(block).insts.clone();
            graph.block_mut(block).insts = insts.into_iter().filter(|&i| !sets(graph.kind(i))).collect();
        }
        report
    });
}

fn graph_int(graph: &Graph, operand: Operand) -> bool {
    operand.as_value().is_some_and(|value| value.index() < graph.value_count())
        && graph.operand_type(operand) == lathe_ir::Type::Int
}

#[test]
fn a_failing_graph_is_made_small() {
    let descriptors = world::descriptors();
    let mut broken_peel =
        |descriptors: &Descriptors, graph: &mut Graph, _: Pass| peel_then(graph, descriptors, too_new_values);
    let passes = [Pass::Peel];
    let broken = (0..)
        .find_map(|seed| {
            let tape = &mut Tape::random(seed);
            try_passes(&descriptors, tape, &passes, &mut broken_peel, &mut Counts::default()).err()
        })
        .expect("it is caught");
    let small = minimise(&descriptors, &broken, &passes, &mut broken_peel);
    let text = report(&descriptors, 0, &small);
    assert!(small.case.graph.size() <= 40, "{} instructions:\n{text}", small.case.graph.size());
}
