//! Tokens to tree, by recursive descent.
//!
//! Line ends do not count, so a statement has to show where it begins: with a name or a keyword that
//! no expression can go on with. A `return` without a value is therefore the last statement of its block.

mod expression;

use crate::ast::{ExprKind, Function, Program, Record, Stmt, StmtKind};
use crate::error::{Position, SyntaxError};
use crate::lexer::{Token, lex};
use crate::ops::is_builtin;
use crate::{MAIN, scope};

/// How deep the tree may be. Everything that walks it is recursive, and must not run out of stack.
const MAX_DEPTH: usize = 100;

/// The first number that does not fit into an argument count of the bytecode.
const MAX_ARGUMENTS: usize = 256;

pub fn parse(source: &str) -> Result<Program, SyntaxError> {
    let mut parser = Parser { tokens: lex(source)?, next: 0, depth: 0, loops: 0, in_function: false };
    let program = parser.program()?;
    scope::check(&program)?;
    Ok(program)
}

struct Parser {
    tokens: Vec<(Token, Position)>,
    next: usize,
    depth: usize,
    /// Loops around the current statement, in this function.
    loops: usize,
    in_function: bool,
}

type Parsed<T> = Result<T, SyntaxError>;

// Tokens.
impl Parser {
    fn token(&self) -> &Token {
        &self.tokens[self.next].0
    }

    fn position(&self) -> Position {
        self.tokens[self.next].1
    }

    fn at(&self, mark: &str) -> bool {
        matches!(self.token(), Token::Mark(m) if *m == mark)
    }

    fn accept(&mut self, mark: &str) -> bool {
        let here = self.at(mark);
        self.next += usize::from(here);
        here
    }

    fn expect(&mut self, mark: &str) -> Parsed<()> {
        if self.accept(mark) { Ok(()) } else { self.unexpected(&format!("`{mark}`")) }
    }

    fn name(&mut self, what: &str) -> Parsed<String> {
        let Token::Name(name) = self.token() else { return self.unexpected(what) };
        let name = name.clone();
        self.next += 1;
        Ok(name)
    }

    fn unexpected<T>(&self, wanted: &str) -> Parsed<T> {
        let found = match self.token() {
            Token::Int(value) => format!("`{value}`"),
            Token::Float(value) => format!("`{value}`"),
            Token::Name(name) => format!("`{name}`"),
            Token::Mark(mark) => format!("`{mark}`"),
            Token::End => "the end of the file".to_string(),
        };
        self.fail(format!("expected {wanted}, found {found}"))
    }

    fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(SyntaxError::new(self.position(), message))
    }

    /// One level further down the tree. The caller restores `depth`.
    fn deeper(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { self.fail("nested too deeply") } else { Ok(()) }
    }

    /// `name, name, ...` up to `close`.
    fn names(&mut self, what: &str, close: &str) -> Parsed<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        while !self.at(close) {
            let position = self.position();
            let name = self.name(what)?;
            if names.contains(&name) {
                return Err(SyntaxError::new(position, format!("`{name}` is there twice")));
            }
            names.push(name);
            if !self.accept(",") {
                break;
            }
        }
        if names.len() >= MAX_ARGUMENTS {
            return self.fail(format!("at most {} names", MAX_ARGUMENTS - 1));
        }
        self.expect(close)?;
        Ok(names)
    }
}

// Definitions and statements.
impl Parser {
    fn program(&mut self) -> Parsed<Program> {
        let start = Position { line: 1, column: 1 };
        let main =
            Function { name: MAIN.to_string(), parameters: Vec::new(), body: Vec::new(), position: start };
        let error = Record { name: "Error".to_string(), fields: vec!["code".to_string()] };
        let mut program = Program { records: vec![error], functions: vec![main] };
        while *self.token() != Token::End {
            if self.accept("record") {
                let name = self.definition(&program)?;
                self.expect("{")?;
                let fields = self.names("a field", "}")?;
                program.records.push(Record { name, fields });
            } else if self.accept("fn") {
                let position = self.position();
                let name = self.definition(&program)?;
                self.expect("(")?;
                let parameters = self.names("a parameter", ")")?;
                self.in_function = true;
                let body = self.block()?;
                self.in_function = false;
                program.functions.push(Function { name, parameters, body, position });
            } else {
                let statement = self.statement()?;
                program.functions[0].body.push(statement);
            }
        }
        Ok(program)
    }

