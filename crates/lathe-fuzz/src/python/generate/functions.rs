//! Functions with all kinds of parameters, closures, recursion; and calls of them, right and wrong ones.

use super::{Generator, MAX_WEIGHT, Place};
use crate::python::tree::{Block, Expr, Kind, Stmt};

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub shape: &'static Shape,
    pub kinds: Vec<Kind>,
    pub gives: Kind,
    /// A generator: `gives` is what it yields.
    pub yields: bool,
    /// How much a call costs, roughly.
    pub cost: u64,
}

/// A list of parameters, with ways to call it; `$` are arguments, in the order of the parameters.
#[derive(Debug)]
pub struct Shape {
    pub parameters: &'static str,
    /// The names of parameters that hold a value of a chosen kind.
    pub names: &'static [&'static str],
    /// Others.
    pub more: &'static [(&'static str, Kind)],
    calls: &'static [&'static str],
    wrong: &'static [&'static str],
}

const SHAPES: &[Shape] = &[
    Shape {
        parameters: "a",
        names: &["a"],
        more: &[],
        calls: &["$", "a=$", "*[$]", "*($,)", "**{'a': $}"],
        wrong: &["", "1, b=2", "1, 1"],
    },
    Shape {
        parameters: "a, b",
        names: &["a", "b"],
        more: &[],
        calls: &["$, $", "$, b=$", "a=$, b=$", "*($, $)", "$, *[$]", "$, **{'b': $}"],
        wrong: &["1", "1, a=2", "1, 2, 3", "b=1", "*[1, 2, 3]", "1, **{'a': 2}"],
    },
    Shape {
        parameters: "a, b=3",
        names: &["a"],
        more: &[("b", Kind::Int)],
        calls: &["$", "$, 5", "a=$", "b=6, a=$"],
        wrong: &["", "b=2", "1, 2, 3"],
    },
    Shape {
        parameters: "a, *more",
        names: &["a"],
        more: &[("more", Kind::Tuple)],
        calls: &["$", "$, 1, 2", "$, *range(4)", "$, *(), *[7]"],
        wrong: &["", "more=1", "1, c=2"],
    },
    Shape {
        parameters: "a, /, b, *, c=7",
        names: &["a", "b"],
        more: &[("c", Kind::Int)],
        calls: &["$, $", "$, $, c=1", "$, b=$", "$, c=9, b=$"],
        wrong: &["1", "a=1, b=2", "1, 2, 3", "1, 2, d=4"],
    },
    Shape {
        parameters: "a, b=2, *more, c=4, **named",
        names: &["a"],
        more: &[("b", Kind::Int), ("more", Kind::Tuple), ("c", Kind::Int), ("named", Kind::Dict)],
        calls: &["$", "$, 5, 6, 7", "$, c=1, d=2", "$, *(1, 2, 3), **{'z': 9}", "$, z=1, **{'y': 2}, c=0"],
        wrong: &["", "1, a=2", "1, **{'c': 2}, c=3"],
    },
    Shape {
        parameters: "a, *, c",
        names: &["a", "c"],
        more: &[],
        calls: &["$, c=$", "a=$, c=$", "$, **dict(c=$)"],
        wrong: &["1", "1, 2", "c=1", "1, c=2, d=3"],
    },
    Shape {
        parameters: "*, a=1, c=2",
        names: &[],
        more: &[("a", Kind::Int), ("c", Kind::Int)],
        calls: &["", "a=5", "c=3, a=4"],
        wrong: &["1", "b=2"],
    },
];

