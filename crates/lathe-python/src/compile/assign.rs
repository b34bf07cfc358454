//! Assignment: targets, unpacking, in place, deletion.

use super::{Compiler, Done};
use crate::bytecode::{CodeKind, Instr, Register};
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, Expr};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    pub(crate) fn assignment(&mut self, node: &'a ast::StmtAssign) -> Done {
        if let [target] = &node.targets[..] {
            return self.assign_expression(target, &node.value);
        }
        // `a = b = value`: evaluated once, assigned from left to right.
        let value = self.value(&node.value)?;
        let value = match &*node.value {
            // A variable that is itself among the targets keeps its value for the others.
            Expr::Name(_) => {
                let copy = self.temporary();
                self.move_to(node.value.range(), copy, value);
                copy
            }
            _ => value,
        };
        node.targets.iter().try_for_each(|target| self.assign(target, value))
    }

    /// `target = value`, with as few moves as possible.
    pub(crate) fn assign_expression(&mut self, target: &'a Expr, value: &'a Expr) -> Done {
        match target {
            Expr::Name(name) => {
                if let Some(slot) = self.local(&name.id) {
                    return self.compute(value, slot);
                }
            }
            Expr::Tuple(_) | Expr::List(_) => {
                if let Some((targets, values)) = parallel(target, value) {
                    let mark = self.unit.mark();
                    let first = self.row(values)?;
                    for (index, target) in targets.iter().enumerate() {
                        self.assign(target, first + index as Register)?;
                    }
                    self.unit.free_to(mark);
                    return Ok(());
                }
            }
            _ => {}
        }
        let value = self.value(value)?;
        self.assign(target, value)
    }

    /// Stores a register into a target.
    pub(crate) fn assign(&mut self, target: &'a Expr, src: Register) -> Done {
        let mark = self.unit.mark();
        let range = target.range();
        match target {
            Expr::Name(name) => self.store_name(&name.id, range, src),
            Expr::Attribute(node) => {
                self.note_static_attribute(node);
                let object = self.value(&node.value)?;
                self.set_attribute(range, object, &node.attr.id, src)?;
            }
            Expr::Subscript(node) => {
                let object = self.value(&node.value)?;
                match &*node.slice {
                    Expr::Slice(slice) if slice.step.is_none() => {
                        let base = self.slice_bounds(slice)?;
                        self.emit(range, Instr::SetSlice { object, base, src });
                    }
                    index => {
                        let index = self.value(index)?;
                        self.emit(range, Instr::SetItem { object, index, src });
                    }
                }
            }
            Expr::Tuple(ast::ExprTuple { elts, .. }) | Expr::List(ast::ExprList { elts, .. }) => {
                self.unpack(elts, range, src)?;
            }
            Expr::Starred(_) => {
                return Err(Fault::new("starred assignment target must be in a list or tuple", range));
            }
            _ => return Err(Fault::new("cannot assign to expression", range)),
        }
        self.unit.free_to(mark);
        Ok(())
    }

    fn set_attribute(&mut self, range: TextRange, object: Register, name: &str, src: Register) -> Done {
        if name == "__debug__" {
            return Err(Fault::new("cannot assign to __debug__", range));
        }
        let (name, cache) = (self.attribute(name), self.unit.next_cache());
        self.emit(range, Instr::SetAttr { object, src, cache, name });
        Ok(())
    }

    fn unpack(&mut self, targets: &'a [Expr], range: TextRange, src: Register) -> Done {
        let mut stars = targets.iter().enumerate().filter(|(_, target)| target.is_starred_expr());
        let star = stars.next().map(|(index, _)| index);
        if stars.next().is_some() {
            return Err(Fault::new("multiple starred expressions in assignment", range));
        }
        if targets.len() > 255 && star.is_some_and(|index| index > 255) || targets.len() > 60_000 {
            return Err(Fault::new("too many expressions in star-unpacking assignment", range));
        }
        let base = self.unit.temporaries(targets.len() as u32);
        match star {
            None => self.emit(range, Instr::Unpack { src, base, count: targets.len() as u16 }),
            Some(index) => {
                let (before, after) = (index as u16, (targets.len() - index - 1) as u16);
                self.emit(range, Instr::UnpackStar { src, base, before, after });
            }
        }
        for (index, target) in targets.iter().enumerate() {
            let target = match target {
                Expr::Starred(starred) => &*starred.value,
                target => target,
            };
            self.assign(target, base + index as Register)?;
        }
        Ok(())
    }

    pub(crate) fn augmented_assignment(&mut self, node: &'a ast::StmtAugAssign) -> Done {
        let range = node.range();
        match &*node.target {
            Expr::Name(name) => {
                if let Some(slot) = self.local(&name.id) {
                    self.emit(name.range(), Instr::CheckBound { slot });
                    let left = if self.is_walrus_target(self.name_id(&name.id)) {
                        let copy = self.temporary();
                        self.move_to(range, copy, slot);
                        copy
                    } else {
                        slot
                    };
                    return self.binary(range, node.op, true, slot, left, &node.value);
                }
                let value = self.temporary();
                self.load_name(&name.id, name.range(), value);
                self.binary(range, node.op, true, value, value, &node.value)?;
                self.store_name(&name.id, name.range(), value);
            }
            Expr::Attribute(target) => {
                self.note_static_attribute(target);
                let object = self.value(&target.value)?;
                let value = self.temporary();
                let (name, cache) = (self.attribute(&target.attr.id), self.unit.next_cache());
                self.emit(target.range(), Instr::GetAttr { dst: value, object, cache, name });
                self.binary(range, node.op, true, value, value, &node.value)?;
                self.set_attribute(target.range(), object, &target.attr.id, value)?;
            }
            Expr::Subscript(target) => {
                let object = self.value(&target.value)?;
                match &*target.slice {
                    Expr::Slice(slice) if slice.step.is_none() => {
                        let base = self.slice_bounds(slice)?;
                        let value = self.temporary();
                        self.emit(target.range(), Instr::GetSlice { dst: value, object, base });
                        self.binary(range, node.op, true, value, value, &node.value)?;
                        self.emit(target.range(), Instr::SetSlice { object, base, src: value });
                    }
                    index => {
                        let index = self.value(index)?;
                        let value = self.temporary();
                        self.emit(target.range(), Instr::GetItem { dst: value, object, index });
                        self.binary(range, node.op, true, value, value, &node.value)?;
                        self.emit(target.range(), Instr::SetItem { object, index, src: value });
                    }
                }
            }
            _ => return Err(Fault::new("illegal expression for augmented assignment", node.target.range())),
        }
        Ok(())
    }

    pub(crate) fn delete(&mut self, target: &'a Expr) -> Done {
        let mark = self.unit.mark();
        let range = target.range();
        match target {
            Expr::Name(name) => self.delete_name(&name.id, range)?,
            Expr::Attribute(node) => {
                let object = self.value(&node.value)?;
                let name = self.attribute(&node.attr.id);
                self.emit(range, Instr::DeleteAttr { object, name });
            }
            Expr::Subscript(node) => {
                let object = self.value(&node.value)?;
                let index = self.value(&node.slice)?;
                self.emit(range, Instr::DeleteItem { object, index });
            }
            Expr::Tuple(ast::ExprTuple { elts, .. }) | Expr::List(ast::ExprList { elts, .. }) => {
                elts.iter().try_for_each(|element| self.delete(element))?;
            }
            _ => return Err(Fault::new("cannot delete expression", range)),
        }
        self.unit.free_to(mark);
        Ok(())
    }

    /// `self.x = …` in a method: the class lists such names in `__static_attributes__`.
    fn note_static_attribute(&mut self, node: &ast::ExprAttribute) {
        if !matches!(&*node.value, Expr::Name(name) if name.id.as_str() == "self") {
            return;
        }
        let class = self.outer.iter_mut().rev().find(|unit| unit.code.kind == CodeKind::Class);
        if let Some(class) = class
            && !class.static_attributes.iter().any(|name| **name == *node.attr.id.as_str())
        {
            class.static_attributes.push(node.attr.id.as_str().into());
        }
    }
}

/// `a, b = x, y`: the tuple need not be made.
fn parallel<'a>(target: &'a Expr, value: &'a Expr) -> Option<(&'a [Expr], &'a [Expr])> {
    let (targets, values) = match (target, value) {
        (
            Expr::Tuple(ast::ExprTuple { elts: targets, .. })
            | Expr::List(ast::ExprList { elts: targets, .. }),
            Expr::Tuple(ast::ExprTuple { elts: values, .. }) | Expr::List(ast::ExprList { elts: values, .. }),
        ) => (targets, values),
        _ => return None,
    };
    let plain = |elements: &[Expr]| !elements.iter().any(Expr::is_starred_expr);
    let fits =
        targets.len() == values.len() && !targets.is_empty() && targets.len() <= super::display::MAX_ITEMS;
    (fits && plain(targets) && plain(values)).then_some((targets, values))
}
