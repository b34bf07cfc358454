//! `lathe graph run --native`: the graph as machine code.

use crate::Failure;
use lathe_codegen::Target;
use lathe_codegen::sandbox::{GraphProgram, Sandbox};
use lathe_graph::Graph;
use lathe_graph::eval::{Outcome, World};
use lathe_ir::Descriptors;
use lathe_ir::eval::Datum;

/// A graph as machine code, and what runs it.
pub struct Code<'a> {
    sandbox: Sandbox,
    program: GraphProgram<'a>,
}

pub fn compile<'a>(descriptors: &'a Descriptors, graph: &'a Graph) -> Result<Code<'a>, Failure> {
    let failure = |error| Failure(format!("lathe: {error}"));
    let mut sandbox = Sandbox::new(Target::Host).map_err(failure)?;
    let program = sandbox.compile_graph(descriptors, graph, true).map_err(failure)?;
    Ok(Code { sandbox, program })
}

impl Code<'_> {
    pub fn run(&mut self, world: World<'_>, args: &[Datum]) -> Outcome {
        self.sandbox.run_graph(&mut self.program, world, args)
    }
}

/// Guards that share an exit are one to machine code, so the line that names the guard may differ.
pub fn same(evaluated: &str, native: String) -> Result<String, Failure> {
    let lines = |text: &str| -> Vec<String> {
        text.lines().map(|line| if is_exit(line) { "exit".to_string() } else { line.to_string() }).collect()
    };
    if lines(evaluated) == lines(&native) {
        return Ok(native);
    }
    Err(Failure(format!(
        "lathe: machine code differs from the evaluator, which says\n{evaluated}machine code says\n{native}"
    )))
}

fn is_exit(line: &str) -> bool {
    line.starts_with("exit of ")
}
