//! The oracle: walks the tree, looks every name up when it gets there, and is easy to believe.

use std::collections::{HashMap, HashSet};
use std::thread;

use crate::ast::{Callee, Expr, ExprKind, Program, Stmt, StmtKind};
use crate::error::{ErrorCode, Position};
use crate::ops::UnaryOp;
use crate::value::{Heap, Value, binary};
use crate::{MAX_FRAMES, MAX_NESTED, scope};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What was printed, with the line `error: ...` at the end if nothing caught it.
    pub output: String,
    pub end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Finished,
    Uncaught,
    /// The output is what was printed so far.
    OutOfSteps,
}

/// A step is an expression, a statement, a trip through a loop, or an array item allocated.
pub fn run(program: &Program, step_limit: u64) -> Outcome {
    // A guest frame is many frames of ours: as many as the tree is deep. The memory is only touched if it is used.
    let stack = 512 << 20;
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(stack);
        let handle = builder.spawn_scoped(scope, || run_here(program, step_limit)).expect("a thread starts");
        handle.join().expect("the reference does not panic")
    })
}

fn run_here(program: &Program, steps: u64) -> Outcome {
    let locals =
        (0..program.functions.len()).map(|index| scope::locals(program, index).into_iter().collect());
    let mut machine = Machine {
        program,
        locals: locals.collect(),
        globals: HashMap::new(),
        heap: Heap::new(&program.records),
        frames: Vec::new(),
        output: String::new(),
        steps,
    };
    let end = match machine.call(0, Vec::new()) {
        Ok(_) => End::Finished,
        Err(Stop::OutOfSteps) => End::OutOfSteps,
        Err(Stop::Raised { value, line, function }) => {
            let (name, what) = (&program.functions[function].name, machine.heap.uncaught(value));
            machine.output += &format!("error: line {line}, in {name}: {what}\n");
            End::Uncaught
        }
    };
    Outcome { output: machine.output, end }
}

struct Machine<'a> {
    program: &'a Program,
    /// The names that are local, for each function.
    locals: Vec<HashSet<String>>,
    globals: HashMap<&'a str, Value>,
    heap: Heap<'a>,
    frames: Vec<Frame<'a>>,
    output: String,
    steps: u64,
}

struct Frame<'a> {
    function: usize,
    in_each: bool,
    variables: HashMap<&'a str, Value>,
}

enum Stop {
    Raised { value: Value, line: u32, function: usize },
    OutOfSteps,
}

/// Where to go after a statement.
enum Flow {
    Next,
    Break,
    Continue,
    Return(Value),
}

type Run<T> = Result<T, Stop>;

impl<'a> Machine<'a> {
    fn step(&mut self, count: u64) -> Run<()> {
        self.steps = self.steps.checked_sub(count).ok_or(Stop::OutOfSteps)?;
        Ok(())
    }

    fn raise(&self, value: Value, position: Position) -> Stop {
        let function = self.frames.last().expect("something runs").function;
        Stop::Raised { value, line: position.line, function }
    }

    fn fail(&mut self, code: ErrorCode, position: Position) -> Stop {
        let value = self.heap.error(code);
        self.raise(value, position)
    }

    fn call(&mut self, function: usize, arguments: Vec<Value>) -> Run<Value> {
        let names = self.program.functions[function].parameters.iter().map(String::as_str);
        self.frames.push(Frame { function, in_each: false, variables: names.zip(arguments).collect() });
        let flow = self.block(&self.program.functions[function].body);
        self.frames.pop();
        match flow? {
            Flow::Return(value) => Ok(value),
            Flow::Next | Flow::Break | Flow::Continue => Ok(Value::Null),
        }
    }

