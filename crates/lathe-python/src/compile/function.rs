//! Functions and lambdas.

use super::{Compiler, Done};
use crate::bytecode::{CodeKind, Const, Constant, Flags, FunctionParts, Instr, Register};
use crate::scope::{Place, ScopeId, ScopeKind, Use};
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, Decorator, Expr};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    pub(crate) fn function_definition(&mut self, node: &'a ast::StmtFunctionDef) -> Done {
        let range = definition_range(&node.decorator_list, node.range());
        if let (true, None, Some(slot)) =
            (node.decorator_list.is_empty(), &node.type_params, self.local(&node.name.id))
        {
            return self.function_value(node, range, slot);
        }
        let value = self.decorated(&node.decorator_list, |compiler, dst| match &node.type_params {
            None => compiler.function_value(node, range, dst),
            Some(params) => compiler.generic_function(node, params, range, dst),
        })?;
        self.store_name(&node.name.id, node.name.range(), value);
        Ok(())
    }

    /// Something with decorators: they are evaluated first, and called last, the innermost first.
    pub(crate) fn decorated(
        &mut self,
        decorators: &'a [Decorator],
        definition: impl FnOnce(&mut Self, Register) -> Done,
    ) -> Result<Register, Fault> {
        let mut registers = Vec::with_capacity(decorators.len());
        for decorator in decorators {
            let register = self.temporary();
            self.compute(&decorator.expression, register)?;
            registers.push(register);
        }
        let mut value = self.temporary();
        definition(self, value)?;
        self.unit.reserve(1);
        // Each decorator's argument is in the register after it.
        for (decorator, &base) in decorators.iter().zip(&registers).rev() {
            let cache = self.unit.next_cache();
            self.emit(decorator.expression.range(), Instr::Call { dst: base, base, argc: 1, cache });
            value = base;
        }
        Ok(value)
    }

    fn function_value(&mut self, node: &'a ast::StmtFunctionDef, range: TextRange, dst: Register) -> Done {
        let mark = self.unit.mark();
        let mut parts = FunctionParts::default();
        let base = self.unit.mark() as Register;
        self.defaults(&node.parameters, node.range(), &mut parts)?;
        self.function_with_parts(node, range, parts, base, dst)?;
        self.unit.free_to(mark);
        Ok(())
    }

    /// The defaults into new registers.
    pub(crate) fn defaults(
        &mut self,
        parameters: &'a ast::Parameters,
        range: TextRange,
        parts: &mut FunctionParts,
    ) -> Done {
        let positional = parameters.posonlyargs.iter().chain(&parameters.args);
        let defaults: Vec<&'a Expr> =
            positional.filter_map(|parameter| parameter.default.as_deref()).collect();
        if !defaults.is_empty() {
            let dst = self.temporary();
            let mark = self.unit.mark();
            match defaults.iter().map(|default| self.fold(default)).collect::<Option<Vec<_>>>() {
                Some(constants) => self.load_constant(range, dst, Constant::tuple(constants)),
                None => {
                    let count = defaults.len() as u16;
                    let base = self.row(defaults)?;
                    self.emit(range, Instr::MakeTuple { dst, base, count });
                }
            }
            self.unit.free_to(mark);
            *parts = parts.with(FunctionParts::DEFAULTS);
        }
        let keyword_only = parameters.kwonlyargs.iter().filter(|parameter| parameter.default.is_some());
        let keyword_only: Vec<&'a ast::ParameterWithDefault> = keyword_only.collect();
        if !keyword_only.is_empty() {
            let dst = self.temporary();
            let mark = self.unit.mark();
            let base = mark as Register;
            for parameter in &keyword_only {
                let (key, value) = (self.temporary(), self.temporary());
                let name = self.scopes.names.get(self.name_id(&parameter.parameter.name.id)).clone();
                self.load_constant(range, key, Constant::str(&name));
                self.compute(parameter.default.as_deref().expect("filtered"), value)?;
            }
            self.emit(range, Instr::MakeDict { dst, base, count: keyword_only.len() as u16 });
            self.unit.free_to(mark);
            *parts = parts.with(FunctionParts::KEYWORD_DEFAULTS);
        }
        Ok(())
    }

    /// The rest of the parts, then the function. `base`: where the parts so far are.
    pub(crate) fn function_with_parts(
        &mut self,
        node: &'a ast::StmtFunctionDef,
        range: TextRange,
        mut parts: FunctionParts,
        base: Register,
        dst: Register,
    ) -> Done {
        if let Some(part) = self.function_annotations(node)? {
            parts = parts.with(part);
        }
        let scope = self.scopes.of(node, ScopeKind::Function);
        let mut code = self.new_code(CodeKind::Function, &node.name.id, range);
        set_parameters(&mut code, &node.parameters);
        let here = self.scopes.get(scope);
        match (here.is_async, here.has_yield) {
            (false, false) => {}
            (false, true) => code.flags.insert(Flags::GENERATOR),
            (true, false) => code.flags.insert(Flags::COROUTINE),
            (true, true) => code.flags.insert(Flags::ASYNC_GENERATOR),
        }
        if self.scopes.get(self.unit.frame).kind == ScopeKind::Class {
            code.flags.insert(Flags::METHOD);
        }
        self.enter(scope, code);
        let (docstring, body) = self.split_docstring(&node.body);
        if let Some(docstring) = docstring {
            self.constant(docstring);
            self.unit.code.flags.insert(Flags::HAS_DOCSTRING);
        }
        self.statements(body)?;
        // The implicit return is at the last statement.
        let end = node.body.last().map_or(range, Ranged::range);
        self.return_none(end);
        let code = self.leave()?;
        self.make_function_with(scope, code, parts, base, node.range(), dst)
    }

    pub(crate) fn lambda(&mut self, node: &'a ast::ExprLambda, dst: Register) -> Done {
        let range = node.range();
        let mut parts = FunctionParts::default();
        let base = self.unit.mark() as Register;
        if let Some(parameters) = &node.parameters {
            self.defaults(parameters, range, &mut parts)?;
        }
        let scope = self.scopes.of(node, ScopeKind::Lambda);
        let mut code = self.new_code(CodeKind::Lambda, "<lambda>", range);
        if let Some(parameters) = &node.parameters {
            set_parameters(&mut code, parameters);
        }
        if self.scopes.get(scope).has_yield {
            code.flags.insert(Flags::GENERATOR);
        }
        self.enter(scope, code);
        let src = self.value(&node.body)?;
        self.emit(node.body.range(), Instr::Return { src });
        let code = self.leave()?;
        self.make_function_with(scope, code, parts, base, range, dst)
    }

    /// A function without any parts so far.
    pub(crate) fn make_function(
        &mut self,
        scope: ScopeId,
        code: Const,
        range: TextRange,
        dst: Register,
    ) -> Done {
        let base = self.unit.mark() as Register;
        self.make_function_with(scope, code, FunctionParts::default(), base, range, dst)
    }

    /// Adds the closure to the parts, which end at the next new register, and makes the function.
    pub(crate) fn make_function_with(
        &mut self,
        scope: ScopeId,
        code: Const,
        mut parts: FunctionParts,
        base: Register,
        range: TextRange,
        dst: Register,
    ) -> Done {
        let mark = self.unit.mark();
        let free = &self.scopes.get(scope).free;
        if !free.is_empty() {
            let closure = self.temporary();
            let inner = self.unit.mark();
            let first = inner as Register;
            for &name in free {
                let cell = self.temporary();
                match self.scopes.closure_source(self.unit.scope, name) {
                    Place::Slot { owner } => {
                        let src = self.unit.slots[&(owner, name)];
                        self.emit(range, Instr::Move { dst: cell, src });
                    }
                    _ => {
                        let index = self.free_index(name);
                        self.emit(range, Instr::LoadFreeCell { dst: cell, index });
                    }
                }
            }
            self.emit(range, Instr::MakeTuple { dst: closure, base: first, count: free.len() as u16 });
            self.unit.free_to(inner);
            parts = parts.with(FunctionParts::CLOSURE);
        }
        self.emit(range, Instr::MakeFunction { parts, dst, base, code });
        self.unit.free_to(mark);
        Ok(())
    }

    /// `__qualname__` of something that is defined here.
    pub(crate) fn qualname(&self, name: &str) -> String {
        // The functions around generics do not show.
        let mut units = std::iter::once(&self.unit).chain(self.outer.iter().rev());
        let unit = units.find(|unit| unit.code.kind != CodeKind::TypeParameters).unwrap_or(&self.unit);
        if let Some(id) = self.scopes.names.find(name)
            && self.scopes.symbol(unit.scope, id).is_some_and(|symbol| symbol.uses.has(Use::GLOBAL))
        {
            return name.to_string();
        }
        match unit.code.kind {
            CodeKind::Module | CodeKind::Expression => name.to_string(),
            CodeKind::Class => format!("{}.{name}", unit.code.qualname),
            CodeKind::Function | CodeKind::Lambda | CodeKind::GeneratorExpression => {
                format!("{}.<locals>.{name}", unit.code.qualname)
            }
            CodeKind::Annotations | CodeKind::TypeParameters => {
                format!("{}.<locals>.{name}", unit.code.qualname)
            }
        }
    }
}

/// From the first decorator on.
pub(crate) fn definition_range(decorators: &[Decorator], range: TextRange) -> TextRange {
    match decorators.first() {
        Some(decorator) => TextRange::new(decorator.range().start(), range.end()),
        None => range,
    }
}

fn set_parameters(code: &mut crate::bytecode::Code, parameters: &ast::Parameters) {
    code.positional_only = parameters.posonlyargs.len() as u16;
    code.positional = (parameters.posonlyargs.len() + parameters.args.len()) as u16;
    code.keyword_only = parameters.kwonlyargs.len() as u16;
    if parameters.vararg.is_some() {
        code.flags.insert(Flags::VARARGS);
    }
    if parameters.kwarg.is_some() {
        code.flags.insert(Flags::VARKEYWORDS);
    }
}
