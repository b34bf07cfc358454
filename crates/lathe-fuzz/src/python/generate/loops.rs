//! Loops: over everything that can be gone over, with a fixed number of trips.

use super::{Generator, MAX_WEIGHT};
use crate::python::tree::{Block, Expr, Kind, Stmt};

impl Generator<'_> {
    /// A loop with enough trips to be compiled.
    pub(super) fn hot_loop(&mut self, body: &mut Block) {
        let most = if self.tape.below(4) == 0 { 270 } else { 60 };
        let trips = 30 + self.tape.below(most);
        self.counted_loop(body, u64::from(trips));
    }

    /// A loop in a loop.
    pub(super) fn inner_loop(&mut self, body: &mut Block) {
        let room = (MAX_WEIGHT / self.weight.max(1)).min(40);
        if room < 3 {
            return;
        }
        if self.tape.below(3) == 0 {
            self.container_loop(body);
        } else {
            let trips = 2 + u64::from(self.tape.below(room as u32 - 1));
            self.counted_loop(body, trips);
        }
    }

    fn counted_loop(&mut self, body: &mut Block, trips: u64) {
        let trip = self.name("i");
        let form = self.tape.below(6);
        let (head, holes, before, first) = match form {
            0..=2 => (format!("for {trip} in range({trips})"), vec![], None, None),
            3 => (format!("for {trip} in range({trips}, 0, -1)"), vec![], None, None),
            4 => (
                format!("while {trip} < {trips}"),
                vec![],
                Some(format!("{trip} = 0")),
                Some(format!("{trip} += 1")),
            ),
            _ => {
                (format!("while ({trip} := {trip} - 1) > 0"), vec![], Some(format!("{trip} = {trips}")), None)
            }
        };
        body.extend(before.map(|line| Stmt::line(&line, vec![])));
        let inner = self.in_loop(trips, &trip, first, |this, inner| this.loop_body(inner));
        self.finish_loop(body, Stmt::block(&head, holes, inner));
    }

    /// Goes over a container, a view, a generator.
    fn container_loop(&mut self, body: &mut Block) {
        use Kind::*;
        let trip = self.name("e");
        let forms: &[(&str, &[Kind], Kind)] = &[
            ("in $", &[Ints], Int),
            ("in $", &[Tuple], Int),
            ("in $", &[Str], Str),
            ("in $", &[Strs], Str),
            ("in $", &[Floats], Float),
            ("in $", &[Mixed], Any),
            ("in sorted($)", &[Set], Int),
            ("in $", &[Dict], Str),
            ("in list($.values())", &[Dict], Int),
            ("in reversed($)", &[Ints], Int),
            ("in map(abs, $)", &[Ints], Int),
            ("in filter(None, $)", &[Ints], Int),
            ("in ($, $, $)", &[Any, Any, Any], Any),
            ("in $", &[Bytes], Int),
            ("in (q * 3 for q in $)", &[Ints], Int),
            ("in iter($)", &[Ints], Int),
            ("in [q for q in $ if q]", &[Ints], Int),
        ];
        let pairs: &[(&str, &[Kind])] = &[
            ("in enumerate($)", &[Ints]),
            ("in zip($, $)", &[Ints, Tuple]),
            ("in enumerate($, 5)", &[Tuple]),
            ("in zip(range(9), $)", &[Ints]),
            ("in list($.items())", &[Table]),
            ("in [(q, q + 1) for q in $]", &[Ints]),
        ];
        let loop_ = if self.tape.below(3) == 0 {
            let other = self.name("e");
            let (template, holes) = self.tape.choose(pairs);
            let holes = holes.iter().map(|&kind| self.short(kind)).collect();
            let inner = self.in_loop(15, &trip, None, |this, inner| {
                this.bind(&other, Kind::Int);
                this.loop_body(inner);
            });
            Stmt::block(&format!("for {trip}, {other} {template}"), holes, inner)
        } else {
            let (template, holes, kind) = self.tape.choose(forms);
            let holes = holes.iter().map(|&kind| self.short(kind)).collect();
            let inner = self.in_loop(15, &trip, None, |this, inner| {
                this.bind(&trip, kind);
                this.trips.pop();
                this.loop_body(inner);
            });
            Stmt::block(&format!("for {trip} {template}"), holes, inner)
        };
        self.finish_loop(body, loop_);
    }

    /// Something to go over that is not changed meanwhile and does not grow.
    fn short(&mut self, kind: Kind) -> Expr {
        let value = self.atom(kind);
        match kind {
            Kind::Ints | Kind::Strs | Kind::Floats | Kind::Mixed | Kind::Str | Kind::Tuple | Kind::Bytes => {
                Expr::fill(kind, "$[:20]", vec![value])
            }
            Kind::Dict | Kind::Table => Expr::fill(kind, "dict($)", vec![value]),
            _ => value,
        }
    }

    fn in_loop(
        &mut self,
        trips: u64,
        trip: &str,
        first: Option<String>,
        write: impl FnOnce(&mut Self, &mut Block),
    ) -> Block {
        let (weight, depth) = (self.weight, self.trips.len());
        self.weight *= trips;
        self.trips.push(trip.to_string());
        let body = self.nested(|this, body| {
            body.extend(first.map(|line| Stmt::line(&line, vec![])));
            this.bind(trip, Kind::Int);
            write(this, body);
        });
        self.trips.truncate(depth);
        self.weight = weight;
        body
    }

    fn loop_body(&mut self, body: &mut Block) {
        let count = 1 + self.tape.below(4);
        self.statements(body, count);
        if self.tape.below(4) == 0 {
            let condition = self.expr(Kind::Bool, 2);
            let word = self.tape.choose(&["continue", "break"]);
            body.push(Stmt::block("if $", vec![condition], vec![Stmt::line(word, vec![])]));
            self.statements(body, 1);
        }
        // What the variables hold now and then shows where things go wrong.
        if let Some(trip) = self.trips.last().cloned()
            && self.tape.below(2) == 0
        {
            let kind = self.any_kind();
            let value = self.atom(kind);
            let every = if self.weight > 200 { 97 } else { 23 };
            let show = Stmt::line(&format!("check({trip}, $)"), vec![value]);
            body.push(Stmt::block(&format!("if {trip} % {every} == 1"), vec![], vec![show]));
        }
    }

    fn finish_loop(&mut self, body: &mut Block, mut loop_: Stmt) {
        if self.tape.below(8) == 0 {
            let end = self.nested(|this, end| this.statements(end, 1));
            loop_ = loop_.and("else", vec![], end);
        }
        body.push(loop_);
    }
}
