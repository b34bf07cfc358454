//! Which variable a name stands for: the rule in the crate's header, and the check that every name is assigned somewhere.

use std::collections::HashSet;

use crate::ast::{Expr, ExprKind, Function, Program, Stmt, StmtKind};
use crate::error::{Position, SyntaxError};

/// The local variables of a function, parameters first. `<main>` has none.
pub fn locals(program: &Program, function: usize) -> Vec<String> {
    if function == 0 {
        return Vec::new();
    }
    let function = &program.functions[function];
    let names = Names::of(function);
    let mut locals = function.parameters.clone();
    locals.extend(names.assigned.into_iter().filter(|name| !names.global.contains(name)));
    unique(locals)
}

/// The global variables.
pub fn globals(program: &Program) -> Vec<String> {
    let mut globals = Names::of(&program.functions[0]).assigned;
    for function in &program.functions[1..] {
        globals.extend(Names::of(function).global);
    }
    unique(globals)
}

/// Every name is assigned somewhere, and no parameter is declared global.
pub fn check(program: &Program) -> Result<(), SyntaxError> {
    let globals: HashSet<String> = globals(program).into_iter().collect();
    for (index, function) in program.functions.iter().enumerate() {
        let names = Names::of(function);
        if let Some(name) = names.global.iter().find(|name| function.parameters.contains(name)) {
            let message = format!("`{name}` is a parameter and cannot be global");
            return Err(SyntaxError::new(function.position, message));
        }
        let locals: HashSet<String> = locals(program, index).into_iter().collect();
        for (name, position) in names.read {
            if !locals.contains(&name) && !globals.contains(&name) {
                return Err(SyntaxError::new(position, format!("`{name}` is not assigned anywhere")));
            }
        }
    }
    Ok(())
}

fn unique(names: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    names.into_iter().filter(|name| seen.insert(name.clone())).collect()
}

/// The names in one function, in the order of the text.
#[derive(Default)]
struct Names {
    assigned: Vec<String>,
    global: Vec<String>,
    read: Vec<(String, Position)>,
}

impl Names {
    fn of(function: &Function) -> Names {
        let mut names = Names::default();
        names.block(&function.body);
        names
    }

    fn block(&mut self, body: &[Stmt]) {
        for statement in body {
            match &statement.kind {
                StmtKind::Assign(name, value) => {
                    self.expr(value);
                    self.assigned.push(name.clone());
                }
                StmtKind::SetField(object, _, value) => {
                    self.expr(object);
                    self.expr(value);
                }
                StmtKind::SetItem(array, index, value) => {
                    self.expr(array);
                    self.expr(index);
                    self.expr(value);
                }
                StmtKind::Do(value) | StmtKind::Return(Some(value)) | StmtKind::Raise(value) => {
                    self.expr(value)
                }
                StmtKind::If(condition, then, otherwise) => {
                    self.expr(condition);
                    self.block(then);
                    self.block(otherwise);
                }
                StmtKind::While(condition, body) => {
                    self.expr(condition);
                    self.block(body);
                }
                StmtKind::Try(body, name, handler) => {
                    self.block(body);
                    self.assigned.push(name.clone());
                    self.block(handler);
                }
                StmtKind::Global(names) => self.global.extend(names.iter().cloned()),
                StmtKind::Break | StmtKind::Continue | StmtKind::Return(None) => {}
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Variable(name) => self.read.push((name.clone(), expr.position)),
            ExprKind::Unary(_, operand)
            | ExprKind::Field(operand, _)
            | ExprKind::Each(_, operand)
            | ExprKind::Poke(_, operand)
            | ExprKind::OnFree(operand, _) => self.expr(operand),
            ExprKind::Binary(_, left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right)
            | ExprKind::Item(left, right)
            | ExprKind::Array(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Print(arguments) | ExprKind::Call(_, arguments) => {
                for argument in arguments {
                    self.expr(argument);
                }
            }
            ExprKind::Null | ExprKind::Int(_) | ExprKind::Float(_) => {}
            ExprKind::Peek(_) | ExprKind::Collect => {}
        }
    }
}
