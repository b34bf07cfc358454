//! Expressions: `or`, `and`, `not`, then the binary operators by precedence, unary minus, and what follows a value.

use super::{MAX_ARGUMENTS, Parsed, Parser};
use crate::ast::{Expr, ExprKind};
use crate::lexer::Token;
use crate::ops::{BinaryOp, UnaryOp};

impl Parser {
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.deeper()?;
        let value = self
            .logical("or", ExprKind::Or, |parser| parser.logical("and", ExprKind::And, Parser::negation))?;
        self.depth -= 1;
        Ok(value)
    }

    fn logical(
        &mut self,
        mark: &str,
        build: fn(Box<Expr>, Box<Expr>) -> ExprKind,
        operand: impl Fn(&mut Parser) -> Parsed<Expr>,
    ) -> Parsed<Expr> {
        let depth = self.depth;
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

    pub(super) fn postfix(&mut self) -> Parsed<Expr> {
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
    // Some built-ins take the name of a function or variable.
    let name_of = |argument: &Expr| match &argument.kind {
        ExprKind::Variable(name) => Some(name.clone()),
        _ => None,
    };
    match (name.as_str(), &arguments[..]) {
        ("collect", []) => return ExprKind::Collect,
        ("peek", [variable]) => {
            if let Some(variable) = name_of(variable) {
                return ExprKind::Peek(variable);
            }
        }
        ("each" | "poke", [first, second]) => {
            if let Some(first) = name_of(first) {
                let second = Box::new(second.clone());
                return if name == "each" {
                    ExprKind::Each(first, second)
                } else {
                    ExprKind::Poke(first, second)
                };
            }
        }
        ("on_free", [record, function]) => {
            if let Some(function) = name_of(function) {
                return ExprKind::OnFree(Box::new(record.clone()), function);
            }
        }
        _ => {}
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
