//! `try` with everything that can follow it, `raise` in all its forms, and `with`.

use super::{Generator, Place};
use crate::python::tree::{Block, Expr, Kind, Stmt};

const CAUGHT: &[&str] = &[
    "Exception",
    "Exception",
    "(ValueError, TypeError)",
    "ArithmeticError",
    "LookupError",
    "Oops",
    "Worse",
    "(Oops, ZeroDivisionError)",
    "KeyError",
    "ValueError",
    "TypeError",
    "AttributeError",
    "StopIteration",
];

impl Generator<'_> {
    /// Statements that may raise, and what happens then.
    pub(super) fn protected(&mut self, body: &mut Block) {
        if self.tape.below(4) == 0 {
            return self.with(body);
        }
        let risk = std::mem::replace(&mut self.risk, 5);
        let inner = self.nested(|this, inner| {
            let count = 1 + this.tape.below(2);
            this.statements(inner, count);
            if this.tape.below(2) == 0 {
                this.raise(inner);
            }
        });
        self.risk = risk;
        let mut stmt = Stmt::block("try", vec![], inner);
        let finally = self.tape.below(3) == 0;
        if !finally || self.tape.below(2) == 0 {
            let name = self.tape.choose(CAUGHT);
            // Inside a hot loop, only some are told.
            let tell = match self.trips.last() {
                Some(trip) if self.weight > 30 => format!("if {trip} % 29 == 2: caught({trip}, e)"),
                _ => "caught('-', e)".to_string(),
            };
            let handler = self.nested(|this, handler| {
                handler.push(Stmt::line(&tell, vec![]));
                if this.tape.below(3) == 0 {
                    this.statements(handler, 1);
                }
                if this.tape.below(10) == 0 {
                    let line = this.tape.choose(&[
                        "raise",
                        "raise Worse(3) from e",
                        "raise Oops('again')",
                        "raise Oops('none') from None",
                    ]);
                    handler.push(Stmt::line(line, vec![]));
                }
            });
            stmt = stmt.and(&format!("except {name} as e"), vec![], handler);
            if name != "Exception" && self.tape.below(4) > 0 {
                let handler = self.nested(|this, handler| this.statements(handler, 1));
                stmt = stmt.and(self.tape.choose(&["except Exception", "except"]), vec![], handler);
            }
            if self.tape.below(4) == 0 {
                let inner = self.nested(|this, inner| this.statements(inner, 1));
                stmt = stmt.and("else", vec![], inner);
            }
        }
        if finally {
            let inner = self.nested(|this, inner| {
                this.statements(inner, 1);
                if !this.trips.is_empty() && this.tape.below(8) == 0 {
                    inner.push(Stmt::line("continue", vec![]));
                }
            });
            stmt = stmt.and("finally", vec![], inner);
        }
        body.push(stmt);
    }

    fn raise(&mut self, body: &mut Block) {
        let (template, kinds): (&str, &[Kind]) = self.tape.choose(&[
            ("raise ValueError($)", &[Kind::Any]),
            ("raise Oops($, $)", &[Kind::Int, Kind::Str]),
            ("raise Worse($)", &[Kind::Int]),
            ("raise KeyError($)", &[Kind::Str]),
            ("raise TypeError", &[]),
            ("assert $, $", &[Kind::Bool, Kind::Str]),
            ("raise ZeroDivisionError('by hand') from Oops(1)", &[]),
            ("raise $", &[Kind::Any]),
            ("raise IndexError($) from None", &[Kind::Int]),
        ]);
        let holes = kinds.iter().map(|&kind| self.expr(kind, 1)).collect();
        let raise = Stmt::line(template, holes);
        match self.trips.last().cloned() {
            Some(trip) if self.tape.below(4) > 0 => {
                let every = self.tape.choose(&[2, 3, 5, 17]);
                body.push(Stmt::block(&format!("if {trip} % {every} == 1"), vec![], vec![raise]));
            }
            _ => {
                let condition = self.expr(Kind::Bool, 2);
                body.push(Stmt::block("if $", vec![condition], vec![raise]));
            }
        }
    }

    fn with(&mut self, body: &mut Block) {
        let (name, swallow) = (
            self.name("w"),
            self.tape.choose(&[
                "Exception",
                "(ValueError, TypeError, LookupError, ArithmeticError, Oops, AttributeError, NameError)",
            ]),
        );
        let risk = std::mem::replace(&mut self.risk, 6);
        let inner = self.nested(|this, inner| {
            this.statements(inner, 2);
            if this.tape.below(2) == 0 {
                this.raise(inner);
            }
            if this.place == Place::Function && this.tape.below(12) == 0 {
                let value = this.expr(Kind::Any, 1);
                inner.push(Stmt::line("return $", vec![value]));
            }
        });
        self.risk = risk;
        let other = if self.tape.below(4) == 0 { ", Closing('second')" } else { "" };
        body.push(Stmt::block(&format!("with Closing('{name}', {swallow}) as {name}{other}"), vec![], inner));
        let log = Expr::text(Kind::Any, format!("{name}.log"));
        if self.weight < 20 {
            let check = self.check(&name, log);
            body.push(check);
        } else if let Some(target) = self.assignable(Kind::Int) {
            body.push(Stmt::line(&format!("{target} += len({name}.log[-1])"), vec![]));
        }
    }
}
