//! Type parameters (PEP 695): generic functions, classes and aliases.
//!
//! They are made by a hidden function, in which the parameters are variables. Bounds, defaults and aliases are functions that are called when
//! somebody asks for the value.

use super::{Compiler, Done};
use crate::bytecode::{CodeKind, Constant, FunctionParts, Instr, Register, TypeParamKind};
use crate::scope::{Names, ScopeKind};
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, Expr, TypeParam};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    pub(crate) fn generic_function(
        &mut self,
        node: &'a ast::StmtFunctionDef,
        params: &'a ast::TypeParams,
        range: TextRange,
        dst: Register,
    ) -> Done {
        let mark = self.unit.mark();
        let base = self.temporary();
        // Defaults are evaluated outside, and are arguments of the hidden function.
        let mut parts = FunctionParts::default();
        self.defaults(&node.parameters, node.range(), &mut parts)?;
        let scope = self.scopes.of(node, ScopeKind::TypeParameters);
        let name = format!("<generic parameters of {}>", node.name.id);
        let mut code = self.new_code(CodeKind::TypeParameters, &name, range);
        code.positional = parts.count();
        self.enter(scope, code);
        let (function, tuple) = (self.temporary(), self.temporary());
        self.type_params(params, tuple)?;
        let first = self.unit.mark() as Register;
        for slot in 1..=parts.count() {
            let part = self.temporary();
            self.emit(range, Instr::Move { dst: part, src: slot });
        }
        self.function_with_parts(node, range, parts, first, function)?;
        self.emit(range, Instr::SetTypeParams { function, params: tuple });
        self.emit(range, Instr::Return { src: function });
        let code = self.leave()?;
        self.make_function(scope, code, range, base)?;
        self.unit.reserve(1);
        let cache = self.unit.next_cache();
        self.emit(range, Instr::Call { dst, base, argc: parts.count(), cache });
        self.unit.free_to(mark);
        Ok(())
    }

    pub(crate) fn generic_class(
        &mut self,
        node: &'a ast::StmtClassDef,
        params: &'a ast::TypeParams,
        dst: Register,
    ) -> Done {
        let range = node.range();
        let scope = self.scopes.of(node, ScopeKind::TypeParameters);
        let name = format!("<generic parameters of {}>", node.name.id);
        let base = self.temporary();
        let code = self.new_code(CodeKind::TypeParameters, &name, range);
        self.enter(scope, code);
        let (class, tuple, generic) = (self.temporary(), self.temporary(), self.temporary());
        self.type_params(params, tuple)?;
        self.store_name_id(Names::TYPE_PARAMS, range, tuple);
        self.emit(range, Instr::MakeGeneric { dst: generic, params: tuple });
        self.class_value(node, Some(generic), class)?;
        self.emit(range, Instr::Return { src: class });
        let code = self.leave()?;
        self.make_function(scope, code, range, base)?;
        self.unit.reserve(1);
        let cache = self.unit.next_cache();
        self.emit(range, Instr::Call { dst, base, argc: 0, cache });
        Ok(())
    }

    pub(crate) fn type_alias(&mut self, node: &'a ast::StmtTypeAlias) -> Done {
        let range = node.range();
        let Expr::Name(name) = &*node.name else {
            return Err(Fault::new("invalid syntax", node.name.range()));
        };
        let value = match &node.type_params {
            None => {
                let dst = self.temporary();
                self.alias_value(node, &name.id, None, dst)?;
                dst
            }
            Some(params) => {
                let scope = self.scopes.of(node, ScopeKind::TypeParameters);
                let hidden = format!("<generic parameters of {}>", name.id);
                let base = self.temporary();
                let code = self.new_code(CodeKind::TypeParameters, &hidden, range);
                self.enter(scope, code);
                let (alias, tuple) = (self.temporary(), self.temporary());
                self.type_params(params, tuple)?;
                self.alias_value(node, &name.id, Some(tuple), alias)?;
                self.emit(range, Instr::Return { src: alias });
                let code = self.leave()?;
                self.make_function(scope, code, range, base)?;
                self.unit.reserve(1);
                let cache = self.unit.next_cache();
                self.emit(range, Instr::Call { dst: base, base, argc: 0, cache });
                base
            }
        };
        self.store_name(&name.id, name.range(), value);
        Ok(())
    }

    fn alias_value(
        &mut self,
        node: &'a ast::StmtTypeAlias,
        name: &str,
        params: Option<Register>,
        dst: Register,
    ) -> Done {
        let range = node.range();
        let base = self.unit.temporaries(3);
        self.load_constant(range, base, Constant::str(name));
        match params {
            Some(src) => self.emit(range, Instr::Move { dst: base + 1, src }),
            None => self.load_constant(range, base + 1, Constant::None),
        }
        self.evaluator(&node.value, name, base + 2)?;
        self.emit(range, Instr::MakeTypeAlias { dst, base });
        Ok(())
    }

    /// Makes the type parameters, binds them, and puts them into a tuple.
    fn type_params(&mut self, params: &'a ast::TypeParams, dst: Register) -> Done {
        let mark = self.unit.mark();
        let base = mark as Register;
        let mut default_before = false;
        for param in &params.type_params {
            let range = param.range();
            let register = self.temporary();
            let (name, bound, default, plain) = match param {
                TypeParam::TypeVar(node) => {
                    (&node.name, node.bound.as_deref(), &node.default, TypeParamKind::TypeVar)
                }
                TypeParam::TypeVarTuple(node) => {
                    (&node.name, None, &node.default, TypeParamKind::TypeVarTuple)
                }
                TypeParam::ParamSpec(node) => (&node.name, None, &node.default, TypeParamKind::ParamSpec),
            };
            if default.is_none() && default_before {
                let message =
                    format!("non-default type parameter '{}' follows default type parameter", name.id);
                return Err(Fault::new(message, range));
            }
            default_before |= default.is_some();
            let inner = self.unit.mark();
            let (kind, extra) = match bound {
                None => (plain, register),
                Some(bound) => {
                    let extra = self.temporary();
                    self.evaluator(bound, &name.id, extra)?;
                    let constrained = bound.is_tuple_expr();
                    let kind = if constrained {
                        TypeParamKind::ConstrainedTypeVar
                    } else {
                        TypeParamKind::BoundTypeVar
                    };
                    (kind, extra)
                }
            };
            let id = self.name_id(&name.id);
            let text = self.constant(Constant::str(&name.id));
            self.emit(range, Instr::MakeTypeParam { kind, dst: register, name: text, extra });
            if let Some(default) = default {
                let evaluator = self.temporary();
                self.evaluator(default, &name.id, evaluator)?;
                self.emit(range, Instr::SetTypeParamDefault { param: register, default: evaluator });
            }
            self.unit.free_to(inner);
            self.store_name_id(id, range, register);
        }
        let count = u16::try_from(params.type_params.len()).unwrap_or(u16::MAX);
        self.emit(params.range(), Instr::MakeTuple { dst, base, count });
        self.unit.free_to(mark);
        Ok(())
    }

    /// A function that evaluates an expression.
    fn evaluator(&mut self, expression: &'a Expr, name: &str, dst: Register) -> Done {
        let range = expression.range();
        let scope = self.scopes.of(expression, ScopeKind::Evaluator);
        let mut code = self.new_code(CodeKind::Annotations, name, range);
        (code.positional, code.positional_only) = (1, 1);
        self.enter(scope, code);
        self.check_format(range);
        let src = match expression {
            // `*Ts = *tuple[int]`: the default of a type variable tuple.
            Expr::Starred(starred) => {
                let src = self.value(&starred.value)?;
                let base = self.temporary();
                self.emit(range, Instr::Unpack { src, base, count: 1 });
                base
            }
            _ => self.value(expression)?,
        };
        self.emit(range, Instr::Return { src });
        let code = self.leave()?;
        self.evaluator_function(scope, code, range, dst)
    }

    /// Its default argument is the format of plain values.
    fn evaluator_function(
        &mut self,
        scope: crate::scope::ScopeId,
        code: u32,
        range: TextRange,
        dst: Register,
    ) -> Done {
        let mark = self.unit.mark();
        let base = self.temporary();
        self.load_constant(range, base, Constant::tuple([Constant::Int(1)]));
        self.make_function_with(scope, code, FunctionParts::DEFAULTS, base, range, dst)?;
        self.unit.free_to(mark);
        Ok(())
    }
}
