//! Generators: what they yield, what is sent and thrown into them, how they end.

use super::functions::{Function, parameters};
use super::{Generator, Place};
use crate::python::tree::{Block, Expr, Kind, Stmt};

impl Generator<'_> {
    /// A generator function.
    pub(super) fn generator(&mut self, program: &mut Block) {
        let name = self.name("gen");
        let function = self.signature(name.clone(), true);
        let function =
            Function { gives: if self.tape.below(4) == 0 { Kind::Str } else { Kind::Int }, ..function };
        let mut body = self.enter_function(Place::Generator, &parameters(&function));
        let got = self.name("got");
        body.push(Stmt::line(&format!("{got} = None"), vec![]));
        self.bind(&got, Kind::Any);
        let (trip, trips) = (self.name("i"), 2 + self.tape.below(25));
        let inner = self.nested(|this, inner| {
            this.trips.push(trip.clone());
            this.weight = u64::from(trips);
            this.bind(&trip, Kind::Int);
            this.statements(inner, 1);
            let value = this.capped(function.gives, 2);
            let line = match this.tape.below(4) {
                0 => Stmt::line(&format!("{got} = yield $"), vec![value]),
                1 => Stmt::block("try", vec![], vec![Stmt::line(&format!("{got} = yield $"), vec![value])])
                    .and("except Oops as e", vec![], vec![Stmt::line(&format!("{got} = e.args"), vec![])]),
                2 => Stmt::block("try", vec![], vec![Stmt::line("yield $", vec![value])]).and(
                    "finally",
                    vec![],
                    vec![Stmt::line(&format!("{got} = {trip}"), vec![])],
                ),
                _ => Stmt::line("yield $", vec![value]),
            };
            inner.push(line);
            this.statements(inner, 1);
            this.trips.pop();
            this.weight = 1;
        });
        body.push(Stmt::block(&format!("for {trip} in range({trips})"), vec![], inner));
        if self.tape.below(2) == 0 {
            let others: Vec<Function> = self
                .functions
                .iter()
                .filter(|other| other.yields && other.gives == function.gives && other.cost < 300)
                .cloned()
                .collect();
            match others.first() {
                Some(other) => {
                    let call = self.call(other, 1);
                    body.push(Stmt::line(&format!("{got} = yield from $"), vec![call]));
                }
                None => {
                    let kind = if function.gives == Kind::Str { Kind::Strs } else { Kind::Ints };
                    let values = self.expr(kind, 1);
                    body.push(Stmt::line("yield from $", vec![values]));
                }
            }
        }
        let value = self.expr(Kind::Any, 1);
        body.push(Stmt::line("return $", vec![value]));
        self.end_function();
        let cost = 4 + self.cost(&body);
        program.push(Stmt::block(&format!("def {name}({})", function.shape.parameters), vec![], body));
        self.functions.push(Function { cost, ..function });
    }

    pub(super) fn yield_something(&mut self, body: &mut Block) {
        let value = self.expr(Kind::Int, 1);
        body.push(Stmt::line("yield $", vec![value]));
    }

    /// Goes through a generator step by step.
    pub(super) fn drive(&mut self, body: &mut Block) {
        let generators: Vec<Function> = self
            .functions
            .iter()
            .filter(|function| function.yields && function.cost * self.weight < 3000)
            .cloned()
            .collect();
        if generators.is_empty() {
            let kind = self.any_kind();
            let variable = self.new_variable(kind);
            return body.push(variable);
        }
        let function = generators[self.tape.index(generators.len())].clone();
        let name = self.name("it");
        let call = self.call(&function, 1);
        body.push(Stmt::line(&format!("{name} = $"), vec![call]));
        let mut steps = Vec::new();
        for _ in 0..2 + self.tape.below(5) {
            let template = self.tape.choose(&[
                "next(@)",
                "next(@)",
                "next(@, 'end')",
                "@.send($)",
                "@.send(None)",
                "@.throw(Oops($))",
                "@.throw(ValueError)",
                "@.close()",
                "list(@)",
            ]);
            let holes = (0..template.matches('$').count()).map(|_| self.expr(Kind::Any, 1)).collect();
            let step = Expr::fill(Kind::Any, &template.replace('@', &name), holes);
            let line = if self.weight < 20 { self.check(&name, step) } else { Stmt::line("$", vec![step]) };
            steps.push(line);
        }
        let tell = if self.weight < 20 { "caught('it', e)" } else { "pass" };
        body.push(
            Stmt::block("try", vec![], steps)
                .and(
                    "except StopIteration as e",
                    vec![],
                    vec![Stmt::line(&format!("{name} = e.value"), vec![])],
                )
                .and("except Exception as e", vec![], vec![Stmt::line(tell, vec![])]),
        );
        if self.tape.below(3) == 0 {
            let list = self.name("l");
            let function = &generators[0];
            let call = self.call(function, 1);
            body.push(Stmt::line(&format!("{list} = [q for q in $ if q]"), vec![call]));
            let kind = if function.gives == Kind::Str { Kind::Strs } else { Kind::Ints };
            self.bind(&list, kind);
        }
    }
}
