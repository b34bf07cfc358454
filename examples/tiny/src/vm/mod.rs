//! Tiny on the toolkit: an interpreter written once, and a tracing JIT for nothing.
//!
//! [`classes`] says what objects look like, [`interpret`] is the interpreter, [`numbers`] the operators, [`builtins`] what the
//! machine does in Rust, [`show`] how values are printed. Nothing here knows whether it is executed or traced.

mod builtins;
mod classes;
mod interpret;
mod numbers;
mod show;

use crate::bytecode::Program;
use classes::Classes;
use interpret::{Quiet, Tiny};
use lathe_heap::{Config, RootIndex, Word};
use lathe_ir::{CodeId, Trace};
use lathe_meta::{Counts, Outcome, Params, Vm};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// What helpers need besides the VM's core.
#[derive(Debug)]
pub struct State {
    pub output: String,
    pub program: Rc<Program>,
    pub classes: Classes,
    globals: RootIndex,
    quiet: Rc<[Quiet]>,
    /// Which function is to be called when an object is free.
    finalizers: FxHashMap<Word, u16>,
    /// How many calls of `each` are inside each other.
    nested: usize,
}

/// A finished run.
#[derive(Debug)]
pub struct Run {
    /// What was printed, with the line `error: …` at the end if nothing caught it.
    pub output: String,
    pub failed: bool,
    pub counts: Counts,
    /// The names and optimized traces of all code.
    pub traces: Vec<(String, Arc<Trace>)>,
}

/// Runs a program.
pub fn run(program: Program, params: Params, heap: Config) -> Result<Run, lathe_codegen::CompileError> {
    let program = Rc::new(program);
    let (tiny, core) = Tiny::new(program.clone(), heap);
    let slots = program.functions[0].slots as u32;
    let mut vm = Vm::new(tiny, core, params)?;
    let marker = 0u8;
    // SAFETY: all frames that hold guest references are below this one, which does not return before the run is over.
    unsafe { vm.core.heap.set_stack_base(Some(&raw const marker)) };
    let outcome = vm.run(CodeId(0), slots, &[]);
    let mut output = std::mem::take(&mut state(&mut vm.core.user).output);
    if let Some((value, about)) = vm.core.uncaught.take() {
        let (line, function) = about.downcast_ref::<(u32, String)>().expect("where it was raised");
        let what = show::uncaught(&vm.core, value);
        output += &format!("error: line {line}, in {function}: {what}\n");
    }
    match outcome {
        Outcome::Interrupted => output.push_str("error: interrupted\n"),
        Outcome::OutOfMemory => output.push_str("error: out of memory\n"),
        Outcome::StackFull => unreachable!("there is room for the first frame"),
        Outcome::Finished(_) | Outcome::Uncaught => {}
    }
    // SAFETY: nothing of the stack is looked at any more.
    unsafe { vm.core.heap.set_stack_base(None) };
    let traces = vm.traces().map(|(name, trace)| (name.to_string(), trace.clone())).collect();
    Ok(Run { output, failed: !matches!(outcome, Outcome::Finished(_)), counts: vm.counts, traces })
}

fn state(user: &mut Box<dyn std::any::Any>) -> &mut State {
    user.downcast_mut().expect("the state of tiny")
}
