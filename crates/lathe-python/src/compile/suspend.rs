//! `yield`, `yield from`, `await` and `async for`.
//!
//! Whatever delegates does so in a loop: send to the inner iterator, suspend with what it yields, and again.

use super::unit::BlockKind;
use super::{Compiler, Done};
use crate::bytecode::{AwaitSource, Constant, Instr, Register};
use crate::scope::ScopeKind;
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    /// Whether `await` may stand here.
    pub(crate) fn may_await(&self) -> bool {
        let frame = self.scopes.get(self.unit.frame);
        frame.is_async || frame.kind == ScopeKind::GeneratorExpression
    }

    fn check_await(&self, what: &str, range: TextRange) -> Done {
        let frame = self.scopes.get(self.unit.frame);
        match frame.kind {
            _ if self.may_await() => Ok(()),
            ScopeKind::Module | ScopeKind::Class if what == "'await'" => {
                Err(Fault::new("'await' outside function", range))
            }
            _ => Err(Fault::new(format!("{what} outside async function"), range)),
        }
    }

    fn check_yield(&self, range: TextRange) -> Done {
        match self.scopes.get(self.unit.frame).kind {
            ScopeKind::Function | ScopeKind::Lambda => Ok(()),
            _ => Err(Fault::new("'yield' outside function", range)),
        }
    }

    pub(crate) fn yield_expression(&mut self, node: &'a ast::ExprYield, dst: Register) -> Done {
        self.check_yield(node.range())?;
        let src = match &node.value {
            Some(value) => self.value(value)?,
            None => {
                let none = self.temporary();
                self.load_constant(node.range(), none, Constant::None);
                none
            }
        };
        self.emit(node.range(), Instr::Yield { dst, src });
        Ok(())
    }

    pub(crate) fn yield_from(&mut self, node: &'a ast::ExprYieldFrom, dst: Register) -> Done {
        let range = node.range();
        self.check_yield(range)?;
        if self.scopes.get(self.unit.frame).is_async {
            return Err(Fault::new("'yield from' inside async function", range));
        }
        let src = self.value(&node.value)?;
        let iter = self.temporary();
        self.emit(range, Instr::GetYieldFromIter { dst: iter, src });
        self.delegate(iter, range, dst);
        Ok(())
    }

    pub(crate) fn await_expression(&mut self, node: &'a ast::ExprAwait, dst: Register) -> Done {
        self.check_await("'await'", node.range())?;
        let src = self.value(&node.value)?;
        self.await_value(AwaitSource::Expression, src, node.range(), dst);
        Ok(())
    }

    /// `dst = await src`.
    pub(crate) fn await_value(
        &mut self,
        source: AwaitSource,
        src: Register,
        range: TextRange,
        dst: Register,
    ) {
        let mark = self.unit.mark();
        let iter = self.temporary();
        self.emit(range, Instr::GetAwaitable { source, dst: iter, src });
        self.delegate(iter, range, dst);
        self.unit.free_to(mark);
    }

    /// Runs an iterator to its end, suspending with all it yields; `dst` is what it returns.
    fn delegate(&mut self, iter: Register, range: TextRange, dst: Register) {
        let mark = self.unit.mark();
        let value = self.intermediate(dst);
        self.load_constant(range, value, Constant::None);
        let exit = self.label();
        let header = self.loop_header(range);
        self.emit(range, Instr::Send { value, iter, exit: exit.0 });
        self.emit(range, Instr::YieldFrom { value, iter, exit: exit.0 });
        self.emit(range, Instr::JumpBack { target: header.0 });
        self.place(exit);
        self.move_to(range, dst, value);
        self.unit.free_to(mark);
    }

    /// A loop over an asynchronous iterator. It ends with `StopAsyncIteration` from the iterator, and from nowhere else.
    pub(crate) fn async_loop(
        &mut self,
        iter: Register,
        target: &'a Expr,
        range: TextRange,
        body: impl FnOnce(&mut Self) -> Done,
    ) -> Done {
        let mark = self.unit.mark();
        let header = self.loop_header(range);
        let handler = self.async_next(iter, target, range)?;
        body(self)?;
        self.emit(range, Instr::JumpBack { target: header.0 });
        self.place(handler.0);
        self.emit(range, Instr::EndAsyncFor { exception: handler.1 });
        self.unit.free_to(mark);
        Ok(())
    }

    /// The next item goes to the target. Gives where the end of the iteration arrives, with which exception.
    fn async_next(
        &mut self,
        iter: Register,
        target: &'a Expr,
        range: TextRange,
    ) -> Result<(super::unit::Label, Register), Fault> {
        let exception = self.temporary();
        let (handler, label) = self.new_handler(exception);
        let mark = self.unit.mark();
        let (item, awaitable) = (self.temporary(), self.temporary());
        let outer = self.set_handler(handler);
        self.emit(range, Instr::GetAsyncNext { dst: awaitable, iter });
        self.delegate(awaitable, range, item);
        self.set_handler(outer);
        self.assign(target, item)?;
        self.unit.free_to(mark);
        Ok((label, exception))
    }

    pub(crate) fn async_for(&mut self, node: &'a ast::StmtFor) -> Done {
        let range = node.range();
        self.check_await("'async for'", range)?;
        let mark = self.unit.mark();
        let src = self.value(&node.iter)?;
        let iter = self.temporary();
        self.emit(node.iter.range(), Instr::GetAsyncIter { dst: iter, src });
        let exit = self.label();
        let header = self.loop_header(range);
        let (end, exception) = self.async_next(iter, &node.target, node.target.range())?;
        self.push_block(BlockKind::Loop { exit, header });
        self.statements(&node.body)?;
        self.pop_block();
        self.emit(range, Instr::JumpBack { target: header.0 });
        self.place(end);
        self.emit(node.iter.range(), Instr::EndAsyncFor { exception });
        self.unit.free_to(mark);
        self.statements(&node.orelse)?;
        self.place(exit);
        Ok(())
    }

    pub(crate) fn check_async_with(&self, range: TextRange) -> Done {
        self.check_await("'async with'", range)
    }

    /// `return` with a value is not for asynchronous generators.
    pub(crate) fn check_return(&self, node: &ast::StmtReturn) -> Done {
        let frame = self.scopes.get(self.unit.frame);
        if frame.kind != ScopeKind::Function {
            return Err(Fault::new("'return' outside function", node.range()));
        }
        if node.value.is_some() && frame.is_async && frame.has_yield {
            return Err(Fault::new("'return' with value in async generator", node.range()));
        }
        Ok(())
    }

    pub(crate) fn is_docstring(statement: &Stmt) -> bool {
        matches!(statement, Stmt::Expr(node) if node.value.is_string_literal_expr())
    }
}
