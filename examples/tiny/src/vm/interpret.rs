//! The interpreter.

use super::State;
use super::classes::{ARRAY, Classes, INT};
use super::{builtins, show};
use crate::ErrorCode::{self, BadIndex, BadValue, MissingField, StackOverflow, WrongType};
use crate::bytecode::{Constant, Instruction, Program};
use crate::live::BitSet;
use crate::number::float_mod;
use crate::{MAX_ARRAY, MAX_FRAMES};
use lathe_codegen::VmContext;
use lathe_heap::{ARRAY_ITEMS_OFFSET, Config, RootIndex, Word, attention};
use lathe_ir::{Access, CodeId, Effects, IntCompare, Type};
use lathe_meta::{Action, Arg, Attended, Call, Core, FactId, Guest, Helper, Ops, Stop};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;

pub struct Helpers {
    pub float_mod: Helper,
    new_array: Helper,
    each: Helper,
    peek: Helper,
    poke: Helper,
    on_free: Helper,
    collect: Helper,
    store_global: Helper,
    print_value: Helper,
    print_text: Helper,
}

/// A global that was assigned only a few times so far is taken for a constant, until it changes.
#[derive(Debug)]
pub struct Quiet {
    fact: FactId,
    stores: Cell<u32>,
}

/// So often a global can be assigned before it is a variable.
const QUIET_STORES: u32 = 4;

impl Quiet {
    /// Once false, always false; before, it changes only together with the fact.
    fn is_quiet(&self) -> bool {
        self.stores.get() < QUIET_STORES
    }
}

fn ends_in_call(instruction: &Instruction) -> bool {
    use Instruction::{Call, Each, NewArray, OnFree, Peek, Poke};
    matches!(
        instruction,
        Call { .. } | NewArray { .. } | Each { .. } | Peek { .. } | Poke { .. } | OnFree { .. }
    )
}

/// Why an instruction was not done.
enum Failed<O: Ops> {
    Error(ErrorCode),
    /// A helper has made the exception.
    Raised(O::Ref),
}

impl<O: Ops> From<ErrorCode> for Failed<O> {
    fn from(code: ErrorCode) -> Failed<O> {
        Failed::Error(code)
    }
}

/// A program that can be run.
pub struct Tiny {
    pub program: Rc<Program>,
    pub classes: Classes,
    pub helpers: Helpers,
    /// An array with the global variables.
    globals: RootIndex,
    quiet: Rc<[Quiet]>,
    /// By function and pc of an instruction that ends in a call: the slots that are live when it returns.
    across: Vec<Vec<Option<BitSet>>>,
}

impl Tiny {
    pub fn new(program: Rc<Program>, config: Config) -> (Tiny, Box<Core>) {
        let (classes, descriptors, layouts) = Classes::new(&program);
        let mut core = Core::new(descriptors, layouts, config, 1 << 18, MAX_FRAMES);
        let nothing = Effects { reads: Access::Nothing, writes: Access::Nothing, ..Effects::unknown() };
        let raising = Effects { raises: true, ..nothing.clone() };
        let reading = Effects { writes: Access::Nothing, ..Effects::unknown() };
        let calling_back = Effects { raises: true, calls_back: true, ..Effects::unknown() };
        let changing_facts = Effects { invalidates: true, ..Effects::unknown() };
        let (int, any) = (Type::Int, Type::Ref);
        let helpers = Helpers {
            float_mod: core.add_helper("float_mod", &[int, int], Some(int), Effects::pure(), float_mod_bits),
            new_array: core.add_helper("new_array", &[int, any], Some(any), raising.clone(), new_array),
            each: core.add_helper("each", &[int, any], Some(any), calling_back, builtins::each),
            peek: core.add_helper("peek", &[int], Some(any), raising.clone(), builtins::peek),
            poke: core.add_helper("poke", &[int, any], Some(any), raising.clone(), builtins::poke),
            on_free: core.add_helper("on_free", &[any, int], Some(any), raising, builtins::on_free),
            collect: core.add_helper("collect", &[], None, nothing.clone(), builtins::collect),
            store_global: core.add_helper("store_global", &[int, any], None, changing_facts, store_global),
            print_value: core.add_helper("print_value", &[any], None, reading, print_value),
            print_text: core.add_helper("print_text", &[int], None, nothing, print_text),
        };
        let globals = core.heap.allocate_array_anyway(ARRAY.class, program.globals.len() as u64);
        let globals = core.heap.add_root(globals);
        let quiet: Rc<[Quiet]> = (0..program.globals.len())
            .map(|_| Quiet { fact: core.facts.add_fact(), stores: Cell::new(0) })
            .collect();
        core.user = Box::new(State {
            output: String::new(),
            program: program.clone(),
            classes: classes.clone(),
            globals,
            quiet: quiet.clone(),
            finalizers: FxHashMap::default(),
            nested: 0,
        });
        let across = program
            .functions
            .iter()
            .map(|function| {
                let calls = function.code.iter().enumerate();
                calls.map(|(pc, i)| ends_in_call(i).then(|| function.live_across(pc))).collect()
            })
            .collect();
        (Tiny { program, classes, helpers, globals, quiet, across }, core)
    }

