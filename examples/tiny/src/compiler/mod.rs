//! Tree to bytecode, one function at a time.

mod expression;

use crate::ast::{self, Expr, ExprKind, Stmt, StmtKind};
use crate::bytecode::{Constant, Function, Handler, Instruction, Pc, Program, Record, Register};
use crate::error::{Position, SyntaxError};
use crate::live::Liveness;
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
