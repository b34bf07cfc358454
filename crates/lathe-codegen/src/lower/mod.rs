//! From a section of a trace to machine code.
//!
//! A section is one function `(context, number) -> exit number` in Cranelift's tail-call convention. Its arguments are in the
//! context's frame. A jump to its own label is a branch; a jump to another label puts the arguments into the frame and
//! tail-calls through the label's slot.
//!
//! A guard is a compare and a branch to a cold block, which *stores* the values that the exit needs into the frame and
//! tail-calls through the exit's slot with nothing but its number. (Passing the values as arguments of the call instead
//! makes the register allocator arrange them in the hot loop.) Constants and
//! virtuals are not stored. At first all slots lead back to the VM; a bridge is installed by changing one.
//!
//! Guards share a cold block if their snapshots are the same, except `guard_value` and `guard_class`, which store the
//! value they checked as well, so that the VM can count what it was.

mod arith;
mod calls;
pub(crate) mod exits;
mod flags;
pub(crate) mod function;
mod guards;
mod memory;
mod section;
pub(crate) mod slow;
pub(crate) mod uses;

use crate::arena::Placed;
use crate::object::Layouts;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{AbiParam, Function, InstBuilder, Signature, UserFuncName, types};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use lathe_ir::{ClassId, Descriptors, HelperId, Label, Snapshot, SnapshotId, Trace, Type, Value};
use std::fmt;

/// How hard to work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// For this machine.
    Host,
    /// For this machine, with a quicker register allocator and slower code: for code that may stay cold.
    HostQuick,
    /// Checked, not run.
    Aarch64,
}

/// Functions of the VM that compiled code calls. All are `extern "C"` and never unwind.
#[derive(Clone, Copy, Debug)]
pub struct Runtime {
    /// `(context, class) -> object`: a zeroed record, when the bump window is full.
    pub new_record: usize,
    /// `(context, class, length) -> object`: a zeroed array.
    pub new_array: usize,
    /// `(context, class, value) -> object`: an object of a hybrid class for an integer that is not small.
    pub box_int: usize,
    /// `(context, object)`: an old object was written to for the first time since the last collection.
    pub barrier: usize,
    /// `(context, a, b) -> 0 or 1`: are these two different words the same by value?
    pub same: usize,
    /// `(context, question) -> answer`: asked for attention (0), invalidation (1) and forced frames (2) instead of reading
    /// the context. For tests, which want to know when it is looked at.
    pub ask: Option<usize>,
    /// `(context, guard) -> 0 or 1`: asked before every guard that goes back to the start of its bytecode; it leaves on 1. For
    /// tests: every exit must be as good as going on.
    pub chaos: Option<usize>,
}

/// The `extern "C"` function behind a helper: `(context, args…) -> result`.
#[derive(Clone, Copy, Debug)]
pub struct HelperCode(pub usize);

/// What is compiled together: one section.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    pub descriptors: &'a Descriptors,
    pub layouts: &'a Layouts,
    pub runtime: &'a Runtime,
    pub helpers: &'a [HelperCode],
    /// The word of each constant object.
    pub constants: &'a [u64],
    pub trace: &'a Trace,
    pub section: usize,
    /// The number of each label that is jumped to, in the table of slots.
    pub labels: &'a [(Label, u32)],
    /// The number of this unit in the table of validity bytes.
    pub unit: u32,
    /// Exits are numbered from here on.
    pub first_exit: u32,
}

/// What ops stand in, be it a trace or a graph.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    pub descriptors: &'a Descriptors,
    pub layouts: &'a Layouts,
    pub runtime: &'a Runtime,
    pub helpers: &'a [HelperCode],
    pub constants: &'a [u64],
    /// The type of each value.
    pub types: &'a [Type],
    pub snapshots: &'a [Snapshot],
    pub unit: u32,
    pub first_exit: u32,
}

impl Surroundings<'_> {
    fn ty(&self, v: Value) -> Type {
        self.types[v.index()]
    }

    fn snapshot(&self, id: SnapshotId) -> &Snapshot {
        &self.snapshots[id.index()]
    }

    /// What an exit stores, each once.
    pub fn live_values(&self, id: SnapshotId) -> Vec<Value> {
        let mut values = Vec::new();
        self.snapshot(id).for_each_value(|v| {
            if !values.contains(&v) {
                values.push(v);
            }
        });
        values
    }
}

