//! Tree to bytecode, one function at a time.
//!
//! A local variable that is read is used where it is: expressions assign nothing, so it cannot change before its use.
//! A value that is assigned to a local is computed into it directly, except where the result is written in steps
//! (`and`, `or`): the variable must keep its old value if a later step reads it or raises.

use crate::ast::{self, Callee, Expr, ExprKind, Stmt, StmtKind};
use crate::bytecode::{Constant, Function, Handler, Instruction, Pc, Program, Record, Register};
use crate::error::{ErrorCode, Position, SyntaxError};
use crate::live::Liveness;
use crate::ops::UnaryOp;
use crate::scope;

/// Fails only for programs that exceed the 16 bits of an operand.
pub fn compile(program: &ast::Program) -> Result<Program, SyntaxError> {
    let start = program.functions[0].position;
    let mut fields = Vec::new();
    let mut records = Vec::new();
    for record in &program.records {
        let indexes = record.fields.iter().map(|field| intern(&mut fields, field, start));
        records.push(Record { name: record.name.clone(), fields: indexes.collect::<Result<_, _>>()? });
    }
    let globals = scope::globals(program);
    let mut functions = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        let locals = scope::locals(program, index);
        small(index.max(records.len()).max(globals.len()).max(locals.len()), function.position)?;
        let mut compiler = Compiler {
            program,
            globals: &globals,
            fields: &mut fields,
            temporaries: locals.len(),
            loops: Vec::new(),
            line: function.position.line,
            function: Function {
                name: function.name.clone(),
                parameters: function.parameters.len(),
                slots: locals.len(),
                locals,
                constants: Vec::new(),
                code: Vec::new(),
                lines: Vec::new(),
                handlers: Vec::new(),
                loops: Vec::new(),
                liveness: Liveness::default(),
            },
        };
        compiler.block(&function.body)?;
        compiler.return_null(function.position)?;
        let mut function = compiler.function;
        function.liveness = Liveness::compute(&function);
        functions.push(function);
    }
    Ok(Program { functions, records, globals, fields })
}

struct Compiler<'a> {
    program: &'a ast::Program,
    globals: &'a [String],
    fields: &'a mut Vec<String>,
    function: Function,
    /// The first free slot.
    temporaries: usize,
    /// The loops around the current statement.
    loops: Vec<OpenLoop>,
    /// The line of what is compiled.
    line: u32,
}

struct OpenLoop {
    header: Pc,
    /// The jumps of `break`.
    breaks: Vec<usize>,
}

type Compiled<T = ()> = Result<T, SyntaxError>;

// Pieces.
impl Compiler<'_> {
    fn here(&self) -> Pc {
        self.function.code.len() as Pc
    }

    fn emit(&mut self, instruction: Instruction) -> usize {
        self.function.code.push(instruction);
        self.function.lines.push(self.line);
        self.function.code.len() - 1
    }

    /// Emits a jump whose target is not known yet.
    fn jump(&mut self) -> usize {
        self.emit(Instruction::Jump { target: Pc::MAX })
    }

    /// Lets jumps go to where the code is now.
    fn land(&mut self, jumps: &[usize]) {
        let here = self.here();
        for &jump in jumps {
            match &mut self.function.code[jump] {
                Instruction::Jump { target }
                | Instruction::JumpIfFalse { target, .. }
                | Instruction::JumpIfTrue { target, .. } => *target = here,
                other => unreachable!("not a jump: {other:?}"),
            }
        }
    }

    fn temporary(&mut self, position: Position) -> Compiled<Register> {
        let register = self.temporaries as Register;
        self.temporaries += 1;
        // The slot after the last one has a number too.
        small(self.temporaries, position)?;
        self.function.slots = self.function.slots.max(self.temporaries);
        Ok(register)
    }

    fn local(&self, name: &str) -> Option<Register> {
        self.function.locals.iter().position(|local| local == name).map(|index| index as Register)
    }

    fn global(&self, name: &str) -> u16 {
        let index = self.globals.iter().position(|global| global == name);
        index.expect("`scope::check` found the name") as u16
    }

    fn constant(&mut self, dst: Register, value: Constant, position: Position) -> Compiled {
        let same = |other: &Constant| match (*other, value) {
            (Constant::Null, Constant::Null) => true,
            (Constant::Int(a), Constant::Int(b)) => a == b,
            (Constant::Float(a), Constant::Float(b)) => a.to_bits() == b.to_bits(),
            _ => false,
        };
        let constants = &mut self.function.constants;
        let index = constants.iter().position(same).unwrap_or(constants.len());
        if index == constants.len() {
            constants.push(value);
        }
        self.emit(Instruction::Constant { dst, constant: small(index, position)? });
        Ok(())
    }

    fn return_null(&mut self, position: Position) -> Compiled {
        let src = self.temporary(position)?;
        self.constant(src, Constant::Null, position)?;
        self.emit(Instruction::Return { src });
        Ok(())
    }
}