    /// An `Error` record.
    fn error<O: Ops>(&self, ops: &mut O, code: ErrorCode) -> O::Ref {
        let value = ops.int(code as i64);
        let value = ops.box_int(INT, value);
        let error = ops.new(self.classes.record_class(0));
        ops.set_ref(error, self.classes.record_field(0, 0), value);
        error
    }

    /// Finds the handler of an exception, in the top frame or in those below. Gives the pc to go on at; `None` if there is
    /// none.
    fn raise<O: Ops>(&self, ops: &mut O, value: O::Ref, mut pc: usize) -> Option<usize> {
        let (code, line) = (ops.code(), self.program.functions[ops.code().index()].lines[pc]);
        loop {
            let function = &self.program.functions[ops.code().index()];
            if let Some(handler) = function.handler(pc) {
                ops.set_local(handler.register.into(), value);
                return Some(handler.target as usize);
            }
            match ops.pop_frame() {
                Some(caller) => pc = caller.pc as usize,
                None => {
                    let name = self.program.functions[code.index()].name.clone();
                    ops.uncaught(value, Box::new((line, name)));
                    return None;
                }
            }
        }
    }

    /// A value that is no frame's business: globals.
    fn global<O: Ops>(&self, ops: &mut O, global: u16) -> (O::Ref, O::Int) {
        (ops.constant(self.globals), ops.int(global.into()))
    }

    #[inline(always)]
    fn constant<O: Ops>(&self, ops: &mut O, constant: Constant) -> O::Ref {
        match constant {
            Constant::Null => ops.null(),
            Constant::Int(x) => {
                let x = ops.int(x);
                ops.box_int(INT, x)
            }
            Constant::Float(x) => {
                let x = ops.float(x);
                self.float(ops, x)
            }
        }
    }

    #[inline(always)]
    fn new_record<O: Ops>(&self, ops: &mut O, record: usize, first: u16, count: u8) -> O::Ref {
        let object = ops.new(self.classes.record_class(record));
        for n in 0..u16::from(count) {
            let value = ops.local((first + n).into());
            ops.set_ref(object, self.classes.record_field(record, n as usize), value);
        }
        object
    }

    fn print_text<O: Ops>(&self, ops: &mut O, newline: bool) {
        let newline = ops.int(newline.into());
        ops.call(self.helpers.print_text, &[Arg::Int(newline)]);
    }

    #[inline(always)]
    fn load_global<O: Ops>(&self, ops: &mut O, global: u16) -> O::Ref {
        let quiet = &self.quiet[global as usize];
        let (globals, index) = self.global(ops, global);
        let value = ops.item_ref(ARRAY, globals, index);
        if quiet.is_quiet() { ops.assume_ref(quiet.fact, value) } else { value }
    }

    #[inline(always)]
    fn store_global<O: Ops>(&self, ops: &mut O, global: u16, value: O::Ref) {
        let (globals, index) = self.global(ops, global);
        if self.quiet[global as usize].is_quiet() {
            ops.call(self.helpers.store_global, &[Arg::Int(index), Arg::Ref(value)]);
        } else {
            ops.set_item_ref(ARRAY, globals, index, value);
        }
    }