impl<'a> Unit<'a> {
    fn surroundings(&self) -> Surroundings<'a> {
        Surroundings {
            descriptors: self.descriptors,
            layouts: self.layouts,
            runtime: self.runtime,
            helpers: self.helpers,
            constants: self.constants,
            types: &self.trace.types,
            snapshots: &self.trace.snapshots,
            unit: self.unit,
            first_exit: self.first_exit,
        }
    }
}

/// One way out of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The op that leaves: the first, if guards share the exit.
    pub op: u32,
    /// `None`: `finish`.
    pub snapshot: Option<SnapshotId>,
    /// The values in the frame, a word each, in order. After `finish`, its results.
    pub values: Vec<Value>,
    /// Behind them in the frame is the value that the guard checked.
    pub checked: bool,
    /// More than one guard leaves here.
    pub shared: bool,
}

#[derive(Clone, Debug)]
pub struct Compiled {
    pub code: Vec<u8>,
    /// The code's alignment, a power of two.
    pub alignment: usize,
    /// The offset of the loop's header, if it is a loop.
    pub header: usize,
    /// Exit number `first_exit + k` is `exits[k]`.
    pub exits: Vec<Exit>,
    /// Which instructions are for which op, in order.
    pub groups: Vec<Group>,
}

/// Instructions that one op has become: a stretch of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Where it starts in the code.
    pub start: u32,
    pub op: u32,
    /// The way out, if this op leaves.
    pub exit: bool,
}

impl Compiled {
    /// As it should lie in memory.
    pub fn placed(&self) -> Placed<'_> {
        Placed { code: &self.code, alignment: self.alignment, line_at: self.header }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// This machine has no code generator.
    Unsupported(String),
    /// Cranelift refused: a bug of ours.
    Rejected(String),
    NoSuchLabel(Label),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::Unsupported(why) => write!(f, "no code generator for this machine: {why}"),
            CompileError::Rejected(why) => write!(f, "rejected by the code generator: {why}"),
            CompileError::NoSuchLabel(label) => write!(f, "the label L{} has no number", label.0),
        }
    }
}

/// A code generator for one target.
pub struct Compiler {
    pub(crate) isa: OwnedTargetIsa,
    pub(crate) builder: FunctionBuilderContext,
    context: cranelift_codegen::Context,
    pub(crate) slow: slow::SlowPaths,
}

impl fmt::Debug for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compiler").field("target", &self.isa.triple().to_string()).finish()
    }
}

impl Compiler {
    pub fn new(target: Target) -> Result<Compiler, CompileError> {
        let unsupported = |error: &dyn fmt::Display| CompileError::Unsupported(error.to_string());
        let mut flags = settings::builder();
        let algorithm = match target {
            Target::Host | Target::Aarch64 => "backtracking",
            Target::HostQuick => "single_pass",
        };
        let verify = if cfg!(debug_assertions) { "true" } else { "false" };
        for (name, value) in [
            // Our own optimizer has done the work; Cranelift's would put values back into cold blocks.
            ("opt_level", "none"),
            ("regalloc_algorithm", algorithm),
            ("enable_verifier", verify),
            // Tail calls need it.
            ("preserve_frame_pointers", "true"),
            ("unwind_info", "false"),
            ("is_pic", "false"),
            // To find the loop's header in the code.
            ("machine_code_cfg_info", "true"),
        ] {
            flags.set(name, value).map_err(|error| unsupported(&error))?;
        }
        let builder = match target {
            Target::Host | Target::HostQuick => {
                cranelift_native::builder().map_err(|error| unsupported(&error))?
            }
            Target::Aarch64 => cranelift_codegen::isa::lookup_by_name("aarch64-unknown-linux-gnu")
                .map_err(|error| unsupported(&error))?,
        };
        let isa = builder.finish(settings::Flags::new(flags)).map_err(|error| unsupported(&error))?;
        Ok(Compiler {
            isa,
            builder: FunctionBuilderContext::new(),
            context: cranelift_codegen::Context::new(),
            slow: slow::SlowPaths::default(),
        })
    }

    /// Compiles one section.
    pub fn compile(&mut self, unit: &Unit) -> Result<Compiled, CompileError> {
        self.add_slow_paths(unit.runtime)?;
        let mut function = Function::with_name_signature(UserFuncName::default(), section_signature());
        let config = self.isa.frontend_config();
        let exits = section::lower(&mut function, &mut self.builder, config, unit, &self.slow)?;
        self.emit(function, exits)
    }

