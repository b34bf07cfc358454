//! How much faster loops run as machine code when peeling, value numbering and code motion have been at them.
//!
//! Goal: a loop with invariant guards and loads runs measurably faster. Peeling alone moves the test to the end; value numbering
//! drops what is done twice in a trip; after peeling the body is known to run, so code motion may take its guards, and what
//! they protect, out of the loop. Without peeling it may not.

use lathe_codegen::Target;
use lathe_codegen::sandbox::Sandbox;
use lathe_graph::eval::{Outcome, Unwatched, World};
use lathe_graph::passes::{Pass, run_pass};
use lathe_graph::text::parse;
use lathe_graph::{DominatorTree, Graph, LoopTree, Module};
use lathe_ir::ClassId;
use lathe_ir::eval::{Datum, Heap, NoHost};
use std::time::Duration;

const TRIPS: i64 = 4_000_000;
const RUNS: usize = 15;

struct Program {
    name: &'static str,
    source: &'static str,
}

const PROGRAMS: [Program; 5] = [
    Program { name: "invariant guards and loads", source: GUARDS_AND_LOADS },
    Program { name: "a table behind two references", source: TABLE },
    Program { name: "a division by an invariant field", source: DIVISION },
    Program { name: "loads in an inner loop", source: NESTED },
    Program { name: "nothing invariant: a linked list", source: LIST },
];

const GUARDS_AND_LOADS: &str = "
class Config { scale: int, offset: int, mask: int }
graph {
b0 -> b1:
  p0 = parameter(0)
  i1 = parameter(1)
b1 -> b2, b3:
  i2 = phi(b0: 0, b2: i12)
  i3 = phi(b0: 0, b2: i11)
  safepoint { resume f@1(p0, i1, i2, i3) }
  i4 = int_lt(i2, i1)
  if(i4)
b2 -> b1:
  savestate { resume f@2(p0, i1, i2, i3) }
  guard_class(p0, Config)
  i5 = get(p0, scale)
  i6 = int_gt(i5, 0)
  guard_true(i6)
  i7 = get(p0, offset)
  i8 = int_mul(i2, i5)
  i9 = int_add(i8, i7)
  guard_class(p0, Config)
  i10 = get(p0, mask)
  i13 = int_and(i9, i10)
  i11 = int_add(i3, i13)
  i12 = int_add(i2, 1)
b3:
  return(i3)
}
";

const TABLE: &str = "
class Holder { table: ref, calls: int }
array Ints of int
graph {
b0 -> b1:
  p0 = parameter(0)
  i1 = parameter(1)
b1 -> b2, b3:
  i2 = phi(b0: 0, b2: i12)
  i3 = phi(b0: 0, b2: i11)
  safepoint { resume f@1(p0, i1, i2, i3) }
  i4 = int_lt(i2, i1)
  if(i4)
b2 -> b1:
  savestate { resume f@2(p0, i1, i2, i3) }
  guard_class(p0, Holder)
  p5 = get(p0, table)
  guard_class(p5, Ints)
  i6 = arraylen(p5, Ints)
  i7 = int_and(i2, 63)
  i8 = uint_lt(i7, i6)
  guard_true(i8)
  i9 = getitem(p5, i7, Ints)
  i11 = int_add(i3, i9)
  i12 = int_add(i2, 1)
  set(p0, calls, i12)
b3:
  return(i3)
}
";

const DIVISION: &str = "
class Config { divisor: int, x: int }
graph {
b0 -> b1:
  p0 = parameter(0)
  i1 = parameter(1)
b1 -> b2, b3:
  i2 = phi(b0: 0, b2: i12)
  i3 = phi(b0: 0, b2: i11)
  safepoint { resume f@1(p0, i1, i2, i3) }
  i4 = int_lt(i2, i1)
  if(i4)
b2 -> b1:
  savestate { resume f@2(p0, i1, i2, i3) }
  guard_class(p0, Config)
  i5 = get(p0, divisor)
  i6 = int_gt(i5, 0)
  guard_true(i6)
  i7 = get(p0, x)
  i8 = int_div(i7, i5)
  i11 = int_add(i3, i8)
  i12 = int_add(i2, 1)
b3:
  return(i3)
}
";

const NESTED: &str = "
class Config { scale: int, limit: int }
graph {
b0 -> b1:
  p0 = parameter(0)
  i1 = parameter(1)
b1 -> b2, b9:
  i2 = phi(b0: 0, b5: i20)
  i3 = phi(b0: 0, b5: i6)
  safepoint { resume f@1(p0, i1, i2, i3) }
  i4 = int_lt(i2, i1)
  if(i4)
b2 -> b3:
b3 -> b4, b5:
  i5 = phi(b2: 0, b4: i14)
  i6 = phi(b2: i3, b4: i13)
  safepoint { resume f@3(p0, i1, i2, i5, i6) }
  i7 = int_lt(i5, 16)
  if(i7)
b4 -> b3:
  savestate { resume f@4(p0, i1, i2, i5, i6) }
  guard_class(p0, Config)
  i8 = get(p0, scale)
  i9 = get(p0, limit)
  i10 = int_le(i8, i9)
  guard_true(i10)
  i11 = int_mul(i5, i8)
  i12 = int_add(i11, i2)
  i13 = int_add(i6, i12)
  i14 = int_add(i5, 1)
b5 -> b1:
  i20 = int_add(i2, 16)
b9:
  return(i3)
}
";

