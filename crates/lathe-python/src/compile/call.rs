//! Calls.
//!
//! Three shapes: of a function (`Call`), of a method (`LoadMethod` + `CallMethod`), and with `*` or `**` (`CallUnpack`). `super()`
//! has instructions of its own, so that neither it nor its object need be made.

use super::display::MAX_ITEMS;
use super::names::Access;
use super::{Compiler, Done};
use crate::bytecode::{Constant, Flags, Instr, Register};
use crate::scope::{Names, ScopeKind};
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, Expr};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    pub(crate) fn call(&mut self, node: &'a ast::ExprCall, dst: Register) -> Done {
        let (range, arguments) = (node.range(), &node.arguments);
        if unpacks(arguments) {
            let base = self.unit.temporaries(3);
            self.compute(&node.func, base)?;
            self.unpacked_arguments(&arguments.args, &arguments.keywords, range, base)?;
            self.unit.reserve(2);
            self.emit(range, Instr::CallUnpack { dst, base });
            return Ok(());
        }
        if let Expr::Attribute(method) = &*node.func {
            let base = self.unit.temporaries(2);
            let mark = self.unit.mark();
            match self.super_operands(&method.value, base)? {
                Some(explicit) => {
                    let name = self.attribute(&method.attr.id);
                    self.emit(method.range(), Instr::LoadSuperMethod { explicit, base, name });
                }
                None => {
                    let object = self.value(&method.value)?;
                    let (name, cache) = (self.attribute(&method.attr.id), self.unit.next_cache());
                    self.emit(
                        self.at_name(method, method.range()),
                        Instr::LoadMethod { base, object, cache, name },
                    );
                }
            }
            self.unit.free_to(mark);
            let (argc, names) = self.plain_arguments(arguments)?;
            self.unit.reserve(1);
            let instruction = match names {
                Some(names) => Instr::CallMethodKeywords { dst, base, argc, names },
                None => Instr::CallMethod { dst, base, argc, cache: self.unit.next_cache() },
            };
            self.emit(self.at_name(method, range), instruction);
            return Ok(());
        }
        if let Some(false) = self.is_super(&node.func, arguments) {
            let base = self.unit.temporaries(3);
            self.load_super(range, base)?;
            self.emit(range, Instr::CallSuper { dst, base });
            return Ok(());
        }
        if let Expr::Name(name) = &*node.func
            && name.id.as_str() == "super"
        {
            // Whatever `super` is, it may look at this frame.
            self.unit.code.flags.insert(Flags::OBSERVED);
        }
        let base = self.temporary();
        self.compute(&node.func, base)?;
        let (argc, names) = self.plain_arguments(arguments)?;
        self.unit.reserve(1);
        let instruction = match names {
            Some(names) => Instr::CallKeywords { dst, base, argc, names },
            None => Instr::Call { dst, base, argc, cache: self.unit.next_cache() },
        };
        self.emit(range, instruction);
        Ok(())
    }

    /// The place of something about an attribute: from its name on, if that is not in the line where the expression begins.
    pub(crate) fn at_name(&self, node: &ast::ExprAttribute, range: TextRange) -> TextRange {
        if self.source.line(range.start()).0 == self.source.line(node.end()).0 {
            return range;
        }
        TextRange::new(node.attr.start(), range.end())
    }

    /// Arguments into consecutive registers. Their number, and the constant with the names of the last ones.
    fn plain_arguments(&mut self, arguments: &'a ast::Arguments) -> Result<(u16, Option<u32>), Fault> {
        let values = arguments.keywords.iter().map(|keyword| &keyword.value);
        self.row(arguments.args.iter().chain(values))?;
        let names = (!arguments.keywords.is_empty()).then(|| {
            let names = arguments.keywords.iter().filter_map(|keyword| keyword.arg.as_ref());
            let names: Vec<Constant> = names.map(|name| Constant::str(&self.mangled(&name.id))).collect();
            self.constant(Constant::tuple(names))
        });
        Ok(((arguments.args.len() + arguments.keywords.len()) as u16, names))
    }

    fn mangled(&self, text: &str) -> String {
        let class = self.scopes.get(self.unit.scope).class_name.map(|id| &**self.scopes.names.get(id));
        crate::scope::mangle(class, text).into_owned()
    }

    /// `base + 1` gets a tuple or list of positional arguments, `base + 2` a dict or null. The callee is in `base`.
    pub(crate) fn unpacked_arguments(
        &mut self,
        positional: &'a [Expr],
        keywords: &'a [ast::Keyword],
        range: TextRange,
        base: Register,
    ) -> Done {
        let mark = self.unit.mark();
        match positional {
            [Expr::Starred(starred)] => {
                let src = self.value(&starred.value)?;
                self.emit(range, Instr::ArgumentTuple { dst: base + 1, src, callee: base });
            }
            _ => self.list_piecewise(positional, range, base + 1)?,
        }
        self.unit.free_to(mark);
        self.keyword_dict(keywords, range, base, base + 2)
    }

    /// Keyword arguments in a new dict; null if there are none.
    pub(crate) fn keyword_dict(
        &mut self,
        keywords: &'a [ast::Keyword],
        range: TextRange,
        callee: Register,
        dict: Register,
    ) -> Done {
        if keywords.is_empty() {
            self.emit(range, Instr::Unbind { slot: dict });
            return Ok(());
        }
        let mut started = false;
        let mut rest = keywords;
        while !rest.is_empty() {
            let mark = self.unit.mark();
            let named = rest.iter().take(MAX_ITEMS).take_while(|keyword| keyword.arg.is_some()).count();
            // The first named ones make the dict; whatever comes later must not be there already.
            if named > 0 || !started {
                let part = if started { self.temporary() } else { dict };
                let first = self.unit.mark();
                let base = first as Register;
                for keyword in &rest[..named] {
                    let (key, value) = (self.temporary(), self.temporary());
                    let name = keyword.arg.as_ref().expect("a named one");
                    let name = Constant::str(&self.mangled(&name.id));
                    self.load_constant(keyword.range(), key, name);
                    self.compute(&keyword.value, value)?;
                }
                self.emit(range, Instr::MakeDict { dst: part, base, count: named as u16 });
                if started {
                    self.emit(range, Instr::DictMerge { dict, src: part, callee });
                }
                started = true;
                rest = &rest[named..];
            } else {
                let src = self.value(&rest[0].value)?;
                self.emit(rest[0].range(), Instr::DictMerge { dict, src, callee });
                rest = &rest[1..];
            }
            self.unit.free_to(mark);
        }
        Ok(())
    }

    // --- super ----------------------------------------------------------------------------------------------------------

    /// Whether a call is one of `super`: `Some(true)` with its two arguments, `Some(false)` without.
    fn is_super(&self, function: &Expr, arguments: &ast::Arguments) -> Option<bool> {
        let Expr::Name(name) = function else { return None };
        if name.id.as_str() != "super" || !arguments.keywords.is_empty() {
            return None;
        }
        let frame = self.scopes.get(self.unit.frame);
        if !matches!(frame.kind, ScopeKind::Function | ScopeKind::Lambda) {
            return None;
        }
        if !matches!(self.access(Names::SUPER), Access::Global) {
            return None;
        }
        match arguments.args.len() {
            0 if self.unit.code.positional > 0 && matches!(self.access(Names::CLASS), Access::Free(_)) => {
                Some(false)
            }
            2 if !arguments.args.iter().any(Expr::is_starred_expr) => Some(true),
            _ => None,
        }
    }

    /// `super`, the class and the object into three registers.
    fn load_super(&mut self, range: TextRange, base: Register) -> Done {
        self.load_name_id(Names::SUPER, range, base);
        self.load_name_id(Names::CLASS, range, base + 1);
        // The first parameter is in slot 1, whatever it is now.
        let first = 1;
        if self.unit.code.cells.contains(&first) {
            self.emit(range, Instr::LoadCell { dst: base + 2, cell: first });
        } else {
            self.emit(range, Instr::CheckBound { slot: first });
            self.emit(range, Instr::Move { dst: base + 2, src: first });
        }
        Ok(())
    }

    /// If `object` is a call of `super`, loads its operands into `base` and the two registers after it, and gives whether it has
    /// arguments. `base + 2` must be the next new register.
    fn super_operands(&mut self, object: &'a Expr, base: Register) -> Result<Option<bool>, Fault> {
        let Expr::Call(call) = object else { return Ok(None) };
        let Some(explicit) = self.is_super(&call.func, &call.arguments) else { return Ok(None) };
        let third = self.temporary();
        debug_assert!(self.unit.overflow.is_some() || third == base + 2);
        if explicit {
            self.load_name_id(Names::SUPER, call.func.range(), base);
            self.compute(&call.arguments.args[0], base + 1)?;
            self.compute(&call.arguments.args[1], base + 2)?;
        } else {
            self.load_super(call.range(), base)?;
        }
        Ok(Some(explicit))
    }

    /// `super().name` as a value.
    pub(crate) fn super_attribute(
        &mut self,
        node: &'a ast::ExprAttribute,
        dst: Register,
    ) -> Result<bool, Fault> {
        let mark = self.unit.mark();
        let base = self.unit.temporaries(2);
        let Some(explicit) = self.super_operands(&node.value, base)? else {
            self.unit.free_to(mark);
            return Ok(false);
        };
        let name = self.attribute(&node.attr.id);
        self.emit(node.range(), Instr::GetSuperAttr { explicit, dst, base, name });
        Ok(true)
    }
}

fn unpacks(arguments: &ast::Arguments) -> bool {
    arguments.args.iter().any(Expr::is_starred_expr)
        || arguments.keywords.iter().any(|keyword| keyword.arg.is_none())
        || arguments.args.len() + arguments.keywords.len() > MAX_ITEMS
}
