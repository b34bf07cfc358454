//! From a graph to machine code.
//!
//! A graph is one function, as a section of a trace is ([`crate::lower`]): `(context, number) -> exit number`, its parameters
//! and results in the context's frame. Blocks are blocks, phis are their parameters. Ops, guards and exits are lowered by the
//! same code as those of traces.
//!
//! | module | what it holds |
//! |---|---|
//! | [`function`] | blocks, edges, and the instructions that only graphs have |
//! | [`uses`] | where values are wanted for the last time, and which only exits want |

mod function;
mod uses;

use crate::lower::{CompileError, Compiled, Compiler, HelperCode, Runtime, Surroundings, section_signature};
use crate::object::Layouts;
use cranelift_codegen::ir::{Function, UserFuncName};
use lathe_graph::Graph;
use lathe_ir::Descriptors;

/// A graph that is to be compiled. It has been verified.
#[derive(Clone, Copy, Debug)]
pub struct GraphUnit<'a> {
    pub descriptors: &'a Descriptors,
    pub layouts: &'a Layouts,
    pub runtime: &'a Runtime,
    pub helpers: &'a [HelperCode],
    /// The word of each constant object.
    pub constants: &'a [u64],
    pub graph: &'a Graph,
    /// The number of this unit in the table of validity bytes.
    pub unit: u32,
    /// Exits are numbered from here on. The op of an exit is its instruction.
    pub first_exit: u32,
    /// `(context, instruction) -> 0 or 1`: called at every safepoint, with the values of its state in the frame, instead of
    /// looking at the attention word; it leaves on 1. For tests, which want to see the state.
    pub poll: Option<usize>,
}

impl<'a> GraphUnit<'a> {
    fn surroundings(&self) -> Surroundings<'a> {
        Surroundings {
            descriptors: self.descriptors,
            layouts: self.layouts,
            runtime: self.runtime,
            helpers: self.helpers,
            constants: self.constants,
            types: self.graph.types(),
            snapshots: self.graph.snapshots(),
            unit: self.unit,
            first_exit: self.first_exit,
        }
    }
}

impl Compiler {
    /// Compiles a graph.
    pub fn compile_graph(&mut self, unit: &GraphUnit) -> Result<Compiled, CompileError> {
        self.add_slow_paths(unit.runtime)?;
        let mut function = Function::with_name_signature(UserFuncName::default(), section_signature());
        let config = self.isa.frontend_config();
        let exits = function::lower(&mut function, &mut self.builder, config, unit, &self.slow);
        self.emit(function, exits)
    }
}