impl Generator<'_> {
    /// A function that returns something of one kind.
    pub(super) fn function(&mut self, program: &mut Block) {
        let name = self.name("f");
        let function = self.signature(name.clone(), false);
        let parameters = parameters(&function);
        let mut body = self.enter_function(Place::Function, &parameters);
        match self.tape.below(5) {
            0 => self.recursive_body(&function, &mut body),
            1 => self.closure_body(&mut body),
            2 => {
                let kind = self.any_kind();
                body.push(self.new_variable(kind));
                self.hot_loop(&mut body);
            }
            _ => self.statements(&mut body, 3),
        }
        if self.tape.below(3) == 0 {
            let condition = self.expr(Kind::Bool, 2);
            let value = self.capped(function.gives, 1);
            body.push(Stmt::block("if $", vec![condition], vec![Stmt::line("return $", vec![value])]));
        }
        let value = self.expr(function.gives, 2);
        body.push(Stmt::line("return $", vec![value]));
        self.end_function();
        let recursive =
            body.first().is_some_and(|stmt| stmt.clauses[0].head.show().starts_with("global depth"));
        let cost = (4 + self.cost(&body)) * if recursive { 20 } else { 1 };
        program.push(Stmt::block(&format!("def {name}({})", function.shape.parameters), vec![], body));
        self.functions.push(Function { cost, ..function });
    }

    pub(super) fn signature(&mut self, name: String, yields: bool) -> Function {
        let shape = &SHAPES[self.tape.index(SHAPES.len())];
        let kinds = shape.names.iter().map(|_| self.any_kind()).collect();
        let gives = self.any_kind();
        Function { name, shape, kinds, gives, yields, cost: 0 }
    }

    /// Calls itself a few times.
    fn recursive_body(&mut self, function: &Function, body: &mut Block) {
        let (depth, limit) = (self.name("depth"), 2 + self.tape.below(30));
        // A global counter ends it, whatever the arguments are.
        body.insert(0, Stmt::line(&format!("global {depth}"), vec![]));
        self.statements(body, 1);
        let risk = std::mem::take(&mut self.risk);
        let call = self.call(function, 1);
        self.risk = risk;
        let (stop, value) = (self.expr(function.gives, 1), self.name("r"));
        let template = format!("if {depth} > 0");
        let inner = vec![
            Stmt::line(&format!("{depth} -= 1"), vec![]),
            Stmt::line(&format!("{value} = $"), vec![call]),
            Stmt::line(&format!("{depth} += 1"), vec![]),
            Stmt::line(&format!("if {depth} % 3: return {value}"), vec![]),
        ];
        body.push(Stmt::block(&template, vec![], inner).and(
            "elif $",
            vec![Expr::text(Kind::Bool, "False")],
            vec![Stmt::line("return $", vec![stop])],
        ));
        // It is bound before the function is called, by its default.
        body.insert(1, Stmt::line(&format!("{depth} = globals().get('{depth}', {limit})"), vec![]));
    }

    /// A function in the function, which reads and changes what is around it.
    pub(super) fn closure_body(&mut self, body: &mut Block) {
        let (name, variable) = (self.name("g"), self.name("n"));
        let value = self.expr(Kind::Int, 1);
        body.push(Stmt::line(&format!("{variable} = $"), vec![value]));
        self.bind(&variable, Kind::Int);
        let word = if self.place == Place::Module { "global" } else { "nonlocal" };
        let function = self.signature(name.clone(), false);
        let mut inner = self.enter_function(Place::Function, &parameters(&function));
        let changes = self.tape.below(2) == 0;
        if changes {
            inner.push(Stmt::line(&format!("{word} {variable}"), vec![]));
            self.scopes.last_mut().expect("its own").declared.push((variable.clone(), Kind::Int));
            let value = self.expr(Kind::Int, 1);
            inner.push(Stmt::line(&format!("{variable} = cap({variable} + $)"), vec![value]));
        }
        self.statements(&mut inner, 2);
        let value = self.expr(function.gives, 2);
        inner.push(Stmt::line("return $", vec![value]));
        self.end_function();
        let function = Function { cost: 4 + self.cost(&inner), ..function };
        body.push(Stmt::block(&format!("def {name}({})", function.shape.parameters), vec![], inner));
        let (trip, result) = (self.name("k"), self.name("r"));
        let call = self.call(&function, 1);
        let line = Stmt::line(&format!("{result} = $"), vec![call]);
        let trips = 3 + self.tape.below(if function.cost > 100 { 5 } else { 60 });
        body.push(Stmt::block(&format!("for {trip} in range({trips})"), vec![], vec![line]));
        self.bind(&result, function.gives);
        if self.tape.below(3) == 0 {
            let list = self.name("fs");
            body.push(Stmt::line(
                &format!("{list} = [lambda q={trip}: q + {variable} for {trip} in range(4)]"),
                vec![],
            ));
            body.push(Stmt::line(
                &format!("check('{list}', [h() for h in {list}] + [h(1) for h in {list}])"),
                vec![],
            ));
        }
    }

    /// A call of some function whose result has a kind.
    pub(super) fn call_for(&mut self, kind: Kind, depth: u32) -> Option<Expr> {
        let fitting: Vec<Function> = self
            .functions
            .iter()
            .filter(|function| function.cost * self.weight < 4 * MAX_WEIGHT)
            .filter(|function| match function.yields {
                false => function.gives == kind,
                true => matches!(
                    (function.gives, kind),
                    (Kind::Int, Kind::Ints | Kind::Int | Kind::Tuple) | (Kind::Str, Kind::Strs)
                ),
            })
            .cloned()
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let function = fitting[self.tape.index(fitting.len())].clone();
        let call = self.call(&function, depth);
        Some(match (function.yields, kind) {
            (false, _) => call,
            (true, Kind::Int) => {
                let template = self.tape.choose(&["next($, 0)", "sum($)", "max($, default=1)", "len([*$])"]);
                Expr::fill(kind, template, vec![call])
            }
            (true, Kind::Tuple) => Expr::fill(kind, "tuple($)", vec![call]),
            (true, _) => {
                let template = self.tape.choose(&["list($)", "[*$]", "[q for q in $]"]);
                Expr::fill(kind, template, vec![call])
            }
        })
    }

    pub(super) fn call(&mut self, function: &Function, depth: u32) -> Expr {
        let shape = function.shape;
        if self.risk > 0 && self.tape.one_in(self.risk) {
            let arguments = self.tape.choose(shape.wrong);
            return Expr::text(function.gives, format!("{}({arguments})", function.name));
        }
        let arguments = self.tape.choose(shape.calls);
        let holes = function.kinds.iter().map(|&kind| self.expr(kind, depth.saturating_sub(1))).collect();
        Expr::fill(function.gives, &format!("{}({arguments})", function.name), holes)
    }
}

