//! `with` and `async with`.
//!
//! Six registers from `base` on: the exit method (two, as `LoadSpecial` gives it), its three arguments, and the scratch register of calls.

use super::unit::BlockKind;
use super::{Compiler, Done};
use crate::bytecode::{AwaitSource, Constant, Instr, Register, Special};
use ruff_python_ast as ast;
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    pub(crate) fn with_statement(&mut self, node: &'a ast::StmtWith) -> Done {
        if node.is_async {
            self.check_async_with(node.range())?;
        }
        self.with_items(node, &node.items)
    }

    fn with_items(&mut self, node: &'a ast::StmtWith, items: &'a [ast::WithItem]) -> Done {
        let Some((item, inner)) = items.split_first() else { return self.statements(&node.body) };
        // What goes wrong at the beginning or the end is said of the whole statement.
        let range = node.range();
        let is_async = node.is_async;
        let base = self.unit.temporaries(6);
        let value = self.temporary();
        let (enter, exit) = if is_async {
            (Special::AsyncEnter, Special::AsyncExit)
        } else {
            (Special::Enter, Special::Exit)
        };
        let mark = self.unit.mark();
        let manager = self.value(&item.context_expr)?;
        self.emit(range, Instr::LoadSpecial { special: exit, base, object: manager });
        self.emit(range, Instr::LoadSpecial { special: enter, base: base + 2, object: manager });
        self.unit.free_to(mark);
        let cache = self.unit.next_cache();
        self.emit(range, Instr::CallMethod { dst: value, base: base + 2, argc: 0, cache });
        if is_async {
            self.await_value(AwaitSource::AsyncEnter, value, range, value);
        }

        let end = self.label();
        let exception = self.temporary();
        let (handler, raised) = self.new_handler(exception);
        self.push_block(BlockKind::With { base, is_async, range });
        let outer = self.set_handler(handler);
        if let Some(target) = &item.optional_vars {
            self.assign(target, value)?;
        }
        self.with_items(node, inner)?;
        self.set_handler(outer);
        self.pop_block();
        self.with_exit(base, is_async, range);
        self.jump(range, end);

        self.place(raised);
        let save = self.temporary();
        self.emit(range, Instr::PushHandled { save, exception });
        let (cleanup, outer) = self.guard_handling(save);
        self.emit(range, Instr::ExceptionArgs { base: base + 2, exception });
        self.call_exit(base, is_async, range, value);
        let suppressed = self.label();
        self.emit(range, Instr::JumpIf { sense: true, src: value, target: suppressed.0 });
        self.pop_block();
        self.set_handler(outer);
        self.emit(range, Instr::PopHandled { save });
        self.emit(range, Instr::Reraise { exception });
        self.cleanup_handling(cleanup, save, range);
        self.place(suppressed);
        self.emit(range, Instr::PopHandled { save });
        self.place(end);
        Ok(())
    }

    /// Calls the exit method when nothing was raised.
    pub(crate) fn with_exit(&mut self, base: Register, is_async: bool, range: TextRange) {
        let mark = self.unit.mark();
        for argument in 2..5 {
            self.load_constant(range, base + argument, Constant::None);
        }
        let ignored = self.temporary();
        self.call_exit(base, is_async, range, ignored);
        self.unit.free_to(mark);
    }

    fn call_exit(&mut self, base: Register, is_async: bool, range: TextRange, dst: Register) {
        let cache = self.unit.next_cache();
        self.emit(range, Instr::CallMethod { dst, base, argc: 3, cache });
        if is_async {
            self.await_value(AwaitSource::AsyncExit, dst, range, dst);
        }
    }
}
