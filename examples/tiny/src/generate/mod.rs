//! Random programs that end.
//!
//! A variable has a kind that its name and use suggest, so that most operations make sense; now and then one does not,
//! and both the reference and what is held against it must raise the same error. Programs end because:
//!
//! * a loop counts a variable of its own, which nothing else assigns, as the first thing in its body;
//! * a function calls only functions before it, and itself with a smaller first argument, which nothing assigns;
//! * what is executed is estimated while it is written: where a loop or call would make it too much, there is none.

mod expression;
mod statement;

use lathe_fuzz::tape::Tape;

/// What a variable is expected to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    Point,
    /// `Node`, or `Pair`, which has the same fields in another order, or null.
    List,
    Numbers,
    Points,
}

const KINDS: [Kind; 5] = [Kind::Number, Kind::Point, Kind::List, Kind::Numbers, Kind::Points];

/// How much one function may be.
#[derive(Clone, Copy)]
struct Limits {
    /// Statements in the text.
    size: u32,
    /// How often one statement is executed.
    weight: u64,
    /// Statements executed, those of calls included. This and `weight` are estimates.
    cost: u64,
}

const FUNCTION: Limits = Limits { size: 16, weight: 200, cost: 1_000 };
const MAIN: Limits = Limits { size: 45, weight: 4_000, cost: 60_000 };
/// Most programs are small: what goes wrong mostly does so in few lines, and many of them fit into the time of one that is not.
const SMALL_MAIN: Limits = Limits { size: 16, weight: 600, cost: 5_000 };

struct Signature {
    name: String,
    parameters: Vec<Kind>,
    /// Statements that one call executes; for a recursive function, without the calls of itself.
    cost: u64,
    recursion: Recursion,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Recursion {
    None,
    /// Once in each call.
    Linear,
    /// Twice, as in Fibonacci.
    Tree,
}

struct Generator<'a> {
    tape: &'a mut Tape,
    text: String,
    indent: usize,
    functions: Vec<Signature>,
    /// What can be read and assigned here.
    variables: Vec<(String, Kind)>,
    /// What can only be read: globals, and the argument that a recursive function counts down.
    constants: Vec<(String, Kind)>,
    /// The variables of the loops around, which are only read, and whether each is an int.
    counters: Vec<(String, bool)>,
    /// Counters are numbered in each function.
    loops: usize,
    /// How often a statement here is executed in one call of the function.
    weight: u64,
    /// Statements that one call of the function executes.
    cost: u64,
    size: u32,
    limits: Limits,
}

/// The source of a program.
pub fn generate(tape: &mut Tape) -> String {
    let text =
        "record Point { x, y }\nrecord Node { value, next }\nrecord Pair { next, value }\n".to_string();
    let mut generator = Generator {
        tape,
        text,
        indent: 0,
        functions: Vec::new(),
        variables: Vec::new(),
        constants: Vec::new(),
        counters: Vec::new(),
        loops: 0,
        weight: 1,
        cost: 0,
        size: 0,
        limits: FUNCTION,
    };
    let globals = generator.globals();
    while generator.functions.len() < 4 && generator.tape.more(2) {
        generator.function(&globals);
    }
    generator.main(globals);
    generator.text
}

