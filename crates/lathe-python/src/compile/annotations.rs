//! Annotations, which are evaluated when somebody asks (PEP 649, PEP 749): they are compiled into a function
//! `__annotate__(format)`. Under `from __future__ import annotations` they are strings instead.
//!
//! Annotations of variables that may not be reached count only if they were: reaching one adds its number to a set
//! (`__conditional_annotations__`), in which the function looks. In a module that goes for all, since the module may fail half-way; its
//! function is there from the start.

use super::unparse::unparse;
use super::{Compiler, Done};
use crate::bytecode::{
    Builtin, CodeKind, CompareOp, Constant, FUNCTION, FunctionParts, Instr, NAMESPACE, Register,
};
use crate::scope::{Names, ScopeId, ScopeKind, Use};
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};

#[derive(Clone, Copy)]
pub(crate) struct VariableAnnotation<'a> {
    name: &'a str,
    annotation: &'a Expr,
    /// The number that is in the set if the annotation was reached.
    condition: Option<i64>,
}

/// Formats above this one are for `annotationlib` alone.
const VALUE_WITH_FAKE_GLOBALS: i16 = 2;

impl<'a> Compiler<'a> {
    /// What a module does first.
    pub(crate) fn module_start(&mut self, body: &'a [Stmt], range: TextRange) -> Done {
        let mark = self.unit.mark();
        self.setup_annotations(range);
        let value = self.temporary();
        if self.scopes.get(self.unit.frame).conditional_annotations {
            self.emit(range, Instr::MakeSet { dst: value, base: value, count: 0 });
            self.store_in_module("__conditional_annotations__", range, value);
        }
        if let (Some(docstring), _) = self.split_docstring(body)
            && self.options.mode != super::Mode::Interactive
        {
            self.load_constant(range, value, docstring);
            self.store_in_module("__doc__", range, value);
        }
        if self.scopes.get(self.unit.frame).annotations.is_some() {
            // The function is made at the end of the code, where all annotations are known.
            let (make, made) = (self.label(), self.label());
            self.jump(range, make);
            self.place(made);
            self.unit.annotate = Some((make, made));
        }
        self.unit.free_to(mark);
        Ok(())
    }

    fn store_in_module(&mut self, name: &str, range: TextRange, src: Register) {
        if self.uses_namespace() {
            return self.store_in_class(name, range, src);
        }
        let (name, cache) = (self.unit.attribute(name), self.unit.next_cache());
        self.emit(range, Instr::StoreGlobal { src, cache, name });
    }

    /// What a module does last: the code that its start jumps to.
    pub(crate) fn module_annotations(&mut self, range: TextRange) -> Done {
        let Some((make, made)) = self.unit.annotate else { return Ok(()) };
        let mark = self.unit.mark();
        self.return_none(range);
        self.place(make);
        let value = self.temporary();
        let scope = self.scopes.get(self.unit.frame).annotations.expect("there are some");
        self.variable_annotations(scope, range, value)?;
        self.store_in_module("__annotate__", range, value);
        self.jump(range, made);
        self.unit.free_to(mark);
        Ok(())
    }

    pub(crate) fn class_annotations(&mut self, range: TextRange, value: Register) -> Done {
        if let Some(scope) = self.scopes.get(self.unit.frame).annotations {
            self.variable_annotations(scope, range, value)?;
            self.store_in_class("__annotate_func__", range, value);
        }
        Ok(())
    }

    /// Under the future import, the dict is there from the start.
    pub(crate) fn setup_annotations(&mut self, range: TextRange) {
        let scope = self.scopes.get(self.unit.frame);
        let annotated = scope.symbols.values().any(|symbol| symbol.uses.has(Use::ANNOTATED));
        if self.future_annotations && annotated {
            let global = scope.kind == ScopeKind::Module && !self.uses_namespace();
            let namespace = if global { FUNCTION } else { NAMESPACE };
            self.emit(range, Instr::SetupAnnotations { namespace });
        }
    }

