//! Classes.
//!
//! The body is a function that gets the namespace and fills it; `__build_class__` does the rest.

use super::display::MAX_ITEMS;
use super::function::definition_range;
use super::{Compiler, Done};
use crate::bytecode::{Builtin, CodeKind, Constant, Instr, NAMESPACE, Register};
use crate::scope::{Names, ScopeKind};
use ruff_python_ast::{self as ast, Expr};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    pub(crate) fn class_definition(&mut self, node: &'a ast::StmtClassDef) -> Done {
        let value = self.decorated(&node.decorator_list, |compiler, dst| match &node.type_params {
            None => compiler.class_value(node, None, dst),
            Some(params) => compiler.generic_class(node, params, dst),
        })?;
        self.store_name(&node.name.id, node.name.range(), value);
        Ok(())
    }

    /// The class. `generic`: a register with one more base.
    pub(crate) fn class_value(
        &mut self,
        node: &'a ast::StmtClassDef,
        generic: Option<Register>,
        dst: Register,
    ) -> Done {
        let range = node.range();
        let (bases, keywords): (&[Expr], &[ast::Keyword]) = match &node.arguments {
            Some(arguments) => (&arguments.args, &arguments.keywords),
            None => (&[], &[]),
        };
        let unpacks = bases.iter().any(Expr::is_starred_expr)
            || keywords.iter().any(|keyword| keyword.arg.is_none())
            || bases.len() + keywords.len() > MAX_ITEMS;
        if unpacks {
            let base = self.unit.temporaries(3);
            self.emit(range, Instr::LoadBuiltin { dst: base, builtin: Builtin::BuildClass });
            let mark = self.unit.mark();
            let (function, _name) = self.body_and_name(node)?;
            let list = base + 1;
            self.emit(range, Instr::MakeList { dst: list, base: function, count: 2 });
            self.unit.free_to(mark);
            for element in bases {
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
            if let Some(item) = generic {
                self.emit(range, Instr::ListAppend { list, item });
            }
            self.keyword_dict(keywords, range, base, base + 2)?;
            self.unit.reserve(2);
            self.emit(range, Instr::CallUnpack { dst, base });
            return Ok(());
        }
        let base = self.temporary();
        self.emit(range, Instr::LoadBuiltin { dst: base, builtin: Builtin::BuildClass });
        self.body_and_name(node)?;
        self.row(bases)?;
        if let Some(src) = generic {
            let argument = self.temporary();
            self.emit(range, Instr::Move { dst: argument, src });
        }
        self.row(keywords.iter().map(|keyword| &keyword.value))?;
        let argc = (2 + bases.len() + usize::from(generic.is_some()) + keywords.len()) as u16;
        self.unit.reserve(1);
        if keywords.is_empty() {
            let cache = self.unit.next_cache();
            self.emit(range, Instr::Call { dst, base, argc, cache });
        } else {
            let names = keywords.iter().filter_map(|keyword| keyword.arg.as_ref());
            let names: Vec<Constant> = names.map(|name| Constant::str(&name.id)).collect();
            let names = self.constant(Constant::tuple(names));
            self.emit(range, Instr::CallKeywords { dst, base, argc, names });
        }
        Ok(())
    }

    /// The function of the body and the class's name, in two new registers.
    fn body_and_name(
        &mut self,
        node: &'a ast::StmtClassDef,
    ) -> Result<(Register, Register), crate::syntax::Fault> {
        let (function, name) = (self.temporary(), self.temporary());
        self.class_body(node, function)?;
        self.load_constant(node.range(), name, Constant::str(&node.name.id));
        Ok((function, name))
    }

    fn class_body(&mut self, node: &'a ast::StmtClassDef, dst: Register) -> Done {
        let scope = self.scopes.of(node, ScopeKind::Class);
        let here = self.scopes.get(scope);
        let range = definition_range(&node.decorator_list, node.range());
        let code = self.new_code(CodeKind::Class, &node.name.id, range);
        let (qualname, first_line) = (code.qualname.clone(), code.first_line);
        self.enter(scope, code);
        let start = node.name.range();
        let cell = |compiler: &Self, name| compiler.unit.slots[&(scope, name)];
        if here.needs_class_dict {
            let cell = cell(self, Names::CLASS_DICT);
            self.emit(start, Instr::StoreCell { cell, src: NAMESPACE });
        }
        let value = self.temporary();
        let name = self.unit.attribute("__name__");
        self.emit(start, Instr::LoadName { dst: value, namespace: NAMESPACE, name });
        self.store_in_class("__module__", start, value);
        self.load_constant(start, value, Constant::str(&qualname));
        self.store_in_class("__qualname__", start, value);
        self.load_constant(start, value, Constant::Int(first_line.into()));
        self.store_in_class("__firstlineno__", start, value);
        if node.type_params.is_some() {
            let index = self.free_index(Names::TYPE_PARAMS);
            self.emit(start, Instr::LoadFree { dst: value, index });
            self.store_in_class("__type_params__", start, value);
        }
        if here.conditional_annotations {
            let cell = cell(self, Names::CONDITIONAL_ANNOTATIONS);
            self.emit(start, Instr::MakeSet { dst: value, base: value, count: 0 });
            self.emit(start, Instr::StoreCell { cell, src: value });
        }
        self.setup_annotations(start);
        let (docstring, body) = self.split_docstring(&node.body);
        if let Some(docstring) = docstring {
            self.load_constant(start, value, docstring);
            self.store_in_class("__doc__", start, value);
        }
        self.statements(body)?;
        self.class_annotations(start, value)?;
        let mut attributes = std::mem::take(&mut self.unit.static_attributes);
        attributes.sort();
        self.load_constant(start, value, Constant::tuple(attributes.iter().map(|name| Constant::str(name))));
        self.store_in_class("__static_attributes__", start, value);
        if here.needs_class_dict {
            let cell = cell(self, Names::CLASS_DICT);
            self.store_in_class("__classdictcell__", start, cell);
        }
        if here.needs_class {
            let cell = cell(self, Names::CLASS);
            self.store_in_class("__classcell__", start, cell);
            self.emit(start, Instr::Return { src: cell });
        } else {
            self.return_none(start);
        }
        let code = self.leave()?;
        self.make_function(scope, code, node.range(), dst)
    }

    pub(crate) fn store_in_class(&mut self, name: &str, range: TextRange, src: Register) {
        let name = self.unit.attribute(name);
        self.emit(range, Instr::StoreName { namespace: NAMESPACE, src, name });
    }
}
