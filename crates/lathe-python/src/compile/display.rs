//! Displays: lists, tuples, sets, dicts.
//!
//! Short ones are built from consecutive registers; those with stars, and long ones, piece by piece.

use super::{Compiler, Done};
use crate::bytecode::{Constant, Instr, Register};
use ruff_python_ast::{self as ast, Expr};
use ruff_text_size::{Ranged, TextRange};

/// So many items are put into registers.
pub(crate) const MAX_ITEMS: usize = 128;
/// From so many constants on, a list is copied from a constant tuple.
const MIN_CONSTANTS: usize = 3;

impl<'a> Compiler<'a> {
    /// Evaluates expressions into consecutive new registers.
    pub(crate) fn row(
        &mut self,
        elements: impl IntoIterator<Item = &'a Expr>,
    ) -> Result<Register, crate::syntax::Fault> {
        let mut first = None;
        for element in elements {
            let register = self.temporary();
            first.get_or_insert(register);
            self.compute(element, register)?;
        }
        Ok(first.unwrap_or_else(|| self.unit.mark().min(u16::MAX.into()) as Register))
    }

    fn constants(&self, elements: &[Expr]) -> Option<Vec<Constant>> {
        elements.iter().map(|element| self.fold(element)).collect()
    }

    pub(crate) fn list(&mut self, elements: &'a [Expr], range: TextRange, dst: Register) -> Done {
        if elements.len() >= MIN_CONSTANTS
            && let Some(items) = self.constants(elements)
        {
            let constant = self.constant(Constant::tuple(items));
            self.emit(range, Instr::ListFromConst { dst, constant });
            return Ok(());
        }
        if is_simple(elements) {
            let base = self.row(elements)?;
            self.emit(range, Instr::MakeList { dst, base, count: elements.len() as u16 });
            return Ok(());
        }
        let list = self.intermediate(dst);
        self.list_piecewise(elements, range, list)?;
        self.move_to(range, dst, list);
        Ok(())
    }

    pub(crate) fn list_piecewise(&mut self, elements: &'a [Expr], range: TextRange, list: Register) -> Done {
        let simple = elements.iter().take(MAX_ITEMS).take_while(|element| !element.is_starred_expr()).count();
        let mark = self.unit.mark();
        let base = self.row(&elements[..simple])?;
        self.emit(range, Instr::MakeList { dst: list, base, count: simple as u16 });
        self.unit.free_to(mark);
        for element in &elements[simple..] {
            match element {
                Expr::Starred(starred) => {
                    let src = self.value(&starred.value)?;
                    self.emit(starred.range(), Instr::ListExtend { list, src });
                }
                _ => {
                    let item = self.value(element)?;
                    self.emit(element.range(), Instr::ListAppend { list, item });
                }
            }
            self.unit.free_to(mark);
        }
        Ok(())
    }

    pub(crate) fn tuple(&mut self, elements: &'a [Expr], range: TextRange, dst: Register) -> Done {
        if is_simple(elements) {
            let base = self.row(elements)?;
            self.emit(range, Instr::MakeTuple { dst, base, count: elements.len() as u16 });
            return Ok(());
        }
        let list = self.intermediate(dst);
        self.list_piecewise(elements, range, list)?;
        self.emit(range, Instr::ListToTuple { dst, list });
        Ok(())
    }

    pub(crate) fn set(&mut self, elements: &'a [Expr], range: TextRange, dst: Register) -> Done {
        if elements.len() >= MIN_CONSTANTS
            && let Some(constant) = self.constants(elements).and_then(frozen_set)
        {
            let constant = self.constant(constant);
            self.emit(range, Instr::SetFromConst { dst, constant });
            return Ok(());
        }
        if is_simple(elements) {
            let base = self.row(elements)?;
            self.emit(range, Instr::MakeSet { dst, base, count: elements.len() as u16 });
            return Ok(());
        }
        let set = self.intermediate(dst);
        let simple = elements.iter().take(MAX_ITEMS).take_while(|element| !element.is_starred_expr()).count();
        let mark = self.unit.mark();
        let base = self.row(&elements[..simple])?;
        self.emit(range, Instr::MakeSet { dst: set, base, count: simple as u16 });
        self.unit.free_to(mark);
        for element in &elements[simple..] {
            match element {
                Expr::Starred(starred) => {
                    let src = self.value(&starred.value)?;
                    self.emit(starred.range(), Instr::SetUpdate { set, src });
                }
                _ => {
                    let item = self.value(element)?;
                    self.emit(element.range(), Instr::SetAdd { set, item });
                }
            }
            self.unit.free_to(mark);
        }
        self.move_to(range, dst, set);
        Ok(())
    }

    pub(crate) fn dict(&mut self, node: &'a ast::ExprDict, dst: Register) -> Done {
        let range = node.range();
        let simple = node.items.iter().take(MAX_ITEMS).take_while(|item| item.key.is_some()).count();
        let whole = simple == node.items.len();
        let dict = if whole { dst } else { self.intermediate(dst) };
        let mark = self.unit.mark();
        let pairs = node.items[..simple].iter().flat_map(|item| item.key.iter().chain([&item.value]));
        let base = self.row(pairs)?;
        self.emit(range, Instr::MakeDict { dst: dict, base, count: simple as u16 });
        self.unit.free_to(mark);
        for item in &node.items[simple..] {
            match &item.key {
                Some(key) => {
                    let key = self.value(key)?;
                    let value = self.value(&item.value)?;
                    self.emit(range, Instr::DictSet { dict, key, value });
                }
                None => {
                    let src = self.value(&item.value)?;
                    self.emit(item.value.range(), Instr::DictUpdate { dict, src });
                }
            }
            self.unit.free_to(mark);
        }
        self.move_to(range, dst, dict);
        Ok(())
    }
}

fn is_simple(elements: &[Expr]) -> bool {
    elements.len() <= MAX_ITEMS && !elements.iter().any(Expr::is_starred_expr)
}

/// A constant set; `None` if an item cannot be in one.
pub(crate) fn frozen_set(items: Vec<Constant>) -> Option<Constant> {
    // Code objects, which can compute their liveness, are compared by address.
    #[allow(clippy::mutable_key_type)]
    let mut seen = rustc_hash::FxHashSet::default();
    let items: Vec<Constant> = items.into_iter().filter(|item| seen.insert(item.clone())).collect();
    Some(Constant::FrozenSet(items.into()))
}
