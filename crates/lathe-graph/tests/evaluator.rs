//! What graphs mean.

use lathe_graph::eval::{Exit, Outcome, Start, Unwatched, Watch, World, resume, run};
use lathe_graph::text::parse;
use lathe_graph::{Block, Inst, Module};
use lathe_ir::eval::{Datum, FaultKind, Heap, NoHost, Rebuilt, rebuild};

fn module(source: &str) -> Module {
    parse(source).unwrap_or_else(|error| panic!("{}", error.render("text", source))).0
}

/// Notes edges and safepoint states; leaves at a safepoint if told to.
#[derive(Default)]
struct Notes {
    edges: Vec<(u32, u32)>,
    states: Vec<Vec<Option<Datum>>>,
    leave_at: Option<usize>,
}

impl Watch for Notes {
    fn edge(&mut self, from: Block, to: Block) {
        self.edges.push((from.0, to.0));
    }

    fn safepoint(&mut self, _: Inst, _: &Heap, state: &Rebuilt) -> bool {
        self.states.push(state.frames[0].slots.clone());
        self.leave_at == Some(self.states.len())
    }
}

fn go(module: &Module, args: &[i64], notes: &mut dyn Watch, limit: u64) -> Outcome {
    let args: Vec<Datum> = args.iter().map(|&x| Datum::Int(x)).collect();
    let mut heap = Heap::new(&module.descriptors);
    let world = World { descriptors: &module.descriptors, heap: &mut heap, host: &mut NoHost, watch: notes };
    run(world, &module.graph, &args, limit).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The Ark document's example.
const ARK: &str = "\
graph {
b0 -> b2:
  i0 = parameter(0)
  i1 = parameter(1)
  i2 = parameter(2)
b2 -> b3, b4:
  i3 = phi(b0: i1, b3: i5)
  i4 = phi(b0: i2, b3: i10)
  i5 = int_sub(i3, i2)
  safepoint { resume f@6(i0, i3, i4) }
  i7 = int_ne(i5, i0)
  if(i7)
b3 -> b2:
  i9 = int_and(i4, i5)
  i10 = int_add(i9, i4)
b4:
  return(i4)
}
";

#[test]
fn a_loop_runs_and_safepoints_see_its_state() {
    let module = module(ARK);
    let mut notes = Notes::default();
    assert_eq!(go(&module, &[0, 3, 1], &mut notes, 1000), Outcome::Return(vec![Datum::Int(2)]));
    let int = |x| Some(Datum::Int(x));
    let expected =
        [[int(0), int(3), int(1)], [int(0), int(2), int(1)], [int(0), int(1), int(2)]].map(|s| s.to_vec());
    assert_eq!(notes.states, expected);
    assert_eq!(notes.edges, [(0, 2), (2, 3), (3, 2), (2, 3), (3, 2), (2, 4)]);
}

#[test]
fn phis_read_their_inputs_at_once() {
    let module = module(
        "graph {\nb0 -> b1:\n  i0 = parameter(0)\nb1 -> b1, b2:\n  i1 = phi(b0: 1, b1: i2)\n  i2 = phi(b0: 2, b1: i1)\n  \
         i3 = phi(b0: i0, b1: i4)\n  i4 = int_sub(i3, 1)\n  if(i4)\nb2:\n  return(i1, i2)\n}\n",
    );
    let pair = |a, b| Outcome::Return(vec![Datum::Int(a), Datum::Int(b)]);
    assert_eq!(go(&module, &[1], &mut Unwatched, 1000), pair(1, 2));
    assert_eq!(go(&module, &[2], &mut Unwatched, 1000), pair(2, 1));
    assert_eq!(go(&module, &[3], &mut Unwatched, 1000), pair(1, 2));
}

#[test]
fn an_infinite_loop_runs_out_of_fuel() {
    let module = module("graph {\nb0 -> b1:\nb1 -> b1:\n}\n");
    assert_eq!(go(&module, &[], &mut Unwatched, 1000), Outcome::OutOfFuel);
}

#[test]
fn an_exit_can_be_resumed_from_its_frames() {
    let module = module(ARK);
    let whole = go(&module, &[0, 9, 1], &mut Unwatched, 1000);
    let mut notes = Notes { leave_at: Some(3), ..Notes::default() };
    let Outcome::Exit(Exit { snapshot, environment, .. }) = go(&module, &[0, 9, 1], &mut notes, 1000) else {
        panic!("the third safepoint leaves");
    };
    let mut heap = Heap::new(&module.descriptors);
    let frames =
        rebuild(&module.descriptors, module.graph.snapshot(snapshot), &environment, &mut heap).unwrap();
    let [i0, i3, i4] = frames.frames[0].slots[..] else { panic!("three slots") };
    // Where the safepoint stands: behind i5, which it does not name, so one before that.
    let mut environment = vec![None; module.graph.value_count()];
    (environment[0], environment[2], environment[3], environment[4]) = (i0, Some(Datum::Int(1)), i3, i4);
    let start = Start { block: Block(2), position: 2, environment, pending: None };
    let world =
        World { descriptors: &module.descriptors, heap: &mut heap, host: &mut NoHost, watch: &mut Unwatched };
    assert_eq!(resume(world, &module.graph, start, 1000).unwrap(), whole);
}

#[test]
fn guards_and_null_checks_leave() {
    let source = "class C { x: int }\ngraph {\nb0:\n  p0 = parameter(0)\n  savestate { resume f@1(p0, 7) }\n  \
                  p1 = null_check(p0)\n  i2 = get(p1, x)\n  guard_true(i2)\n  return(i2)\n}\n";
    let module = module(source);
    let run = |arg: Datum, heap: &mut Heap| {
        let world =
            World { descriptors: &module.descriptors, heap, host: &mut NoHost, watch: &mut Unwatched };
        match run(world, &module.graph, &[arg], 100).unwrap() {
            Outcome::Exit(exit) => Err(exit.inst.0),
            other => Ok(other),
        }
    };
    let mut heap = Heap::new(&module.descriptors);
    let object = heap.allocate(&module.descriptors, lathe_ir::ClassId(0)).unwrap();
    assert_eq!(run(Datum::NULL, &mut heap), Err(2), "the null check");
    assert_eq!(run(Datum::object(object), &mut heap), Err(4), "the guard");
    heap.set(&module.descriptors, Datum::object(object), lathe_ir::FieldId(0), Datum::Int(5)).unwrap();
    assert_eq!(run(Datum::object(object), &mut heap), Ok(Outcome::Return(vec![Datum::Int(5)])));
}

#[test]
fn nonsense_is_a_fault_at_its_instruction() {
    let module = module("graph {\nb0:\n  i0 = parameter(0)\n  i1 = int_div(1, i0)\n  return(i1)\n}\n");
    let mut heap = Heap::new(&module.descriptors);
    let world =
        World { descriptors: &module.descriptors, heap: &mut heap, host: &mut NoHost, watch: &mut Unwatched };
    let fault = run(world, &module.graph, &[Datum::Int(0)], 100).unwrap_err();
    assert_eq!(fault.inst, Some(Inst(1)));
    assert_eq!(fault.kind, FaultKind::UndefinedDivision { dividend: 1, divisor: 0 });
}