    /// Instructions that end in a call of a helper that may raise.
    fn finish_by_call<O: Ops>(
        &self,
        ops: &mut O,
        pc: u32,
        instruction: Instruction,
    ) -> Result<(), Failed<O>> {
        let name = |ops: &mut O, name: u16| Arg::Int(ops.int(name.into()));
        let (helper, args, dst) = match instruction {
            Instruction::NewArray { dst, length, fill } => {
                let (length, fill) = (ops.local(length.into()), ops.local(fill.into()));
                if ops.class_of(length) != Some(INT.class) {
                    return Err(Failed::Error(WrongType));
                }
                let length = ops.unbox_int(INT, length);
                (self.helpers.new_array, vec![Arg::Int(length), Arg::Ref(fill)], dst)
            }
            Instruction::Each { dst, function, array } => {
                let array = ops.local(array.into());
                if ops.class_of(array) != Some(ARRAY.class) {
                    return Err(Failed::Error(WrongType));
                }
                (self.helpers.each, vec![name(ops, function), Arg::Ref(array)], dst)
            }
            Instruction::Peek { dst, name: variable } => (self.helpers.peek, vec![name(ops, variable)], dst),
            Instruction::Poke { dst, name: variable, src } => {
                let value = ops.local(src.into());
                (self.helpers.poke, vec![name(ops, variable), Arg::Ref(value)], dst)
            }
            Instruction::OnFree { dst, object, function } => {
                let object = ops.local(object.into());
                let class = ops.class_of(object).ok_or(WrongType)?;
                self.classes.record(class).ok_or(WrongType)?;
                (self.helpers.on_free, vec![Arg::Ref(object), name(ops, function)], dst)
            }
            _ => unreachable!("does not end in a call"),
        };
        ops.try_call(pc, helper, &args, dst.into()).map_err(Failed::Raised)
    }

    #[inline(always)]
    fn field<O: Ops>(
        &self,
        ops: &mut O,
        object: O::Ref,
        field: u16,
    ) -> Result<lathe_meta::FieldRef, ErrorCode> {
        let class = ops.class_of(object).ok_or(WrongType)?;
        let record = self.classes.record(class).ok_or(WrongType)?;
        self.classes.find_field(record, field).ok_or(MissingField)
    }

    #[inline(always)]
    fn index<O: Ops>(&self, ops: &mut O, array: O::Ref, index: O::Ref) -> Result<O::Int, ErrorCode> {
        let is_array = ops.class_of(array) == Some(ARRAY.class);
        if !is_array || ops.class_of(index) != Some(INT.class) {
            return Err(WrongType);
        }
        let index = ops.unbox_int(INT, index);
        let length = ops.array_len(ARRAY, array);
        if ops.int_test(IntCompare::UintLt, index, length) { Ok(index) } else { Err(BadIndex) }
    }
}

