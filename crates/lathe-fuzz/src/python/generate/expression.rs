//! Expressions of a kind: a name, a literal, a template, a call of something that was written before.

use super::templates::{literals, templates};
use super::{Generator, MAX_WEIGHT};
use crate::python::tree::{Expr, Kind};

impl Generator<'_> {
    /// An expression that most likely gives something of this kind.
    pub(super) fn expr(&mut self, kind: Kind, depth: u32) -> Expr {
        if self.risk > 0 && self.tape.one_in(3 * self.risk) {
            let other = self.ordered_kind();
            return self.expr_of(other, depth);
        }
        self.expr_of(kind, depth)
    }

    fn expr_of(&mut self, kind: Kind, depth: u32) -> Expr {
        if depth == 0 || self.tape.below(4) == 0 {
            return self.atom(kind);
        }
        if let Kind::Object(class) = kind {
            return self.object(class, depth);
        }
        if self.tape.below(5) == 0
            && let Some(call) = self.call_for(kind, depth)
        {
            return call;
        }
        if self.tape.below(6) == 0
            && let Some(use_) = self.of_object(kind, depth)
        {
            return use_;
        }
        let (safe, risky) = templates(kind);
        let table =
            if self.risk > 0 && !risky.is_empty() && self.tape.one_in(self.risk) { risky } else { safe };
        let (template, holes) = self.tape.choose(table);
        // What goes over containers is done less often where it would be done very often.
        if self.weight > MAX_WEIGHT / 4 && template.contains(" for ") {
            return self.atom(kind);
        }
        // Before 3.12, what stands in an f-string has no quotes of its own.
        let in_text = template.starts_with("f'") || template.starts_with("(f'");
        let holes =
            holes.iter().map(|&hole| if in_text { self.plain(hole) } else { self.expr(hole, depth - 1) });
        Expr::fill(kind, template, holes.collect())
    }

    /// A name or a literal.
    pub(super) fn atom(&mut self, kind: Kind) -> Expr {
        if self.tape.below(4) > 0
            && let Some(name) = self.readable(kind)
        {
            return Expr::text(kind, name);
        }
        match kind {
            Kind::Object(class) => self.object(class, 0),
            _ => Expr::text(kind, self.literal(kind)),
        }
    }

    /// A name, or a number.
    fn plain(&mut self, kind: Kind) -> Expr {
        match (self.readable(kind), kind) {
            (Some(name), _) => Expr::text(kind, name),
            (None, Kind::Int | Kind::Bool) => Expr::text(kind, "1234"),
            (None, Kind::Float | Kind::Complex) => Expr::text(kind, "2.5"),
            (None, _) => Expr::text(kind, "str(12)"),
        }
    }

    pub(super) fn literal(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Int => match self.tape.below(12) {
                0..=5 => self.tape.choose(literals(kind)).to_string(),
                6 | 7 => self.tape.below(1000).to_string(),
                8 => self.trips.last().cloned().unwrap_or_else(|| "5".to_string()),
                9 => format!("{}", (1i64 << self.tape.below(63)) - i64::from(self.tape.below(3))),
                10 => self
                    .tape
                    .choose(&[
                        "9223372036854775807",
                        "-9223372036854775808",
                        "9223372036854775808",
                        "4611686018427387903",
                        "-4611686018427387904",
                        "4611686018427387904",
                        "18446744073709551616",
                        "-4611686018427387905",
                    ])
                    .to_string(),
                _ => format!(
                    "{}{:09}{:09}",
                    1 + self.tape.below(99),
                    self.tape.below(999_999_999),
                    self.tape.below(999_999_999)
                ),
            },
            Kind::Float if self.tape.below(3) == 0 => {
                format!("{}.{}", self.tape.below(200), self.tape.below(1000))
            }
            _ => self.tape.choose(literals(kind)).to_string(),
        }
    }

    /// A value that can be assigned again and again without growing for ever.
    pub(super) fn capped(&mut self, kind: Kind, depth: u32) -> Expr {
        let value = self.expr(kind, depth);
        if self.weight == 1 {
            return value;
        }
        let text = value.show();
        let grows =
            ["*", "<<", "pow", "sum", "from_bytes", "(lambda", "int("].iter().any(|op| text.contains(op));
        let calls = self.functions.iter().any(|function| text.contains(&function.name));
        let fill = |template: &str| Expr::fill(kind, template, vec![value.clone()]);
        match kind {
            Kind::Int if grows || calls => {
                let templates =
                    ["($ % 1000003)", "($ & 0xffffffff)", "($ % 18446744073709551557)", "cap($)", "cap($)"];
                let template = self.tape.choose(&templates);
                fill(template)
            }
            Kind::Float | Kind::Complex if grows || calls || text.contains('/') => fill("cap($)"),
            Kind::Str
            | Kind::Bytes
            | Kind::Ints
            | Kind::Floats
            | Kind::Strs
            | Kind::Mixed
            | Kind::Tuple
            | Kind::ByteArray => {
                let template = self.tape.choose(&["$[-20:]", "$[:25]", "cap($)"]);
                fill(template)
            }
            _ => value,
        }
    }
}
