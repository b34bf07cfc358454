//! `for` and `while`, `break` and `continue`.

use super::unit::{BlockKind, Label};
use super::{Compiler, Done};
use crate::bytecode::{FOR_REGISTERS, Instr, Register};
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, Expr};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    /// Prepares a loop; gives the first register of its state.
    pub(crate) fn for_prepare(&mut self, iterable: &'a Expr, range: TextRange) -> Result<Register, Fault> {
        let base = self.unit.temporaries(FOR_REGISTERS.into());
        let mark = self.unit.mark();
        let src = match iterable {
            Expr::Name(_) => self.value(iterable)?,
            _ => {
                self.compute(iterable, base)?;
                base
            }
        };
        self.unit.free_to(mark);
        self.emit(range, Instr::ForPrepare { fresh: iterable.is_call_expr(), base, src });
        Ok(base)
    }

    /// The next item goes to the target.
    pub(crate) fn for_next(
        &mut self,
        base: Register,
        target: &'a Expr,
        range: TextRange,
        exit: Label,
    ) -> Done {
        let mark = self.unit.mark();
        let dst = match target {
            Expr::Name(name) => self.local(&name.id),
            _ => None,
        };
        match dst {
            Some(dst) => self.emit(range, Instr::ForNext { base, dst, exit: exit.0 }),
            None => {
                let dst = self.temporary();
                self.emit(range, Instr::ForNext { base, dst, exit: exit.0 });
                self.assign(target, dst)?;
            }
        }
        self.unit.free_to(mark);
        Ok(())
    }

    pub(crate) fn for_statement(&mut self, node: &'a ast::StmtFor) -> Done {
        if node.is_async {
            return self.async_for(node);
        }
        let mark = self.unit.mark();
        let base = self.for_prepare(&node.iter, node.range())?;
        let (exit, end) = (self.label(), self.label());
        let header = self.loop_header(node.iter.range());
        self.for_next(base, &node.target, node.range(), end)?;
        self.push_block(BlockKind::Loop { exit, header });
        self.statements(&node.body)?;
        self.pop_block();
        self.emit(node.range(), Instr::JumpBack { target: header.0 });
        self.unit.free_to(mark);
        self.place(end);
        self.statements(&node.orelse)?;
        self.place(exit);
        Ok(())
    }

    pub(crate) fn while_statement(&mut self, node: &'a ast::StmtWhile) -> Done {
        let (exit, end) = (self.label(), self.label());
        let header = self.loop_header(node.test.range());
        self.condition(&node.test, false, end)?;
        self.push_block(BlockKind::Loop { exit, header });
        self.statements(&node.body)?;
        self.pop_block();
        self.emit(node.test.range(), Instr::JumpBack { target: header.0 });
        self.place(end);
        self.statements(&node.orelse)?;
        self.place(exit);
        Ok(())
    }

    pub(crate) fn break_statement(&mut self, range: TextRange, is_break: bool) -> Done {
        let found = self.unit.blocks.iter().rposition(|block| matches!(block.kind, BlockKind::Loop { .. }));
        let group = self.unit.blocks.iter().rposition(|block| matches!(block.kind, BlockKind::HandlingGroup));
        if group.is_some() && group > found {
            let message = "'break', 'continue' and 'return' cannot appear in an except* block";
            return Err(Fault::new(message, range));
        }
        let Some(index) = found else {
            let message = if is_break { "'break' outside loop" } else { "'continue' not properly in loop" };
            return Err(Fault::new(message, range));
        };
        let BlockKind::Loop { exit, header } = self.unit.blocks[index].kind else {
            unreachable!("found above")
        };
        self.leave_blocks(index + 1, range)?;
        if is_break {
            self.jump(range, exit);
        } else {
            self.emit(range, Instr::JumpBack { target: header.0 });
        }
        self.restore_blocks();
        Ok(())
    }
}