    /// The name of a new record or function.
    fn definition(&mut self, program: &Program) -> Parsed<String> {
        let position = self.position();
        let name = self.name("a name")?;
        let message = if is_builtin(&name) {
            format!("`{name}` is built in")
        } else if program.callee(&name) != crate::ast::Callee::Unknown {
            format!("`{name}` is already defined")
        } else {
            return Ok(name);
        };
        Err(SyntaxError::new(position, message))
    }

    fn block(&mut self) -> Parsed<Vec<Stmt>> {
        self.deeper()?;
        self.expect("{")?;
        let mut statements = Vec::new();
        while !self.accept("}") {
            if *self.token() == Token::End {
                return self.unexpected("`}`");
            }
            statements.push(self.statement()?);
        }
        self.depth -= 1;
        Ok(statements)
    }

    fn statement(&mut self) -> Parsed<Stmt> {
        let position = self.position();
        let kind = if self.accept("if") {
            self.conditional()?
        } else if self.accept("while") {
            let condition = self.expression()?;
            self.loops += 1;
            let body = self.block()?;
            self.loops -= 1;
            StmtKind::While(condition, body)
        } else if self.at("break") || self.at("continue") {
            if self.loops == 0 {
                return self.fail("not in a loop");
            }
            if self.accept("break") {
                StmtKind::Break
            } else {
                self.next += 1;
                StmtKind::Continue
            }
        } else if self.at("return") {
            if !self.in_function {
                return self.fail("not in a function");
            }
            self.next += 1;
            StmtKind::Return(if self.at("}") { None } else { Some(self.expression()?) })
        } else if self.accept("raise") {
            StmtKind::Raise(self.expression()?)
        } else if self.accept("try") {
            let body = self.block()?;
            self.expect("catch")?;
            let name = self.name("a variable")?;
            StmtKind::Try(body, name, self.block()?)
        } else if self.at("global") {
            if !self.in_function {
                return self.fail("not in a function");
            }
            self.next += 1;
            let mut names = vec![self.name("a variable")?];
            while self.accept(",") {
                names.push(self.name("a variable")?);
            }
            StmtKind::Global(names)
        } else if self.at("fn") || self.at("record") {
            return self.fail("definitions stand outside of functions and blocks");
        } else if matches!(self.token(), Token::Name(_)) {
            self.assignment_or_call()?
        } else {
            return self.unexpected("a statement");
        };
        Ok(Stmt { kind, position })
    }

    fn conditional(&mut self) -> Parsed<StmtKind> {
        let condition = self.expression()?;
        let then = self.block()?;
        let mut otherwise = Vec::new();
        if self.accept("else") {
            let position = self.position();
            if self.accept("if") {
                self.deeper()?;
                otherwise.push(Stmt { kind: self.conditional()?, position });
                self.depth -= 1;
            } else {
                otherwise = self.block()?;
            }
        }
        Ok(StmtKind::If(condition, then, otherwise))
    }

    fn assignment_or_call(&mut self) -> Parsed<StmtKind> {
        let position = self.position();
        let target = self.postfix()?;
        if !self.accept("=") {
            return match target.kind {
                ExprKind::Field(..) | ExprKind::Item(..) | ExprKind::Variable(_) => {
                    self.unexpected("`=` or a call")
                }
                _ => Ok(StmtKind::Do(target)),
            };
        }
        match target.kind {
            ExprKind::Variable(name) => Ok(StmtKind::Assign(name, self.expression()?)),
            ExprKind::Field(object, field) => Ok(StmtKind::SetField(*object, field, self.expression()?)),
            ExprKind::Item(array, index) => Ok(StmtKind::SetItem(*array, *index, self.expression()?)),
            _ => Err(SyntaxError::new(position, "cannot assign to this")),
        }
    }
}
