//! `match` with patterns of all forms.

use super::Generator;
use crate::python::tree::{Block, Kind, Stmt};

const PATTERNS: &[&str] = &[
    "0",
    "1 | 2",
    "-1",
    "2.5",
    "'a' | 'abc'",
    "None",
    "True",
    "int()",
    "int(q) if q > 5",
    "float(q)",
    "str(q)",
    "str() as q if len(q) > 2",
    "[]",
    "[q]",
    "[q, r]",
    "(1, q)",
    "[q, *_]",
    "[_, *q, _]",
    "[int(q), str(r)]",
    "{'a': q}",
    "{'a': 1, **q}",
    "{}",
    "list(q)",
    "dict()",
    "(int() | float()) as q",
    "[[q, *_], *_]",
    "b'a'",
    "bool()",
    "complex(real=q)",
    "tuple() as q",
    "1j",
];

impl Generator<'_> {
    pub(super) fn matching(&mut self, body: &mut Block) {
        let kind = self.any_kind();
        let subject = self.expr(kind, 2);
        let target = match self.assignable(Kind::Int) {
            Some(target) => target,
            None => {
                let variable = self.new_variable(Kind::Int);
                body.push(variable);
                return;
            }
        };
        let mut stmt = Stmt { clauses: vec![] };
        let count = 2 + self.tape.below(3);
        let mut cases = Vec::new();
        for number in 0..count {
            let mut pattern = self.tape.choose(PATTERNS).to_string();
            if !self.classes.is_empty() && self.tape.below(4) == 0 {
                let class = self.tape.index(self.classes.len());
                let form =
                    self.tape.choose(&["C#()", "C#(x=q)", "C#(x=0 | 1, y=q)", "C#(y=int(q)) if q % 2"]);
                pattern = form.replace('#', &class.to_string());
            }
            let inner = self.nested(|this, inner| {
                inner.push(Stmt::line(&format!("{target} = cap({target} * 3 + {number})"), vec![]));
                if this.tape.below(2) == 0 {
                    this.statements(inner, 1);
                }
            });
            cases.push((pattern, inner));
        }
        if self.tape.below(2) == 0 {
            let inner = self.nested(|this, inner| this.statements(inner, 1));
            cases.push(("_".to_string(), inner));
        }
        // `match` is a block of blocks: a clause that holds statements of one clause each.
        let cases =
            cases.into_iter().map(|(pattern, inner)| Stmt::block(&format!("case {pattern}"), vec![], inner));
        stmt = stmt.and("match $", vec![subject], cases.collect());
        body.push(stmt);
    }
}
