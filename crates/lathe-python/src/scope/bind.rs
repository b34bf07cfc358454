//! Noting what a scope does with a name, and the errors that this shows.

use super::build::Builder;
use super::{NameId, Names, Place, Scope, ScopeId, ScopeKind, Symbol, Use, mangle};
use crate::syntax::Fault;
use ruff_python_ast as ast;
use ruff_text_size::{Ranged, TextRange};

type Done = Result<(), Fault>;

impl Builder<'_> {
    pub(super) fn scope(&mut self) -> &mut Scope {
        self.scopes.get_mut(self.current)
    }

    /// The name that an identifier means here.
    pub(super) fn name(&mut self, text: &str) -> NameId {
        let class = self.scopes.get(self.current).class_name.map(|id| self.scopes.names.get(id).clone());
        let mangled = mangle(class.as_deref(), text);
        self.scopes.names.intern(&mangled)
    }

    pub(super) fn add(&mut self, scope: ScopeId, name: NameId, uses: Use, range: TextRange) {
        let scope = self.scopes.get_mut(scope);
        match scope.symbols.entry(name) {
            std::collections::hash_map::Entry::Occupied(mut symbol) => symbol.get_mut().uses.add(uses),
            std::collections::hash_map::Entry::Vacant(place) => {
                scope.order.push(name);
                let declared = TextRange::default();
                place.insert(Symbol { uses, place: Place::Global, captured: false, first: range, declared });
            }
        }
    }

    pub(super) fn read(&mut self, text: &str, range: TextRange) {
        let name = self.name(text);
        self.add(self.current, name, Use::READ, range);
        let frame = self.scopes.get(self.current).frame;
        if name == Names::SUPER && self.scopes.get(self.current).is_function_like() {
            self.add(self.current, Names::CLASS, Use::READ, range);
        }
        if matches!(text, "locals" | "vars" | "dir" | "eval" | "exec" | "_getframe") {
            self.scopes.get_mut(frame).observed = true;
        }
    }

    pub(super) fn bind(&mut self, text: &str, uses: Use, range: TextRange) -> Done {
        if text == "__debug__" {
            return Err(Fault::new("cannot assign to __debug__", range));
        }
        let name = self.name(text);
        let mut uses = uses;
        uses.add(Use::BOUND);
        if self.in_targets && self.scope().kind.is_comprehension() {
            uses.add(Use::ITERATION);
        }
        self.add(self.current, name, uses, range);
        Ok(())
    }

    pub(super) fn identifier(&mut self, identifier: &ast::Identifier) -> Done {
        self.bind(&identifier.id, Use::default(), identifier.range())
    }

    pub(super) fn parameter(&mut self, parameter: &ast::Parameter) -> Done {
        let text = parameter.name.id.as_str();
        if text == "__debug__" {
            return Err(Fault::new("cannot assign to __debug__", parameter.range()));
        }
        let name = self.name(text);
        if self.scope().symbols.contains_key(&name) {
            let message = format!("duplicate argument '{text}' in function definition");
            return Err(Fault::new(message, parameter.range()));
        }
        self.add(self.current, name, Use::PARAMETER, parameter.range());
        Ok(())
    }

    /// `global` and `nonlocal`.
    pub(super) fn declare(&mut self, names: &[ast::Identifier], uses: Use, range: TextRange) -> Done {
        let what = if uses == Use::GLOBAL { "global" } else { "nonlocal" };
        if uses == Use::NONLOCAL && self.scope().kind == ScopeKind::Module {
            return Err(Fault::new("nonlocal declaration not allowed at module level", range));
        }
        for identifier in names {
            let text = identifier.id.as_str();
            if text == "__debug__" && uses == Use::GLOBAL {
                return Err(Fault::new("cannot assign to __debug__", range));
            }
            let name = self.name(text);
            let before = self.scope().symbols.get(&name).map_or(Use::default(), |symbol| symbol.uses);
            let message = if before.has(Use::PARAMETER) {
                Some(format!("name '{text}' is parameter and {what}"))
            } else if before.has(Use::ANNOTATED) {
                Some(format!("annotated name '{text}' can't be {what}"))
            } else if before.has(Use(Use::GLOBAL.0 | Use::NONLOCAL.0)) && !before.has(uses) {
                let declared = self.scope().symbols[&name].declared;
                return Err(Fault::new(format!("name '{text}' is nonlocal and global"), declared));
            } else if before.has(Use::BOUND) && !before.has(uses) {
                Some(format!("name '{text}' is assigned to before {what} declaration"))
            } else if before.has(Use::READ) && !before.has(uses) {
                Some(format!("name '{text}' is used prior to {what} declaration"))
            } else {
                None
            };
            if let Some(message) = message {
                return Err(Fault::new(message, range));
            }
            self.add(self.current, name, uses, range);
            if let Some(symbol) = self.scope().symbols.get_mut(&name) {
                symbol.declared = range;
            }
        }
        Ok(())
    }

    /// The target of `:=`, which belongs to the function around all comprehensions.
    pub(super) fn walrus(&mut self, target: &ast::Expr, whole: TextRange) -> Done {
        let ast::Expr::Name(target) = target else { return Ok(()) };
        let text = target.id.as_str();
        if self.in_comprehension_iterable {
            let message = "assignment expression cannot be used in a comprehension iterable expression";
            return Err(Fault::new(message, whole));
        }
        if !self.scope().kind.is_comprehension() {
            return self.bind(text, Use::WALRUS, target.range());
        }
        if text == "__debug__" {
            return Err(Fault::new("cannot assign to __debug__", target.range()));
        }
        let name = self.name(text);
        let mut inner = Vec::new();
        let mut scope = self.current;
        while self.scopes.get(scope).kind.is_comprehension() {
            let here = self.scopes.get(scope);
            if here.symbols.get(&name).is_some_and(|symbol| symbol.uses.has(Use::ITERATION)) {
                let message =
                    format!("assignment expression cannot rebind comprehension iteration variable '{text}'");
                return Err(Fault::new(message, target.range()));
            }
            inner.push(scope);
            scope = here.parent.expect("a comprehension is in something");
        }
        let owner = self.scopes.get(scope);
        let declared_global = owner.symbols.get(&name).is_some_and(|symbol| symbol.uses.has(Use::GLOBAL));
        let (module, frame) = (owner.kind == ScopeKind::Module, owner.frame);
        match owner.kind {
            ScopeKind::Class => {
                let message = "assignment expression within a comprehension cannot be used in a class body";
                return Err(Fault::new(message, target.range()));
            }
            ScopeKind::Annotations | ScopeKind::TypeParameters | ScopeKind::Evaluator => {
                let message = "assignment expression within a comprehension cannot be used within the definition of a generic";
                return Err(Fault::new(message, whole));
            }
            ScopeKind::Module | ScopeKind::Function | ScopeKind::Lambda => {}
            ScopeKind::Comprehension | ScopeKind::GeneratorExpression => {
                unreachable!("the loop has passed them")
            }
        }
        for scope in inner {
            // Without a frame of its own, a comprehension reaches the variable as the scope around it does.
            let same_frame = self.scopes.get(scope).frame == frame;
            let uses = match module || declared_global {
                _ if same_frame => Use::READ,
                true => Use::GLOBAL,
                false => Use::NONLOCAL,
            };
            self.add(scope, name, uses, target.range());
            let symbol = self.scopes.get_mut(scope).symbols.get_mut(&name).expect("just added");
            symbol.uses.add(Use::WALRUS);
        }
        self.add(scope, name, Use(Use::BOUND.0 | Use::WALRUS.0), target.range());
        Ok(())
    }

    /// `yield` makes the function a generator.
    pub(super) fn suspends(&mut self, range: TextRange, what: &str) -> Done {
        self.forbidden_in_annotations(range, what)?;
        let scope = self.scope();
        scope.has_yield = true;
        let inside = match (scope.kind, self.comprehension_name) {
            (ScopeKind::Comprehension, name) => name,
            (ScopeKind::GeneratorExpression, _) => "generator expression",
            _ => return Ok(()),
        };
        Err(Fault::new(format!("'yield' inside {inside}"), range))
    }

    /// Annotations, type parameters and aliases are scopes of their own, in which some expressions make no sense.
    pub(super) fn forbidden_in_annotations(&mut self, range: TextRange, what: &str) -> Done {
        let place = match self.scope().kind {
            ScopeKind::Annotations => "an annotation",
            ScopeKind::TypeParameters => "the definition of a generic",
            ScopeKind::Evaluator => self.evaluator_name,
            _ => return Ok(()),
        };
        Err(Fault::new(format!("{what} cannot be used within {place}"), range))
    }

    pub(super) fn awaits(&mut self) {
        let mut scope = self.current;
        loop {
            let here = self.scopes.get_mut(scope);
            here.has_await = true;
            match here.parent {
                Some(parent) if here.kind == ScopeKind::Comprehension => scope = parent,
                _ => break,
            }
        }
    }
}

impl ScopeKind {
    pub(super) fn is_comprehension(self) -> bool {
        matches!(self, ScopeKind::Comprehension | ScopeKind::GeneratorExpression)
    }
}
