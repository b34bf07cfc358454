//! What peeling, value numbering and code motion cost per instruction of a graph.
//!
//! Goal: no more than twice as much for 100,000 instructions as for the cheapest length. The graph is a row of loops, every
//! third with a loop inside, that load and check invariant and other things, branch, call and store.

use lathe_graph::gvn::gvn;
use lathe_graph::licm::licm;
use lathe_graph::peel::{Stage, peel};
use lathe_graph::{Block, Graph, GraphBuilder};
use lathe_ir::*;
use std::time::Duration;

const LENGTHS: [usize; 7] = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];

const SOURCE: &str = "\
class Counter { limit: int, step: int, total: int, immutable scale: int }
helper print(int) reads nothing writes nothing
graph {
b0:
  return()
}
";

pub fn run() {
    println!(
        "| instructions | loops | peel, ns each | gvn | licm | together | relative to the cheapest | left in loops |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|");
    let rows: Vec<Row> = LENGTHS.iter().map(|&length| measure(length)).collect();
    let total = |row: &Row| row.peel + row.gvn + row.licm;
    let cheapest = rows.iter().map(total).fold(f64::INFINITY, f64::min);
    for row in &rows {
        println!(
            "| {} | {} | {:.0} | {:.0} | {:.0} | {:.0} | {:.2} | {:.0}% |",
            row.size,
            row.loops,
            row.peel,
            row.gvn,
            row.licm,
            total(row),
            total(row) / cheapest,
            100.0 * row.left
        );
    }
}

struct Row {
    size: usize,
    loops: usize,
    /// Nanoseconds per instruction of the input, the best of many runs.
    peel: f64,
    gvn: f64,
    licm: f64,
    /// The part of the instructions in loops that is still in loops.
    left: f64,
}

fn measure(length: usize) -> Row {
    let (module, _) = lathe_graph::text::parse(SOURCE).expect("the declarations");
    let mut descriptors = module.descriptors;
    let code = descriptors.intern_code("f");
    let graph = Writer::new(&descriptors, code).graph(length);
    lathe_graph::verify::verify(&descriptors, &graph).expect("a valid graph");
    let size = graph.size();
    let runs = (3_000_000 / length).clamp(40, 3_000);
    let mut best = [Duration::MAX; 3];
    let (mut loops, mut left) = (0, 0.0);
    for _ in 0..runs {
        let mut graph = graph.clone();
        let times = [
            time(|| loops = peel(&descriptors, &mut graph, Stage::Whole).peeled.len()),
            time(|| {
                gvn(&descriptors, &mut graph);
            }),
            time(|| {
                licm(&descriptors, &mut graph);
            }),
        ];
        for (best, time) in best.iter_mut().zip(times) {
            *best = time.min(*best);
        }
        left = in_loops(&graph) as f64;
    }
    let per_inst = best.map(|time| time.as_nanos() as f64 / size as f64);
    Row {
        size,
        loops,
        peel: per_inst[0],
        gvn: per_inst[1],
        licm: per_inst[2],
        left: left / in_loops(&graph) as f64,
    }
}

/// The time that this thread computes. The longest runs take several time slices: on a busy machine the clock on the wall
/// would measure the others.
pub fn time(work: impl FnOnce()) -> Duration {
    let start = thread_time();
    work();
    thread_time() - start
}

fn thread_time() -> Duration {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call fills the structure that it is given.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut now) };
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

fn in_loops(graph: &Graph) -> usize {
    let dominators = lathe_graph::DominatorTree::compute(graph);
    let loops = lathe_graph::LoopTree::compute(graph, &dominators);
    let inside = graph.blocks().filter(|&block| loops.innermost(block).is_some());
    inside.map(|block| graph.block(block).insts.len()).sum()
}

struct Writer<'a> {
    b: GraphBuilder<'a>,
    code: CodeId,
    /// Where the next instruction goes.
    at: Block,
    object: Value,
    sum: Operand,
    pc: u32,
}

impl<'a> Writer<'a> {
    fn new(descriptors: &'a Descriptors, code: CodeId) -> Writer<'a> {
        let mut b = GraphBuilder::new(descriptors);
        let at = b.block();
        let object = b.parameter(Type::Ref);
        Writer { b, code, at, object, sum: Operand::int(0), pc: 0 }
    }

    fn graph(mut self, length: usize) -> Graph {
        let mut number = 0;
        while self.b.graph().inst_count() < length {
            self.one_loop(number % 3 == 0);
            number += 1;
        }
        self.b.ret(self.at, vec![self.sum]);
        self.b.finish_unverified()
    }

    fn state(&mut self, values: &[Operand]) -> SnapshotId {
        self.pc += 1;
        let slots = values.iter().map(|&operand| Slot::Operand(operand)).collect();
        self.b.snapshot(Snapshot::single(Resume::Reexecute, self.code, self.pc, slots))
    }

    fn int(&mut self, op: IntBinary, a: Operand, b: Operand) -> Operand {
        self.b.op(self.at, OpKind::Int(op, a, b)).into()
    }

    /// The `n`-th field of the counter, after a check of its class.
    fn load(&mut self, n: u32, live: &[Operand]) -> Operand {
        let state = self.state(live);
        self.b.save_state(self.at, state);
        self.b.effect(self.at, OpKind::Guard(Guard::Class(self.object.into(), ClassId(0)), state));
        self.b.op(self.at, OpKind::Get(self.object.into(), FieldId(n))).into()
    }

    /// `for i in 0..limit { sum += step * scale; if (sum & 1) print(sum); total = sum }`, perhaps with a loop inside.
    fn one_loop(&mut self, nested: bool) {
        let (before, header, body, after) = (self.at, self.b.block(), self.b.block(), self.b.block());
        self.b.goto(before, header);
        let (i, sum) = (self.b.phi(header, Type::Int), self.b.phi(header, Type::Int));
        self.b.phi_input(i, before, Operand::int(0));
        self.b.phi_input(sum, before, self.sum);
        self.at = header;
        let live = [self.object.into(), i.into(), sum.into()];
        let state = self.state(&live);
        self.b.safepoint(header, state);
        let limit = self.load(0, &live);
        let more = self.b.op(header, OpKind::IntCompare(IntCompare::Lt, i.into(), limit));
        self.b.branch(header, more, body, after);

        self.at = body;
        self.sum = sum.into();
        if nested {
            self.one_loop(false);
        }
        let live = [self.object.into(), i.into(), self.sum];
        let step = self.load(1, &live);
        let scale = self.load(3, &live);
        let scaled = self.int(IntBinary::Mul, step, scale);
        let next_sum = self.int(IntBinary::Add, self.sum, scaled);
        let odd = self.int(IntBinary::And, next_sum, Operand::int(1));
        let (print, join) = (self.b.block(), self.b.block());
        self.b.branch(self.at, odd, print, join);
        self.b.effect(print, OpKind::Call(HelperId(0), vec![next_sum]));
        self.b.goto(print, join);
        self.at = join;
        self.b.effect(join, OpKind::Set(self.object.into(), FieldId(2), next_sum));
        let next = self.int(IntBinary::Add, i.into(), Operand::int(1));
        self.b.goto(join, header);
        self.b.phi_input(i, join, next);
        self.b.phi_input(sum, join, next_sum);
        self.at = after;
        self.sum = sum.into();
    }
}
