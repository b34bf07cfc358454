//! Tokens to tree, by recursive descent.
//!
//! Line ends do not count, so a statement has to show where it begins: with a keyword or a name. No expression goes on with
//! either. A `return` without a value is therefore the last statement of its block.

use crate::ast::{Expr, ExprKind, Function, Program, Record, Stmt, StmtKind};
use crate::error::{Position, SyntaxError};
use crate::lexer::{Token, lex};
use crate::ops::{BinaryOp, UnaryOp, is_builtin};
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

// Expressions: `or`, `and`, `not`, then the binary operators by precedence, unary minus, and what follows a value.
impl Parser {
    fn expression(&mut self) -> Parsed<Expr> {
        self.logical("or", ExprKind::Or, |parser| parser.logical("and", ExprKind::And, Parser::negation))
    }

    fn logical(
        &mut self,
        mark: &str,
        build: fn(Box<Expr>, Box<Expr>) -> ExprKind,
        operand: impl Fn(&mut Parser) -> Parsed<Expr>,
    ) -> Parsed<Expr> {
        let depth = self.depth;
        self.deeper()?;
        let mut left = operand(self)?;
        while self.at(mark) {
            let position = self.position();
            self.next += 1;
            // A chain is a tree as deep as the chain is long.
            self.deeper()?;
            left = Expr { kind: build(Box::new(left), Box::new(operand(self)?)), position };
        }
        self.depth = depth;
        Ok(left)
    }

    fn negation(&mut self) -> Parsed<Expr> {
        let position = self.position();
        if !self.accept("not") {
            return self.binary(0);
        }
        self.deeper()?;
        let operand = self.negation()?;
        self.depth -= 1;
        Ok(Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(operand)), position })
    }

    fn binary(&mut self, precedence: u8) -> Parsed<Expr> {
        if precedence > 2 {
            return self.minus();
        }
        let depth = self.depth;
        let mut left = self.binary(precedence + 1)?;
        while let Some(op) = self.operator(precedence) {
            let position = self.position();
            self.next += 1;
            self.deeper()?;
            let right = self.binary(precedence + 1)?;
            left = Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), position };
        }
        self.depth = depth;
        Ok(left)
    }

    fn operator(&self, precedence: u8) -> Option<BinaryOp> {
        let Token::Mark(mark) = self.token() else { return None };
        BinaryOp::named(mark).filter(|op| op.precedence() == Some(precedence))
    }

    fn minus(&mut self) -> Parsed<Expr> {
        let position = self.position();
        if !self.accept("-") {
            return self.postfix();
        }
        // A sign before a number is part of it: the smallest int has no positive counterpart.
        let kind = match *self.token() {
            Token::Int(value) => match 0i64.checked_sub_unsigned(value) {
                Some(value) => ExprKind::Int(value),
                None => return self.fail(format!("-{value} is out of range")),
            },
            Token::Float(value) => ExprKind::Float(-value),
            _ => {
                self.deeper()?;
                let operand = self.minus()?;
                self.depth -= 1;
                return Ok(Expr { kind: ExprKind::Unary(UnaryOp::Negate, Box::new(operand)), position });
            }
        };
        self.next += 1;
        Ok(Expr { kind, position })
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let depth = self.depth;
        let mut value = self.primary()?;
        loop {
            let position = self.position();
            let kind = if self.accept(".") {
                ExprKind::Field(Box::new(value), self.name("a field")?)
            } else if self.accept("[") {
                let index = self.expression()?;
                self.expect("]")?;
                ExprKind::Item(Box::new(value), Box::new(index))
            } else {
                self.depth = depth;
                return Ok(value);
            };
            value = Expr { kind, position };
            self.deeper()?;
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let position = self.position();
        let kind = match self.token().clone() {
            Token::Int(value) => match i64::try_from(value) {
                Ok(value) => ExprKind::Int(value),
                Err(_) => return self.fail(format!("{value} is out of range")),
            },
            Token::Float(value) => ExprKind::Float(value),
            Token::Mark("null") => ExprKind::Null,
            Token::Mark("(") => {
                self.next += 1;
                let inner = self.expression()?;
                self.expect(")")?;
                return Ok(inner);
            }
            Token::Name(name) => {
                self.next += 1;
                let kind =
                    if self.accept("(") { call(name, self.arguments()?) } else { ExprKind::Variable(name) };
                return Ok(Expr { kind, position });
            }
            Token::Mark(_) | Token::End => return self.unexpected("a value"),
        };
        self.next += 1;
        Ok(Expr { kind, position })
    }

    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut arguments = Vec::new();
        while !self.at(")") {
            if arguments.len() + 1 == MAX_ARGUMENTS {
                return self.fail(format!("at most {} arguments", MAX_ARGUMENTS - 1));
            }
            arguments.push(self.expression()?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(arguments)
    }
}

/// A built-in with as many arguments as it takes is an operator.
fn call(name: String, arguments: Vec<Expr>) -> ExprKind {
    if name == "print" {
        return ExprKind::Print(arguments);
    }
    match <[Expr; 1]>::try_from(arguments) {
        Ok([operand]) => match UnaryOp::named(&name) {
            Some(op) => ExprKind::Unary(op, Box::new(operand)),
            None => ExprKind::Call(name, vec![operand]),
        },
        Err(arguments) => match <[Expr; 2]>::try_from(arguments) {
            Ok([left, right]) if name == "array" => ExprKind::Array(Box::new(left), Box::new(right)),
            Ok([left, right]) => match BinaryOp::named(&name) {
                Some(op) => ExprKind::Binary(op, Box::new(left), Box::new(right)),
                None => ExprKind::Call(name, vec![left, right]),
            },
            Err(arguments) => ExprKind::Call(name, arguments),
        },
    }
}
