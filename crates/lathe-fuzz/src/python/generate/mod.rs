//! Random Python programs that end, print what they do, and depend on nothing that may differ.
//!
//! The generator knows which names are certainly bound where it is, and what they most likely hold; so most of what it writes works,
//! and what may raise is written on purpose, inside `try`. Loops have a fixed number of trips, and what would grow without end is
//! capped; `weight` says how often the current place is passed, and bounds the work.

mod classes;
mod drive;
mod exceptions;
mod expression;
mod functions;
mod loops;
mod patterns;
mod scope;
mod statement;
mod templates;

use super::tree::{Block, Kind, Stmt};
use crate::tape::Tape;
use classes::Class;
use functions::Function;
use scope::Scope;

/// At most so many passes of one place.
const MAX_WEIGHT: u64 = 1500;

pub struct Generator<'t> {
    tape: &'t mut Tape,
    /// What is visible, the innermost block last.
    scopes: Vec<Scope>,
    /// What is written so far that can be called.
    functions: Vec<Function>,
    classes: Vec<Class>,
    weight: u64,
    /// Numbers for names.
    next: u32,
    /// One expression in so many may raise; 0 for none.
    risk: u32,
    /// Loops around the current place in this function, and loop variables to tell trips apart.
    trips: Vec<String>,
    place: Place,
    /// Statements that may still be written.
    room: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Module,
    Function,
    Generator,
}

impl std::fmt::Debug for Generator<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator").finish_non_exhaustive()
    }
}

/// The program for a tape of choices.
pub fn generate(tape: &mut Tape) -> Block {
    let mut generator = Generator {
        tape,
        scopes: vec![Scope::default()],
        functions: Vec::new(),
        classes: Vec::new(),
        weight: 1,
        next: 0,
        risk: 0,
        trips: Vec::new(),
        place: Place::Module,
        room: 0,
    };
    generator.program()
}

impl Generator<'_> {
    fn program(&mut self) -> Block {
        let mut program: Block =
            pieces(include_str!("prelude.py")).map(|piece| Stmt::line(&piece, vec![])).collect();
        for kind in [Kind::Int, Kind::Int, Kind::Float, Kind::Str, Kind::Ints, Kind::Any] {
            program.push(self.new_variable(kind));
        }
        while self.classes.len() < 2 && self.tape.below(5) < 2 {
            self.class(&mut program);
        }
        while self.functions.len() < 4 && self.tape.below(2) == 0 {
            self.room = 7;
            if self.tape.below(3) == 0 { self.generator(&mut program) } else { self.function(&mut program) }
        }
        loop {
            self.room = 10;
            self.test(&mut program);
            if self.tape.below(5) < 3 {
                break;
            }
        }
        for (name, kind) in self.scopes[0].all() {
            if kind != Kind::Fixed {
                program.push(Stmt::line(&format!("check('{name}', {name})"), vec![]));
            }
        }
        program
    }

    /// Some code at module level or in a function of its own, and what came of it.
    fn test(&mut self, program: &mut Block) {
        let tag = self.name("t");
        let in_function = self.tape.below(3) > 0;
        if in_function {
            let mut body = self.enter_function(Place::Function, &[]);
            self.hot_body(&mut body);
            self.show_locals(&mut body);
            self.leave_function(&mut body);
            program.push(Stmt::block(&format!("def {tag}()"), vec![], body));
            program.push(
                Stmt::block("try", vec![], vec![Stmt::line(&format!("check('{tag}', {tag}())"), vec![])])
                    .and(
                        "except Exception as e",
                        vec![],
                        vec![Stmt::line(&format!("caught('{tag}', e)"), vec![])],
                    ),
            );
        } else {
            let mut body = Vec::new();
            self.scopes.push(Scope::default());
            self.hot_body(&mut body);
            self.show_locals(&mut body);
            self.scopes.pop();
            program.push(Stmt::block("try", vec![], body).and(
                "except Exception as e",
                vec![],
                vec![Stmt::line(&format!("caught('{tag}', e)"), vec![])],
            ));
        }
    }

    /// A few variables, and loops over them.
    fn hot_body(&mut self, body: &mut Block) {
        for _ in 0..2 + self.tape.below(4) {
            let kind = self.any_kind();
            body.push(self.new_variable(kind));
        }
        self.hot_loop(body);
        self.statements(body, 2);
        if self.tape.below(2) == 0 {
            self.hot_loop(body);
        }
    }

    /// Prints what the variables of the innermost block hold.
    fn show_locals(&mut self, body: &mut Block) {
        for (name, kind) in self.scopes.last().expect("a scope").all() {
            if kind != Kind::Fixed {
                body.push(Stmt::line(&format!("check('{name}', {name})"), vec![]));
            }
        }
    }

    /// A name that nothing else has.
    fn name(&mut self, prefix: &str) -> String {
        self.next += 1;
        format!("{prefix}{}", self.next)
    }
}

/// The definitions of a text, one by one.
fn pieces(text: &str) -> impl Iterator<Item = String> {
    let mut found: Vec<String> = Vec::new();
    for line in text.lines() {
        match found.last_mut() {
            Some(last) if line.starts_with(' ') => {
                last.push('\n');
                last.push_str(line);
            }
            _ => found.push(line.to_string()),
        }
    }
    found.into_iter()
}