    pub(crate) fn annotated_assignment(&mut self, node: &'a ast::StmtAnnAssign) -> Done {
        if let Some(value) = &node.value {
            self.assign_expression(&node.target, value)?;
        }
        let scope = self.scopes.get(self.unit.scope);
        match &*node.target {
            Expr::Name(target) if node.simple && !scope.is_function_like() => {
                if self.future_annotations {
                    self.annotation_as_string(&target.id, &node.annotation);
                    return Ok(());
                }
                self.deferred_annotation(&target.id, &node.annotation, node.range());
            }
            Expr::Name(_) => {}
            // Without a value, what leads to the target is evaluated.
            Expr::Attribute(target) if node.value.is_none() => self.discard(&target.value)?,
            Expr::Subscript(target) if node.value.is_none() => {
                self.discard(&target.value)?;
                let mark = self.unit.mark();
                self.value(&target.slice)?;
                self.unit.free_to(mark);
            }
            _ => {}
        }
        Ok(())
    }

    fn annotation_as_string(&mut self, name: &str, annotation: &Expr) {
        let range = annotation.range();
        let (dict, index, src) = (self.temporary(), self.temporary(), self.temporary());
        let global = self.unit.frame == crate::scope::Scopes::MODULE && !self.uses_namespace();
        let annotations = self.unit.attribute("__annotations__");
        if global {
            let cache = self.unit.next_cache();
            self.emit(range, Instr::LoadGlobal { dst: dict, cache, name: annotations });
        } else {
            self.emit(range, Instr::LoadName { dst: dict, namespace: NAMESPACE, name: annotations });
        }
        let name = self.scopes.names.get(self.name_id(name)).clone();
        self.load_constant(range, index, Constant::str(&name));
        self.load_constant(range, src, Constant::str(&unparse(self.source, annotation)));
        self.emit(range, Instr::SetItem { object: dict, index, src });
    }

    fn deferred_annotation(&mut self, name: &'a str, annotation: &'a Expr, range: TextRange) {
        let scope = self.scopes.get(self.unit.frame);
        let conditional = scope.kind == ScopeKind::Module || self.unit.conditional > 0;
        let number = self.unit.annotations.len() as i64;
        let condition = conditional.then_some(number);
        self.unit.annotations.push(VariableAnnotation { name, annotation, condition });
        let Some(number) = condition else { return };
        let mark = self.unit.mark();
        let (set, item) = (self.temporary(), self.temporary());
        if scope.kind == ScopeKind::Module {
            let name = self.unit.attribute("__conditional_annotations__");
            if self.uses_namespace() {
                self.emit(range, Instr::LoadName { dst: set, namespace: NAMESPACE, name });
            } else {
                let cache = self.unit.next_cache();
                self.emit(range, Instr::LoadGlobal { dst: set, cache, name });
            }
        } else {
            let cell = self.unit.slots[&(self.unit.frame, Names::CONDITIONAL_ANNOTATIONS)];
            self.emit(range, Instr::LoadCell { dst: set, cell });
        }
        self.load_constant(range, item, Constant::Int(number));
        self.emit(range, Instr::SetAdd { set, item });
        self.unit.free_to(mark);
    }

    /// The function that evaluates the annotations of variables.
    fn variable_annotations(&mut self, scope: ScopeId, range: TextRange, dst: Register) -> Done {
        let all = std::mem::take(&mut self.unit.annotations);
        self.start_annotate(scope, range);
        let dict = self.temporary();
        self.emit(range, Instr::MakeDict { dst: dict, base: dict, count: 0 });
        for VariableAnnotation { name, annotation, condition } in all {
            let skip = self.label();
            let mark = self.unit.mark();
            if let Some(number) = condition {
                let (item, container) = (self.temporary(), self.temporary());
                self.load_constant(range, item, Constant::Int(number));
                self.load_name_id(Names::CONDITIONAL_ANNOTATIONS, range, container);
                self.emit(range, Instr::JumpContains { sense: false, item, container, target: skip.0 });
                self.unit.free_to(mark);
            }
            let name = self.scopes.names.get(self.name_id(name)).clone();
            self.add_annotation(dict, &name, annotation)?;
            self.place(skip);
        }
        self.end_annotate(scope, dict, range, dst)
    }

