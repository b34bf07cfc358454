//! Expressions: their value in a register.

use super::{Compiler, Done};
use crate::bytecode::{BinaryOp, CompareOp, Constant, Instr, Register, UnaryOp};
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, CmpOp, Expr, Operator};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    /// A register that has the value: the variable's own, or a new temporary.
    pub(crate) fn value(&mut self, expression: &'a Expr) -> Result<Register, Fault> {
        if let Expr::Name(node) = expression
            && node.id.as_str() != "__debug__"
            && let Some(slot) = self.local(&node.id)
            && !self.is_walrus_target(self.name_id(&node.id))
        {
            self.emit(node.range(), Instr::CheckBound { slot });
            return Ok(slot);
        }
        let dst = self.temporary();
        self.compute(expression, dst)?;
        Ok(dst)
    }

    /// For effect only.
    pub(crate) fn discard(&mut self, expression: &'a Expr) -> Done {
        let mark = self.unit.mark();
        if self.fold(expression).is_none() {
            self.value(expression)?;
        }
        self.unit.free_to(mark);
        Ok(())
    }

    /// Computes an expression into a register.
    pub(crate) fn compute(&mut self, expression: &'a Expr, dst: Register) -> Done {
        let mark = self.unit.mark();
        stacker::maybe_grow(256 << 10, 4 << 20, || self.compute_here(expression, dst))?;
        self.unit.free_to(mark);
        Ok(())
    }

    fn compute_here(&mut self, expression: &'a Expr, dst: Register) -> Done {
        let range = expression.range();
        match expression {
            Expr::Name(node) => self.load_name(&node.id, range, dst),
            Expr::NumberLiteral(node) => {
                super::literal::check_digits(node)?;
                self.compute_constant(expression, dst);
            }
            Expr::StringLiteral(_) | Expr::BytesLiteral(_) | Expr::BooleanLiteral(_) => {
                self.compute_constant(expression, dst);
            }
            Expr::NoneLiteral(_) | Expr::EllipsisLiteral(_) => self.compute_constant(expression, dst),
            Expr::BinOp(node) => {
                if let Some(constant) = self.fold(expression) {
                    self.load_constant(range, dst, constant);
                    return Ok(());
                }
                let left = self.value(&node.left)?;
                self.binary(range, node.op, false, dst, left, &node.right)?;
            }
            Expr::UnaryOp(node) => self.unary(expression, node, dst)?,
            Expr::BoolOp(node) => self.bool_op(node, dst)?,
            Expr::Named(node) => self.named(node, dst)?,
            Expr::Compare(node) => self.compare(node, dst)?,
            Expr::If(node) => {
                let (otherwise, end) = (self.label(), self.label());
                self.condition(&node.test, false, otherwise)?;
                self.compute(&node.body, dst)?;
                self.jump(range, end);
                self.place(otherwise);
                self.compute(&node.orelse, dst)?;
                self.place(end);
            }
            Expr::Lambda(node) => self.lambda(node, dst)?,
            Expr::List(node) => self.list(&node.elts, range, dst)?,
            Expr::Tuple(node) => match self.fold(expression) {
                Some(constant) => self.load_constant(range, dst, constant),
                None => self.tuple(&node.elts, range, dst)?,
            },
            Expr::Set(node) => self.set(&node.elts, range, dst)?,
            Expr::Dict(node) => self.dict(node, dst)?,
            Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) => {
                self.comprehension(expression, dst)?
            }
            Expr::Generator(node) => self.generator_expression(node, dst)?,
            Expr::Await(node) => self.await_expression(node, dst)?,
            Expr::Yield(node) => self.yield_expression(node, dst)?,
            Expr::YieldFrom(node) => self.yield_from(node, dst)?,
            Expr::Call(node) => self.call(node, dst)?,
            Expr::FString(node) => self.f_string(node, dst)?,
            Expr::TString(node) => self.t_string(node, dst)?,
            Expr::Attribute(node) => self.attribute_value(node, dst)?,
            Expr::Subscript(node) => self.subscript(node, dst)?,
            Expr::Slice(node) => self.slice(node, dst)?,
            Expr::Starred(_) => return Err(Fault::new("can't use starred expression here", range)),
            Expr::IpyEscapeCommand(_) => return Err(Fault::new("invalid syntax", range)),
        }
        Ok(())
    }

    fn compute_constant(&mut self, expression: &Expr, dst: Register) {
        let constant = self.fold(expression).expect("a literal");
        self.load_constant(expression.range(), dst, constant);
    }

    /// `left op right`; the left operand is there already.
    pub(crate) fn binary(
        &mut self,
        range: TextRange,
        op: Operator,
        in_place: bool,
        dst: Register,
        left: Register,
        right: &'a Expr,
    ) -> Done {
        let op = binary_op(op);
        match self.small_integer(right) {
            Some(immediate) => self.emit(range, Instr::BinaryInt { op, in_place, dst, left, immediate }),
            None => {
                let right = self.value(right)?;
                self.emit(range, Instr::Binary { op, in_place, dst, left, right });
            }
        }
        Ok(())
    }

    /// An integer that fits into an instruction.
    pub(crate) fn small_integer(&self, expression: &Expr) -> Option<i32> {
        match self.fold(expression) {
            Some(Constant::Int(value)) => i32::try_from(value).ok(),
            _ => None,
        }
    }

    fn unary(&mut self, expression: &'a Expr, node: &'a ast::ExprUnaryOp, dst: Register) -> Done {
        let range = node.range();
        if let Some(constant) = self.fold(expression) {
            self.load_constant(range, dst, constant);
            return Ok(());
        }
        let src = self.value(&node.operand)?;
        let op = match node.op {
            ast::UnaryOp::Not => {
                self.emit(range, Instr::Not { dst, src });
                return Ok(());
            }
            ast::UnaryOp::USub => UnaryOp::Negative,
            ast::UnaryOp::UAdd => UnaryOp::Positive,
            ast::UnaryOp::Invert => UnaryOp::Invert,
        };
        self.emit(range, Instr::Unary { op, dst, src });
        Ok(())
    }

    /// A register for intermediate results of something that ends in `dst`: a variable must not change before the end.
    pub(crate) fn intermediate(&mut self, dst: Register) -> Register {
        if self.unit.is_variable(dst) { self.temporary() } else { dst }
    }

    pub(crate) fn move_to(&mut self, range: TextRange, dst: Register, src: Register) {
        if dst != src {
            self.emit(range, Instr::Move { dst, src });
        }
    }

    fn bool_op(&mut self, node: &'a ast::ExprBoolOp, dst: Register) -> Done {
        let (end, result) = (self.label(), self.intermediate(dst));
        let sense = node.op == ast::BoolOp::Or;
        let (last, before) = node.values.split_last().expect("two operands at least");
        for operand in before {
            match self.fold(operand) {
                // The rest is not reached.
                Some(constant) if constant.is_true() == sense => {
                    self.load_constant(operand.range(), result, constant);
                    self.jump(operand.range(), end);
                }
                Some(_) => {}
                None => {
                    self.compute(operand, result)?;
                    self.emit(operand.range(), Instr::JumpIf { sense, src: result, target: end.0 });
                }
            }
        }
        self.compute(last, result)?;
        self.place(end);
        self.move_to(node.range(), dst, result);
        Ok(())
    }

    fn named(&mut self, node: &'a ast::ExprNamed, dst: Register) -> Done {
        let Expr::Name(target) = &*node.target else {
            return Err(Fault::new("invalid syntax", node.range()));
        };
        if let Some(slot) = self.local(&target.id) {
            self.compute(&node.value, slot)?;
            self.move_to(node.range(), dst, slot);
        } else {
            let value = self.intermediate(dst);
            self.compute(&node.value, value)?;
            self.store_name(&target.id, target.range(), value);
            self.move_to(node.range(), dst, value);
        }
        Ok(())
    }

    fn compare(&mut self, node: &'a ast::ExprCompare, dst: Register) -> Done {
        let mut left = self.value(&node.left)?;
        let count = node.ops.len();
        if count == 1 {
            let right = self.comparator(node.ops[0], &node.comparators[0])?;
            self.emit_compare(node.range(), node.ops[0], dst, left, right);
            return Ok(());
        }
        let (end, result) = (self.label(), self.intermediate(dst));
        for (index, (&op, comparator)) in node.ops.iter().zip(&node.comparators).enumerate() {
            let right = self.comparator(op, comparator)?;
            self.emit_compare(node.range(), op, result, left, right);
            if index + 1 < count {
                self.emit(node.range(), Instr::JumpIf { sense: false, src: result, target: end.0 });
            }
            left = right;
        }
        self.place(end);
        self.move_to(node.range(), dst, result);
        Ok(())
    }

    /// The right operand of a comparison. A constant display after `in` need not be built.
    pub(crate) fn comparator(&mut self, op: CmpOp, expression: &'a Expr) -> Result<Register, Fault> {
        if matches!(op, CmpOp::In | CmpOp::NotIn) {
            let items =
                |elements: &[Expr]| elements.iter().map(|item| self.fold(item)).collect::<Option<Vec<_>>>();
            let constant = match expression {
                Expr::List(node) => items(&node.elts).map(Constant::tuple),
                Expr::Set(node) => items(&node.elts).and_then(super::display::frozen_set),
                _ => None,
            };
            if let Some(constant) = constant {
                let dst = self.temporary();
                self.load_constant(expression.range(), dst, constant);
                return Ok(dst);
            }
        }
        self.value(expression)
    }

    fn emit_compare(&mut self, range: TextRange, op: CmpOp, dst: Register, left: Register, right: Register) {
        let instruction = match op {
            CmpOp::Is | CmpOp::IsNot => Instr::Is { invert: op == CmpOp::IsNot, dst, left, right },
            CmpOp::In | CmpOp::NotIn => {
                Instr::Contains { invert: op == CmpOp::NotIn, dst, item: left, container: right }
            }
            _ => Instr::Compare { op: compare_op(op).expect("no others"), dst, left, right },
        };
        self.emit(range, instruction);
    }

    fn attribute_value(&mut self, node: &'a ast::ExprAttribute, dst: Register) -> Done {
        if self.super_attribute(node, dst)? {
            return Ok(());
        }
        let object = self.value(&node.value)?;
        let (name, cache) = (self.attribute(&node.attr.id), self.unit.next_cache());
        self.emit(self.at_name(node, node.range()), Instr::GetAttr { dst, object, cache, name });
        Ok(())
    }

    fn subscript(&mut self, node: &'a ast::ExprSubscript, dst: Register) -> Done {
        let range = node.range();
        let object = self.value(&node.value)?;
        if let Some(immediate) = self.small_integer(&node.slice) {
            self.emit(range, Instr::GetItemInt { dst, object, immediate });
            return Ok(());
        }
        match &*node.slice {
            Expr::Slice(slice) if slice.step.is_none() => {
                let base = self.slice_bounds(slice)?;
                self.emit(range, Instr::GetSlice { dst, object, base });
            }
            index => {
                let index = self.value(index)?;
                self.emit(range, Instr::GetItem { dst, object, index });
            }
        }
        Ok(())
    }

    /// Lower and upper bound in two new registers.
    pub(crate) fn slice_bounds(&mut self, slice: &'a ast::ExprSlice) -> Result<Register, Fault> {
        let base = self.unit.temporaries(2);
        self.bound(slice.lower.as_deref(), slice.range(), base)?;
        self.bound(slice.upper.as_deref(), slice.range(), base + 1)?;
        Ok(base)
    }

    fn bound(&mut self, bound: Option<&'a Expr>, range: TextRange, dst: Register) -> Done {
        match bound {
            Some(bound) => self.compute(bound, dst),
            None => {
                self.load_constant(range, dst, Constant::None);
                Ok(())
            }
        }
    }

    fn slice(&mut self, slice: &'a ast::ExprSlice, dst: Register) -> Done {
        let base = self.unit.temporaries(3);
        for (index, bound) in [&slice.lower, &slice.upper, &slice.step].into_iter().enumerate() {
            self.bound(bound.as_deref(), slice.range(), base + index as Register)?;
        }
        self.emit(slice.range(), Instr::MakeSlice { dst, base });
        Ok(())
    }
}

