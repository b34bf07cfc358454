//! One graph, run by the evaluator and as machine code.

use lathe_codegen::Target;
use lathe_codegen::sandbox::Sandbox;
use lathe_graph::eval::{self, Outcome, Watch, World};
use lathe_graph::text::parse;
use lathe_graph::{Inst, Module};
use lathe_ir::eval::{Datum, Heap, Host, Loc, Rebuilt, describe, rebuild, same_state};
use lathe_ir::{ClassId, Descriptors, HelperId, Type};

const LIMIT: u64 = 20_000;

/// Notes calls and safepoints, as text, in one order. What helpers give, and whether they raise, depends on how many there
/// were before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    pub lines: Vec<String>,
    calls: i64,
    /// At which safepoint to leave, counted from 1.
    leave_at: Option<usize>,
    safepoints: usize,
}

struct LogHost<'l>(&'l std::cell::RefCell<Log>);
struct LogWatch<'l>(&'l std::cell::RefCell<Log>, &'l Descriptors);

impl Host for LogHost<'_> {
    fn call(
        &mut self,
        heap: &mut Heap,
        descriptors: &Descriptors,
        helper: HelperId,
        args: &[Datum],
    ) -> Result<Option<Datum>, Loc> {
        let mut log = self.0.borrow_mut();
        let helper = descriptors.helper(helper);
        let args: Vec<_> = args.iter().map(|&arg| describe(descriptors, heap, arg)).collect();
        log.lines.push(format!("{}({})", helper.name, args.join(", ")));
        log.calls += 1;
        let error = descriptors.classes.iter().position(|class| class.name == "Error");
        if let Some(class) = error.filter(|_| helper.effects.raises && log.calls % 3 == 0) {
            return Err(heap.allocate(descriptors, ClassId(class as u32)).expect("a record"));
        }
        Ok(helper.result.map(|ty| match ty {
            Type::Int => Datum::Int(log.calls * 7 - 10),
            Type::Float => Datum::Float(log.calls as f64 / 4.0),
            Type::Ref => Datum::NULL,
        }))
    }

    fn attention(&mut self) -> bool {
        self.0.borrow_mut().lines.push("attention?".to_string());
        false
    }

    fn invalidated(&mut self) -> bool {
        false
    }

    fn forced(&mut self) -> bool {
        false
    }
}

impl Watch for LogWatch<'_> {
    fn safepoint(&mut self, inst: Inst, heap: &Heap, state: &Rebuilt) -> bool {
        let mut log = self.0.borrow_mut();
        let slots = state.frames.iter().flat_map(|frame| &frame.slots);
        let slots: Vec<String> =
            slots.map(|slot| slot.map_or("_".to_string(), |datum| describe(self.1, heap, datum))).collect();
        log.lines.push(format!("safepoint {}({})", inst.0, slots.join(", ")));
        log.safepoints += 1;
        log.leave_at == Some(log.safepoints)
    }
}

pub fn module(source: &str) -> Module {
    parse(source).unwrap_or_else(|error| panic!("{}", error.render("graph", source))).0
}

/// What a run came to.
#[derive(Debug)]
pub struct Run {
    pub outcome: Outcome,
    pub log: Log,
}

/// Runs both, from the arguments that `args` makes, and compares. `None`: the evaluator finds no end or no meaning.
pub fn same_run(
    sandbox: &mut Sandbox,
    module: &Module,
    leave_at: Option<usize>,
    args: &dyn Fn(&mut Heap) -> Vec<Datum>,
) -> Option<Run> {
    let Module { descriptors, graph } = module;
    let run = |native: Option<&mut Sandbox>| {
        let mut heap = Heap::new(descriptors);
        let args = args(&mut heap);
        let log = std::cell::RefCell::new(Log { leave_at, ..Log::default() });
        let (mut host, mut watch) = (LogHost(&log), LogWatch(&log, descriptors));
        let world = World { descriptors, heap: &mut heap, host: &mut host, watch: &mut watch };
        let outcome = match native {
            None => eval::run(world, graph, &args, LIMIT).ok().filter(|end| *end != Outcome::OutOfFuel)?,
            Some(sandbox) => {
                let mut program = sandbox.compile_graph(descriptors, graph, true).expect("it has code");
                sandbox.run_graph(&mut program, world, &args)
            }
        };
        let mut roots = args;
        match &outcome {
            Outcome::Return(results) => roots.extend(results),
            Outcome::Exit(exit) => {
                let snapshot = graph.snapshot(exit.snapshot);
                let state = rebuild(descriptors, snapshot, &exit.environment, &mut heap).expect("a state");
                roots.extend(state.frames.iter().flat_map(|frame| frame.slots.iter().flatten()));
                roots.extend(exit.pending.map(Datum::object));
            }
            Outcome::OutOfFuel => {}
        }
        Some((outcome, log.into_inner(), heap, roots))
    };
    let (outcome, log, heap, roots) = run(None)?;
    let (native, native_log, native_heap, native_roots) = run(Some(sandbox)).expect("it ends");
    let text = || lathe_graph::text::print_graph(descriptors, graph);
    match (&outcome, &native) {
        (Outcome::Return(_), Outcome::Return(_)) => {}
        (Outcome::Exit(a), Outcome::Exit(b)) if a.snapshot == b.snapshot => {}
        (a, b) => panic!("evaluator: {a:?}\nnative: {b:?}\n{}", text()),
    }
    assert_eq!(log, native_log, "{}", text());
    same_state(descriptors, (&heap, &roots), (&native_heap, &native_roots), &|index| format!("root {index}"))
        .unwrap_or_else(|difference| panic!("{difference}\n{}", text()));
    Some(Run { outcome, log })
}

pub fn sandbox() -> Sandbox {
    Sandbox::new(Target::Host).expect("there is a code generator for this machine")
}
