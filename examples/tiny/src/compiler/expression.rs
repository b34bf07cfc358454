//! Expressions, and conditions as jumps.
//!
//! A local variable that is read is used where it is: expressions assign nothing, so it cannot change before its use.
//! A value that is assigned to a local is computed into it directly, except where the result is written in steps
//! (`and`, `or`): the variable must keep its old value if a later step reads it or raises.

use super::{Compiled, Compiler, intern};
use crate::ast::{Callee, Expr, ExprKind};
use crate::bytecode::{Constant, Instruction, Pc, Register};
use crate::error::{ErrorCode, Position};
use crate::ops::UnaryOp;

impl Compiler<'_> {
    /// Jumps if the truth of the condition is `when`, and falls through otherwise. Gives the jumps, to be landed.
    pub(super) fn branch(&mut self, condition: &Expr, when: bool) -> Compiled<Vec<usize>> {
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

    /// The value in some register: a local's own, or a new temporary.
    pub(super) fn operand(&mut self, expr: &Expr) -> Compiled<Register> {
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
    pub(super) fn print(&mut self, values: &[Expr], position: Position) -> Compiled {
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

    /// A function that the machine calls with one argument.
    fn function_of_one(&self, name: &str) -> Result<u16, ErrorCode> {
        match self.program.callee(name) {
            Callee::Function(index, 1) => Ok(index as u16),
            Callee::Function(..) => Err(ErrorCode::WrongArgumentCount),
            Callee::Record(..) | Callee::Builtin | Callee::Unknown => Err(ErrorCode::NotAFunction),
        }
    }

    /// Computes the value into `dst`, which is written once, last, if it is a local.
    pub(super) fn into(&mut self, expr: &Expr, dst: Register) -> Compiled {
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
            ExprKind::Each(function, array) => {
                let array = self.operand(array)?;
                match self.function_of_one(function) {
                    Ok(function) => Instruction::Each { dst, function, array },
                    Err(code) => Instruction::Fail { code },
                }
            }
            ExprKind::Peek(name) => Instruction::Peek { dst, name: intern(self.fields, name, position)? },
            ExprKind::Poke(name, value) => {
                let src = self.operand(value)?;
                Instruction::Poke { dst, name: intern(self.fields, name, position)?, src }
            }
            ExprKind::OnFree(record, function) => {
                let object = self.operand(record)?;
                match self.function_of_one(function) {
                    Ok(function) => Instruction::OnFree { dst, object, function },
                    Err(code) => Instruction::Fail { code },
                }
            }
            ExprKind::Collect => {
                self.emit(Instruction::Collect);
                return self.constant(dst, Constant::Null, position);
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