pub(crate) fn compare_op(op: CmpOp) -> Option<CompareOp> {
    Some(match op {
        CmpOp::Lt => CompareOp::Lt,
        CmpOp::LtE => CompareOp::Le,
        CmpOp::Eq => CompareOp::Eq,
        CmpOp::NotEq => CompareOp::Ne,
        CmpOp::Gt => CompareOp::Gt,
        CmpOp::GtE => CompareOp::Ge,
        CmpOp::Is | CmpOp::IsNot | CmpOp::In | CmpOp::NotIn => return None,
    })
}

fn binary_op(op: Operator) -> BinaryOp {
    match op {
        Operator::Add => BinaryOp::Add,
        Operator::Sub => BinaryOp::Subtract,
        Operator::Mult => BinaryOp::Multiply,
        Operator::MatMult => BinaryOp::MatrixMultiply,
        Operator::Div => BinaryOp::Divide,
        Operator::Mod => BinaryOp::Remainder,
        Operator::Pow => BinaryOp::Power,
        Operator::LShift => BinaryOp::LeftShift,
        Operator::RShift => BinaryOp::RightShift,
        Operator::BitOr => BinaryOp::Or,
        Operator::BitXor => BinaryOp::Xor,
        Operator::BitAnd => BinaryOp::And,
        Operator::FloorDiv => BinaryOp::FloorDivide,
    }
}
