//! `except*`: every handler gets its part of an exception group; what they raise and what is left is raised together at the end.

use super::unit::BlockKind;
use super::{Compiler, Done};
use crate::bytecode::Instr;
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, ExceptHandler};
use ruff_text_size::Ranged;

impl<'a> Compiler<'a> {
    pub(crate) fn try_except_star(&mut self, node: &'a ast::StmtTry) -> Done {
        let range = node.range();
        let end = self.label();
        let original = self.temporary();
        let (handler, raised) = self.new_handler(original);
        self.push_block(BlockKind::Try);
        let outer = self.set_handler(handler);
        self.statements(&node.body)?;
        self.set_handler(outer);
        self.pop_block();
        self.statements(&node.orelse)?;
        self.jump(range, end);

        self.place(raised);
        let (save, list, rest) = (self.temporary(), self.temporary(), self.temporary());
        self.emit(range, Instr::PushHandled { save, exception: original });
        let (cleanup, outer) = self.guard_handling(save);
        self.emit(range, Instr::MakeList { dst: list, base: list, count: 0 });
        self.emit(range, Instr::Move { dst: rest, src: original });
        for ExceptHandler::ExceptHandler(handler) in &node.handlers {
            let mark = self.unit.mark();
            let next = self.label();
            let Some(class) = &handler.type_ else {
                return Err(Fault::new("expected one or more exception types", handler.range()));
            };
            let here = class.range();
            let matched = self.unit.temporaries(2);
            let class = self.value(class)?;
            self.emit(here, Instr::MatchGroup { base: matched, group: rest, class });
            self.emit(here, Instr::Move { dst: rest, src: matched + 1 });
            self.emit(here, Instr::JumpIfNone { sense: true, src: matched, target: next.0 });
            // The part is the handled exception in the handler's body.
            let (inner, failed) = (self.temporary(), self.temporary());
            self.emit(here, Instr::PushHandled { save: inner, exception: matched });
            if let Some(name) = &handler.name {
                self.store_name(&name.id, name.range(), matched);
            }
            let (body_handler, body_raised) = self.new_handler(failed);
            self.push_block(BlockKind::HandlingGroup);
            let guarded = self.set_handler(body_handler);
            self.statements(&handler.body)?;
            self.set_handler(guarded);
            self.pop_block();
            self.end_part(inner, handler);
            self.jump(here, next);
            self.place(body_raised);
            self.end_part(inner, handler);
            self.emit(here, Instr::ListAppend { list, item: failed });
            self.place(next);
            self.unit.free_to(mark);
        }
        self.emit(range, Instr::ListAppend { list, item: rest });
        let result = self.temporary();
        self.emit(range, Instr::JoinRaised { dst: result, original, list });
        self.pop_block();
        self.set_handler(outer);
        self.emit(range, Instr::PopHandled { save });
        self.emit(range, Instr::JumpIfNone { sense: true, src: result, target: end.0 });
        self.emit(range, Instr::Reraise { exception: result });
        self.cleanup_handling(cleanup, save, range);
        self.place(end);
        Ok(())
    }

    fn end_part(&mut self, save: u16, handler: &'a ast::ExceptHandlerExceptHandler) {
        self.emit(handler.range(), Instr::PopHandled { save });
        if let Some(name) = &handler.name {
            self.forget_name(&name.id, handler.range());
        }
    }
}
