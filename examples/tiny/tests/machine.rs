//! A plain bytecode interpreter, held against the reference. It is as simple as it gets, but forgets every slot that is
//! not live before each instruction, and so finds what the compiler or the liveness gets wrong.

use std::path::Path;
use std::{env, fs};

use lathe_fuzz::tape::Tape;
use tiny::bytecode::{Constant, Function, Instruction, Program};
use tiny::generate::generate;
use tiny::live::BitSet;
use tiny::ops::UnaryOp;
use tiny::reference::{self, End};
use tiny::value::{Heap, Value, binary};
use tiny::{ErrorCode, MAX_FRAMES, MAX_NESTED, ast, compile, dis, parse};

struct Frame<'a> {
    function: &'a Function,
    pc: usize,
    slots: Vec<Option<Value>>,
}

impl<'a> Frame<'a> {
    fn new(function: &'a Function, arguments: impl Iterator<Item = Value>) -> Frame<'a> {
        let mut slots: Vec<Option<Value>> = arguments.map(Some).collect();
        assert_eq!(slots.len(), function.parameters);
        slots.resize(function.locals.len(), Some(Value::Null));
        slots.resize(function.slots, None);
        Frame { function, pc: 0, slots }
    }

    fn keep(&mut self, live: &BitSet) {
        for (slot, value) in self.slots.iter_mut().enumerate() {
            if !live.contains(slot) {
                *value = None;
            }
        }
    }
}

struct Machine<'a> {
    program: &'a Program,
    heap: Heap<'a>,
    globals: Vec<Value>,
    frames: Vec<Frame<'a>>,
    /// How many calls of `each` are inside each other.
    nested: usize,
    output: String,
}

/// What an instruction asks for besides its own effect.
enum Next<'a> {
    Following,
    Jump(u32),
    Push(Frame<'a>),
    Pop(Value),
}

fn run(tree: &ast::Program, program: &Program) -> String {
    let heap = Heap::new(&tree.records);
    let globals = vec![Value::Null; program.globals.len()];
    let mut machine =
        Machine { program, heap, globals, frames: Vec::new(), nested: 0, output: String::new() };
    if let Err((value, line, name)) = machine.call(&program.functions[0], [].into_iter()) {
        machine.output += &format!("error: line {line}, in {name}: {}\n", machine.heap.uncaught(value));
    }
    machine.output
}

/// A value that nothing has caught, and where it was raised.
type Uncaught<'a> = (Value, u32, &'a str);

impl<'a> Machine<'a> {
    fn get(&self, register: u16) -> Value {
        let frame = self.frames.last().unwrap();
        frame.slots[usize::from(register)].unwrap_or_else(|| {
            let text = dis::dis_function(self.program, frame.function);
            panic!("slot {register} is dead at {}\n{text}", frame.pc)
        })
    }

