//! Runs traces and graphs as machine code on a heap of the evaluator: for tests.
//!
//! [`Sandbox::run`] is [`lathe_ir::eval::run`] by other means. The evaluator's objects are laid out in real memory, the code
//! runs on it, and what it left there is read back, so that everything that can be checked on the evaluator can be
//! checked on machine code. Nothing is ever freed or moved while code runs. [`Sandbox::run_graph`] is the same for graphs.

mod graph;
mod memory;
mod runtime;
mod session;

use crate::arena::CodeArena;
use crate::context::{Entry, VmContext};
use crate::lower::{CompileError, Compiler, Exit, Target, Unit};
use crate::object::Layouts;
use lathe_ir::eval::{self, Datum, Heap, Host, Outcome};
use lathe_ir::{Descriptors, Label, OpKind, Trace};
use memory::Memory;
use runtime::{helpers, runtime};
use session::Session;
use std::fmt;

pub use graph::GraphProgram;

const FRAME_WORDS: usize = 4096;

pub struct Sandbox {
    compiler: Compiler,
    arena: CodeArena,
    entry: *const u8,
    leave: *const u8,
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sandbox").field("compiler", &self.compiler).finish()
    }
}

/// A trace as machine code.
#[derive(Debug)]
pub struct Program<'a> {
    descriptors: &'a Descriptors,
    trace: &'a Trace,
    model: Layouts,
    memory: Memory,
    /// The code of each section.
    sections: Vec<*const u8>,
    /// With their sections. Exits are numbered behind the labels, so that a number says which of the two it is.
    exits: Vec<(usize, Exit)>,
    outside: Vec<Label>,
}

/// What code finds through its context.
#[derive(Clone, Copy)]
struct Tables<'t> {
    labels: &'t [*const u8],
    exits: usize,
    units: usize,
}

/// How a run ended.
struct Ended<'s> {
    /// Of the exit or label.
    number: usize,
    exception: u64,
    session: Session<'s>,
}

impl Sandbox {
    pub fn new(target: Target) -> Result<Sandbox, CompileError> {
        let mut compiler = Compiler::new(target)?;
        let mut arena = CodeArena::new();
        let mut install = |code: Vec<u8>| {
            arena.install(&code).map_err(|error| CompileError::Unsupported(error.to_string()))
        };
        let entry = install(compiler.compile_entry()?)?;
        let leave = install(compiler.compile_exit()?)?;
        Ok(Sandbox { compiler, arena, entry, leave })
    }

