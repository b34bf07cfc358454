//! The walk over expressions.

use super::build::Builder;
use super::{Names, ScopeKind, Use};
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, Expr, ExprContext};
use ruff_text_size::Ranged;

type Done = Result<(), Fault>;

impl Builder<'_> {
    pub(super) fn optional(&mut self, expression: Option<&Expr>) -> Done {
        expression.map_or(Ok(()), |expression| self.expression(expression))
    }

    pub(super) fn expressions(&mut self, expressions: &[Expr]) -> Done {
        expressions.iter().try_for_each(|expression| self.expression(expression))
    }

    pub(super) fn expression(&mut self, expression: &Expr) -> Done {
        match expression {
            // The most frequent leaves need no deeper stack.
            Expr::Name(node) => match node.ctx {
                ExprContext::Del if node.id.as_str() == "__debug__" => {
                    Err(Fault::new("cannot delete __debug__", node.range()))
                }
                ExprContext::Store | ExprContext::Del => self.bind(&node.id, Use::default(), node.range()),
                ExprContext::Load | ExprContext::Invalid => {
                    self.read(&node.id, node.range());
                    Ok(())
                }
            },
            Expr::StringLiteral(_) | Expr::BytesLiteral(_) | Expr::NumberLiteral(_) => Ok(()),
            Expr::BooleanLiteral(_) | Expr::NoneLiteral(_) | Expr::EllipsisLiteral(_) => Ok(()),
            _ => self.deeper(expression.range(), |builder| builder.expression_here(expression)),
        }
    }

    fn expression_here(&mut self, expression: &Expr) -> Done {
        match expression {
            Expr::BoolOp(node) => self.expressions(&node.values),
            Expr::Named(node) => {
                self.forbidden_in_annotations(node.range(), "named expression")?;
                self.walrus(&node.target, node.range())?;
                self.expression(&node.value)
            }
            Expr::BinOp(node) => {
                self.expression(&node.left)?;
                self.expression(&node.right)
            }
            Expr::UnaryOp(node) => self.expression(&node.operand),
            Expr::Lambda(node) => {
                if let Some(parameters) = &node.parameters {
                    self.defaults(parameters)?;
                }
                self.enter(ScopeKind::Lambda, node, |builder| {
                    if let Some(parameters) = &node.parameters {
                        builder.parameters(parameters)?;
                    }
                    builder.expression(&node.body)
                })
            }
            Expr::If(node) => {
                self.expression(&node.test)?;
                self.expression(&node.body)?;
                self.expression(&node.orelse)
            }
            Expr::Dict(node) => node.items.iter().try_for_each(|item| {
                self.optional(item.key.as_ref())?;
                self.expression(&item.value)
            }),
            Expr::Set(node) => self.expressions(&node.elts),
            Expr::ListComp(node) => {
                let elements = [Some(&*node.elt), None];
                self.comprehension(
                    ScopeKind::Comprehension,
                    "list comprehension",
                    node,
                    elements,
                    &node.generators,
                )
            }
            Expr::SetComp(node) => {
                let elements = [Some(&*node.elt), None];
                self.comprehension(
                    ScopeKind::Comprehension,
                    "set comprehension",
                    node,
                    elements,
                    &node.generators,
                )
            }
            Expr::DictComp(node) => {
                let elements = [node.key.as_deref(), Some(&*node.value)];
                self.comprehension(
                    ScopeKind::Comprehension,
                    "dict comprehension",
                    node,
                    elements,
                    &node.generators,
                )
            }
            Expr::Generator(node) => {
                let elements = [Some(&*node.elt), None];
                let kind = ScopeKind::GeneratorExpression;
                self.comprehension(kind, "generator expression", node, elements, &node.generators)
            }
            Expr::Await(node) => {
                self.forbidden_in_annotations(node.range(), "await expression")?;
                self.awaits();
                self.expression(&node.value)
            }
            Expr::Yield(node) => {
                self.suspends(node.range(), "yield expression")?;
                self.optional(node.value.as_deref())
            }
            Expr::YieldFrom(node) => {
                self.suspends(node.range(), "yield expression")?;
                self.expression(&node.value)
            }
            Expr::Compare(node) => {
                self.expression(&node.left)?;
                self.expressions(&node.comparators)
            }
            Expr::Call(node) => {
                self.expression(&node.func)?;
                self.arguments(&node.arguments)
            }
            Expr::FString(node) => node.value.elements().try_for_each(|element| self.interpolated(element)),
            Expr::TString(node) => node.value.elements().try_for_each(|element| self.interpolated(element)),
            Expr::Attribute(node) => {
                if node.attr.id.as_str() == "_getframe" {
                    let frame = self.scopes.get(self.current).frame;
                    self.scopes.get_mut(frame).observed = true;
                }
                self.expression(&node.value)
            }
            Expr::Subscript(node) => {
                self.expression(&node.value)?;
                self.expression(&node.slice)
            }
            Expr::Starred(node) => self.expression(&node.value),
            Expr::List(node) => self.expressions(&node.elts),
            Expr::Tuple(node) => self.expressions(&node.elts),
            Expr::Slice(node) => {
                self.optional(node.lower.as_deref())?;
                self.optional(node.upper.as_deref())?;
                self.optional(node.step.as_deref())
            }
            Expr::IpyEscapeCommand(node) => Err(Fault::new("invalid syntax", node.range())),
            Expr::Name(_) | Expr::StringLiteral(_) | Expr::BytesLiteral(_) | Expr::NumberLiteral(_) => Ok(()),
            Expr::BooleanLiteral(_) | Expr::NoneLiteral(_) | Expr::EllipsisLiteral(_) => Ok(()),
        }
    }

    pub(super) fn arguments(&mut self, arguments: &ast::Arguments) -> Done {
        self.expressions(&arguments.args)?;
        for (index, keyword) in arguments.keywords.iter().enumerate() {
            if let Some(name) = &keyword.arg {
                if name.id.as_str() == "__debug__" {
                    return Err(Fault::new("cannot assign to __debug__", keyword.range()));
                }
                let again = arguments.keywords[..index]
                    .iter()
                    .any(|other| other.arg.as_ref().is_some_and(|other| other.id == name.id));
                // Looking at all before it is quadratic; calls with thousands of keywords are checked when they are called.
                if index < 1000 && again {
                    return Err(Fault::new(
                        format!("keyword argument repeated: {}", name.id),
                        keyword.range(),
                    ));
                }
            }
            self.expression(&keyword.value)?;
        }
        Ok(())
    }

    pub(super) fn defaults(&mut self, parameters: &ast::Parameters) -> Done {
        let all = parameters.iter_non_variadic_params();
        all.into_iter().try_for_each(|parameter| self.optional(parameter.default.as_deref()))
    }

    pub(super) fn parameters(&mut self, parameters: &ast::Parameters) -> Done {
        let before = parameters.posonlyargs.iter().chain(&parameters.args).chain(&parameters.kwonlyargs);
        before
            .map(|parameter| &parameter.parameter)
            .chain(parameters.vararg.as_deref())
            .chain(parameters.kwarg.as_deref())
            .try_for_each(|parameter| self.parameter(parameter))
    }

    fn interpolated(&mut self, element: &ast::InterpolatedStringElement) -> Done {
        match element {
            ast::InterpolatedStringElement::Literal(_) => Ok(()),
            ast::InterpolatedStringElement::Interpolation(node) => {
                self.expression(&node.expression)?;
                match &node.format_spec {
                    Some(spec) => self.deeper(spec.range(), |builder| {
                        spec.elements.iter().try_for_each(|element| builder.interpolated(element))
                    }),
                    None => Ok(()),
                }
            }
        }
    }

    fn comprehension<T>(
        &mut self,
        kind: ScopeKind,
        name: &'static str,
        node: &T,
        elements: [Option<&Expr>; 2],
        generators: &[ast::Comprehension],
    ) -> Done {
        let iterable = |builder: &mut Self, iter: &Expr| {
            let before = std::mem::replace(&mut builder.in_comprehension_iterable, true);
            let done = builder.expression(iter);
            builder.in_comprehension_iterable = before;
            done
        };
        // The first iterable is evaluated outside.
        iterable(self, &generators[0].iter)?;
        let outer_name = std::mem::replace(&mut self.comprehension_name, name);
        let in_iterable = self.in_comprehension_iterable;
        let mut asynchronous = false;
        self.enter(kind, node, |builder| {
            builder.in_comprehension_iterable = false;
            if kind == ScopeKind::GeneratorExpression {
                builder.add(builder.current, Names::ITERATOR, Use::PARAMETER, generators[0].range());
            }
            for (index, generator) in generators.iter().enumerate() {
                if index > 0 {
                    iterable(builder, &generator.iter)?;
                }
                builder.in_targets = true;
                let done = builder.expression(&generator.target);
                builder.in_targets = false;
                done?;
                // What is inside a comprehension that is itself in an iterable is still in that iterable.
                builder.in_comprehension_iterable = in_iterable;
                builder.expressions(&generator.ifs)?;
                builder.in_comprehension_iterable = false;
                asynchronous |= generator.is_async;
            }
            if asynchronous {
                builder.awaits();
            }
            builder.in_comprehension_iterable = in_iterable;
            elements.into_iter().try_for_each(|element| builder.optional(element))
        })?;
        self.comprehension_name = outer_name;
        Ok(())
    }
}
