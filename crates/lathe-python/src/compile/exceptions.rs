//! `try`, and leaving blocks.
//!
//! A handler is in force for the instructions that were emitted while it was set; so code that runs on the way out of a block, such as
//! a copy of its `finally`, is emitted with the handler that holds outside.
//!
//! Bodies of `finally` are compiled twice or more: after the normal end, after an exception, and on every `return`, `break` or `continue` that
//! goes through.

use super::unit::{Block, BlockKind, HandlerId, Label};
use super::{Compiler, Done};
use crate::bytecode::{Instr, Register};
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, ExceptHandler, Stmt};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    /// Emits what has to be done when the blocks from `index` on are left. `restore_blocks` must follow, after the jump.
    pub(crate) fn leave_blocks(&mut self, index: usize, range: TextRange) -> Done {
        let outer = self.unit.handler;
        let mut left: Vec<Block<'a>> = Vec::new();
        while self.unit.blocks.len() > index {
            let block = self.pop_block();
            self.set_handler(block.handler);
            let kind = block.kind.clone();
            left.push(block);
            match kind {
                BlockKind::Loop { .. } | BlockKind::Try | BlockKind::HandlingGroup => {}
                BlockKind::Finally { body } => self.statements(body)?,
                BlockKind::Handling { save, name } => self.end_handling(save, name, range),
                BlockKind::With { base, is_async, range } => self.with_exit(base, is_async, range),
            }
        }
        self.unit.left.push((left, outer));
        Ok(())
    }

    /// Back in the blocks that were left.
    pub(crate) fn restore_blocks(&mut self) {
        let (mut left, handler) = self.unit.left.pop().expect("blocks were left");
        left.reverse();
        self.unit.blocks.append(&mut left);
        self.set_handler(handler);
    }

    fn end_handling(&mut self, save: Register, name: Option<&ast::Identifier>, range: TextRange) {
        self.emit(range, Instr::PopHandled { save });
        if let Some(name) = name {
            self.forget_name(&name.id, range);
        }
    }

    pub(crate) fn try_statement(&mut self, node: &'a ast::StmtTry) -> Done {
        let all_but_last = node.handlers.iter().rev().skip(1);
        for ExceptHandler::ExceptHandler(handler) in all_but_last {
            if handler.type_.is_none() {
                return Err(Fault::new("default 'except:' must be last", handler.range()));
            }
        }
        if node.finalbody.is_empty() {
            return self.try_except(node);
        }
        let range = node.range();
        let end = self.label();
        let exception = self.temporary();
        let (handler, raised) = self.new_handler(exception);
        self.push_block(BlockKind::Finally { body: &node.finalbody });
        let outer = self.set_handler(handler);
        if node.handlers.is_empty() {
            self.statements(&node.body)?
        } else {
            self.try_except(node)?
        }
        self.set_handler(outer);
        self.pop_block();
        self.statements(&node.finalbody)?;
        self.jump(range, end);
        self.place(raised);
        let save = self.temporary();
        self.handling(exception, save, &node.finalbody, range)?;
        self.emit(range, Instr::PopHandled { save });
        self.emit(range, Instr::Reraise { exception });
        self.place(end);
        Ok(())
    }

    /// Statements that run while an exception is handled. When they raise, the handled exception is restored.
    fn handling(&mut self, exception: Register, save: Register, body: &'a [Stmt], range: TextRange) -> Done {
        self.emit(range, Instr::PushHandled { save, exception });
        let (cleanup, outer) = self.guard_handling(save);
        self.statements(body)?;
        self.pop_block();
        self.set_handler(outer);
        let after = self.label();
        self.jump(range, after);
        self.cleanup_handling(cleanup, save, range);
        self.place(after);
        Ok(())
    }

    /// From here on, exceptions restore the handled exception first.
    pub(crate) fn guard_handling(&mut self, save: Register) -> ((Label, Register), HandlerId) {
        let exception = self.temporary();
        let (handler, label) = self.new_handler(exception);
        self.push_block(BlockKind::Handling { save, name: None });
        ((label, exception), self.set_handler(handler))
    }

    pub(crate) fn cleanup_handling(&mut self, cleanup: (Label, Register), save: Register, range: TextRange) {
        self.place(cleanup.0);
        self.emit(range, Instr::PopHandled { save });
        self.emit(range, Instr::Reraise { exception: cleanup.1 });
    }

    fn try_except(&mut self, node: &'a ast::StmtTry) -> Done {
        if node.is_star {
            return self.try_except_star(node);
        }
        let range = node.range();
        let end = self.label();
        let exception = self.temporary();
        let (handler, raised) = self.new_handler(exception);
        self.push_block(BlockKind::Try);
        let outer = self.set_handler(handler);
        self.statements(&node.body)?;
        self.set_handler(outer);
        self.pop_block();
        self.statements(&node.orelse)?;
        self.jump(range, end);

        self.place(raised);
        let save = self.temporary();
        self.emit(range, Instr::PushHandled { save, exception });
        let (cleanup, outer) = self.guard_handling(save);
        let guarded = self.unit.handler;
        for ExceptHandler::ExceptHandler(handler) in &node.handlers {
            let next = self.label();
            if let Some(class) = &handler.type_ {
                let mark = self.unit.mark();
                let range = class.range();
                let class = self.value(class)?;
                self.emit(range, Instr::JumpNoMatch { exception, class, target: next.0 });
                self.unit.free_to(mark);
            }
            match &handler.name {
                None => self.statements(&handler.body)?,
                Some(name) => self.named_handler(name, exception, save, &handler.body, outer)?,
            }
            self.set_handler(outer);
            self.end_handling(save, handler.name.as_ref(), handler.range());
            self.jump(handler.range(), end);
            self.set_handler(guarded);
            self.place(next);
        }
        self.pop_block();
        self.set_handler(outer);
        self.emit(range, Instr::PopHandled { save });
        self.emit(range, Instr::Reraise { exception });
        self.cleanup_handling(cleanup, save, range);
        self.place(end);
        Ok(())
    }

    /// The body of `except … as name`, whose name is unbound however the body ends.
    fn named_handler(
        &mut self,
        name: &'a ast::Identifier,
        exception: Register,
        save: Register,
        body: &'a [Stmt],
        outer: HandlerId,
    ) -> Done {
        self.store_name(&name.id, name.range(), exception);
        let raised = self.temporary();
        let (handler, label) = self.new_handler(raised);
        let guarded = self.set_handler(handler);
        // While the body runs, leaving the block of all handlers also unbinds the name.
        self.set_handling_name(save, Some(name));
        self.statements(body)?;
        self.set_handling_name(save, None);
        let after = self.label();
        self.set_handler(outer);
        self.jump(name.range(), after);
        self.place(label);
        self.end_handling(save, Some(name), name.range());
        self.emit(name.range(), Instr::Reraise { exception: raised });
        self.place(after);
        self.set_handler(guarded);
        Ok(())
    }

    fn set_handling_name(&mut self, save: Register, name: Option<&'a ast::Identifier>) {
        let block = self.unit.blocks.last_mut().expect("the block of all handlers");
        block.kind = BlockKind::Handling { save, name };
    }
}