    /// Compiles all sections of a trace.
    pub fn compile<'a>(
        &mut self,
        descriptors: &'a Descriptors,
        trace: &'a Trace,
    ) -> Result<Program<'a>, CompileError> {
        let model = Layouts::of(descriptors);
        let (memory, constants) = Memory::with_constants(descriptors, &model);
        let mut labels: Vec<(Label, u32)> =
            trace.sections.iter().enumerate().map(|(index, s)| (s.label, index as u32)).collect();
        let mut outside = Vec::new();
        for section in &trace.sections {
            if let Some((label, _)) = section.jump()
                && !labels.iter().any(|(known, _)| *known == label)
            {
                labels.push((label, (trace.sections.len() + outside.len()) as u32));
                outside.push(label);
            }
        }
        let runtime = runtime(true);
        let helpers = helpers(descriptors)?;
        let mut sections = Vec::new();
        let mut exits = Vec::new();
        for section in 0..trace.sections.len() {
            let first_exit = (labels.len() + exits.len()) as u32;
            let compiled = self.compiler.compile(&Unit {
                descriptors,
                layouts: &model,
                runtime: &runtime,
                helpers: &helpers,
                constants: &constants,
                trace,
                section,
                labels: &labels,
                unit: section as u32,
                first_exit,
            })?;
            let code = self.arena.install_placed(compiled.placed());
            let code = code.map_err(|error| CompileError::Unsupported(error.to_string()))?;
            sections.push(code);
            exits.extend(compiled.exits.into_iter().map(|exit| (section, exit)));
        }
        Ok(Program { descriptors, trace, model, memory, sections, exits, outside })
    }

    /// Runs a program from a label on, as [`eval::run`] does.
    pub fn run(
        &self,
        program: &mut Program,
        label: Label,
        args: &[Datum],
        heap: &mut Heap,
        host: &mut dyn Host,
    ) -> Outcome {
        let Program { descriptors, trace, model, memory, sections, exits, outside } = program;
        let start = trace.sections.iter().position(|s| s.label == label).expect("a label of the program");
        let labels = sections.len() + outside.len();
        // A label outside leads back here, with its own number.
        let mut label_slots: Vec<*const u8> = sections.clone();
        label_slots.extend(outside.iter().map(|_| self.leave));
        let mut frame = vec![0u64; FRAME_WORDS];
        let session = Session { descriptors, model, memory, heap, host, polled: None };
        let tables = Tables { labels: &label_slots, exits: labels + exits.len(), units: sections.len() };
        let Ended { number, exception, mut session } =
            self.enter(session, sections[start], args, &mut frame, tables);
        session.read_all();
        let outcome = if number < labels {
            let label = outside[number - sections.len()];
            let jump = trace.sections.iter().find_map(|s| s.jump().filter(|(target, _)| *target == label));
            let (_, passed) = jump.expect("somebody jumped there");
            let passed = passed.iter().zip(&frame);
            let args = passed.map(|(&a, &word)| session.import(trace.operand_type(a), word)).collect();
            Outcome::Jump { label, args }
        } else {
            let (section, exit) = &exits[number - labels];
            session.outcome(trace, *section, exit, &frame, exception)
        };
        // What was only in the frame may have led to new objects.
        session.read_all();
        outcome
    }

    /// Runs code until it leaves.
    fn enter<'s>(
        &self,
        mut session: Session<'s>,
        code: *const u8,
        args: &[Datum],
        frame: &mut [u64],
        tables: Tables,
    ) -> Ended<'s> {
        session.begin();
        for (slot, &arg) in frame.iter_mut().zip(args) {
            *slot = session.memory.word(session.descriptors, session.heap, arg);
        }
        let exit_slots = vec![self.leave; tables.exits];
        let valid = vec![0u8; tables.units];
        let calm = 0u32;
        let mut context = VmContext {
            bump: &mut *session.memory.bump,
            frame: frame.as_mut_ptr(),
            exits: exit_slots.as_ptr(),
            labels: tables.labels.as_ptr(),
            invalid: valid.as_ptr(),
            attention: &raw const calm,
            exception: 0,
            forced: 0,
            heap: std::ptr::null_mut(),
            host: (&raw mut session).cast(),
        };
        // SAFETY: `entry` is the code of `Compiler::compile_entry`, which is an `Entry`.
        let enter: Entry = unsafe { std::mem::transmute(self.entry) };
        // SAFETY: the code was compiled for this layout of objects and of the context; all tables have an entry for every
        // number in it; the frame is larger than any exit of what is run here.
        let number = unsafe { enter(&mut context, code, u64::MAX) } as usize;
        Ended { number, exception: context.exception, session }
    }
}

impl Session<'_> {
    fn outcome(
        &mut self,
        trace: &Trace,
        section: usize,
        exit: &Exit,
        frame: &[u64],
        exception: u64,
    ) -> Outcome {
        let op = &trace.sections[section].ops[exit.op as usize];
        let Some(snapshot) = exit.snapshot else {
            let OpKind::Finish(results) = &op.kind else { unreachable!("only finish has no snapshot") };
            let types = results.iter().map(|&result| trace.operand_type(result));
            return Outcome::Finish(types.zip(frame).map(|(ty, &word)| self.import(ty, word)).collect());
        };
        let environment = self.environment(&trace.types, &exit.values, frame);
        let pending = self.pending(exception);
        Outcome::Exit(eval::Exit { section, op: exit.op as usize, snapshot, environment, pending })
    }
}
