//! Every graph of the filetests, and what the standard passes make of it, with a few arguments.

use crate::compare::{module, same_run, sandbox};
use lathe_graph::passes::{Pass, run_pass};
use lathe_ir::Type;
use lathe_ir::eval::{Datum, Heap};
use lathe_ir::{ClassId, Descriptors};
use std::path::Path;

/// Fewer mean that the walk has lost some, or that arguments lead nowhere.
const MIN_RUNS: usize = 800;

const INTS: [i64; 6] = [0, 1, 3, 10, -2, 7];

#[test]
fn every_filetest_runs_as_in_the_evaluator() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../filetests/graph");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder filetests/graph")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let mut sandbox = sandbox();
    let mut runs = 0;
    for path in files {
        let source = std::fs::read_to_string(&path).expect("text");
        let input = source.split("\n=>").next().expect("a graph");
        let mut module = module(input);
        for after in [&[][..], &[Pass::Peel], &Pass::STANDARD] {
            for &pass in after {
                run_pass(&module.descriptors, &mut module.graph, pass);
            }
            let types = module.graph.parameters();
            for shift in 0..2 * INTS.len() {
                let descriptors = &module.descriptors;
                let args = |heap: &mut Heap| arguments(descriptors, heap, &types, shift);
                let leave_at = (shift % 4 == 3).then_some(shift / 4 + 1);
                runs += same_run(&mut sandbox, &module, leave_at, &args).is_some() as usize;
            }
        }
    }
    assert!(runs >= MIN_RUNS, "only {runs} runs came to an end");
}

/// References are null, or new objects of any class with small numbers in them.
fn arguments(descriptors: &Descriptors, heap: &mut Heap, types: &[Type], shift: usize) -> Vec<Datum> {
    let int = |index: usize| INTS[(index * (shift / INTS.len() + 1) + shift) % INTS.len()];
    let args = types.iter().enumerate().map(|(index, ty)| match ty {
        Type::Int => Datum::Int(int(index)),
        Type::Float => Datum::Float(int(index) as f64 / 2.0),
        Type::Ref if descriptors.classes.is_empty() || (index + shift) % 5 == 4 => Datum::NULL,
        Type::Ref => {
            let class = ClassId(((index + shift / 2) % descriptors.classes.len()) as u32);
            let loc = match descriptors.item(class) {
                Some(_) => heap.allocate_array(descriptors, class, 4).expect("an array"),
                None => heap.allocate(descriptors, class).expect("a record"),
            };
            for position in 0..heap.object(loc).fields.len() {
                if let Datum::Int(_) = heap.object(loc).fields[position] {
                    heap.objects[loc.index()].fields[position] = Datum::Int(int(position).abs() % 4);
                }
            }
            Datum::object(loc)
        }
    });
    args.collect()
}