    /// Machine code for a function that has been lowered.
    pub(crate) fn emit(&mut self, function: Function, exits: Vec<Exit>) -> Result<Compiled, CompileError> {
        let code = self.finish(function)?;
        let groups = self.groups();
        let compiled = self.context.compiled_code().expect("it was compiled");
        // What leads back leads to the header, or to what comes after it: cold blocks are at the end.
        let back = compiled.bb_edges.iter().filter(|(from, to)| to <= from).map(|&(_, to)| to as usize).min();
        let alignment = compiled.buffer.alignment as usize;
        Ok(Compiled { code, alignment, header: back.unwrap_or(0), exits, groups })
    }

    /// Of the function that was compiled last.
    fn groups(&self) -> Vec<Group> {
        let Some(compiled) = self.context.compiled_code() else { return Vec::new() };
        let places = compiled.buffer.get_srclocs_sorted().iter().filter(|place| !place.loc.is_default());
        let mut groups: Vec<Group> = places.map(|place| function::group(place.start, place.loc)).collect();
        groups.dedup_by_key(|group| (group.op, group.exit));
        groups
    }

    /// `extern "C" (context, code, number) -> exit number`: the way into compiled code ([`crate::context::Entry`]).
    pub fn compile_entry(&mut self) -> Result<Vec<u8>, CompileError> {
        let mut signature = Signature::new(self.isa.default_call_conv());
        signature.params.extend([AbiParam::new(types::I64); 3]);
        signature.returns.push(AbiParam::new(types::I64));
        let mut function = Function::with_name_signature(UserFuncName::default(), signature);
        let config = self.isa.frontend_config();
        let mut b = FunctionBuilder::new(&mut function, &mut self.builder);
        let block = b.create_block();
        b.append_block_params_for_function_params(block);
        b.switch_to_block(block);
        let &[context, code, number] = b.block_params(block) else { unreachable!("three parameters") };
        let signature = b.import_signature(section_signature());
        let call = b.ins().call_indirect(signature, code, &[context, number]);
        let result = b.inst_results(call)[0];
        b.ins().return_(&[result]);
        b.seal_all_blocks();
        b.finalize(config);
        self.finish(function)
    }

    /// Where exits lead that have no bridge: gives its number back to the VM.
    pub fn compile_exit(&mut self) -> Result<Vec<u8>, CompileError> {
        let mut function = Function::with_name_signature(UserFuncName::default(), section_signature());
        let config = self.isa.frontend_config();
        let mut b = FunctionBuilder::new(&mut function, &mut self.builder);
        let block = b.create_block();
        b.append_block_params_for_function_params(block);
        b.switch_to_block(block);
        let number = b.block_params(block)[1];
        b.ins().return_(&[number]);
        b.seal_all_blocks();
        b.finalize(config);
        self.finish(function)
    }

    fn finish(&mut self, function: Function) -> Result<Vec<u8>, CompileError> {
        self.context.clear();
        self.context.func = function;
        let compiled = self
            .context
            .compile(&*self.isa, &mut ControlPlane::default())
            .map_err(|error| CompileError::Rejected(format!("{:?}\n{}", error.inner, error.func)))?;
        // Everything outside is reached through addresses in registers.
        if !compiled.buffer.relocs().is_empty() {
            return Err(CompileError::Rejected("the code has relocations".to_string()));
        }
        let mut code = compiled.code_buffer().to_vec();
        if self.isa.triple().architecture == target_lexicon::Architecture::X86_64 {
            let places = compiled.buffer.get_srclocs_sorted().iter();
            let marked = places.filter(|place| function::is_flag_to_branch(place.loc));
            flags::join_flags_and_branches(&mut code, marked.map(|place| place.start as usize));
        }
        Ok(code)
    }
}

/// Of every section, and of whatever an exit or a label leads to.
pub(crate) fn section_signature() -> Signature {
    let mut signature = Signature::new(CallConv::Tail);
    signature.params.extend([AbiParam::new(types::I64); 2]);
    signature.returns.push(AbiParam::new(types::I64));
    signature
}

/// What a helper's signature is in machine terms.
fn helper_signature(descriptors: &Descriptors, helper: HelperId, convention: CallConv) -> Signature {
    let helper = descriptors.helper(helper);
    let mut signature = Signature::new(convention);
    signature.params.push(AbiParam::new(types::I64));
    signature.params.extend(helper.params.iter().map(|&ty| AbiParam::new(function::machine_type(ty))));
    signature.returns.extend(helper.result.map(|ty| AbiParam::new(function::machine_type(ty))));
    signature
}

/// Does `class` have objects that are tagged words?
fn is_hybrid(descriptors: &Descriptors, class: ClassId) -> bool {
    descriptors.class(class).representation == lathe_ir::Representation::Hybrid
}
