//! An interpreter for tiny's bytecode as one would write it by hand, without a JIT in mind: words, a stack of words, and
//! one `match`. It has the heap of the other one, so only what [`lathe_meta::Ops`] costs makes the difference.
//!
//! It runs what the benchmarks need: exceptions end the program.

use super::leaving::params;
use super::{PROGRAMS, compile, time};
use lathe_heap::{ARRAY_ITEMS_OFFSET, ARRAY_LENGTH_OFFSET, Config, Header, Layouts, Word};
use lathe_ir::{
    Class, ClassId, Descriptors, Field, FieldId, Identity, RefType, Representation, Shape, Storage,
};
use lathe_meta::{Action, Core};
use std::ptr::NonNull;
use std::time::Duration;
use tiny::bytecode::{Constant, Instruction};
use tiny::number::{float_mod, float_text, floor_div, floor_mod};
use tiny::ops::{BinaryOp, UnaryOp};
use tiny::{ErrorCode, MAX_ARRAY, MAX_FRAMES, Program};

/// Many short rounds: on a busy machine, some of them are not disturbed.
const ROUNDS: usize = 15;
const SHORTER: u64 = 1;

/// How long this thread was running: what others do does not count, except in the caches.
fn running() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the place for the time is ours.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

pub fn report() {
    println!("\n| interpreter | JIT off / written by hand | by hand, ms |\n|---|---:|---:|");
    let mut product = 1.0;
    for program in &PROGRAMS {
        let code = compile(program.name, program.size / program.slow / SHORTER);
        let (mut ours, mut plain) = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            let start = running();
            let (expected, _) = time(&code, &params("off"));
            let between = running();
            let output = run(&code).expect("no exceptions");
            plain = plain.min(running() - between);
            let with = between - start;
            assert_eq!(output, expected, "{}", program.name);
            ours = ours.min(with);
        }
        let ratio = ours.as_secs_f64() / plain.as_secs_f64();
        product *= ratio;
        println!("| {} | {ratio:.2} | {:.1} |", program.name, 1e3 * plain.as_secs_f64());
    }
    println!("| geometric mean | {:.2} | |", product.powf(1.0 / PROGRAMS.len() as f64));
}

const INT: ClassId = ClassId(0);
const FLOAT: ClassId = ClassId(1);
const ARRAY: ClassId = ClassId(2);
const FIRST_RECORD: u32 = 3;
/// Where the first field is; all fields are words.
const FIELDS: usize = size_of::<Header>();

fn descriptors(program: &Program) -> Descriptors {
    let mut descriptors = Descriptors::default();
    let any = Storage::Ref(RefType::Any);
    let mut record = |name: &str, fields: Vec<(String, Storage)>, representation, identity| {
        let class = ClassId(descriptors.classes.len() as u32);
        let first = descriptors.fields.len() as u32;
        let ids = (first..first + fields.len() as u32).map(FieldId).collect();
        for (index, (name, storage)) in fields.into_iter().enumerate() {
            let immutable = identity == Identity::Value;
            descriptors.fields.push(Field { name, class, index: index as u32, storage, immutable });
        }
        let shape = Shape::Record { parent: None, fields: ids };
        descriptors.classes.push(Class { name: name.to_string(), shape, representation, identity });
    };
    record("Int", vec![("value".into(), Storage::I64)], Representation::Hybrid, Identity::Value);
    record("Float", vec![("value".into(), Storage::F64)], Representation::Heap, Identity::Value);
    // An array; it gets its shape below.
    record("Array", Vec::new(), Representation::Heap, Identity::Address);
    for r in &program.records {
        let fields = r.fields.iter().map(|&field| (program.fields[field as usize].clone(), any)).collect();
        record(&r.name, fields, Representation::Heap, Identity::Address);
    }
    descriptors.classes[ARRAY.index()].shape = Shape::Array { item: any, immutable: false };
    descriptors
}

struct Machine<'p> {
    program: &'p Program,
    core: Box<Core>,
    globals: Word,
    output: String,
}