    /// Runs a function until it returns.
    fn call(
        &mut self,
        function: &'a Function,
        arguments: impl Iterator<Item = Value>,
    ) -> Result<Value, Uncaught<'a>> {
        let floor = self.frames.len();
        self.frames.push(Frame::new(function, arguments));
        loop {
            let frame = self.frames.last_mut().unwrap();
            let function = frame.function;
            frame.keep(function.live(frame.pc));
            let instruction = function.code[frame.pc];
            let top = self.frames.len() - 1;
            match self.execute(instruction) {
                Ok(Next::Following) => self.frames[top].pc += 1,
                Ok(Next::Jump(target)) => self.frames[top].pc = target as usize,
                Ok(Next::Push(callee)) => {
                    let frame = &mut self.frames[top];
                    frame.keep(&function.live_across(frame.pc));
                    self.frames.push(callee);
                }
                Ok(Next::Pop(value)) => {
                    self.frames.pop();
                    if self.frames.len() == floor {
                        return Ok(value);
                    }
                    let frame = self.frames.last_mut().unwrap();
                    let dst = frame.function.code[frame.pc].dst().unwrap();
                    frame.slots[usize::from(dst)] = Some(value);
                    frame.pc += 1;
                }
                Err(value) => self.unwind(value, floor)?,
            }
        }
    }

    fn each(&mut self, function: u16, array: Value) -> Result<Value, Value> {
        let Value::Int(length) =
            self.heap.unary(UnaryOp::Length, array).map_err(|code| self.heap.error(code))?
        else {
            unreachable!("a length is an int")
        };
        if self.nested == MAX_NESTED {
            return Err(self.heap.error(ErrorCode::StackOverflow));
        }
        let frame = self.frames.last_mut().unwrap();
        frame.keep(&frame.function.live_across(frame.pc));
        let results = self.heap.array(Value::Int(length), Value::Null).unwrap();
        for index in (0..length).map(Value::Int) {
            if self.frames.len() == MAX_FRAMES {
                return Err(self.heap.error(ErrorCode::StackOverflow));
            }
            let item = *self.heap.item(array, index).unwrap();
            self.nested += 1;
            let result = self.call(&self.program.functions[usize::from(function)], [item].into_iter());
            self.nested -= 1;
            *self.heap.item(results, index).unwrap() = result.map_err(|(value, ..)| value)?;
        }
        Ok(results)
    }

    fn peeked(&mut self, name: u16) -> Result<&mut Option<Value>, ErrorCode> {
        let name = &self.program.fields[usize::from(name)];
        let (_, below) = self.frames.split_last_mut().unwrap();
        let in_each = |frame: &&mut Frame| matches!(frame.function.code[frame.pc], Instruction::Each { .. });
        let frame = below.iter_mut().rev().find(in_each).ok_or(ErrorCode::MissingField)?;
        let slot = frame.function.locals.iter().position(|local| local == name);
        Ok(&mut frame.slots[slot.ok_or(ErrorCode::MissingField)?])
    }

    fn execute(&mut self, instruction: Instruction) -> Result<Next<'a>, Value> {
        let result = match instruction {
            Instruction::Raise { src } => return Err(self.get(src)),
            Instruction::Each { dst, function, array } => {
                let results = self.each(function, self.get(array))?;
                self.frames.last_mut().unwrap().slots[usize::from(dst)] = Some(results);
                return Ok(Next::Following);
            }
            Instruction::Call { .. } if self.frames.len() == MAX_FRAMES => Err(ErrorCode::StackOverflow),
            _ => self.step(instruction),
        };
        result.map_err(|code| self.heap.error(code))
    }

    fn step(&mut self, instruction: Instruction) -> Result<Next<'a>, ErrorCode> {
        use Instruction::*;
        let function = self.frames.last().unwrap().function;
        let value = match instruction {
            Constant { constant, .. } => match function.constants[usize::from(constant)] {
                self::Constant::Null => Value::Null,
                self::Constant::Int(value) => Value::Int(value),
                self::Constant::Float(value) => Value::Float(value),
            },
            Move { src, .. } => self.get(src),
            LoadGlobal { global, .. } => self.globals[usize::from(global)],
            StoreGlobal { global, src } => {
                self.globals[usize::from(global)] = self.get(src);
                return Ok(Next::Following);
            }
            Unary { op, src, .. } => self.heap.unary(op, self.get(src))?,
            Binary { op, left, right, .. } => binary(op, self.get(left), self.get(right))?,
            NewRecord { record, .. } => {
                let fields = instruction.sources().map(|register| self.get(register)).collect();
                self.heap.record(usize::from(record), fields)
            }
            NewArray { length, fill, .. } => self.heap.array(self.get(length), self.get(fill))?,
            GetField { object, field, .. } => {
                *self.heap.field(self.get(object), &self.program.fields[usize::from(field)])?
            }
            SetField { object, field, src } => {
                let (object, value) = (self.get(object), self.get(src));
                *self.heap.field(object, &self.program.fields[usize::from(field)])? = value;
                return Ok(Next::Following);
            }
            GetItem { array, index, .. } => *self.heap.item(self.get(array), self.get(index))?,
            SetItem { array, index, src } => {
                let (array, index, value) = (self.get(array), self.get(index), self.get(src));
                *self.heap.item(array, index)? = value;
                return Ok(Next::Following);
            }
            Peek { name, .. } => self.peeked(name)?.expect("all locals are live in an `each`"),
            Poke { name, src, .. } => {
                let value = self.get(src);
                *self.peeked(name)? = Some(value);
                Value::Null
            }
            OnFree { object, .. } if !self.heap.is_record(self.get(object)) => {
                return Err(ErrorCode::WrongType);
            }
            OnFree { .. } => Value::Null,
            Collect => return Ok(Next::Following),
            PrintValue { src } => {
                self.output += &self.heap.show(self.get(src));
                return Ok(Next::Following);
            }
            PrintSpace => {
                self.output.push(' ');
                return Ok(Next::Following);
            }
            PrintNewline => {
                self.output.push('\n');
                return Ok(Next::Following);
            }
            Jump { target } => return Ok(Next::Jump(target)),
            JumpIfFalse { condition, target } => {
                return Ok(if self.get(condition).truth() { Next::Following } else { Next::Jump(target) });
            }
            JumpIfTrue { condition, target } => {
                return Ok(if self.get(condition).truth() { Next::Jump(target) } else { Next::Following });
            }
            Loop { index } => {
                assert_eq!(function.loops[usize::from(index)] as usize, self.frames.last().unwrap().pc);
                return Ok(Next::Following);
            }
            Call { function, .. } => {
                let callee = &self.program.functions[usize::from(function)];
                let arguments = instruction.sources().map(|register| self.get(register));
                return Ok(Next::Push(Frame::new(callee, arguments)));
            }
            Return { src } => return Ok(Next::Pop(self.get(src))),
            Raise { .. } | Each { .. } => unreachable!("done before"),
            Fail { code } => return Err(code),
        };
        let dst = instruction.dst().expect("only instructions with a result get here");
        self.frames.last_mut().unwrap().slots[usize::from(dst)] = Some(value);
        Ok(Next::Following)
    }

    fn unwind(&mut self, value: Value, floor: usize) -> Result<(), Uncaught<'a>> {
        let top = self.frames.last().unwrap();
        let (line, name) = (top.function.lines[top.pc], &top.function.name);
        while self.frames.len() > floor {
            let frame = self.frames.last_mut().unwrap();
            if let Some(handler) = frame.function.handler(frame.pc) {
                frame.pc = handler.target as usize;
                frame.slots[usize::from(handler.register)] = Some(value);
                return Ok(());
            }
            self.frames.pop();
        }
        Err((value, line, name))
    }
}