// Statements.
impl Compiler<'_> {
    fn block(&mut self, body: &[Stmt]) -> Compiled {
        for statement in body {
            self.line = statement.position.line;
            self.statement(statement)?;
            self.temporaries = self.function.locals.len();
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Stmt) -> Compiled {
        let position = statement.position;
        match &statement.kind {
            StmtKind::Assign(name, value) => match self.local(name) {
                Some(register) => self.into(value, register)?,
                None => {
                    let src = self.operand(value)?;
                    self.emit(Instruction::StoreGlobal { global: self.global(name), src });
                }
            },
            StmtKind::SetField(object, field, value) => {
                let object = self.operand(object)?;
                let src = self.operand(value)?;
                let field = intern(self.fields, field, position)?;
                self.line = position.line;
                self.emit(Instruction::SetField { object, field, src });
            }
            StmtKind::SetItem(array, index, value) => {
                let array = self.operand(array)?;
                let index = self.operand(index)?;
                let src = self.operand(value)?;
                self.line = position.line;
                self.emit(Instruction::SetItem { array, index, src });
            }
            StmtKind::Do(Expr { kind: ExprKind::Print(values), position }) => {
                self.print(values, *position)?
            }
            StmtKind::Do(value) => {
                let unused = self.temporary(position)?;
                self.into(value, unused)?;
            }
            StmtKind::If(condition, then, otherwise) => {
                let to_else = self.branch(condition, false)?;
                self.block(then)?;
                if otherwise.is_empty() {
                    self.land(&to_else);
                } else {
                    let to_end = self.jump();
                    self.land(&to_else);
                    self.block(otherwise)?;
                    self.land(&[to_end]);
                }
            }
            StmtKind::While(condition, body) => {
                let header = self.here();
                let index = small(self.function.loops.len(), position)?;
                self.function.loops.push(header);
                self.emit(Instruction::Loop { index });
                let exits = self.branch(condition, false)?;
                self.loops.push(OpenLoop { header, breaks: exits });
                self.block(body)?;
                self.line = position.line;
                self.emit(Instruction::Jump { target: header });
                let open = self.loops.pop().expect("pushed above");
                self.land(&open.breaks);
            }
            StmtKind::Break => {
                let jump = self.jump();
                self.loops.last_mut().expect("the parser checked it").breaks.push(jump);
            }
            StmtKind::Continue => {
                let target = self.loops.last().expect("the parser checked it").header;
                self.emit(Instruction::Jump { target });
            }
            StmtKind::Return(Some(value)) => {
                let src = self.operand(value)?;
                self.emit(Instruction::Return { src });
            }
            StmtKind::Return(None) => self.return_null(position)?,
            StmtKind::Raise(value) => {
                let src = self.operand(value)?;
                self.line = position.line;
                self.emit(Instruction::Raise { src });
            }
            StmtKind::Try(body, name, handler) => self.try_catch(body, name, handler, position)?,
            StmtKind::Global(_) => {}
        }
        Ok(())
    }

    fn try_catch(&mut self, body: &[Stmt], name: &str, handler: &[Stmt], position: Position) -> Compiled {
        let start = self.here();
        self.block(body)?;
        let end = self.here();
        let to_end = self.jump();
        let register = match self.local(name) {
            Some(register) => register,
            None => self.temporary(position)?,
        };
        // The tries inside are already in the list: the inner comes before the outer.
        self.function.handlers.push(Handler { start, end, target: self.here(), register });
        if self.local(name).is_none() {
            self.emit(Instruction::StoreGlobal { global: self.global(name), src: register });
        }
        self.block(handler)?;
        self.land(&[to_end]);
        Ok(())
    }

    /// Jumps if the truth of the condition is `when`, and falls through otherwise. Gives the jumps, to be landed.
    fn branch(&mut self, condition: &Expr, when: bool) -> Compiled<Vec<usize>> {
        let free = self.temporaries;
        let jumps = match &condition.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.branch(operand, !when)?,
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                // One operand alone decides an `and` if it is false, an `or` if it is true.
                let decides = matches!(condition.kind, ExprKind::Or(..));
                let mut decided = self.branch(left, decides)?;
                let mut jumps = self.branch(right, when)?;
                if decides == when {
                    jumps.append(&mut decided);
                } else {
                    self.land(&decided);
                }
                jumps
            }
            _ => {
                let condition = self.operand(condition)?;
                let target = Pc::MAX;
                vec![self.emit(match when {
                    true => Instruction::JumpIfTrue { condition, target },
                    false => Instruction::JumpIfFalse { condition, target },
                })]
            }
        };
        self.temporaries = free;
        Ok(jumps)
    }
}

