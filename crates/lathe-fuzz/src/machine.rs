//! How an optimized trace is run: by the evaluator, or as machine code.

use crate::oracle::{Failure, LIMIT};
use lathe_codegen::sandbox::{Program, Sandbox};
use lathe_ir::eval::{self, Datum, Heap, Host, Outcome};
use lathe_ir::{Descriptors, Label, Trace};

/// A trace that can be run.
#[derive(Debug)]
pub enum Machine<'a> {
    Evaluator(&'a Descriptors, &'a Trace),
    Native(&'a Sandbox, Box<Program<'a>>),
}

impl<'a> Machine<'a> {
    /// With a sandbox, the trace is compiled.
    pub fn new(
        descriptors: &'a Descriptors,
        trace: &'a Trace,
        sandbox: Option<&'a mut Sandbox>,
    ) -> Result<Machine<'a>, Failure> {
        match sandbox {
            None => Ok(Machine::Evaluator(descriptors, trace)),
            Some(sandbox) => {
                let program = sandbox.compile(descriptors, trace).map_err(Failure::NotCompiled)?;
                Ok(Machine::Native(sandbox, Box::new(program)))
            }
        }
    }

    pub fn run(
        &mut self,
        label: Label,
        args: &[Datum],
        heap: &mut Heap,
        host: &mut dyn Host,
    ) -> Result<Outcome, Failure> {
        match self {
            Machine::Evaluator(descriptors, trace) => {
                eval::run(descriptors, trace, label, args, heap, host, LIMIT).map_err(Failure::Optimized)
            }
            Machine::Native(sandbox, program) => Ok(sandbox.run(program, label, args, heap, host)),
        }
    }
}
