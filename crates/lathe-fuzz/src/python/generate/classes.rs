//! Classes: inheritance, slots, properties, operators of all sorts; and what is done with their instances.
//!
//! Every class has the integers `x` and `y` and something in `z`, from wherever it inherits them, so that any instance will do where one
//! is wanted. Special methods are written for some classes and inherited by others; using one that is missing is part of the game.

use super::{Generator, MAX_WEIGHT, Place};
use crate::python::tree::{Block, Expr, Kind, Stmt};

#[derive(Clone, Debug)]
pub struct Class {
    name: String,
    /// The methods that can be relied on, inherited ones too.
    has: Vec<&'static str>,
}

/// A method: its name, its parameters, whether it has a body of statements, and what it returns, with its kinds.
type Method = (&'static str, &'static str, &'static str, &'static [Kind]);

const METHODS: &[Method] = &[
    ("get", "self, a", "return $", &[Kind::Int]),
    ("set", "self, a", "self.x = cap($); return self", &[Kind::Int]),
    (
        "__add__",
        "self, a",
        "return type(self)(cap(self.x + (a.x if isinstance(a, Closing | type(self)) else a)), $)",
        &[Kind::Int],
    ),
    ("__radd__", "self, a", "return cap(a + self.y)", &[]),
    ("__iadd__", "self, a", "self.y = cap(self.y + $); return self", &[Kind::Int]),
    ("__sub__", "self, a", "return NotImplemented if a is None else cap(self.x - $)", &[Kind::Int]),
    ("__mul__", "self, a", "return cap(self.x * $)", &[Kind::Int]),
    ("__neg__", "self", "return type(self)(-self.x, $)", &[Kind::Int]),
    ("__eq__", "self, a", "return isinstance(a, type(self)) and self.x == a.x", &[]),
    ("__hash__", "self", "return hash($)", &[Kind::Int]),
    ("__lt__", "self, a", "return self.x < (a if isinstance(a, int) else a.x)", &[]),
    ("__bool__", "self", "return $", &[Kind::Bool]),
    ("__len__", "self", "return $ % 50", &[Kind::Int]),
    (
        "__getitem__",
        "self, a",
        "if isinstance(a, slice) or abs(a) > 20: raise IndexError(a)\nreturn cap($ + self.x)",
        &[Kind::Int],
    ),
    ("__setitem__", "self, a, v", "self.y = v; self.z = a", &[]),
    ("__contains__", "self, a", "return a == self.x or $", &[Kind::Bool]),
    ("__iter__", "self", "yield self.x\nyield self.y\nyield from $[:3]", &[Kind::Ints]),
    ("__call__", "self, a, *more, k=1", "return cap(a + k + len(more) + $)", &[Kind::Int]),
    ("__index__", "self", "return self.x % 100", &[]),
    (
        "__getattr__",
        "self, name",
        "if name[:1] == '_': raise AttributeError(name)\nreturn len(name) + self.x",
        &[],
    ),
    ("__enter__", "self", "self.y = cap(self.y + 1); return self", &[]),
    ("__str__", "self", "return 'obj ' + $[:9]", &[Kind::Str]),
    ("__format__", "self, spec", "return spec + str(self.x)", &[]),
];