impl Generator<'_> {
    fn line(&mut self, line: &str) {
        self.text += &"  ".repeat(self.indent);
        self.text += line;
        self.text.push('\n');
    }

    fn open(&mut self, line: &str) {
        self.line(line);
        self.indent += 1;
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    /// The globals that there are, two of them numbers.
    fn globals(&mut self) -> Vec<(String, Kind)> {
        let mut globals = vec![("ga".to_string(), Kind::Number), ("gb".to_string(), Kind::Number)];
        for (name, kind) in
            [("gp", Kind::Point), ("gl", Kind::List), ("gxs", Kind::Numbers), ("gps", Kind::Points)]
        {
            if self.tape.below(2) == 1 {
                globals.push((name.to_string(), kind));
            }
        }
        globals
    }

    fn function(&mut self, globals: &[(String, Kind)]) {
        let name = format!("f{}", self.functions.len());
        let recursion =
            self.tape.choose(&[Recursion::None, Recursion::None, Recursion::Linear, Recursion::Tree]);
        let mut parameters = vec![Kind::Number];
        while parameters.len() < 3 && self.tape.more(1) {
            parameters.push(self.tape.choose(&KINDS));
        }
        let names = ["n", "u", "v"];
        self.enter(FUNCTION);
        self.open(&format!("fn {name}({}) {{", names[..parameters.len()].join(", ")));
        let (written, read): (Vec<_>, Vec<_>) = globals.iter().cloned().partition(|_| self.tape.one_in(3));
        if !written.is_empty() {
            let names: Vec<&str> = written.iter().map(|(name, _)| name.as_str()).collect();
            self.line(&format!("global {}", names.join(", ")));
        }
        self.variables = written;
        self.constants = read;
        for (index, &kind) in parameters.iter().enumerate() {
            let counted = index == 0 && recursion != Recursion::None;
            let list = if counted { &mut self.constants } else { &mut self.variables };
            list.push((names[index].to_string(), kind));
        }
        if recursion != Recursion::None {
            let value = self.number(1);
            self.line(&format!("if n < 1 {{ return {value} }}"));
        }
        self.locals(&["a", "b", "p", "l", "xs", "ps"]);
        self.statements(4, 0);
        if recursion == Recursion::Linear {
            let arguments = self.arguments(&parameters[1..]);
            self.line(&format!("a = {name}(n - 1{arguments})"));
            self.statements(2, 0);
        }
        let mut value = self.number(2);
        if recursion == Recursion::Tree {
            let (left, right) = (self.arguments(&parameters[1..]), self.arguments(&parameters[1..]));
            value = format!("{name}(n - 1{left}) + {name}(n - 2{right})");
        }
        self.line(&format!("return {value}"));
        self.close();
        let cost = self.cost + 2;
        self.functions.push(Signature { name, parameters, cost, recursion });
    }

    fn main(&mut self, globals: Vec<(String, Kind)>) {
        let limits = if self.tape.one_in(6) { MAIN } else { SMALL_MAIN };
        self.enter(limits);
        for (name, kind) in globals {
            let value = self.new_value(kind);
            self.line(&format!("{name} = {value}"));
            self.variables.push((name, kind));
        }
        while self.size < self.limits.size && self.tape.more(4) {
            let guarded = self.tape.below(4) != 0;
            if guarded {
                self.open("try {");
            }
            self.statement(0);
            self.statements(2, 0);
            if guarded {
                self.indent -= 1;
                self.line("} catch e { print(e) }");
            }
        }
        for index in 0..self.functions.len() {
            if self.tape.below(4) != 0 {
                self.hot_call(index);
            }
        }
        let names: Vec<String> = self.variables.iter().map(|(name, _)| name.clone()).collect();
        self.line(&format!("print({})", names.join(", ")));
    }

    /// Calls a function from a loop, if it is cheap enough.
    fn hot_call(&mut self, index: usize) {
        let trips = self.tape.choose(&[3, 30, 200]);
        let counter = format!("k{}", self.loops);
        self.loops += 1;
        self.counters.push((counter.clone(), true));
        self.weight = trips;
        if let Some(call) = self.call_of(index) {
            self.line(&format!("{counter} = 0"));
            self.open(&format!("while {counter} < {trips} {{"));
            self.line(&format!("{counter} = {counter} + 1"));
            self.line(&format!("try {{ ga = {call} }} catch e {{ gb = e }}"));
            self.close();
            self.line("print(ga, gb)");
            self.line("gb = 1");
        }
        self.weight = 1;
        self.counters.pop();
    }

    /// Starts a function, in which nothing is known yet.
    fn enter(&mut self, limits: Limits) {
        self.variables.clear();
        self.constants.clear();
        self.counters.clear();
        (self.loops, self.weight, self.cost, self.size) = (0, 1, 0, 0);
        self.limits = limits;
    }

    /// Some locals; always `a`.
    fn locals(&mut self, names: &[&str]) {
        for &name in names {
            if name == "a" || self.tape.below(2) == 1 {
                let kind = match name {
                    "p" => Kind::Point,
                    "l" => Kind::List,
                    "xs" => Kind::Numbers,
                    "ps" => Kind::Points,
                    _ => Kind::Number,
                };
                let value = self.new_value(kind);
                self.line(&format!("{name} = {value}"));
                self.variables.push((name.to_string(), kind));
            }
        }
    }
}
