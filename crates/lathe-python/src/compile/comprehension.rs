//! Comprehensions, which run in the frame around them, and generator expressions, which are functions.

use super::{Compiler, Done};
use crate::bytecode::{Code, CodeKind, FOR_REGISTERS, Flags, Instr, Register};
use crate::scope::{NameId, ScopeId, ScopeKind};
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, Expr};
use ruff_text_size::{Ranged, TextRange};

/// What is done with the items.
#[derive(Clone, Copy)]
enum Collect<'a> {
    List(&'a Expr),
    Set(&'a Expr),
    Dict(&'a Expr, &'a Expr),
    Yield(&'a Expr),
}

impl<'a> Compiler<'a> {
    pub(crate) fn comprehension(&mut self, expression: &'a Expr, dst: Register) -> Done {
        let (collect, generators, scope) = match expression {
            Expr::ListComp(node) => {
                (Collect::List(&node.elt), &node.generators, self.scopes.of(node, ScopeKind::Comprehension))
            }
            Expr::SetComp(node) => {
                (Collect::Set(&node.elt), &node.generators, self.scopes.of(node, ScopeKind::Comprehension))
            }
            Expr::DictComp(node) => {
                let Some(key) = &node.key else {
                    return Err(Fault::new(
                        "dict unpacking cannot be used in dict comprehension",
                        node.range(),
                    ));
                };
                (
                    Collect::Dict(key, &node.value),
                    &node.generators,
                    self.scopes.of(node, ScopeKind::Comprehension),
                )
            }
            _ => unreachable!("a comprehension"),
        };
        let range = expression.range();
        if generators.iter().any(|generator| generator.is_async) && !self.may_await() {
            let message = "asynchronous comprehension outside of an asynchronous function";
            return Err(Fault::new(message, range));
        }
        let result = self.intermediate(dst);
        let first = self.first_iterable(&generators[0])?;
        let outer = std::mem::replace(&mut self.unit.scope, scope);
        self.fresh_variables(scope, range);
        let (base, count) = (result, 0);
        self.emit(
            range,
            match collect {
                Collect::List(_) => Instr::MakeList { dst: result, base, count },
                Collect::Set(_) => Instr::MakeSet { dst: result, base, count },
                Collect::Dict(..) | Collect::Yield(_) => Instr::MakeDict { dst: result, base, count },
            },
        );
        self.generators(generators, Some(first), collect, result)?;
        self.unit.scope = outer;
        if self.scopes.get(self.unit.frame).observed {
            // Whoever looks at the frame's variables sees those of a comprehension only while it runs.
            self.forget_variables(scope, range);
        }
        self.move_to(range, dst, result);
        Ok(())
    }

    fn forget_variables(&mut self, scope: ScopeId, range: TextRange) {
        let scopes = self.scopes;
        let bound = |name: &&NameId| scopes.get(scope).symbols[*name].uses.is_bound();
        for name in scopes.get(scope).order.iter().filter(bound) {
            let slot = self.unit.slots[&(scope, *name)];
            self.emit(range, Instr::Unbind { slot });
        }
    }

    /// The variables of a comprehension start unbound, those that are captured in new cells.
    fn fresh_variables(&mut self, scope: ScopeId, range: TextRange) {
        let scopes = self.scopes;
        let bound = |name: &&NameId| scopes.get(scope).symbols[*name].uses.is_bound();
        for name in scopes.get(scope).order.iter().filter(bound) {
            let slot = self.unit.slots[&(scope, *name)];
            let captured = scopes.get(scope).symbols[name].captured;
            self.emit(range, if captured { Instr::NewCell { slot } } else { Instr::Unbind { slot } });
        }
    }

    /// Prepares the loop over the first iterable, which belongs to the outer scope. The register with its state.
    fn first_iterable(&mut self, generator: &'a ast::Comprehension) -> Result<Register, Fault> {
        if generator.is_async {
            let src = self.value(&generator.iter)?;
            let dst = self.temporary();
            self.emit(generator.iter.range(), Instr::GetAsyncIter { dst, src });
            return Ok(dst);
        }
        self.for_prepare(&generator.iter, generator.iter.range())
    }

    /// The loops, from the outermost on. `first`: the state of the first one, if it is prepared.
    fn generators(
        &mut self,
        generators: &'a [ast::Comprehension],
        first: Option<Register>,
        collect: Collect<'a>,
        result: Register,
    ) -> Done {
        let Some((generator, inner)) = generators.split_first() else {
            return self.collect(collect, result);
        };
        let mark = self.unit.mark();
        let state = match first {
            Some(state) => state,
            None => self.first_iterable(generator)?,
        };
        let body = |compiler: &mut Self| {
            let next = compiler.label();
            generator.ifs.iter().try_for_each(|condition| compiler.condition(condition, false, next))?;
            stacker::maybe_grow(128 << 10, 4 << 20, || compiler.generators(inner, None, collect, result))?;
            compiler.place(next);
            Ok(())
        };
        let range = generator.target.range();
        if generator.is_async {
            self.async_loop(state, &generator.target, range, body)?;
        } else {
            self.for_loop(state, &generator.target, range, body)?;
        }
        self.unit.free_to(mark);
        Ok(())
    }

    /// The loop itself: header, next item, body.
    fn for_loop(
        &mut self,
        base: Register,
        target: &'a Expr,
        range: TextRange,
        body: impl FnOnce(&mut Self) -> Done,
    ) -> Done {
        let exit = self.label();
        let header = self.loop_header(range);
        self.for_next(base, target, range, exit)?;
        body(self)?;
        self.emit(range, Instr::JumpBack { target: header.0 });
        self.place(exit);
        Ok(())
    }

    fn collect(&mut self, collect: Collect<'a>, result: Register) -> Done {
        let mark = self.unit.mark();
        match collect {
            Collect::List(element) => {
                let item = self.comprehension_element(element)?;
                self.emit(element.range(), Instr::ListAppend { list: result, item });
            }
            Collect::Set(element) => {
                let item = self.comprehension_element(element)?;
                self.emit(element.range(), Instr::SetAdd { set: result, item });
            }
            Collect::Dict(key, value) => {
                let range = key.range();
                let key = self.value(key)?;
                let value = self.value(value)?;
                self.emit(range, Instr::DictSet { dict: result, key, value });
            }
            Collect::Yield(element) => {
                let src = self.comprehension_element(element)?;
                let dst = self.temporary();
                self.emit(element.range(), Instr::Yield { dst, src });
            }
        }
        self.unit.free_to(mark);
        Ok(())
    }

    fn comprehension_element(&mut self, element: &'a Expr) -> Result<Register, Fault> {
        if element.is_starred_expr() {
            return Err(Fault::new("iterable unpacking cannot be used in comprehension", element.range()));
        }
        self.value(element)
    }

    pub(crate) fn generator_expression(&mut self, node: &'a ast::ExprGenerator, dst: Register) -> Done {
        let range = node.range();
        let scope = self.scopes.of(node, ScopeKind::GeneratorExpression);
        let first = &node.generators[0];
        let base = self.temporary();
        let argument = self.temporary();
        let mark = self.unit.mark();
        let src = self.value(&first.iter)?;
        let iter_range = first.iter.range();
        self.emit(
            iter_range,
            if first.is_async {
                Instr::GetAsyncIter { dst: argument, src }
            } else {
                Instr::GetIter { dst: argument, src }
            },
        );
        self.unit.free_to(mark);

        let mut code = self.new_code(CodeKind::GeneratorExpression, "<genexpr>", range);
        code.positional = 1;
        let asynchronous = self.scopes.get(scope).has_await;
        code.flags.insert(if asynchronous { Flags::ASYNC_GENERATOR } else { Flags::GENERATOR });
        self.enter(scope, code);
        // The iterator is the only parameter. It was made for this loop alone.
        let iterator = 1;
        let state = if first.is_async {
            iterator
        } else {
            let base = self.unit.temporaries(FOR_REGISTERS.into());
            self.emit(iter_range, Instr::ForPrepare { fresh: true, base, src: iterator });
            base
        };
        // Nothing is collected.
        let result = iterator;
        self.generators(&node.generators, Some(state), Collect::Yield(&node.elt), result)?;
        self.return_none(range);
        let code = self.leave()?;

        self.make_function(scope, code, range, base)?;
        self.unit.reserve(1);
        let cache = self.unit.next_cache();
        self.emit(range, Instr::Call { dst, base, argc: 1, cache });
        Ok(())
    }

    /// A code object in the current one.
    pub(crate) fn new_code(&self, kind: CodeKind, name: &str, range: TextRange) -> Code {
        let qualname = self.qualname(name);
        let filename = self.unit.code.filename.clone();
        let (line, _) = self.source.line(range.start());
        let mut code = Code::new(kind, name.into(), qualname.into(), filename, line);
        if kind != CodeKind::Class {
            code.flags.insert(Flags::OPTIMIZED);
            code.flags.insert(Flags::NEW_LOCALS);
        }
        if self.future_annotations {
            code.flags.insert(Flags::FUTURE_ANNOTATIONS);
        }
        code
    }
}