impl Generator<'_> {
    pub(super) fn class(&mut self, program: &mut Block) {
        let number = self.classes.len();
        let name = format!("C{number}");
        let mut body = Vec::new();
        let mut has = Vec::new();
        let bases: Vec<Class> = match number {
            0 => vec![],
            1 => (0..self.tape.below(2)).map(|_| self.classes[0].clone()).collect(),
            _ if self.tape.below(3) == 0 => vec![],
            _ => vec![self.classes[1].clone()],
        };
        let slots = bases.is_empty() && self.tape.below(3) == 0;
        if slots {
            body.push(Stmt::line("__slots__ = ('x', 'y', 'z')", vec![]));
        }
        let value = self.literal(Kind::Int);
        body.push(Stmt::line(&format!("total = {value}"), vec![]));
        match bases.first() {
            Some(base) => {
                has.extend(base.has.iter().copied());
                if self.tape.below(2) == 0 {
                    let init = "def __init__(self, x=1, y=2, z=None):\n    super().__init__($, x, z)";
                    let value = self.method_expr("x", Kind::Int);
                    body.push(Stmt::line(init, vec![value]));
                }
            }
            None => body.push(Stmt::line(
                "def __init__(self, x=1, y=2, z=None):\n    self.x, self.y, self.z = x, y, z",
                vec![],
            )),
        }
        body.push(Stmt::line(
            "def __repr__(self):\n    return '%s(%s, %s, %s)' % (type(self).__name__, self.x, self.y, self.z if isinstance(self.z, (int, str)) else type(self.z).__name__)",
            vec![],
        ));
        // Equality without a hash makes instances unhashable.
        for (method, parameters, code, holes) in METHODS {
            if self.tape.below(4) > 0 && *method != "get" {
                continue;
            }
            let inner = self.method(parameters, code, holes, !bases.is_empty() && *method == "get");
            body.push(Stmt::block(&format!("def {method}({parameters})"), vec![], inner));
            has.push(method);
        }
        if self.tape.below(2) == 0 {
            let value = self.method_expr("self", Kind::Int);
            body.push(Stmt::line("@property\ndef p(self):\n    return $", vec![value]));
            body.push(Stmt::line("@p.setter\ndef p(self, v):\n    self.x = v", vec![]));
            has.push("p");
        }
        if self.tape.below(3) == 0 {
            body.push(Stmt::line(
                "@classmethod\ndef make(cls, x):\n    cls.total += 1\n    return cls(x, cls.total)",
                vec![],
            ));
            body.push(Stmt::line("@staticmethod\ndef plain(a, b=3):\n    return a * b", vec![]));
            has.push("make");
        }
        if has.contains(&"__enter__") {
            body.push(Stmt::line(
                "def __exit__(self, kind, value, traceback):\n    self.z = kind\n    return self.x % 2 == 0",
                vec![],
            ));
        }
        let bases: Vec<String> = bases.into_iter().map(|base| base.name).collect();
        let head = if bases.is_empty() {
            format!("class {name}")
        } else {
            format!("class {name}({})", bases.join(", "))
        };
        program.push(Stmt::block(&head, vec![], body));
        self.classes.push(Class { name, has });
    }

    /// The body of a method, where `self` has attributes.
    fn method(&mut self, parameters: &str, code: &str, holes: &[Kind], calls_super: bool) -> Block {
        let mut known: Vec<(String, Kind)> = vec![("self.x".into(), Kind::Int), ("self.y".into(), Kind::Int)];
        known.extend(
            parameters.split(", ").filter(|&name| name == "a").map(|name| (name.to_string(), Kind::Int)),
        );
        let mut body = self.enter_function(Place::Function, &known);
        // A method may be called from anywhere, any number of times.
        self.room = 3;
        self.weight = MAX_WEIGHT / 8;
        if self.tape.below(3) == 0 && !code.contains("yield") && !code.contains("% 50") {
            self.statements(&mut body, 1);
        }
        // (CPython asks for a length where it makes room, so `__len__` must not be told by its effects.)
        let lines: Vec<&str> = code.split('\n').collect();
        for line in &lines {
            let count = line.matches('$').count();
            let holes = holes.iter().take(count).map(|&kind| self.capped(kind, 2)).collect();
            let line = if calls_super { line.replace('$', "super().get(a) + $") } else { line.to_string() };
            body.push(Stmt::line(&line, holes));
        }
        self.end_function();
        body
    }

    fn method_expr(&mut self, subject: &str, kind: Kind) -> Expr {
        let known = match subject {
            "self" => vec![("self.x".to_string(), Kind::Int), ("self.y".to_string(), Kind::Int)],
            name => vec![(name.to_string(), Kind::Int)],
        };
        let _globals = self.enter_function(Place::Function, &known);
        let value = self.expr(kind, 2);
        self.end_function();
        value
    }

    /// An instance.
    pub(super) fn object(&mut self, class: usize, depth: u32) -> Expr {
        let kind = Kind::Object(class);
        let known = self.classes[class].clone();
        let int = |this: &mut Self| this.expr(Kind::Int, depth.saturating_sub(1));
        match self.tape.below(6) {
            0 if known.has.contains(&"__add__") && depth > 0 => {
                let (object, value) = (self.atom(kind), int(self));
                Expr::fill(kind, "($ + $)", vec![object, value])
            }
            1 if known.has.contains(&"make") => {
                let value = int(self);
                Expr::fill(kind, &format!("{}.make($)", known.name), vec![value])
            }
            2 if known.has.contains(&"set") && depth > 0 => {
                let (object, value) = (self.atom(kind), int(self));
                Expr::fill(kind, "$.set($)", vec![object, value])
            }
            3 => {
                let value = int(self);
                let other = self.literal(Kind::Any);
                Expr::fill(kind, &format!("{}($, z={other})", known.name), vec![value])
            }
            _ => {
                let (x, y) = (int(self), int(self));
                Expr::fill(kind, &format!("{}($, $)", known.name), vec![x, y])
            }
        }
    }

    /// Something of a kind that an instance gives.
    pub(super) fn of_object(&mut self, kind: Kind, depth: u32) -> Option<Expr> {
        if self.classes.is_empty() {
            return None;
        }
        let class = self.tape.index(self.classes.len());
        let has = self.classes[class].has.clone();
        let forms: &[(&str, &str, &[Kind])] = match kind {
            Kind::Int => &[
                ("", "$.x", &[]),
                ("", "$.y", &[]),
                ("", "$.total", &[]),
                ("get", "$.get($)", &[Kind::Int]),
                ("__mul__", "($ * $)", &[Kind::Int]),
                ("__sub__", "($ - $)", &[Kind::Int]),
                ("__radd__", "(5 + $)", &[]),
                ("__len__", "len($)", &[]),
                ("__getitem__", "$[$ % 20]", &[Kind::Int]),
                ("__call__", "$($)", &[Kind::Int]),
                ("__call__", "$($, 1, 2, k=7)", &[Kind::Int]),
                ("__index__", "list(range(100))[$]", &[]),
                ("__getattr__", "$.missing", &[]),
                ("p", "$.p", &[]),
                ("make", "$.plain($)", &[Kind::Int]),
                ("", "getattr($, 'x')", &[]),
            ],
            Kind::Bool => &[
                ("", "bool($)", &[]),
                ("__eq__", "($ == $)", &[Kind::Object(0)]),
                ("__lt__", "($ < $)", &[Kind::Int]),
                ("__contains__", "($ in [None])", &[]),
                ("", "isinstance($, C0)", &[]),
                ("", "hasattr($, 'p')", &[]),
            ],
            Kind::Ints => &[("__iter__", "list($)", &[]), ("__iter__", "[*$, $]", &[Kind::Int])],
            Kind::Str => &[
                ("", "repr($)", &[]),
                ("__str__", "str($)", &[]),
                ("__format__", "format($, 'ab')", &[]),
                ("", "type($).__name__", &[]),
            ],
            Kind::Any => &[("", "$.z", &[]), ("", "$", &[])],
            _ => return None,
        };
        let fitting: Vec<_> =
            forms.iter().filter(|form| form.0.is_empty() || has.contains(&form.0) || self.risk > 0).collect();
        if fitting.is_empty() {
            return None;
        }
        let (_, template, holes) = *fitting[self.tape.index(fitting.len())];
        let mut parts = vec![self.atom(Kind::Object(class))];
        parts.extend(holes.iter().map(|&hole| self.expr(hole, depth.saturating_sub(1))));
        Some(Expr::fill(kind, template, parts))
    }

    /// A statement about an instance.
    pub(super) fn use_object(&mut self, body: &mut Block) {
        if self.classes.is_empty() {
            let value = self.expr(Kind::Int, 2);
            body.push(Stmt::line("$", vec![value]));
            return;
        }
        let class = self.tape.index(self.classes.len());
        let Some(name) = self.readable(Kind::Object(class)) else {
            let variable = self.new_variable(Kind::Object(class));
            return body.push(variable);
        };
        let has = self.classes[class].has.clone();
        let forms: &[(&str, &str, &[Kind])] = &[
            ("", "#.x = $", &[Kind::Int]),
            ("", "#.x += $ & 7", &[Kind::Int]),
            ("", "#.y ^= $", &[Kind::Int]),
            ("", "#.z = $", &[Kind::Any]),
            ("", "#.z = #.x, #.y", &[]),
            ("__setitem__", "#[$] = $", &[Kind::Int, Kind::Int]),
            ("set", "#.set($)", &[Kind::Int]),
            ("p", "#.p = $", &[Kind::Int]),
            ("", "setattr(#, 'x', $)", &[Kind::Int]),
            ("", "#.x, #.y = #.y, #.x", &[]),
            ("", "type(#).total += 1", &[]),
            ("__enter__", "with #: #.x = $", &[Kind::Int]),
            ("__iadd__", "#.x = (# + 1).x", &[]),
        ];
        let fitting: Vec<_> =
            forms.iter().filter(|form| form.0.is_empty() || has.contains(&form.0) || self.risk > 0).collect();
        let (_, template, holes) = *fitting[self.tape.index(fitting.len())];
        let holes = holes.iter().map(|&kind| self.capped(kind, 2)).collect();
        body.push(Stmt::line(&template.replace('#', &name), holes));
    }
}
