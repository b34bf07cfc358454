//! The walk over statements.

use super::{Names, Scope, ScopeId, ScopeKind, Scopes, Use, resolve};
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, Pattern, Stmt};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashMap;

type Done = Result<(), Fault>;

/// How deeply statements and expressions may be nested.
pub const MAX_DEPTH: u32 = 4000;

pub(super) struct Builder<'s> {
    pub(super) scopes: &'s mut Scopes,
    pub(super) current: ScopeId,
    pub(super) depth: u32,
    /// In a block that may be skipped: its annotations count only if it is reached.
    conditional: bool,
    pub(super) in_targets: bool,
    pub(super) in_comprehension_iterable: bool,
    pub(super) comprehension_name: &'static str,
    pub(super) evaluator_name: &'static str,
}

/// Builds and resolves the scopes of a module or an expression.
pub fn build(module: &ast::Mod, future_annotations: bool) -> Result<Scopes, Fault> {
    let mut scopes = Scopes {
        scopes: Vec::new(),
        names: Names::default(),
        by_node: FxHashMap::default(),
        future_annotations,
        depth: 0,
    };
    let mut builder = Builder {
        scopes: &mut scopes,
        current: Scopes::MODULE,
        depth: 0,
        conditional: false,
        in_targets: false,
        in_comprehension_iterable: false,
        comprehension_name: "",
        evaluator_name: "",
    };
    builder.push(ScopeKind::Module, None);
    match module {
        ast::Mod::Module(module) => builder.body(&module.body)?,
        ast::Mod::Expression(expression) => builder.expression(&expression.body)?,
    }
    resolve::resolve(&mut scopes)?;
    Ok(scopes)
}