/// Parameters and what they hold.
pub fn parameters(function: &Function) -> Vec<(String, Kind)> {
    let chosen =
        function.shape.names.iter().zip(&function.kinds).map(|(name, kind)| (name.to_string(), *kind));
    chosen.chain(function.shape.more.iter().map(|(name, kind)| (name.to_string(), *kind))).collect()
}

impl Generator<'_> {
    /// Statements that a block executes, roughly.
    pub(super) fn cost(&self, block: &Block) -> u64 {
        let mut known: Vec<(String, u64)> =
            self.functions.iter().map(|function| (format!("{}(", function.name), function.cost)).collect();
        cost(block, &mut known)
    }
}

/// With what calls of known functions cost; those that the block defines become known.
fn cost(block: &Block, known: &mut Vec<(String, u64)>) -> u64 {
    let mut sum = 0;
    for clause in block.iter().flat_map(|stmt| &stmt.clauses) {
        let inner = clause.body.as_ref().map_or(0, |body| cost(body, known));
        let head = clause.head.show();
        if let Some(name) = head.strip_prefix("def ").and_then(|rest| rest.split('(').next()) {
            known.push((format!("{name}("), inner));
            continue;
        }
        let trips = match head.starts_with("for ") || head.starts_with("while ") {
            true => numbers(&head).max().unwrap_or(20).max(10),
            false => 1,
        };
        let calls: u64 = known.iter().map(|(name, cost)| head.matches(name).count() as u64 * cost).sum();
        // What goes over a container may do all that it does several times.
        let own = if head.contains(" for ") && trips == 1 { 10 } else { 1 };
        sum += own * (1 + calls) + trips * inner;
    }
    sum
}

/// The numbers in a text that may be a number of trips.
fn numbers(text: &str) -> impl Iterator<Item = u64> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter_map(|word| word.parse().ok())
        .filter(|&number| number < 1000)
}