impl Guest for Tiny {
    fn run<O: Ops>(&self, ops: &mut O) -> Stop {
        let mut pc = ops.pc() as usize;
        'frame: loop {
            let function = &self.program.functions[ops.code().index()];
            let (code, constants) = (&function.code[..], &function.constants[..]);
            loop {
                if let Some(stop) = ops.bytecode(pc as u32) {
                    return stop;
                }
                // All instructions are in one `match`, and each stores its own result: a second one for those that have
                // something in common would be a second jump that the processor has to guess.
                let done = match code[pc] {
                    Instruction::Constant { dst, constant } => {
                        let value = self.constant(ops, constants[constant as usize]);
                        ops.set_local(dst.into(), value);
                        Ok(())
                    }
                    Instruction::Move { dst, src } => {
                        let value = ops.local(src.into());
                        ops.set_local(dst.into(), value);
                        Ok(())
                    }
                    Instruction::LoadGlobal { dst, global } => {
                        let value = self.load_global(ops, global);
                        ops.set_local(dst.into(), value);
                        Ok(())
                    }
                    Instruction::StoreGlobal { global, src } => {
                        let value = ops.local(src.into());
                        self.store_global(ops, global, value);
                        Ok(())
                    }
                    Instruction::Unary { op, dst, src } => {
                        let operand = ops.local(src.into());
                        let value = self.unary(ops, op, operand);
                        value.map(|value| ops.set_local(dst.into(), value)).map_err(Failed::Error)
                    }
                    Instruction::Binary { op, dst, left, right } => {
                        let (left, right) = (ops.local(left.into()), ops.local(right.into()));
                        let value = self.binary(ops, op, left, right);
                        value.map(|value| ops.set_local(dst.into(), value)).map_err(Failed::Error)
                    }
                    Instruction::NewRecord { count, dst, record, first } => {
                        let value = self.new_record(ops, record.into(), first, count);
                        ops.set_local(dst.into(), value);
                        Ok(())
                    }
                    instruction @ (Instruction::NewArray { .. }
                    | Instruction::Each { .. }
                    | Instruction::Peek { .. }
                    | Instruction::Poke { .. }
                    | Instruction::OnFree { .. }) => self.finish_by_call(ops, pc as u32, instruction),
                    Instruction::Collect => {
                        ops.call(self.helpers.collect, &[]);
                        Ok(())
                    }
                    Instruction::GetField { dst, object, field } => {
                        let object = ops.local(object.into());
                        self.field(ops, object, field)
                            .map(|field| {
                                let value = ops.get_ref(object, field);
                                ops.set_local(dst.into(), value);
                            })
                            .map_err(Failed::Error)
                    }
                    Instruction::SetField { object, field, src } => {
                        let (object, value) = (ops.local(object.into()), ops.local(src.into()));
                        let field = self.field(ops, object, field);
                        field.map(|field| ops.set_ref(object, field, value)).map_err(Failed::Error)
                    }
                    Instruction::GetItem { dst, array, index } => {
                        let (array, index) = (ops.local(array.into()), ops.local(index.into()));
                        self.index(ops, array, index)
                            .map(|index| {
                                let value = ops.item_ref(ARRAY, array, index);
                                ops.set_local(dst.into(), value);
                            })
                            .map_err(Failed::Error)
                    }
                    Instruction::SetItem { array, index, src } => {
                        let (array, index) = (ops.local(array.into()), ops.local(index.into()));
                        let value = ops.local(src.into());
                        let index = self.index(ops, array, index);
                        index.map(|index| ops.set_item_ref(ARRAY, array, index, value)).map_err(Failed::Error)
                    }
                    Instruction::PrintValue { src } => {
                        let value = ops.local(src.into());
                        ops.call(self.helpers.print_value, &[Arg::Ref(value)]);
                        Ok(())
                    }
                    Instruction::PrintSpace => {
                        self.print_text(ops, false);
                        Ok(())
                    }
                    Instruction::PrintNewline => {
                        self.print_text(ops, true);
                        Ok(())
                    }
                    Instruction::Jump { target } => {
                        pc = target as usize;
                        continue;
                    }
                    Instruction::JumpIfFalse { condition, target } => {
                        let condition = ops.local(condition.into());
                        pc = if self.truth(ops, condition) { pc + 1 } else { target as usize };
                        continue;
                    }
                    Instruction::JumpIfTrue { condition, target } => {
                        let condition = ops.local(condition.into());
                        pc = if self.truth(ops, condition) { target as usize } else { pc + 1 };
                        continue;
                    }
                    Instruction::Loop { .. } => {
                        if let Some(stop) = ops.loop_header(pc as u32) {
                            return stop;
                        }
                        Ok(())
                    }
                    Instruction::Call { count, function, first, .. } => {
                        let callee = &self.program.functions[function as usize];
                        let pushed = ops.push_frame(Call {
                            callee: CodeId(function.into()),
                            slots: callee.slots as u32,
                            first: first.into(),
                            count: count.into(),
                            pc: pc as u32,
                            action: Action(0),
                        });
                        match pushed {
                            Ok(None) => {
                                pc = 0;
                                continue 'frame;
                            }
                            Ok(Some(stop)) => return stop,
                            Err(_) => Err(Failed::Error(StackOverflow)),
                        }
                    }
                    Instruction::Return { src } => {
                        let value = ops.local(src.into());
                        let Some(caller) = ops.pop_frame() else {
                            ops.finish(value);
                            return Stop::Finished;
                        };
                        let call = self.program.functions[caller.code.index()].code[caller.pc as usize];
                        let Instruction::Call { dst, .. } = call else {
                            unreachable!("a frame's caller calls")
                        };
                        ops.set_local(dst.into(), value);
                        pc = caller.pc as usize + 1;
                        continue 'frame;
                    }
                    Instruction::Raise { src } => Err(Failed::Raised(ops.local(src.into()))),
                    Instruction::Fail { code } => Err(Failed::Error(code)),
                };
                let exception = match done {
                    Ok(()) => {
                        pc += 1;
                        continue;
                    }
                    Err(Failed::Error(code)) => self.error(ops, code),
                    Err(Failed::Raised(exception)) => exception,
                };
                let Some(handler) = self.raise(ops, exception, pc) else { return Stop::Uncaught };
                pc = handler;
                continue 'frame;
            }
        }
    }

    fn unwind<O: Ops>(&self, ops: &mut O, exception: O::Ref) -> Option<Stop> {
        let pc = ops.pc() as usize;
        match self.raise(ops, exception, pc) {
            Some(handler) => {
                ops.set_pc(handler as u32);
                None
            }
            None => Some(Stop::Uncaught),
        }
    }

    fn attend(&self, context: *mut VmContext, bits: u32) -> Attended {
        if bits & (lathe_meta::INTERRUPT | attention::OUT_OF_MEMORY) != 0 {
            return Attended::Stop;
        }
        builtins::run_finalizers(context)
    }

    fn is_live(&self, code: CodeId, pc: u32, suspended: bool, slot: u32) -> bool {
        if suspended && let Some(live) = &self.across[code.index()][pc as usize] {
            return live.contains(slot as usize);
        }
        self.program.functions[code.index()].live(pc as usize).contains(slot as usize)
    }

    fn slots(&self, code: CodeId) -> u32 {
        self.program.functions[code.index()].slots as u32
    }

    fn describe(&self, code: CodeId, pc: u32) -> String {
        let function = &self.program.functions[code.index()];
        format!("{} line {}", function.name, function.lines[pc as usize])
    }
}