    /// The table that has the variable, or would have it if it were assigned.
    fn table(&mut self, name: &str) -> &mut HashMap<&'a str, Value> {
        let frame = self.frames.last_mut().expect("something runs");
        if self.locals[frame.function].contains(name) { &mut frame.variables } else { &mut self.globals }
    }

    fn block(&mut self, body: &'a [Stmt]) -> Run<Flow> {
        for statement in body {
            match self.statement(statement)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, statement: &'a Stmt) -> Run<Flow> {
        self.step(1)?;
        let position = statement.position;
        match &statement.kind {
            StmtKind::Assign(name, value) => {
                let value = self.expr(value)?;
                self.table(name).insert(name, value);
            }
            StmtKind::SetField(object, field, value) => {
                let object = self.expr(object)?;
                let value = self.expr(value)?;
                match self.heap.field(object, field) {
                    Ok(place) => *place = value,
                    Err(code) => return Err(self.fail(code, position)),
                }
            }
            StmtKind::SetItem(array, index, value) => {
                let array = self.expr(array)?;
                let index = self.expr(index)?;
                let value = self.expr(value)?;
                match self.heap.item(array, index) {
                    Ok(place) => *place = value,
                    Err(code) => return Err(self.fail(code, position)),
                }
            }
            StmtKind::Do(value) => {
                self.expr(value)?;
            }
            StmtKind::If(condition, then, otherwise) => {
                return if self.expr(condition)?.truth() { self.block(then) } else { self.block(otherwise) };
            }
            StmtKind::While(condition, body) => {
                while self.expr(condition)?.truth() {
                    self.step(1)?;
                    match self.block(body)? {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                    }
                }
            }
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            StmtKind::Return(None) => return Ok(Flow::Return(Value::Null)),
            StmtKind::Return(Some(value)) => return Ok(Flow::Return(self.expr(value)?)),
            StmtKind::Raise(value) => {
                let value = self.expr(value)?;
                return Err(self.raise(value, position));
            }
            StmtKind::Try(body, name, handler) => match self.block(body) {
                Err(Stop::Raised { value, .. }) => {
                    self.table(name).insert(name, value);
                    return self.block(handler);
                }
                other => return other,
            },
            StmtKind::Global(_) => {}
        }
        Ok(Flow::Next)
    }

    /// A function that the machine calls with one argument.
    fn one_argument(&self, name: &str) -> Result<usize, ErrorCode> {
        match self.program.callee(name) {
            Callee::Function(index, 1) => Ok(index),
            Callee::Function(..) => Err(ErrorCode::WrongArgumentCount),
            Callee::Record(..) | Callee::Builtin | Callee::Unknown => Err(ErrorCode::NotAFunction),
        }
    }

    fn each(&mut self, function: usize, array: Value, position: Position) -> Run<Value> {
        let nested = self.frames.iter().filter(|frame| frame.in_each).count();
        let length = match self.heap.unary(UnaryOp::Length, array) {
            Ok(_) if nested == MAX_NESTED => return Err(self.fail(ErrorCode::StackOverflow, position)),
            Ok(Value::Int(length)) => length,
            Ok(_) => unreachable!("a length is an int"),
            Err(code) => return Err(self.fail(code, position)),
        };
        let results =
            self.heap.array(Value::Int(length), Value::Null).expect("as long as an array that is there");
        for index in (0..length).map(Value::Int) {
            self.step(1)?;
            if self.frames.len() >= MAX_FRAMES {
                return Err(self.fail(ErrorCode::StackOverflow, position));
            }
            let item = *self.heap.item(array, index).expect("an item");
            let frame = self.frames.len() - 1;
            self.frames[frame].in_each = true;
            let result = self.call(function, vec![item]);
            self.frames[frame].in_each = false;
            let result = result.map_err(|stop| match stop {
                Stop::Raised { value, .. } => self.raise(value, position),
                Stop::OutOfSteps => Stop::OutOfSteps,
            })?;
            *self.heap.item(results, index).expect("an item") = result;
        }
        Ok(results)
    }

    /// The local of the nearest caller in an `each`.
    fn peeked(&mut self, name: &'a str) -> Result<&mut Value, ErrorCode> {
        let frame =
            self.frames.iter_mut().rev().find(|frame| frame.in_each).ok_or(ErrorCode::MissingField)?;
        if !self.locals[frame.function].contains(name) {
            return Err(ErrorCode::MissingField);
        }
        Ok(frame.variables.entry(name).or_insert(Value::Null))
    }

    fn exprs(&mut self, exprs: &'a [Expr]) -> Run<Vec<Value>> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn expr(&mut self, expr: &'a Expr) -> Run<Value> {
        self.step(1)?;
        let result = match &expr.kind {
            ExprKind::Null => Ok(Value::Null),
            ExprKind::Int(value) => Ok(Value::Int(*value)),
            ExprKind::Float(value) => Ok(Value::Float(*value)),
            ExprKind::Variable(name) => {
                Ok(self.table(name).get(name.as_str()).copied().unwrap_or(Value::Null))
            }
            ExprKind::Unary(op, operand) => {
                let operand = self.expr(operand)?;
                self.heap.unary(*op, operand)
            }
            ExprKind::Binary(op, left, right) => {
                let left = self.expr(left)?;
                let right = self.expr(right)?;
                binary(*op, left, right)
            }
            ExprKind::And(left, right) => {
                let left = self.expr(left)?;
                return if left.truth() { self.expr(right) } else { Ok(left) };
            }
            ExprKind::Or(left, right) => {
                let left = self.expr(left)?;
                return if left.truth() { Ok(left) } else { self.expr(right) };
            }
            ExprKind::Field(object, field) => {
                let object = self.expr(object)?;
                self.heap.field(object, field).copied()
            }
            ExprKind::Item(array, index) => {
                let array = self.expr(array)?;
                let index = self.expr(index)?;
                self.heap.item(array, index).copied()
            }
            ExprKind::Array(length, fill) => {
                let length = self.expr(length)?;
                let fill = self.expr(fill)?;
                if let Value::Int(length @ 0..=crate::MAX_ARRAY) = length {
                    self.step(length as u64)?;
                }
                self.heap.array(length, fill)
            }
            ExprKind::Each(function, array) => {
                let array = self.expr(array)?;
                match self.one_argument(function) {
                    Ok(function) => return self.each(function, array, expr.position),
                    Err(code) => Err(code),
                }
            }
            ExprKind::Peek(name) => self.peeked(name).map(|place| *place),
            ExprKind::Poke(name, value) => {
                let value = self.expr(value)?;
                self.peeked(name).map(|place| {
                    *place = value;
                    Value::Null
                })
            }
            ExprKind::OnFree(record, function) => {
                let record = self.expr(record)?;
                self.one_argument(function).and_then(|_| {
                    if self.heap.is_record(record) { Ok(Value::Null) } else { Err(ErrorCode::WrongType) }
                })
            }
            ExprKind::Collect => Ok(Value::Null),
            ExprKind::Print(values) => {
                let values = self.exprs(values)?;
                let texts: Vec<String> = values.into_iter().map(|value| self.heap.show(value)).collect();
                self.output += &texts.join(" ");
                self.output.push('\n');
                Ok(Value::Null)
            }
            ExprKind::Call(name, arguments) => {
                let arguments = self.exprs(arguments)?;
                match self.program.callee(name) {
                    Callee::Function(index, count) if count == arguments.len() => {
                        if self.frames.len() < MAX_FRAMES {
                            return self.call(index, arguments);
                        }
                        Err(ErrorCode::StackOverflow)
                    }
                    Callee::Record(index, count) if count == arguments.len() => {
                        Ok(self.heap.record(index, arguments))
                    }
                    Callee::Function(..) | Callee::Record(..) | Callee::Builtin => {
                        Err(ErrorCode::WrongArgumentCount)
                    }
                    Callee::Unknown => Err(ErrorCode::NotAFunction),
                }
            }
        };
        result.map_err(|code| self.fail(code, expr.position))
    }
}
