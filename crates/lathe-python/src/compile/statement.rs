//! Statements.

use super::unit::BlockKind;
use super::{Compiler, Done, Mode};
use crate::bytecode::{Builtin, Constant, Instr};
use crate::scope::Scopes;
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    pub(crate) fn statements(&mut self, statements: &'a [Stmt]) -> Done {
        statements.iter().try_for_each(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &'a Stmt) -> Done {
        let mark = self.unit.mark();
        // Annotations in its blocks may not be reached.
        let compound = matches!(
            statement,
            Stmt::If(_) | Stmt::For(_) | Stmt::While(_) | Stmt::With(_) | Stmt::Match(_) | Stmt::Try(_)
        );
        self.unit.conditional += u32::from(compound);
        stacker::maybe_grow(256 << 10, 4 << 20, || self.statement_here(statement))?;
        self.unit.conditional -= u32::from(compound);
        self.unit.free_to(mark);
        Ok(())
    }

    fn statement_here(&mut self, statement: &'a Stmt) -> Done {
        let range = statement.range();
        match statement {
            Stmt::FunctionDef(node) => self.function_definition(node),
            Stmt::ClassDef(node) => self.class_definition(node),
            Stmt::Return(node) => self.return_statement(node),
            Stmt::Delete(node) => node.targets.iter().try_for_each(|target| self.delete(target)),
            Stmt::TypeAlias(node) => self.type_alias(node),
            Stmt::Assign(node) => self.assignment(node),
            Stmt::AugAssign(node) => self.augmented_assignment(node),
            Stmt::AnnAssign(node) => self.annotated_assignment(node),
            Stmt::For(node) => self.for_statement(node),
            Stmt::While(node) => self.while_statement(node),
            Stmt::If(node) => self.if_statement(node),
            Stmt::With(node) => self.with_statement(node),
            Stmt::Match(node) => self.match_statement(node),
            Stmt::Raise(node) => self.raise_statement(node),
            Stmt::Try(node) => self.try_statement(node),
            Stmt::Assert(node) => self.assert_statement(node),
            Stmt::Import(node) => self.import(node),
            Stmt::ImportFrom(node) => self.import_from(node),
            Stmt::Global(_) | Stmt::Nonlocal(_) | Stmt::Pass(_) => Ok(()),
            Stmt::Expr(node) => {
                let interactive = self.options.mode == Mode::Interactive && self.unit.frame == Scopes::MODULE;
                if interactive && self.outer.is_empty() {
                    let src = self.value(&node.value)?;
                    self.emit(range, Instr::Display { src });
                    return Ok(());
                }
                self.discard(&node.value)
            }
            Stmt::Break(_) => self.break_statement(range, true),
            Stmt::Continue(_) => self.break_statement(range, false),
            Stmt::IpyEscapeCommand(_) => Err(Fault::new("invalid syntax", range)),
        }
    }

    fn if_statement(&mut self, node: &'a ast::StmtIf) -> Done {
        let end = self.label();
        let mut next = self.label();
        self.condition(&node.test, false, next)?;
        self.statements(&node.body)?;
        for clause in &node.elif_else_clauses {
            self.jump(clause.range(), end);
            self.place(next);
            next = self.label();
            if let Some(test) = &clause.test {
                self.condition(test, false, next)?;
            }
            self.statements(&clause.body)?;
        }
        self.place(next);
        self.place(end);
        Ok(())
    }

    fn return_statement(&mut self, node: &'a ast::StmtReturn) -> Done {
        self.check_return(node)?;
        let range = node.range();
        if self.unit.blocks.iter().any(|block| matches!(block.kind, BlockKind::HandlingGroup)) {
            let message = "'break', 'continue' and 'return' cannot appear in an except* block";
            return Err(Fault::new(message, range));
        }
        let constant = match &node.value {
            None => Some(Constant::None),
            Some(value) => self.fold(value),
        };
        if let Some(constant) = constant {
            self.leave_blocks(0, range)?;
            let constant = self.constant(constant);
            self.emit(range, Instr::ReturnConst { constant });
        } else {
            let value = node.value.as_deref().expect("no constant");
            // What runs on the way out may change the variable.
            let plain = self
                .unit
                .blocks
                .iter()
                .all(|block| matches!(block.kind, BlockKind::Loop { .. } | BlockKind::Try));
            let src = if plain {
                self.value(value)?
            } else {
                let src = self.temporary();
                self.compute(value, src)?;
                src
            };
            self.leave_blocks(0, range)?;
            self.emit(range, Instr::Return { src });
        }
        self.restore_blocks();
        Ok(())
    }

    fn raise_statement(&mut self, node: &'a ast::StmtRaise) -> Done {
        let instruction = match (&node.exc, &node.cause) {
            (None, _) => Instr::RaiseHandled,
            (Some(exception), None) => Instr::Raise { src: self.value(exception)? },
            (Some(exception), Some(cause)) => {
                let src = self.value(exception)?;
                Instr::RaiseFrom { src, cause: self.value(cause)? }
            }
        };
        self.emit(node.range(), instruction);
        Ok(())
    }

    fn assert_statement(&mut self, node: &'a ast::StmtAssert) -> Done {
        if self.options.optimize > 0 {
            return Ok(());
        }
        let end = self.label();
        self.condition(&node.test, true, end)?;
        // Tracebacks point at the comparison that was made last, if there is one.
        let range = last_comparison(&node.test).unwrap_or(node.range());
        let base = self.temporary();
        self.emit(range, Instr::LoadBuiltin { dst: base, builtin: Builtin::AssertionError });
        if let Some(message) = &node.msg {
            let argument = self.temporary();
            self.compute(message, argument)?;
            self.unit.reserve(1);
            let cache = self.unit.next_cache();
            self.emit(range, Instr::Call { dst: base, base, argc: 1, cache });
        }
        self.emit(range, Instr::Raise { src: base });
        self.place(end);
        Ok(())
    }

    /// The docstring at the start of a body, and the statements after it.
    pub(crate) fn split_docstring(&self, body: &'a [Stmt]) -> (Option<Constant>, &'a [Stmt]) {
        match body.split_first() {
            Some((Stmt::Expr(first), rest)) if first.value.is_string_literal_expr() => {
                if self.options.optimize >= 2 {
                    return (None, rest);
                }
                let text = self.fold(&first.value).expect("a literal");
                (Some(super::strings::clean_docstring(text)), rest)
            }
            _ => (None, body),
        }
    }
}

/// The comparison that a condition ends with.
fn last_comparison(test: &Expr) -> Option<TextRange> {
    match test {
        Expr::Compare(node) => Some(node.range()),
        Expr::UnaryOp(node) if node.op == ast::UnaryOp::Not => last_comparison(&node.operand),
        Expr::BoolOp(node) => node.values.iter().rev().find_map(last_comparison),
        Expr::If(node) => {
            [&node.orelse, &node.body, &node.test].into_iter().find_map(|part| last_comparison(part))
        }
        _ => None,
    }
}