fn run(program: &Program) -> Result<String, ErrorCode> {
    let descriptors = descriptors(program);
    let layouts = Layouts::of(&descriptors);
    let mut core = Core::new(descriptors, layouts, Config::default(), 1 << 18, MAX_FRAMES);
    let globals = core.heap.allocate_array_anyway(ARRAY, program.globals.len() as u64);
    core.heap.add_root(globals);
    let mut machine = Machine { program, core, globals, output: String::new() };
    let marker = 0u8;
    // SAFETY: all frames that hold references are below this one, which does not return before the run is over.
    unsafe { machine.core.heap.set_stack_base(Some(&raw const marker)) };
    let result = machine.run();
    // SAFETY: nothing of the stack is looked at any more.
    unsafe { machine.core.heap.set_stack_base(None) };
    result.map(|()| machine.output)
}

/// The word at an offset of an object.
#[inline(always)]
fn place(object: Word, offset: usize) -> *mut u64 {
    (object.0 as *mut u8).wrapping_add(offset).cast()
}

#[inline(always)]
fn read(object: Word, offset: usize) -> u64 {
    // SAFETY: callers have looked at the object's class, and at the length of an array.
    unsafe { place(object, offset).read() }
}

#[derive(Clone, Copy)]
enum Number {
    Int(i64),
    Float(f64),
}

#[derive(Clone, Copy)]
enum Pair {
    Ints(i64, i64),
    Floats(f64, f64),
}

type Result<T, E = ErrorCode> = std::result::Result<T, E>;

