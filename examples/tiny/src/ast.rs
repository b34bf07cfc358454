//! A program as a tree. Names are still names; [`crate::scope`] says which variables are local.

use crate::error::Position;
use crate::ops::{BinaryOp, UnaryOp};

#[derive(Clone, Debug)]
pub struct Program {
    /// `Error { code }` is the first.
    pub records: Vec<Record>,
    /// `<main>`, the code outside of functions, is the first.
    pub functions: Vec<Function>,
}

#[derive(Clone, Debug)]
pub struct Record {
    pub name: String,
    pub fields: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<String>,
    pub body: Vec<Stmt>,
    pub position: Position,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub position: Position,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Assign(String, Expr),
    /// object, field, value: evaluated in this order.
    SetField(Expr, String, Expr),
    /// array, index, value: evaluated in this order.
    SetItem(Expr, Expr, Expr),
    /// An expression for its effect.
    Do(Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    Break,
    Continue,
    Return(Option<Expr>),
    Raise(Expr),
    /// body, the name that is given the caught value, handler.
    Try(Vec<Stmt>, String, Vec<Stmt>),
    /// Makes names global in this function; does nothing when executed.
    Global(Vec<String>),
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    /// Of the operator, or of the name of what is called: the line of an error raised here.
    pub position: Position,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Null,
    Int(i64),
    Float(f64),
    Variable(String),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Field(Box<Expr>, String),
    Item(Box<Expr>, Box<Expr>),
    /// `array(length, fill)`
    Array(Box<Expr>, Box<Expr>),
    Print(Vec<Expr>),
    /// `each(function, array)`
    Each(String, Box<Expr>),
    /// `peek(variable)`
    Peek(String),
    /// `poke(variable, value)`
    Poke(String, Box<Expr>),
    /// `on_free(record, function)`
    OnFree(Box<Expr>, String),
    Collect,
    /// A function, a record, or a mistake: an unknown name, or the wrong number of arguments (for a built-in, too).
    Call(String, Vec<Expr>),
}

/// What the name in a [`ExprKind::Call`] stands for, and how many arguments that takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    Function(usize, usize),
    Record(usize, usize),
    /// A built-in; with the right number of arguments it would not be a call.
    Builtin,
    Unknown,
}

impl Program {
    pub fn callee(&self, name: &str) -> Callee {
        if crate::ops::is_builtin(name) {
            Callee::Builtin
        } else if let Some(index) = self.functions.iter().position(|function| function.name == name) {
            Callee::Function(index, self.functions[index].parameters.len())
        } else if let Some(index) = self.records.iter().position(|record| record.name == name) {
            Callee::Record(index, self.records[index].fields.len())
        } else {
            Callee::Unknown
        }
    }
}