/// Walks a ring of two: every load depends on the one before.
const LIST: &str = "
class Node { value: int, next: ref }
graph {
b0 -> b1:
  p0 = parameter(0)
  i1 = parameter(1)
b1 -> b2, b3:
  i2 = phi(b0: 0, b2: i12)
  i3 = phi(b0: 0, b2: i11)
  p4 = phi(b0: p0, b2: p8)
  safepoint { resume f@1(p4, i1, i2, i3) }
  i5 = int_lt(i2, i1)
  if(i5)
b2 -> b1:
  savestate { resume f@2(p4, i1, i2, i3) }
  guard_class(p4, Node)
  i7 = get(p4, value)
  p8 = get(p4, next)
  i11 = int_add(i3, i7)
  i12 = int_add(i2, 1)
b3:
  return(i3)
}
";

pub fn run() {
    let lists: [(&str, &[Pass]); 4] = [
        ("peel", &[Pass::Peel, Pass::Merge]),
        ("peel, gvn", &[Pass::Peel, Pass::Gvn, Pass::Dce, Pass::Merge]),
        ("licm", &[Pass::Licm, Pass::Dce, Pass::Merge]),
        ("peel, gvn, licm", &Pass::STANDARD),
    ];
    let names: Vec<&str> = lists.iter().map(|(name, _)| *name).collect();
    println!(
        "How many times as fast as without passes, which takes the nanoseconds a trip that are given.\n"
    );
    println!("| loop | ns | {} | instructions in the loop before | after |", names.join(" | "));
    println!("|---|---:|{}", "---:|".repeat(lists.len() + 2));
    for program in &PROGRAMS {
        let (module, _) = parse(program.source).unwrap_or_else(|error| panic!("{}: {error:?}", program.name));
        let mut graphs = vec![module.graph.clone()];
        for (_, passes) in lists {
            let mut graph = module.graph.clone();
            for &pass in passes {
                run_pass(&module.descriptors, &mut graph, pass);
            }
            graphs.push(graph);
        }
        let times = measure(&module, &graphs);
        let ratios: Vec<String> = times[1..].iter().map(|time| format!("{:.2}", times[0] / time)).collect();
        println!(
            "| {} | {:.2} | {} | {} | {} |",
            program.name,
            times[0],
            ratios.join(" | "),
            in_loops(&graphs[0]),
            in_loops(&graphs[graphs.len() - 1])
        );
    }
}

/// How many instructions are in innermost loops.
fn in_loops(graph: &Graph) -> usize {
    let loops = LoopTree::compute(graph, &DominatorTree::compute(graph));
    let innermost = loops.loops.iter().filter(|found| found.children.is_empty());
    innermost.flat_map(|found| &found.own_blocks).map(|&block| graph.block(block).insts.len()).sum()
}

/// Nanoseconds a trip for each graph, the best of many runs, which take turns.
fn measure(module: &Module, graphs: &[Graph]) -> Vec<f64> {
    let descriptors = &module.descriptors;
    let mut sandbox = Sandbox::new(Target::Host).expect("there is a code generator for this machine");
    let compile = |graph| sandbox.compile_graph(descriptors, graph, false).expect("it has code");
    let mut programs: Vec<_> = graphs.iter().map(compile).collect();
    let mut best = vec![Duration::MAX; graphs.len()];
    let mut results = vec![None; graphs.len()];
    for _ in 0..RUNS {
        for (index, program) in programs.iter_mut().enumerate() {
            let mut heap = Heap::new(descriptors);
            let object = Datum::object(object(module, &mut heap));
            let args = [object, Datum::Int(TRIPS)];
            let mut watch = Unwatched;
            let world = World { descriptors, heap: &mut heap, host: &mut NoHost, watch: &mut watch };
            let mut outcome = None;
            let time = crate::graph::time(|| outcome = Some(sandbox.run_graph(program, world, &args)));
            best[index] = best[index].min(time);
            results[index] = outcome;
        }
    }
    for result in &results {
        assert!(matches!(result, Some(Outcome::Return(_))), "{result:?}");
        assert_eq!(result, &results[0], "all have the same result");
    }
    best.iter().map(|time| time.as_secs_f64() * 1e9 / TRIPS as f64).collect()
}

/// An object of the first class: small numbers, an array of 64, or itself.
fn object(module: &Module, heap: &mut Heap) -> lathe_ir::eval::Loc {
    let descriptors = &module.descriptors;
    let loc = heap.allocate(descriptors, ClassId(0)).expect("a record");
    let array = (descriptors.classes.len() > 1)
        .then(|| heap.allocate_array(descriptors, ClassId(1), 64).expect("an array"));
    for (index, field) in heap.objects[loc.index()].fields.iter_mut().enumerate() {
        *field = match field {
            Datum::Int(_) => Datum::Int([3, 5, 1023][index]),
            Datum::Ref(_) => Datum::object(array.unwrap_or(loc)),
            Datum::Float(_) => Datum::Float(0.5),
        };
    }
    loc
}