    /// The `__annotate__` function of a function, or its annotations as strings, in a new register.
    pub(crate) fn function_annotations(
        &mut self,
        node: &'a ast::StmtFunctionDef,
    ) -> Result<Option<FunctionParts>, Fault> {
        let all = crate::scope::function_annotations(node);
        if all.is_empty() {
            return Ok(None);
        }
        let range = node.range();
        let dst = self.temporary();
        if self.future_annotations {
            let mark = self.unit.mark();
            let base = mark as Register;
            for (name, annotation) in &all {
                let (key, value) = (self.temporary(), self.temporary());
                let name = self.mangled_parameter(name);
                self.load_constant(range, key, Constant::str(&name));
                self.load_constant(range, value, Constant::str(&unparse(self.source, annotation)));
            }
            self.emit(range, Instr::MakeDict { dst, base, count: all.len() as u16 });
            self.unit.free_to(mark);
            return Ok(Some(FunctionParts::ANNOTATIONS));
        }
        let scope = self.scopes.of(node, ScopeKind::Annotations);
        self.start_annotate(scope, range);
        let dict = self.temporary();
        self.emit(range, Instr::MakeDict { dst: dict, base: dict, count: 0 });
        for (name, annotation) in all {
            let name = self.mangled_parameter(name);
            self.add_annotation(dict, &name, annotation)?;
        }
        self.end_annotate(scope, dict, range, dst)?;
        Ok(Some(FunctionParts::ANNOTATE))
    }

    fn mangled_parameter(&self, name: &str) -> String {
        let class = self.scopes.get(self.unit.scope).class_name.map(|id| &**self.scopes.names.get(id));
        crate::scope::mangle(class, name).into_owned()
    }

    /// `dict[name] = annotation`.
    fn add_annotation(&mut self, dict: Register, name: &str, annotation: &'a Expr) -> Done {
        let mark = self.unit.mark();
        let range = annotation.range();
        let (key, value) = (self.temporary(), self.temporary());
        self.load_constant(range, key, Constant::str(name));
        match annotation {
            // `*args: *Ts`
            Expr::Starred(starred) => {
                let src = self.value(&starred.value)?;
                self.emit(range, Instr::Unpack { src, base: value, count: 1 });
            }
            _ => self.compute(annotation, value)?,
        }
        self.emit(range, Instr::DictSet { dict, key, value });
        self.unit.free_to(mark);
        Ok(())
    }

    /// Starts a function of one parameter, the format.
    fn start_annotate(&mut self, scope: ScopeId, range: TextRange) {
        let mut code = self.new_code(CodeKind::Annotations, "__annotate__", range);
        (code.positional, code.positional_only) = (1, 1);
        self.enter(scope, code);
        self.check_format(range);
    }

    /// Other formats than those of plain values are not implemented by such functions.
    pub(crate) fn check_format(&mut self, range: TextRange) {
        let supported = self.label();
        let (op, immediate, target) = (CompareOp::Gt, VALUE_WITH_FAKE_GLOBALS, supported.0);
        self.emit(range, Instr::JumpCompareInt { op, sense: false, left: 1, immediate, target });
        let mark = self.unit.mark();
        let src = self.temporary();
        self.emit(range, Instr::LoadBuiltin { dst: src, builtin: Builtin::NotImplementedError });
        self.emit(range, Instr::Raise { src });
        self.unit.free_to(mark);
        self.place(supported);
    }

    fn end_annotate(&mut self, scope: ScopeId, dict: Register, range: TextRange, dst: Register) -> Done {
        self.emit(range, Instr::Return { src: dict });
        let code = self.leave()?;
        self.make_function(scope, code, range, dst)
    }
}
