//! Expressions of a kind.

use super::{Generator, Kind, Recursion};

const INTS: [&str; 12] = [
    "0",
    "1",
    "2",
    "-1",
    "3",
    "7",
    "10",
    "-100",
    "1000003",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
];
const FLOATS: [&str; 6] = ["0.5", "1.0", "-2.25", "0.1", "-0.0", "1e+18"];

impl Generator<'_> {
    fn has(&self, kind: Kind) -> bool {
        self.variables.iter().chain(&self.constants).any(|(_, k)| *k == kind)
    }

    /// A variable of the kind, if there is one.
    fn variable(&mut self, kind: Kind) -> Option<String> {
        let all = self.variables.iter().chain(&self.constants);
        let names: Vec<String> = all.filter(|(_, k)| *k == kind).map(|(name, _)| name.clone()).collect();
        if names.is_empty() { None } else { Some(names[self.tape.index(names.len())].clone()) }
    }

    /// A variable of the kind that can be assigned, if there is one.
    pub(super) fn assignable(&mut self, kind: Kind) -> Option<String> {
        let all = self.variables.iter();
        let names: Vec<String> = all.filter(|(_, k)| *k == kind).map(|(name, _)| name.clone()).collect();
        if names.is_empty() { None } else { Some(names[self.tape.index(names.len())].clone()) }
    }

    /// A value to start with: a constant or a new object.
    pub(super) fn new_value(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Number => self.constant(),
            Kind::Point => format!("Point({}, {})", self.constant(), self.constant()),
            Kind::List => format!("Node({}, null)", self.constant()),
            Kind::Numbers => format!("array({}, {})", self.tape.choose(&[4, 1, 9]), self.constant()),
            Kind::Points => format!("array(3, {})", self.new_value(Kind::Point)),
        }
    }

    fn constant(&mut self) -> String {
        match self.tape.below(4) {
            3 => self.tape.choose(&FLOATS).to_string(),
            // Large ints make everything a float soon: mostly small ones.
            2 => self.tape.choose(&INTS).to_string(),
            _ => self.tape.choose(&INTS[..7]).to_string(),
        }
    }

    /// An expression that most likely gives the kind.
    pub(super) fn value(&mut self, kind: Kind, depth: u32) -> String {
        let kind = if self.tape.one_in(80) { self.tape.choose(&super::KINDS) } else { kind };
        let choice = self.tape.below(4);
        match kind {
            Kind::Number => return self.number(depth),
            Kind::Point if choice == 1 => return format!("Point({}, {})", self.number(1), self.number(1)),
            Kind::Point if choice == 2 => {
                let (array, index) = (self.value_or_new(Kind::Points), self.index(3));
                return format!("{array}[{index}]");
            }
            Kind::List if choice == 1 => {
                let (value, next) = (self.number(1), self.value_or_new(Kind::List));
                return if self.tape.one_in(3) {
                    format!("Pair({next}, {value})")
                } else {
                    format!("Node({value}, {next})")
                };
            }
            Kind::List if choice == 2 => {
                let list = self.value_or_new(Kind::List);
                return format!("({list}.next or {list})");
            }
            Kind::Numbers | Kind::Points if choice == 1 => return self.new_value(kind),
            Kind::Numbers if choice == 2 => return self.each().unwrap_or_else(|| self.value_or_new(kind)),
            _ => {}
        }
        self.value_or_new(kind)
    }

    pub(super) fn value_or_new(&mut self, kind: Kind) -> String {
        match self.variable(kind) {
            Some(name) => name,
            None => self.new_value(kind),
        }
    }

    /// An index that is in range if the array has that length, most of the time.
    pub(super) fn index(&mut self, length: u32) -> String {
        if self.tape.one_in(40) {
            return self.number(1);
        }
        let ints: Vec<String> =
            self.counters.iter().filter(|counter| counter.1).map(|counter| counter.0.clone()).collect();
        if ints.is_empty() || self.tape.one_in(4) {
            return self.tape.below(length).to_string();
        }
        let counter = &ints[ints.len() - 1 - self.tape.index(ints.len())];
        // Fails after a while if the array is shorter.
        if self.tape.one_in(30) { counter.clone() } else { format!("{counter} % {length}") }
    }

    /// An array of numbers and an index for it.
    pub(super) fn item(&mut self) -> String {
        let array = self.value_or_new(Kind::Numbers);
        let length = if self.tape.one_in(3) { format!("len({array})") } else { "1".to_string() };
        if length == "1" {
            let index = self.index(1);
            return format!("{array}[{index}]");
        }
        match self.counters.iter().rev().find(|counter| counter.1) {
            Some((counter, _)) => format!("{array}[{counter} % {length}]"),
            None => format!("{array}[{length} - 1]"),
        }
    }

    pub(super) fn number(&mut self, depth: u32) -> String {
        let choice = self.tape.below(if depth == 0 { 6 } else { 20 });
        match choice {
            0 => self.value_or_new(Kind::Number),
            1 => self.constant(),
            2 if !self.counters.is_empty() => {
                self.counters[self.counters.len() - 1 - self.tape.index(self.counters.len())].0.clone()
            }
            3 if self.has(Kind::Point) => {
                format!("{}.{}", self.value_or_new(Kind::Point), self.tape.choose(&["x", "y"]))
            }
            4 if self.has(Kind::List) => format!("{}.value", self.value_or_new(Kind::List)),
            5 if self.has(Kind::Numbers) => self.item(),
            2..6 => self.value_or_new(Kind::Number),
            6 => format!("abs({})", self.number(depth - 1)),
            7 => {
                let kind = self.tape.choose(&[Kind::Numbers, Kind::Points]);
                format!("len({})", self.value_or_new(kind))
            }
            8 => self.condition(depth - 1),
            9 => {
                let op = self.tape.choose(&["and", "or"]);
                format!("({} {op} {})", self.number(depth - 1), self.number(depth - 1))
            }
            10 => {
                let name = self.tape.choose(&["min", "max"]);
                format!("{name}({}, {})", self.number(depth - 1), self.number(depth - 1))
            }
            11 => {
                let divisor = self.tape.choose(&["2", "3", "-7", "0.5"]);
                format!("{} {} {divisor}", self.factor(depth), self.tape.choose(&["/", "%"]))
            }
            12 => match self.tape.below(6) {
                0 => format!("float({})", self.number(depth - 1)),
                1 => format!("-({})", self.number(depth - 1)),
                2 => format!("int({} % 1000)", self.factor(depth)),
                3 => format!("sqrt(abs({}))", self.number(depth - 1)),
                4 => format!("is_positive({})", self.number(depth - 1)),
                // Division by zero, sooner or later.
                _ => format!("{} / ({} % 5)", self.factor(depth), self.factor(depth)),
            },
            13 | 14 => self.call().unwrap_or_else(|| self.number(depth - 1)),
            15 => format!("{} * {}", self.factor(depth), self.factor(depth)),
            16 => format!("({}) % 1000003", self.number(depth - 1)),
            17.. => {
                let op = self.tape.choose(&["+", "-"]);
                format!("{} {op} {}", self.number(depth - 1), self.factor(depth))
            }
        }
    }

    /// A number that can stand beside any operator.
    pub(super) fn factor(&mut self, depth: u32) -> String {
        let text = self.number(depth.saturating_sub(1));
        // A call, or something in brackets, is already whole.
        let open = text.find(['(', ' ']).unwrap_or(0);
        let whole = text[open..].starts_with('(') && closes(&text[open..]) == text.len() - open;
        if text.contains(' ') && !whole { format!("({text})") } else { text }
    }

    pub(super) fn condition(&mut self, depth: u32) -> String {
        match self.tape.below(8) {
            6 => {
                let kind = self.tape.choose(&super::KINDS);
                let name = self.tape.choose(&["==", "!="]);
                format!("({} {name} {})", self.value_or_new(kind), self.value_or_new(kind))
            }
            7 => {
                let kind = self.tape.choose(&super::KINDS);
                format!("same({}, {})", self.value_or_new(kind), self.value_or_new(kind))
            }
            5 => format!("(not {})", self.factor(depth)),
            4 if !self.counters.is_empty() => {
                let counter = &self.counters[self.counters.len() - 1].0;
                let (every, at) = (self.tape.choose(&[2, 3, 7, 50]), self.tape.below(2));
                format!("({counter} % {every} == {at})")
            }
            _ => {
                let op = self.tape.choose(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", self.number(depth), self.factor(depth))
            }
        }
    }

    /// The arguments after the first, each with a comma before it.
    pub(super) fn arguments(&mut self, kinds: &[Kind]) -> String {
        kinds.iter().map(|&kind| format!(", {}", self.value(kind, 0))).collect()
    }

    /// A call of some function, if there is one that does not take too long here.
    pub(super) fn call(&mut self) -> Option<String> {
        if self.tape.one_in(100) {
            // Wrong in the source already.
            return Some(self.tape.choose(&["nothing(1)", "len(1, 2)", "Point(1)"]).to_string());
        }
        if self.functions.is_empty() {
            return None;
        }
        let index = self.tape.index(self.functions.len());
        self.call_of(index)
    }

    /// A call of `each`, of a function that can take a number and does not take too long here.
    fn each(&mut self) -> Option<String> {
        let fits = |signature: &super::Signature| {
            signature.parameters.len() == 1 && signature.recursion == Recursion::None
        };
        let functions: Vec<usize> =
            (0..self.functions.len()).filter(|&index| fits(&self.functions[index])).collect();
        if functions.is_empty() {
            return None;
        }
        let index = functions[self.tape.index(functions.len())];
        // Most arrays have fewer than ten items.
        let cost = 10 * self.weight * self.functions[index].cost;
        if self.cost + cost > self.limits.cost {
            return None;
        }
        self.cost += cost;
        let array = self.value_or_new(Kind::Numbers);
        Some(format!("each({}, {array})", self.functions[index].name))
    }

    /// A call of this function, if it does not take too long here.
    pub(super) fn call_of(&mut self, index: usize) -> Option<String> {
        let recursion = self.functions[index].recursion;
        // How deep to go, and how many calls that makes.
        let (depth, calls) = match recursion {
            Recursion::None => (None, 1),
            Recursion::Linear => {
                self.tape.choose(&[(Some(3), 4), (Some(12), 13), (Some(60), 61), (Some(1200), 1000)])
            }
            Recursion::Tree => self.tape.choose(&[(Some(3), 8), (Some(5), 21), (Some(8), 90)]),
        };
        let cost = self.weight * self.functions[index].cost * calls;
        if self.cost + cost > self.limits.cost {
            return None;
        }
        self.cost += cost;
        let first = match depth {
            Some(depth) => depth.to_string(),
            None => self.number(0),
        };
        let kinds = self.functions[index].parameters[1..].to_vec();
        let rest = self.arguments(&kinds);
        Some(format!("{}({first}{rest})", self.functions[index].name))
    }
}

/// Where the bracket at the start of `text` is closed.
fn closes(text: &str) -> usize {
    let mut open = 0;
    for (index, c) in text.char_indices() {
        open += i32::from(c == '(') - i32::from(c == ')');
        if open == 0 {
            return index + 1;
        }
    }
    text.len()
}