/// Checks one program; how the reference ended.
fn check(name: &str, source: &str) -> (End, String) {
    let tree = parse(source).unwrap_or_else(|error| panic!("{}", error.show(name, source)));
    let program = compile(&tree).unwrap();
    let outcome = reference::run(&tree, 5_000_000);
    if outcome.end != End::OutOfSteps {
        let output = run(&tree, &program);
        assert!(output == outcome.output, "{name}\n{source}\nprints\n{output}instead of\n{}", outcome.output);
    }
    (outcome.end, outcome.output)
}

#[test]
fn the_programs() {
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "tiny") {
            let (end, _) = check(&path.display().to_string(), &fs::read_to_string(&path).unwrap());
            assert_ne!(end, End::OutOfSteps);
        }
    }
}

/// `TINY_SEEDS=1000..2000` for others.
#[test]
fn random_programs() {
    let seeds = env::var("TINY_SEEDS").unwrap_or("0..80".to_string());
    let (from, to) = seeds.split_once("..").expect("a range of seeds");
    let (mut finished, mut count) = (0, 0);
    for seed in from.parse::<u64>().unwrap()..to.parse().unwrap() {
        let source = generate(&mut Tape::random(seed));
        let (end, _) = check(&format!("seed {seed}"), &source);
        assert_ne!(end, End::OutOfSteps, "seed {seed} does not end\n{source}");
        count += 1;
        finished += usize::from(end == End::Finished);
    }
    // Errors that nothing catches are wanted too, but most programs should get further.
    assert!(finished * 2 > count, "{finished} of {count} finished");
}

/// What shrinking makes of a tape is still a program that ends.
#[test]
fn any_tape_is_a_program() {
    assert_ne!(check("no tape", &generate(&mut Tape::replay(Vec::new()))).0, End::OutOfSteps);
    for seed in 0..12 {
        let mut tape = Tape::random(seed);
        generate(&mut tape);
        let (numbers, marks) = (tape.numbers().to_vec(), tape.marks().to_vec());
        for cut in marks.iter().step_by(marks.len() / 5 + 1) {
            let rest = numbers.len().min(cut + 10);
            for numbers in [numbers[..*cut].to_vec(), [&numbers[..*cut], &numbers[rest..]].concat()] {
                let source = generate(&mut Tape::replay(numbers));
                assert_ne!(check("a shrunk tape", &source).0, End::OutOfSteps, "{source}");
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_program() {
    let mut tape = Tape::random(3);
    let source = generate(&mut tape);
    assert_eq!(source, generate(&mut Tape::random(3)));
    assert_eq!(source, generate(&mut Tape::replay(tape.numbers().to_vec())));
}

/// The reference has stack enough for the deepest tree in the deepest recursion.
#[test]
fn deep_trees_in_deep_recursion() {
    let sum = "1 + (".repeat(24) + "f(n + 1)" + &")".repeat(24);
    let body = format!("{}return {sum}{}", "if 1 { ".repeat(45), " }".repeat(45));
    let (end, output) = check("deep", &format!("fn f(n) {{ {body} }}\nf(0)"));
    assert_eq!((end, output.as_str()), (End::Uncaught, "error: line 1, in f: stack overflow\n"));
}