// Expressions.
impl Compiler<'_> {
    /// The value in some register: a local's own, or a new temporary.
    fn operand(&mut self, expr: &Expr) -> Compiled<Register> {
        if let ExprKind::Variable(name) = &expr.kind
            && let Some(register) = self.local(name)
        {
            return Ok(register);
        }
        let register = self.temporary(expr.position)?;
        self.into(expr, register)?;
        Ok(register)
    }

    /// The values in registers that follow each other; the first one's.
    fn operands(&mut self, exprs: &[Expr]) -> Compiled<Register> {
        let first = self.temporaries;
        for expr in exprs {
            let register = self.temporary(expr.position)?;
            self.into(expr, register)?;
        }
        Ok(first as Register)
    }

    /// All values are there before the first is printed.
    fn print(&mut self, values: &[Expr], position: Position) -> Compiled {
        let registers = values.iter().map(|value| self.operand(value)).collect::<Compiled<Vec<_>>>()?;
        self.line = position.line;
        for (index, src) in registers.into_iter().enumerate() {
            if index > 0 {
                self.emit(Instruction::PrintSpace);
            }
            self.emit(Instruction::PrintValue { src });
        }
        self.emit(Instruction::PrintNewline);
        Ok(())
    }

    /// Computes the value into `dst`, which is written once, last, if it is a local.
    fn into(&mut self, expr: &Expr, dst: Register) -> Compiled {
        let free = self.temporaries;
        let position = expr.position;
        let instruction = match &expr.kind {
            ExprKind::Null => return self.constant(dst, Constant::Null, position),
            ExprKind::Int(value) => return self.constant(dst, Constant::Int(*value), position),
            ExprKind::Float(value) => return self.constant(dst, Constant::Float(*value), position),
            ExprKind::Variable(name) => match self.local(name) {
                Some(src) => Instruction::Move { dst, src },
                None => Instruction::LoadGlobal { dst, global: self.global(name) },
            },
            ExprKind::Unary(op, operand) => {
                let src = self.operand(operand)?;
                Instruction::Unary { op: *op, dst, src }
            }
            ExprKind::Binary(op, left, right) => {
                let left = self.operand(left)?;
                let right = self.operand(right)?;
                Instruction::Binary { op: *op, dst, left, right }
            }
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                let is_local = usize::from(dst) < self.function.locals.len();
                let result = if is_local { self.temporary(position)? } else { dst };
                self.into(left, result)?;
                let target = Pc::MAX;
                let decided = self.emit(match expr.kind {
                    ExprKind::And(..) => Instruction::JumpIfFalse { condition: result, target },
                    _ => Instruction::JumpIfTrue { condition: result, target },
                });
                self.into(right, result)?;
                self.land(&[decided]);
                self.temporaries = free;
                if !is_local {
                    return Ok(());
                }
                Instruction::Move { dst, src: result }
            }
            ExprKind::Field(object, field) => {
                let object = self.operand(object)?;
                Instruction::GetField { dst, object, field: intern(self.fields, field, position)? }
            }
            ExprKind::Item(array, index) => {
                let array = self.operand(array)?;
                let index = self.operand(index)?;
                Instruction::GetItem { dst, array, index }
            }
            ExprKind::Array(length, fill) => {
                let length = self.operand(length)?;
                let fill = self.operand(fill)?;
                Instruction::NewArray { dst, length, fill }
            }
            ExprKind::Print(values) => {
                self.print(values, position)?;
                self.temporaries = free;
                return self.constant(dst, Constant::Null, position);
            }
            ExprKind::Call(name, arguments) => {
                let first = self.operands(arguments)?;
                let count = arguments.len() as u8;
                match self.program.callee(name) {
                    Callee::Function(index, wanted) if wanted == arguments.len() => {
                        Instruction::Call { count, dst, function: index as u16, first }
                    }
                    Callee::Record(index, wanted) if wanted == arguments.len() => {
                        Instruction::NewRecord { count, dst, record: index as u16, first }
                    }
                    Callee::Unknown => Instruction::Fail { code: ErrorCode::NotAFunction },
                    Callee::Function(..) | Callee::Record(..) | Callee::Builtin => {
                        Instruction::Fail { code: ErrorCode::WrongArgumentCount }
                    }
                }
            }
        };
        self.line = position.line;
        self.emit(instruction);
        self.temporaries = free;
        Ok(())
    }
}

/// The index of a name in a table, which gets it if it is new.
fn intern(names: &mut Vec<String>, name: &str, position: Position) -> Compiled<u16> {
    let index = names.iter().position(|n| n == name).unwrap_or(names.len());
    if index == names.len() {
        names.push(name.to_string());
    }
    small(index, position)
}

fn small(index: usize, position: Position) -> Compiled<u16> {
    u16::try_from(index).map_err(|_| SyntaxError::new(position, "too much for one program"))
}
