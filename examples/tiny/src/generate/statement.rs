//! Statements, and the loops that make programs worth tracing.

use super::{Generator, Kind};

/// How deep statements are nested.
const MAX_DEPTH: u32 = 5;

impl Generator<'_> {
    pub(super) fn statements(&mut self, mean: u32, depth: u32) {
        while self.size < self.limits.size && self.tape.more(mean) {
            self.statement(depth);
        }
    }

    pub(super) fn statement(&mut self, depth: u32) {
        self.size += 1;
        self.cost += self.weight;
        match self.tape.below(if depth < MAX_DEPTH { 22 } else { 12 }) {
            0..3 => {
                let (name, value) = (self.number_variable(), self.number(3));
                self.line(&format!("{name} = {value}"));
            }
            3 => self.accumulate(),
            4 => {
                let (point, value) = (self.assignable(Kind::Point), self.number(2));
                let Some(point) = point else { return self.accumulate() };
                let field = self.tape.choose(&["x", "y"]);
                self.line(&format!("{point}.{field} = {value}"));
            }
            5 => {
                let Some(array) = self.assignable(Kind::Numbers) else { return self.accumulate() };
                let (index, value) = (self.index(1), self.number(2));
                self.line(&format!("{array}[{index}] = {value}"));
            }
            6 => {
                let kind = self.tape.choose(&super::KINDS);
                let Some(name) = self.assignable(kind) else { return self.accumulate() };
                let value = self.value(kind, 2);
                self.line(&format!("{name} = {value}"));
            }
            7 => {
                // An object gets away, into an array.
                let Some(array) = self.assignable(Kind::Points) else { return self.accumulate() };
                let (index, value) = (self.index(3), self.value(Kind::Point, 1));
                self.line(&format!("{array}[{index}] = {value}"));
            }
            8 => {
                // Lists grow, get shorter, and become rings.
                let Some(list) = self.assignable(Kind::List) else { return self.accumulate() };
                match self.tape.below(4) {
                    0 => {
                        let value = self.number(1);
                        self.line(&format!("{list} = Node({value}, {list})"));
                    }
                    1 => self.line(&format!("{list} = {list}.next or {list}")),
                    2 => {
                        let value = self.number(1);
                        self.line(&format!("{list}.value = {value}"));
                    }
                    _ => {
                        let next = self.value(Kind::List, 1);
                        self.line(&format!("{list}.next = {next}"));
                    }
                }
            }
            9 if self.tape.one_in(4) => self.look_at_frames(),
            9 => self.print(),
            10 => self.change_type(),
            11 => match self.call() {
                Some(call) => self.line(&call),
                None => self.accumulate(),
            },
            12..15 => self.conditional(depth),
            15 => self.try_catch(depth),
            _ => self.repeat(depth),
        }
    }

    /// There is always one: a function has `a`, and `<main>` has globals.
    fn number_variable(&mut self) -> String {
        self.assignable(Kind::Number).expect("a number that can be assigned")
    }

    /// Reads or changes a local of a function that is in an `each`; most of the time there is none.
    fn look_at_frames(&mut self) {
        let (name, other) = (self.tape.choose(&["a", "b", "n", "xs"]), self.number_variable());
        let value = self.number(1);
        let what = if self.tape.below(2) == 0 {
            format!("poke({name}, {value})")
        } else {
            format!("{other} = peek({name})")
        };
        self.line(&format!("try {{ {what} }} catch e {{ {other} = {value} }}"));
    }

    fn accumulate(&mut self) {
        let (name, value) = (self.number_variable(), self.factor(2));
        let op = self.tape.choose(&["+", "-", "+", "*"]);
        self.line(&format!("{name} = {name} {op} {value}"));
    }

    fn print(&mut self) {
        let mut values = self.number(1);
        if self.tape.one_in(2) {
            let kind = self.tape.choose(&super::KINDS);
            values = format!("{values}, {}", self.value_or_new(kind));
        }
        // Output from inside of loops is thinned out.
        match self.counters.last() {
            Some((counter, true)) if self.weight > 20 => {
                self.line(&format!("if {counter} % 17 == 3 {{ print({values}) }}"));
            }
            _ if self.weight > 200 => self.accumulate(),
            _ => self.line(&format!("print({values})")),
        }
    }

    /// A number changes its type, mostly in the middle of a loop.
    fn change_type(&mut self) {
        let name = self.number_variable();
        let value = match self.tape.below(4) {
            0 => format!("{name} + 0.5"),
            1 => format!("int({name} % 1000)"),
            2 => format!("{name} * 4611686018427387904"),
            _ => self.tape.choose(&["0", "null", "1.5", "array(2, 1)"]).to_string(),
        };
        match self.counters.last() {
            Some((counter, _)) => {
                let at = self.tape.choose(&[3, 1, 20, 45]);
                let change = format!("if {counter} == {at} {{ {name} = {value} }}");
                self.line(&change);
            }
            None => self.line(&format!("{name} = {value}")),
        }
    }

    fn conditional(&mut self, depth: u32) {
        let condition = self.condition(2);
        self.open(&format!("if {condition} {{"));
        self.statements(2, depth + 1);
        if !self.counters.is_empty() && self.tape.one_in(5) {
            let leave = self.tape.choose(&["continue", "continue", "break"]);
            self.line(leave);
        } else if self.tape.one_in(25) {
            let value = self.raised();
            self.line(&format!("raise {value}"));
        }
        if self.tape.one_in(3) {
            self.indent -= 1;
            self.open("} else {");
            self.statements(2, depth + 1);
        }
        self.close();
    }

    fn raised(&mut self) -> String {
        match self.tape.below(4) {
            0 => self.number(1),
            1 => "Error(42)".to_string(),
            2 => "Error(2)".to_string(),
            _ => self.value(Kind::Point, 1),
        }
    }

    fn try_catch(&mut self, depth: u32) {
        self.open("try {");
        self.statements(2, depth + 1);
        if self.tape.one_in(2) {
            let (condition, value) = (self.condition(1), self.raised());
            self.line(&format!("if {condition} {{ raise {value} }}"));
        }
        self.indent -= 1;
        self.open("} catch e {");
        if self.weight <= 200 && self.tape.one_in(2) {
            self.line("print(e)");
        }
        self.statements(1, depth + 1);
        self.close();
    }

    fn repeat(&mut self, depth: u32) {
        let trips = self.tape.choose(&[10, 3, 60, 150, 500]);
        if self.weight * trips > self.limits.weight || self.cost + self.weight * trips * 4 > self.limits.cost
        {
            return self.accumulate();
        }
        let counter = format!("k{}", self.loops);
        self.loops += 1;
        self.weight *= trips;
        let shape = self.tape.below(6);
        match shape {
            // PEPM'11's loop, down to zero, with an int or a float.
            4 => self.line(&format!("{counter} = {trips}")),
            5 => self.line(&format!("{counter} = {trips}.0")),
            _ => self.line(&format!("{counter} = 0")),
        }
        self.counters.push((counter.clone(), shape != 5));
        let also = if self.tape.one_in(6) { format!(" and {}", self.condition(1)) } else { String::new() };
        if shape >= 4 {
            self.open(&format!("while is_positive({counter}){also} {{"));
            self.line(&format!("{counter} = {counter} + -1"));
        } else {
            self.open(&format!("while {counter} < {trips}{also} {{"));
            self.line(&format!("{counter} = {counter} + 1"));
        }
        self.statement(depth + 1);
        self.statements(4, depth + 1);
        self.close();
        self.counters.pop();
        self.weight /= trips;
    }
}
