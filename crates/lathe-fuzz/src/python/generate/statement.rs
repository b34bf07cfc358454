//! Statements: assignments of all forms, changes of containers, branches; loops, exceptions and patterns are beside.

use super::{Generator, Place};
use crate::python::tree::{Block, Expr, Kind, Stmt};

impl Generator<'_> {
    /// A few statements.
    pub(super) fn statements(&mut self, body: &mut Block, count: u32) {
        for _ in 0..count {
            if self.room == 0 {
                let value = self.expr(Kind::Any, 1);
                body.push(Stmt::line("$", vec![value]));
                return;
            }
            self.room -= 1;
            self.statement(body);
        }
    }

    fn statement(&mut self, body: &mut Block) {
        match self.tape.below(30) {
            0..=6 => self.assign(body),
            7..=9 => self.augmented(body),
            10..=13 => self.change(body),
            14..=16 => self.branch(body),
            17..=19 => self.inner_loop(body),
            20 => self.unpack(body),
            21..=23 => self.protected(body),
            24 => self.matching(body),
            25 | 26 => self.use_object(body),
            27 => self.unstable(body),
            28 if self.weight < 100 => self.drive(body),
            28 => self.assign(body),
            _ if self.place == Place::Generator => self.yield_something(body),
            _ if self.weight < 40 => self.closure_body(body),
            _ => self.assign(body),
        }
    }

    /// A new name.
    pub(super) fn new_variable(&mut self, kind: Kind) -> Stmt {
        let value = self.capped(kind, 2);
        let name = self.name(prefix(kind));
        self.bind(&name, kind);
        Stmt::line(&format!("{name} = $"), vec![value])
    }

    fn assign(&mut self, body: &mut Block) {
        let kind = self.any_kind();
        let depth = 1 + self.tape.below(3);
        match self.assignable(kind) {
            Some(name) if self.tape.below(4) > 0 => {
                let value = self.capped(kind, depth);
                let target = if self.tape.below(12) == 0 {
                    format!("{name} = {} =", self.other(kind))
                } else {
                    format!("{name} =")
                };
                body.push(Stmt::line(&format!("{target} $"), vec![value]));
            }
            _ => {
                let variable = self.new_variable(kind);
                body.push(variable);
            }
        }
    }

    /// Some name that can be assigned, or a new one.
    fn other(&mut self, kind: Kind) -> String {
        self.assignable(kind).unwrap_or_else(|| "spare".to_string())
    }

    fn augmented(&mut self, body: &mut Block) {
        use Kind::*;
        let forms: &[(&str, Kind, &[Kind])] = &[
            ("# += $", Int, &[Int]),
            ("# -= $", Int, &[Int]),
            ("# ^= $", Int, &[Int]),
            ("# |= $ & 255", Int, &[Int]),
            ("# &= $", Int, &[Int]),
            ("# //= $ | 1", Int, &[Int]),
            ("# %= $ | 1", Int, &[Int]),
            ("# >>= $ & 7", Int, &[Int]),
            ("# = # * 31 + $ & 0xffffffff", Int, &[Int]),
            ("# *= $ % 3", Int, &[Bool]),
            ("# += $", Float, &[Float]),
            ("# -= $", Float, &[Int]),
            ("# *= 0.5", Float, &[]),
            ("# /= 1.0 + abs($)", Float, &[Float]),
            ("# = (# + $)[-30:]", Str, &[Str]),
            ("# += $", Tuple, &[]),
            ("# = cap(# + $)", Complex, &[Complex]),
            ("# ^= $", Bool, &[Bool]),
            ("# |= $", Set, &[Set]),
            ("# &= $", Set, &[Set]),
            ("# -= $", Set, &[Set]),
            ("# |= $", Dict, &[Dict]),
        ];
        let (template, kind, holes) = self.tape.choose(forms);
        let Some(name) = self.assignable(kind) else { return self.assign(body) };
        if kind == Tuple {
            let value = self.expr(Tuple, 1);
            body.push(Stmt::line(&format!("{name} = ({name} + $)[-9:]"), vec![value]));
            return;
        }
        let holes = holes.iter().map(|&kind| self.expr(kind, 2)).collect();
        body.push(Stmt::line(&template.replace('#', &name), holes));
    }

    /// Changes a container in place.
    fn change(&mut self, body: &mut Block) {
        use Kind::*;
        let forms: &[(&str, Kind, &[Kind])] = &[
            ("#.append($)", Ints, &[Int]),
            ("#.append($)", Ints, &[Int]),
            ("if #: #[$ % len(#)] = $", Ints, &[Int, Int]),
            ("if #: #[$ % len(#)] += $ & 15", Ints, &[Int, Int]),
            ("#.insert($, $)", Ints, &[Int, Int]),
            ("if #: #.pop()", Ints, &[]),
            ("if #: #.pop($ % len(#))", Ints, &[Int]),
            ("if $ in #: #.remove($)", Ints, &[Int, Int]),
            ("#.sort()", Ints, &[]),
            ("#.sort(key=lambda q: q % 7, reverse=True)", Ints, &[]),
            ("#.reverse()", Ints, &[]),
            ("#.extend($[:3])", Ints, &[Ints]),
            ("#[$:$] = $[:4]", Ints, &[Int, Int, Ints]),
            ("#[:2] = $", Ints, &[Tuple]),
            ("del #[$:$]", Ints, &[Int, Int]),
            ("del #[::3]", Ints, &[]),
            ("# += $[:2]", Ints, &[Tuple]),
            ("#.append($)", Floats, &[Float]),
            ("if #: #[$ % len(#)] = $", Floats, &[Int, Float]),
            ("if #: #[0] *= $", Floats, &[Float]),
            ("#.append($)", Strs, &[Str]),
            ("if #: #[-1] = $[:9]", Strs, &[Str]),
            ("#.append($)", Mixed, &[Int]),
            ("if #: #[$ % len(#)] = $", Mixed, &[Int, Any]),
            ("#[$] = $", Dict, &[Str, Int]),
            ("#[$] = #.get($, 0) + 1", Dict, &[Str, Str]),
            ("#.pop($, None)", Dict, &[Str]),
            ("#.setdefault($, $)", Dict, &[Str, Int]),
            ("#.update(a=$)", Dict, &[Int]),
            ("#[$ % 20] = $", Table, &[Int, Int]),
            ("#[$ % 9] = #.get($ % 9, 1) * 3 % 1009", Table, &[Int, Int]),
            ("#.pop($ % 20, 0)", Table, &[Int]),
            ("if $ in #: del #[$]", Table, &[Int, Int]),
            ("if #: #.popitem()", Table, &[]),
            ("#.append($ & 255)", ByteArray, &[Int]),
            ("#.extend($)", ByteArray, &[Bytes]),
            ("if #: #[$ % len(#)] ^= 85", ByteArray, &[Int]),
            ("#[1:2] = $", ByteArray, &[Bytes]),
        ];
        let (template, kind, holes) = self.tape.choose(forms);
        let name = if template.starts_with("# +=") { self.assignable(kind) } else { self.readable(kind) };
        let Some(name) = name else { return self.assign(body) };
        let risky = self.risk > 0 && self.tape.below(3) == 0;
        let template = match (risky, kind) {
            (true, Ints) => {
                self.tape.choose(&["#[$] = $", "#.remove($ + $)", "#[::2] = [$, $]", "del #[$], #[$]"])
            }
            (true, Dict | Table) => self.tape.choose(&["del #[$], #[$]", "#[$] += $", "#[[$]] = $"]),
            _ => template,
        };
        let holes: Vec<Kind> = match template.matches('$').count() {
            count if count == holes.len() => holes.to_vec(),
            count => vec![Int; count],
        };
        let holes = holes.iter().map(|&kind| self.expr(kind, 1)).collect();
        body.push(Stmt::line(&template.replace('#', &name), holes));
        if self.weight > 1
            && self.tape.below(2) == 0
            && matches!(kind, Ints | Floats | Strs | Mixed | ByteArray)
        {
            let way = self
                .tape
                .choose(&["del #[::2]", "#.clear()", "del #[10:]", "#[:] = #[-5:]"])
                .replace('#', &name);
            body.push(Stmt::line(&format!("if len({name}) > 40: {way}"), vec![]));
        } else if self.weight > 1 && matches!(kind, Ints | Floats | Strs | Mixed | ByteArray) {
            body.push(Stmt::line(&format!("del {name}[60:]"), vec![]));
        }
    }

    fn branch(&mut self, body: &mut Block) {
        let template = if self.tape.below(6) == 0 { "if (spare := $)" } else { "if $" };
        let condition = self.expr(Kind::Bool, 2);
        let inner = self.nested(|this, inner| this.statements(inner, 1));
        let mut stmt = Stmt::block(template, vec![condition], inner);
        if self.tape.below(4) == 0 {
            let condition = self.expr(Kind::Bool, 2);
            let inner = self.nested(|this, inner| this.statements(inner, 1));
            stmt = stmt.and("elif $", vec![condition], inner);
        }
        if self.tape.below(2) == 0 {
            let inner = self.nested(|this, inner| this.statements(inner, 1));
            stmt = stmt.and("else", vec![], inner);
        }
        body.push(stmt);
    }

    fn unpack(&mut self, body: &mut Block) {
        let (a, b) = (self.assignable(Kind::Int), self.assignable(Kind::Int));
        let (Some(a), Some(b)) = (a, b) else { return self.assign(body) };
        let rest = self.name("rest");
        let (template, kinds): (String, Vec<Kind>) = match self.tape.below(7) {
            0 => (format!("{a}, {b} = {b}, {a}"), vec![]),
            1 => (format!("{a}, {b} = $, {a}"), vec![Kind::Int]),
            2 => (format!("({a}, *{rest}), {b} = ($, *$), 5"), vec![Kind::Int, Kind::Tuple]),
            3 => (format!("*{rest}, {a} = [*$, $]"), vec![Kind::Ints, Kind::Int]),
            4 => (format!("{a}, {b} = divmod({a}, ($ | 1))"), vec![Kind::Int]),
            5 => (format!("[{a}, [{b}, _]] = [$, ($, 1)]"), vec![Kind::Int, Kind::Int]),
            _ if self.risk > 0 => (format!("{a}, {b} = $"), vec![Kind::Ints]),
            _ => (format!("{a}, {b}, *{rest} = (*$, 1, 2)"), vec![Kind::Tuple]),
        };
        let binds = template.contains(&format!("*{rest}"));
        let holes = kinds.iter().map(|&kind| self.capped(kind, 1)).collect();
        body.push(Stmt::line(&template, holes));
        if binds {
            self.bind(&rest, Kind::Ints);
        }
    }

    /// A variable that holds something else now and then.
    fn unstable(&mut self, body: &mut Block) {
        let Some(trip) = self.trips.last().cloned() else { return self.assign(body) };
        let name = match self.assignable(Kind::Any) {
            Some(name) => name,
            None => {
                let variable = self.new_variable(Kind::Any);
                body.push(variable);
                return;
            }
        };
        let (first, second) = (self.ordered_kind(), self.ordered_kind());
        let (often, rarely) = (self.expr(first, 1), self.expr(second, 1));
        let every = self.tape.choose(&[2, 3, 7, 19, 50]);
        body.push(Stmt::line(&format!("{name} = $ if {trip} % {every} else $"), vec![often, rarely]));
        let target = self.assignable(Kind::Int).unwrap_or_else(|| "spare".to_string());
        let use_ = match self.tape.below(4) {
            0 => format!("{target} = {name} + 1 if isinstance({name}, (int, float)) else len(repr({name}))"),
            1 => format!("{target} = 1 if {name} else 2"),
            2 => format!("{target} = len(str({name}))"),
            _ => format!("{target} = ({name} == $) + ({name} is None)"),
        };
        let holes = (0..use_.matches('$').count()).map(|_| self.expr(Kind::Any, 1)).collect();
        body.push(Stmt::line(&use_, holes));
    }
}

impl Generator<'_> {
    /// `print` of an expression, in place of a value that nobody sees.
    pub(super) fn check(&mut self, tag: &str, value: Expr) -> Stmt {
        Stmt::line(&format!("check('{tag}', $)"), vec![value])
    }
}

pub fn prefix(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "n",
        Kind::Float => "x",
        Kind::Bool => "b",
        Kind::Complex => "z",
        Kind::Str => "s",
        Kind::Bytes => "by",
        Kind::ByteArray => "ba",
        Kind::Ints => "l",
        Kind::Floats => "lf",
        Kind::Strs => "ls",
        Kind::Mixed => "lm",
        Kind::Tuple => "t",
        Kind::Dict => "d",
        Kind::Table => "m",
        Kind::Set => "u",
        Kind::Object(_) => "o",
        Kind::Any | Kind::Fixed => "v",
    }
}