impl Builder<'_> {
    fn push(&mut self, kind: ScopeKind, parent: Option<ScopeId>) -> ScopeId {
        let id = ScopeId(self.scopes.scopes.len() as u32);
        let frame = match parent {
            Some(parent) if kind == ScopeKind::Comprehension => self.scopes.get(parent).frame,
            _ => id,
        };
        let above = parent.map(|parent| self.scopes.get(parent));
        let sees_class =
            matches!(kind, ScopeKind::Annotations | ScopeKind::TypeParameters | ScopeKind::Evaluator)
                && above.is_some_and(|above| above.kind == ScopeKind::Class || above.sees_class);
        let class_name = above.and_then(|above| above.class_name);
        self.scopes.scopes.push(Scope {
            kind,
            parent,
            frame,
            order: Vec::new(),
            symbols: FxHashMap::default(),
            comprehensions: Vec::new(),
            free: Vec::new(),
            is_async: false,
            has_yield: false,
            has_await: false,
            needs_class: false,
            needs_class_dict: false,
            sees_class,
            observed: false,
            annotations: None,
            conditional_annotations: false,
            class_name,
        });
        if frame != id {
            self.scopes.get_mut(frame).comprehensions.push(id);
        }
        id
    }

    /// A new scope for a node, and what is in it.
    pub(super) fn enter<T>(
        &mut self,
        kind: ScopeKind,
        node: &T,
        inside: impl FnOnce(&mut Self) -> Done,
    ) -> Done {
        let id = self.push(kind, Some(self.current));
        self.scopes.by_node.insert((std::ptr::from_ref(node) as usize, kind), id);
        self.inside(id, inside)
    }

    fn inside(&mut self, id: ScopeId, inside: impl FnOnce(&mut Self) -> Done) -> Done {
        let before = std::mem::replace(&mut self.current, id);
        let flags = (self.conditional, self.in_targets, self.in_comprehension_iterable);
        (self.conditional, self.in_targets, self.in_comprehension_iterable) = (false, false, flags.2);
        let done = inside(self);
        (self.conditional, self.in_targets, self.in_comprehension_iterable) = flags;
        self.current = before;
        done
    }

    /// Goes one level deeper into the tree, with enough stack.
    pub(super) fn deeper(&mut self, range: TextRange, inside: impl FnOnce(&mut Self) -> Done) -> Done {
        self.depth += 1;
        self.scopes.depth = self.scopes.depth.max(self.depth);
        if self.depth > MAX_DEPTH {
            return Err(Fault::too_deep(range));
        }
        let done = stacker::maybe_grow(128 << 10, 2 << 20, || inside(self));
        self.depth -= 1;
        done
    }

    pub(super) fn body(&mut self, body: &[Stmt]) -> Done {
        body.iter().try_for_each(|statement| self.statement(statement))
    }

    /// A block that may be skipped.
    fn block(&mut self, body: &[Stmt]) -> Done {
        let before = std::mem::replace(&mut self.conditional, true);
        let done = self.body(body);
        self.conditional = before;
        done
    }

    fn statement(&mut self, statement: &Stmt) -> Done {
        self.deeper(statement.range(), |builder| builder.statement_here(statement))
    }

    fn statement_here(&mut self, statement: &Stmt) -> Done {
        match statement {
            Stmt::FunctionDef(function) => self.function(function),
            Stmt::ClassDef(class) => self.class(class),
            Stmt::Return(node) => self.optional(node.value.as_deref()),
            Stmt::Delete(node) => self.expressions(&node.targets),
            Stmt::TypeAlias(node) => self.type_alias(node),
            Stmt::Assign(node) => {
                self.expression(&node.value)?;
                self.expressions(&node.targets)
            }
            Stmt::AugAssign(node) => {
                self.expression(&node.target)?;
                self.expression(&node.value)
            }
            Stmt::AnnAssign(node) => self.annotated(node),
            Stmt::For(node) => {
                if node.is_async {
                    self.awaits();
                }
                self.expression(&node.target)?;
                self.expression(&node.iter)?;
                self.block(&node.body)?;
                self.block(&node.orelse)
            }
            Stmt::While(node) => {
                self.expression(&node.test)?;
                self.block(&node.body)?;
                self.block(&node.orelse)
            }
            Stmt::If(node) => {
                self.expression(&node.test)?;
                self.block(&node.body)?;
                node.elif_else_clauses.iter().try_for_each(|clause| {
                    self.optional(clause.test.as_ref())?;
                    self.block(&clause.body)
                })
            }
            Stmt::With(node) => {
                if node.is_async {
                    self.awaits();
                }
                for item in &node.items {
                    self.expression(&item.context_expr)?;
                    self.optional(item.optional_vars.as_deref())?;
                }
                self.block(&node.body)
            }
            Stmt::Match(node) => {
                self.expression(&node.subject)?;
                node.cases.iter().try_for_each(|case| {
                    self.pattern(&case.pattern)?;
                    self.optional(case.guard.as_deref())?;
                    self.block(&case.body)
                })
            }
            Stmt::Raise(node) => {
                self.optional(node.exc.as_deref())?;
                self.optional(node.cause.as_deref())
            }
            Stmt::Try(node) => {
                self.block(&node.body)?;
                for ast::ExceptHandler::ExceptHandler(handler) in &node.handlers {
                    self.optional(handler.type_.as_deref())?;
                    if let Some(name) = &handler.name {
                        self.identifier(name)?;
                    }
                    self.block(&handler.body)?;
                }
                self.block(&node.orelse)?;
                self.block(&node.finalbody)
            }
            Stmt::Assert(node) => {
                self.expression(&node.test)?;
                self.optional(node.msg.as_deref())
            }
            Stmt::Import(node) => node.names.iter().try_for_each(|alias| {
                let name = alias.asname.as_ref().unwrap_or(&alias.name);
                let first = name.id.split('.').next().unwrap_or_default();
                let text = if alias.asname.is_some() { name.id.as_str() } else { first };
                self.bind(text, Use::default(), statement.range())
            }),
            Stmt::ImportFrom(node) => node.names.iter().try_for_each(|alias| {
                if alias.name.id.as_str() == "*" {
                    return match self.scope().kind {
                        ScopeKind::Module => Ok(()),
                        _ => Err(Fault::new("import * only allowed at module level", alias.range())),
                    };
                }
                let name = alias.asname.as_ref().unwrap_or(&alias.name);
                self.bind(&name.id, Use::default(), alias.range())
            }),
            Stmt::Global(node) => self.declare(&node.names, Use::GLOBAL, statement.range()),
            Stmt::Nonlocal(node) => self.declare(&node.names, Use::NONLOCAL, statement.range()),
            Stmt::Expr(node) => self.expression(&node.value),
            Stmt::Pass(_) | Stmt::Break(_) | Stmt::Continue(_) => Ok(()),
            Stmt::IpyEscapeCommand(_) => Err(Fault::new("invalid syntax", statement.range())),
        }
    }

    fn function(&mut self, function: &ast::StmtFunctionDef) -> Done {
        function.decorator_list.iter().try_for_each(|decorator| self.expression(&decorator.expression))?;
        self.defaults(&function.parameters)?;
        self.identifier(&function.name)?;
        match &function.type_params {
            None => self.function_itself(function),
            Some(params) => self.enter(ScopeKind::TypeParameters, function, |builder| {
                let (positional, keyword_only) = default_kinds(&function.parameters);
                for (present, name) in
                    [(positional, Names::DEFAULTS), (keyword_only, Names::KEYWORD_DEFAULTS)]
                {
                    if present {
                        builder.add(builder.current, name, Use::PARAMETER, params.range());
                    }
                }
                builder.type_params(params)?;
                builder.function_itself(function)
            }),
        }
    }

    fn function_itself(&mut self, function: &ast::StmtFunctionDef) -> Done {
        let annotations = function_annotations(function);
        if !annotations.is_empty() && !self.scopes.future_annotations {
            self.enter(ScopeKind::Annotations, function, |builder| {
                builder.add(builder.current, Names::FORMAT, Use::PARAMETER, function.range());
                builder.sees_class(function.range());
                annotations.iter().try_for_each(|(_, annotation)| builder.expression(annotation))
            })?;
        }
        self.enter(ScopeKind::Function, function, |builder| {
            builder.scope().is_async = function.is_async;
            builder.parameters(&function.parameters)?;
            builder.body(&function.body)
        })
    }

    fn class(&mut self, class: &ast::StmtClassDef) -> Done {
        class.decorator_list.iter().try_for_each(|decorator| self.expression(&decorator.expression))?;
        self.identifier(&class.name)?;
        match &class.type_params {
            None => self.class_itself(class),
            Some(params) => self.enter(ScopeKind::TypeParameters, class, |builder| {
                // In a generic class, private names are its own already in the type parameters.
                let name = builder.scopes.names.intern(&class.name.id);
                builder.scope().class_name = Some(name);
                for name in [Names::TYPE_PARAMS, Names::GENERIC_BASE] {
                    builder.add(builder.current, name, Use::BOUND, params.range());
                }
                builder.type_params(params)?;
                builder.class_itself(class)
            }),
        }
    }

    fn class_itself(&mut self, class: &ast::StmtClassDef) -> Done {
        if let Some(arguments) = &class.arguments {
            self.arguments(arguments)?;
        }
        self.enter(ScopeKind::Class, class, |builder| {
            let name = builder.scopes.names.intern(&class.name.id);
            builder.scope().class_name = Some(name);
            for name in ["__module__", "__qualname__"] {
                builder.bind(name, Use::default(), class.range())?;
            }
            if class.type_params.is_some() {
                builder.add(builder.current, Names::TYPE_PARAMS, Use::READ, class.range());
            }
            builder.body(&class.body)
        })
    }

    fn type_alias(&mut self, node: &ast::StmtTypeAlias) -> Done {
        self.expression(&node.name)?;
        let value = |builder: &mut Self| builder.evaluator(&node.value, "a type alias");
        match &node.type_params {
            None => value(self),
            Some(params) => self.enter(ScopeKind::TypeParameters, node, |builder| {
                builder.add(builder.current, Names::TYPE_PARAMS, Use::BOUND, params.range());
                builder.type_params(params)?;
                value(builder)
            }),
        }
    }

    fn type_params(&mut self, params: &ast::TypeParams) -> Done {
        self.sees_class(params.range());
        for param in &params.type_params {
            let (name, bound, default) = match param {
                ast::TypeParam::TypeVar(var) => (&var.name, var.bound.as_deref(), var.default.as_deref()),
                ast::TypeParam::TypeVarTuple(tuple) => (&tuple.name, None, tuple.default.as_deref()),
                ast::TypeParam::ParamSpec(spec) => (&spec.name, None, spec.default.as_deref()),
            };
            let id = self.name(&name.id);
            if self.scope().symbols.get(&id).is_some_and(|symbol| symbol.uses.has(Use::TYPE_PARAMETER)) {
                return Err(Fault::new(format!("duplicate type parameter '{}'", name.id), name.range()));
            }
            self.bind(&name.id, Use::TYPE_PARAMETER, name.range())?;
            if let Some(bound) = bound {
                let what = if bound.is_tuple_expr() { "a TypeVar constraint" } else { "a TypeVar bound" };
                self.evaluator(bound, what)?;
            }
            if let Some(default) = default {
                self.evaluator(default, "a TypeVar default")?;
            }
        }
        Ok(())
    }

    /// An expression that is evaluated later, by a function.
    fn evaluator(&mut self, expression: &ast::Expr, what: &'static str) -> Done {
        self.enter(ScopeKind::Evaluator, expression, |builder| {
            builder.evaluator_name = what;
            builder.add(builder.current, Names::FORMAT, Use::PARAMETER, expression.range());
            builder.sees_class(expression.range());
            builder.expression(expression)
        })
    }

    /// A scope that sees the names of a class gets them from the class's dict.
    fn sees_class(&mut self, range: TextRange) {
        if self.scope().sees_class {
            self.add(self.current, Names::CLASS_DICT, Use::READ, range);
        }
    }

    fn annotated(&mut self, node: &ast::StmtAnnAssign) -> Done {
        let at_top = !self.scope().is_function_like();
        match &*node.target {
            ast::Expr::Name(target) if node.simple => {
                let name = self.name(&target.id);
                let before = self.scope().symbols.get(&name).map_or(Use::default(), |symbol| symbol.uses);
                if before.has(Use(Use::GLOBAL.0 | Use::NONLOCAL.0)) && self.current != Scopes::MODULE {
                    let what = if before.has(Use::GLOBAL) { "global" } else { "nonlocal" };
                    let message = format!("annotated name '{}' can't be {what}", target.id);
                    return Err(Fault::new(message, node.range()));
                }
                self.bind(&target.id, Use::ANNOTATED, target.range())?;
            }
            ast::Expr::Name(target) => {
                if node.value.is_some() {
                    self.bind(&target.id, Use::default(), target.range())?;
                }
            }
            target => self.expression(target)?,
        }
        if at_top && node.simple && !self.scopes.future_annotations {
            self.annotation_of_variable(&node.annotation)?;
        }
        self.optional(node.value.as_deref())
    }

    /// All annotations of a module's or class's variables are evaluated by one function.
    fn annotation_of_variable(&mut self, annotation: &ast::Expr) -> Done {
        let owner = self.current;
        let conditional = self.conditional || owner == Scopes::MODULE;
        let id = match self.scopes.get(owner).annotations {
            Some(id) => id,
            None => {
                let id = self.push(ScopeKind::Annotations, Some(owner));
                self.scopes.get_mut(owner).annotations = Some(id);
                self.add(id, Names::FORMAT, Use::PARAMETER, annotation.range());
                id
            }
        };
        self.scopes.get_mut(owner).conditional_annotations |= conditional;
        self.inside(id, |builder| {
            builder.sees_class(annotation.range());
            if conditional {
                builder.add(builder.current, Names::CONDITIONAL_ANNOTATIONS, Use::READ, annotation.range());
            }
            builder.expression(annotation)
        })
    }

    fn pattern(&mut self, pattern: &Pattern) -> Done {
        self.deeper(pattern.range(), |builder| match pattern {
            Pattern::MatchValue(node) => builder.expression(&node.value),
            Pattern::MatchSingleton(_) => Ok(()),
            Pattern::MatchSequence(node) => node.patterns.iter().try_for_each(|part| builder.pattern(part)),
            Pattern::MatchMapping(node) => {
                node.keys.iter().try_for_each(|key| builder.expression(key))?;
                node.patterns.iter().try_for_each(|part| builder.pattern(part))?;
                node.rest.iter().try_for_each(|name| builder.identifier(name))
            }
            Pattern::MatchClass(node) => {
                builder.expression(&node.cls)?;
                node.arguments.patterns.iter().try_for_each(|part| builder.pattern(part))?;
                node.arguments.keywords.iter().try_for_each(|keyword| builder.pattern(&keyword.pattern))
            }
            Pattern::MatchStar(node) => node.name.iter().try_for_each(|name| builder.identifier(name)),
            Pattern::MatchAs(node) => {
                node.pattern.iter().try_for_each(|part| builder.pattern(part))?;
                node.name.iter().try_for_each(|name| builder.identifier(name))
            }
            Pattern::MatchOr(node) => node.patterns.iter().try_for_each(|part| builder.pattern(part)),
        })
    }
}

/// Whether there are defaults of positional and of keyword-only parameters.
fn default_kinds(parameters: &ast::Parameters) -> (bool, bool) {
    let mut positional = parameters.posonlyargs.iter().chain(&parameters.args);
    let has = |parameter: &ast::ParameterWithDefault| parameter.default.is_some();
    (positional.any(has), parameters.kwonlyargs.iter().any(has))
}

/// Names and annotations of parameters, in CPython's order, and of the result.
pub(crate) fn function_annotations(function: &ast::StmtFunctionDef) -> Vec<(&str, &ast::Expr)> {
    let parameters = &*function.parameters;
    let before = parameters.posonlyargs.iter().chain(&parameters.args).map(|parameter| &parameter.parameter);
    let keyword_only = parameters.kwonlyargs.iter().map(|parameter| &parameter.parameter);
    let all =
        before.chain(parameters.vararg.as_deref()).chain(keyword_only).chain(parameters.kwarg.as_deref());
    let annotated =
        all.filter_map(|parameter| Some((parameter.name.id.as_str(), parameter.annotation.as_deref()?)));
    annotated.chain(function.returns.as_deref().map(|returns| ("return", returns))).collect()
}