impl Machine<'_> {
    // A function of its own, as it would be in a program of its own.
    #[inline(never)]
    fn run(&mut self) -> Result<()> {
        let program = self.program;
        let function = &program.functions[0];
        let (mut code, mut constants) = (&function.code[..], &function.constants[..]);
        let stack = self.core.stack.clone();
        let frame = stack.push(lathe_ir::CodeId(0), 0, function.slots as u32, Action(0)).expect("room");
        let mut slots = stack.slots(frame.base);
        let mut pc = 0;
        macro_rules! get {
            ($register:expr) => {
                // SAFETY: the compiler gives slots of the frame.
                unsafe { slots.add($register as usize).read() }
            };
        }
        macro_rules! set {
            ($register:expr, $value:expr) => {{
                let value = $value;
                // SAFETY: as above.
                unsafe { slots.add($register as usize).write(value) }
            }};
        }
        loop {
            match code[pc] {
                Instruction::Constant { dst, constant } => match constants[constant as usize] {
                    Constant::Null => set!(dst, Word::NULL),
                    Constant::Int(x) => set!(dst, self.int(x)),
                    Constant::Float(x) => set!(dst, self.float(x)),
                },
                Instruction::Move { dst, src } => set!(dst, get!(src)),
                Instruction::LoadGlobal { dst, global } => {
                    set!(dst, Word(read(self.globals, ARRAY_ITEMS_OFFSET as usize + 8 * global as usize)))
                }
                Instruction::StoreGlobal { global, src } => {
                    self.write(self.globals, ARRAY_ITEMS_OFFSET as usize + 8 * global as usize, get!(src));
                }
                Instruction::Unary { op, dst, src } => set!(dst, self.unary(op, get!(src))?),
                Instruction::Binary { op, dst, left, right } => {
                    set!(dst, self.binary(op, get!(left), get!(right))?);
                }
                Instruction::NewRecord { count, dst, record, first } => {
                    let object = self.core.heap.allocate_anyway(ClassId(FIRST_RECORD + record as u32));
                    for n in 0..count as usize {
                        self.write(object, FIELDS + 8 * n, get!(first as usize + n));
                    }
                    set!(dst, object);
                }
                Instruction::NewArray { dst, length, fill } => {
                    let Some(Number::Int(length)) = self.number(get!(length)) else {
                        return Err(ErrorCode::WrongType);
                    };
                    if !(0..=MAX_ARRAY).contains(&length) {
                        return Err(ErrorCode::BadValue);
                    }
                    let array = self.core.heap.allocate_array_anyway(ARRAY, length as u64);
                    for n in 0..length as usize {
                        self.write(array, ARRAY_ITEMS_OFFSET as usize + 8 * n, get!(fill));
                    }
                    set!(dst, array);
                }
                Instruction::Each { .. }
                | Instruction::Peek { .. }
                | Instruction::Poke { .. }
                | Instruction::OnFree { .. }
                | Instruction::Collect => unreachable!("not in the programs that are measured"),
                Instruction::GetField { dst, object, field } => {
                    let object = get!(object);
                    set!(dst, Word(read(object, self.field(object, field)?)));
                }
                Instruction::SetField { object, field, src } => {
                    let object = get!(object);
                    let offset = self.field(object, field)?;
                    self.write(object, offset, get!(src));
                }
                Instruction::GetItem { dst, array, index } => {
                    let array = get!(array);
                    set!(dst, Word(read(array, self.item(array, get!(index))?)));
                }
                Instruction::SetItem { array, index, src } => {
                    let array = get!(array);
                    let offset = self.item(array, get!(index))?;
                    self.write(array, offset, get!(src));
                }
                Instruction::PrintValue { src } => match self.number(get!(src)) {
                    Some(Number::Int(x)) => self.output += &x.to_string(),
                    Some(Number::Float(x)) => self.output += &float_text(x),
                    None => self.output += "object",
                },
                Instruction::PrintSpace => self.output.push(' '),
                Instruction::PrintNewline => self.output.push('\n'),
                Instruction::Jump { target } => {
                    pc = target as usize;
                    continue;
                }
                Instruction::JumpIfFalse { condition, target } => {
                    if !self.truth(get!(condition)) {
                        pc = target as usize;
                        continue;
                    }
                }
                Instruction::JumpIfTrue { condition, target } => {
                    if self.truth(get!(condition)) {
                        pc = target as usize;
                        continue;
                    }
                }
                // Somebody may want to stop the program.
                Instruction::Loop { .. } => {
                    if self.core.attention.load(std::sync::atomic::Ordering::Relaxed) != 0 {
                        return Err(ErrorCode::BadValue);
                    }
                }
                Instruction::Call { count, function: callee, first, .. } => {
                    stack.set_pc(pc as u32);
                    let id = lathe_ir::CodeId(callee.into());
                    let function = &program.functions[callee as usize];
                    (code, constants) = (&function.code[..], &function.constants[..]);
                    let frame = stack.push(id, 0, function.slots as u32, Action(0));
                    let callee = stack.slots(frame.ok_or(ErrorCode::StackOverflow)?.base);
                    for n in 0..count as usize {
                        let argument = get!(first as usize + n);
                        // SAFETY: the callee has at least so many slots.
                        unsafe { callee.add(n).write(argument) };
                    }
                    slots = callee;
                    pc = 0;
                    continue;
                }
                Instruction::Return { src } => {
                    let value = get!(src);
                    stack.pop();
                    if stack.depth() == 0 {
                        return Ok(());
                    }
                    let frame = stack.top_frame();
                    let function = &program.functions[frame.code.index()];
                    (code, constants) = (&function.code[..], &function.constants[..]);
                    slots = stack.slots(frame.base);
                    pc = frame.pc as usize;
                    if let Instruction::Call { dst, .. } = code[pc] {
                        set!(dst, value);
                    }
                }
                Instruction::Raise { .. } => return Err(ErrorCode::BadValue),
                Instruction::Fail { code } => return Err(code),
            }
            pc += 1;
        }
    }

    #[inline(always)]
    fn class(&self, value: Word) -> Option<ClassId> {
        self.core.class_of(value)
    }

    #[inline(always)]
    fn int(&mut self, value: i64) -> Word {
        Word::small(value).unwrap_or_else(|| self.boxed(INT, value as u64))
    }

    #[inline(always)]
    fn float(&mut self, value: f64) -> Word {
        self.boxed(FLOAT, value.to_bits())
    }

    #[inline(always)]
    fn boxed(&mut self, class: ClassId, bits: u64) -> Word {
        let object = self.core.heap.allocate_anyway(class);
        // SAFETY: a new object with one field.
        unsafe { place(object, FIELDS).write(bits) };
        object
    }

    #[inline(always)]
    fn write(&mut self, object: Word, offset: usize, value: Word) {
        // SAFETY: callers have looked at the class, and at the length of an array.
        unsafe {
            place(object, offset).write(value.0);
            self.core.heap.write_barrier(NonNull::new_unchecked(object.0 as *mut Header));
        }
    }

    #[inline(always)]
    fn number(&self, value: Word) -> Option<Number> {
        match value.as_small() {
            Some(small) => Some(Number::Int(small)),
            None => match self.class(value) {
                Some(INT) => Some(Number::Int(read(value, FIELDS) as i64)),
                Some(FLOAT) => Some(Number::Float(f64::from_bits(read(value, FIELDS)))),
                _ => None,
            },
        }
    }

    #[inline(always)]
    fn pair(&self, left: Word, right: Word) -> Result<Pair> {
        use Number::{Float, Int};
        match (self.number(left), self.number(right)) {
            (Some(Int(a)), Some(Int(b))) => Ok(Pair::Ints(a, b)),
            (Some(Int(a)), Some(Float(b))) => Ok(Pair::Floats(a as f64, b)),
            (Some(Float(a)), Some(Int(b))) => Ok(Pair::Floats(a, b as f64)),
            (Some(Float(a)), Some(Float(b))) => Ok(Pair::Floats(a, b)),
            _ => Err(ErrorCode::WrongType),
        }
    }

    #[inline(always)]
    fn truth(&self, value: Word) -> bool {
        match self.number(value) {
            Some(Number::Int(x)) => x != 0,
            Some(Number::Float(x)) => x != 0.0,
            None => !value.is_null(),
        }
    }

    #[inline(always)]
    fn field(&self, object: Word, field: u16) -> Result<usize> {
        let class = self.class(object).ok_or(ErrorCode::WrongType)?;
        let record = class.0.checked_sub(FIRST_RECORD).ok_or(ErrorCode::WrongType)?;
        let slot = self.program.records[record as usize].slot(field).ok_or(ErrorCode::MissingField)?;
        Ok(FIELDS + 8 * slot)
    }

    #[inline(always)]
    fn item(&self, array: Word, index: Word) -> Result<usize> {
        let (Some(ARRAY), Some(Number::Int(index))) = (self.class(array), self.number(index)) else {
            return Err(ErrorCode::WrongType);
        };
        if index as u64 >= read(array, ARRAY_LENGTH_OFFSET as usize) {
            return Err(ErrorCode::BadIndex);
        }
        Ok(ARRAY_ITEMS_OFFSET as usize + 8 * index as usize)
    }

    #[inline(always)]
    fn checked(&mut self, exact: Option<i64>, rounded: impl FnOnce() -> f64) -> Word {
        match exact {
            Some(exact) => self.int(exact),
            None => self.float(rounded()),
        }
    }

    #[inline(always)]
    fn binary(&mut self, op: BinaryOp, left: Word, right: Word) -> Result<Word> {
        let flag = |condition: bool| Ok(Word::wrap_small(condition.into()));
        match op {
            BinaryOp::Add => match self.pair(left, right)? {
                Pair::Ints(a, b) => Ok(self.checked(a.checked_add(b), || a as f64 + b as f64)),
                Pair::Floats(a, b) => Ok(self.float(a + b)),
            },
            BinaryOp::Sub => match self.pair(left, right)? {
                Pair::Ints(a, b) => Ok(self.checked(a.checked_sub(b), || a as f64 - b as f64)),
                Pair::Floats(a, b) => Ok(self.float(a - b)),
            },
            BinaryOp::Mul => match self.pair(left, right)? {
                Pair::Ints(a, b) => Ok(self.checked(a.checked_mul(b), || a as f64 * b as f64)),
                Pair::Floats(a, b) => Ok(self.float(a * b)),
            },
            BinaryOp::Div => match self.pair(left, right)? {
                Pair::Ints(_, 0) => Err(ErrorCode::DivisionByZero),
                Pair::Ints(a, b) => Ok(self.checked(floor_div(a, b), || a as f64 / b as f64)),
                Pair::Floats(a, b) => Ok(self.float(a / b)),
            },
            BinaryOp::Mod => match self.pair(left, right)? {
                Pair::Ints(_, 0) => Err(ErrorCode::DivisionByZero),
                Pair::Ints(a, b) => Ok(self.int(floor_mod(a, b))),
                Pair::Floats(a, b) => Ok(self.float(float_mod(a, b))),
            },
            BinaryOp::Less => match self.pair(left, right)? {
                Pair::Ints(a, b) => flag(a < b),
                Pair::Floats(a, b) => flag(a < b),
            },
            BinaryOp::LessEqual => match self.pair(left, right)? {
                Pair::Ints(a, b) => flag(a <= b),
                Pair::Floats(a, b) => flag(a <= b),
            },
            BinaryOp::Greater => match self.pair(left, right)? {
                Pair::Ints(a, b) => flag(a > b),
                Pair::Floats(a, b) => flag(a > b),
            },
            BinaryOp::GreaterEqual => match self.pair(left, right)? {
                Pair::Ints(a, b) => flag(a >= b),
                Pair::Floats(a, b) => flag(a >= b),
            },
            BinaryOp::Equal => flag(self.equal(left, right)),
            BinaryOp::NotEqual => flag(!self.equal(left, right)),
            BinaryOp::Same => {
                let kinds = (self.class(left), self.class(right));
                flag(kinds.0 == kinds.1 && self.equal(left, right))
            }
            BinaryOp::Min | BinaryOp::Max => {
                let less = |a: Number, b: Number| match (a, b) {
                    (Number::Int(a), Number::Int(b)) => a < b,
                    (Number::Int(a), Number::Float(b)) => (a as f64) < b,
                    (Number::Float(a), Number::Int(b)) => a < b as f64,
                    (Number::Float(a), Number::Float(b)) => a < b,
                };
                let (Some(a), Some(b)) = (self.number(left), self.number(right)) else {
                    return Err(ErrorCode::WrongType);
                };
                let second = if op == BinaryOp::Min { less(b, a) } else { less(a, b) };
                Ok(if second { right } else { left })
            }
        }
    }

    #[inline(always)]
    fn equal(&self, left: Word, right: Word) -> bool {
        match self.pair(left, right) {
            Ok(Pair::Ints(a, b)) => a == b,
            Ok(Pair::Floats(a, b)) => a == b,
            Err(_) => left == right,
        }
    }

    fn unary(&mut self, op: UnaryOp, value: Word) -> Result<Word> {
        match op {
            UnaryOp::Not => return Ok(Word::wrap_small((!self.truth(value)).into())),
            UnaryOp::Length => {
                if self.class(value) != Some(ARRAY) {
                    return Err(ErrorCode::WrongType);
                }
                return Ok(self.int(read(value, ARRAY_LENGTH_OFFSET as usize) as i64));
            }
            _ => {}
        }
        Ok(match (op, self.number(value).ok_or(ErrorCode::WrongType)?) {
            (UnaryOp::Negate, Number::Int(a)) => self.checked(a.checked_neg(), || -(a as f64)),
            (UnaryOp::Negate, Number::Float(a)) => self.float(-a),
            (UnaryOp::IsPositive, Number::Int(a)) => Word::wrap_small((a > 0).into()),
            (UnaryOp::IsPositive, Number::Float(a)) => Word::wrap_small((a > 0.0).into()),
            (UnaryOp::ToInt, Number::Int(_)) | (UnaryOp::ToFloat, Number::Float(_)) => value,
            (UnaryOp::ToInt, Number::Float(a)) => {
                let int = tiny::number::float_to_int(a).ok_or(ErrorCode::BadValue)?;
                self.int(int)
            }
            (UnaryOp::ToFloat, Number::Int(a)) => self.float(a as f64),
            (UnaryOp::Abs, Number::Int(a)) => self.checked(a.checked_abs(), || -(a as f64)),
            (UnaryOp::Abs, Number::Float(a)) => self.float(a.abs()),
            (UnaryOp::Sqrt, Number::Int(a)) => self.float((a as f64).sqrt()),
            (UnaryOp::Sqrt, Number::Float(a)) => self.float(a.sqrt()),
            (UnaryOp::Not | UnaryOp::Length, _) => unreachable!("for any value"),
        })
    }
}
