//! The generator's own tree of a program: text with holes that hold expressions, and clauses that hold statements.
//!
//! It knows just enough to be made smaller: an expression can be replaced by one of its parts or by a literal, a statement
//! can be left out or replaced by what is in it. Whether the result means anything is the reference's business.

use std::fmt::Write;

/// What an expression most likely gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Int,
    Float,
    Bool,
    Complex,
    Str,
    Bytes,
    /// A list of integers.
    Ints,
    Floats,
    Strs,
    /// A list of anything.
    Mixed,
    /// A tuple of integers.
    Tuple,
    /// A dict from strings to integers.
    Dict,
    /// A dict from integers to integers.
    Table,
    /// A set of integers.
    Set,
    ByteArray,
    /// An instance of the class with this number.
    Object(usize),
    /// Something that changes its type.
    Any,
    /// Not an expression that could be replaced.
    Fixed,
}

#[derive(Clone, Debug)]
pub enum Piece {
    Text(String),
    Expr(Expr),
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: Kind,
    pub pieces: Vec<Piece>,
}

/// `if x:` and what belongs to it; without a body, a simple statement.
#[derive(Clone, Debug)]
pub struct Clause {
    pub head: Expr,
    pub body: Option<Vec<Stmt>>,
}

/// A compound statement has several clauses: `try`, `except`, `finally`.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub clauses: Vec<Clause>,
}

pub type Block = Vec<Stmt>;

impl Expr {
    pub fn text(kind: Kind, text: impl Into<String>) -> Expr {
        Expr { kind, pieces: vec![Piece::Text(text.into())] }
    }

    /// A template whose `$` stand for expressions.
    pub fn fill(kind: Kind, template: &str, holes: Vec<Expr>) -> Expr {
        let mut pieces = Vec::new();
        let mut holes = holes.into_iter();
        for (index, text) in template.split('$').enumerate() {
            if index > 0 {
                let hole = holes.next().expect("an expression for every hole");
                // `1.real` is no attribute of 1.
                let bare = hole.pieces.len() == 1
                    && hole.show().starts_with(|c: char| c == '-' || c.is_ascii_digit());
                if bare && text.starts_with('.') {
                    pieces.push(Piece::Text("(".to_string()));
                    pieces.push(Piece::Expr(hole));
                    pieces.push(Piece::Text(")".to_string()));
                } else {
                    pieces.push(Piece::Expr(hole));
                }
            }
            if !text.is_empty() {
                pieces.push(Piece::Text(text.to_string()));
            }
        }
        assert!(holes.next().is_none(), "`{template}` has fewer holes");
        Expr { kind, pieces }
    }

    pub fn write(&self, text: &mut String) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Expr(expr) => expr.write(text),
            }
        }
    }

    pub fn show(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }
}

impl Stmt {
    /// A statement of one line.
    pub fn line(template: &str, holes: Vec<Expr>) -> Stmt {
        Stmt { clauses: vec![Clause { head: Expr::fill(Kind::Fixed, template, holes), body: None }] }
    }

    /// `for x in $` and its body.
    pub fn block(template: &str, holes: Vec<Expr>, body: Block) -> Stmt {
        Stmt { clauses: vec![] }.and(template, holes, body)
    }

    /// One more clause.
    pub fn and(mut self, template: &str, holes: Vec<Expr>, body: Block) -> Stmt {
        self.clauses.push(Clause { head: Expr::fill(Kind::Fixed, template, holes), body: Some(body) });
        self
    }
}

/// The program as text.
pub fn source(block: &Block) -> String {
    let mut text = String::new();
    write_block(block, 0, &mut text);
    text
}

fn write_block(block: &Block, depth: usize, text: &mut String) {
    if block.is_empty() && depth > 0 {
        let _ = writeln!(text, "{:1$}pass", "", depth * 4);
    }
    for clause in block.iter().flat_map(|stmt| &stmt.clauses) {
        // Text that was written by hand may have lines of its own.
        let head = clause.head.show();
        for (index, line) in head.split('\n').enumerate() {
            let end = if clause.body.is_some() && index == head.matches('\n').count() { ":" } else { "" };
            let _ = writeln!(text, "{:1$}{line}{end}", "", depth * 4);
        }
        if let Some(body) = &clause.body {
            write_block(body, depth + 1, text);
        }
    }
}