// --- Helpers ------------------------------------------------------------------------------------------------------------

/// The core of the VM that calls.
pub(super) fn core<'c>(context: *mut VmContext) -> &'c mut Core {
    // SAFETY: helpers are called with the context of their VM, whose host is its core; while a helper runs, nobody else uses it.
    unsafe { &mut *(*context).host.cast::<Core>() }
}

extern "C" fn float_mod_bits(_: *mut VmContext, a: u64, b: u64, _: u64, _: u64, _: u64) -> u64 {
    float_mod(f64::from_bits(a), f64::from_bits(b)).to_bits()
}

extern "C" fn new_array(context: *mut VmContext, length: u64, fill: u64, _: u64, _: u64, _: u64) -> u64 {
    let core = core(context);
    if length > MAX_ARRAY as u64 {
        core.context.exception = new_error(core, BadValue).0;
        return 0;
    }
    let Ok(array) = core.heap.allocate_array(ARRAY.class, length) else {
        // The program is stopped at the next loop header, before it can look at the null.
        core.attention.fetch_or(lathe_heap::attention::OUT_OF_MEMORY, std::sync::atomic::Ordering::Relaxed);
        return 0;
    };
    for index in 0..length {
        let place = array.0 + u64::from(ARRAY_ITEMS_OFFSET) + 8 * index;
        // SAFETY: the array has this many items. It was just made, so the collector will look at all of it: no barrier.
        unsafe { (place as *mut u64).write(fill) };
    }
    array.0
}

/// An `Error` record, made by a helper.
pub(super) fn new_error(core: &mut Core, code: ErrorCode) -> Word {
    let classes = &super::state(&mut core.user).classes;
    let (class, field) = (classes.record_class(0), classes.record_field(0, 0));
    let error = core.heap.allocate_anyway(class);
    let object = error.as_pointer().expect("a record is an object");
    let code = Word::small(code as i64).expect("codes are small");
    // SAFETY: an object of the class of errors, which has this field.
    unsafe { core.heap.store(object, field.offset, code) };
    error
}

/// A global that was quiet so far: a fact changes.
extern "C" fn store_global(context: *mut VmContext, index: u64, value: u64, _: u64, _: u64, _: u64) -> u64 {
    let core = core(context);
    let state = super::state(&mut core.user);
    let (globals, quiet) = (state.globals, &state.quiet[index as usize]);
    quiet.stores.set(quiet.stores.get() + 1);
    let fact = quiet.fact;
    core.invalidate(fact);
    let globals = core.heap.root(globals).as_pointer().expect("an array");
    // SAFETY: the array of globals has an item for each.
    unsafe { core.heap.store(globals, ARRAY_ITEMS_OFFSET + 8 * index as u32, Word(value)) };
    0
}

extern "C" fn print_value(context: *mut VmContext, value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let core = core(context);
    let text = show::show(core, Word(value));
    super::state(&mut core.user).output.push_str(&text);
    0
}

extern "C" fn print_text(context: *mut VmContext, newline: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    super::state(&mut core(context).user).output.push(if newline == 1 { '\n' } else { ' ' });
    0
}
