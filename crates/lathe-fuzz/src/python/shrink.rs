//! Makes a failing program smaller, on its tree: statements go, compound statements become what is in them, expressions become
//! one of their parts or a literal. Whatever keeps the failure is kept, until nothing does.

use super::tree::{Block, Clause, Expr, Kind, Piece, Stmt};

/// The smallest program found with so many calls of `fails`.
pub fn shrink(program: &Block, mut attempts: u32, mut fails: impl FnMut(&Block) -> bool) -> Block {
    let mut best = program.clone();
    let mut try_one = |candidate: Block, best: &mut Block| {
        if attempts == 0 {
            return false;
        }
        attempts -= 1;
        let kept = fails(&candidate);
        if kept {
            *best = candidate;
        }
        kept
    };
    loop {
        let mut changed = remove_runs(&mut best, &mut try_one);
        changed |= change_statements(&mut best, &mut try_one);
        changed |= change_expressions(&mut best, &mut try_one);
        if !changed {
            return best;
        }
    }
}

type Try<'a> = dyn FnMut(Block, &mut Block) -> bool + 'a;

/// Leaves out runs of statements, at all depths: long ones first.
fn remove_runs(best: &mut Block, try_one: &mut Try<'_>) -> bool {
    let mut changed = false;
    for length in [32, 16, 8, 4, 2, 1] {
        let mut index = 0;
        loop {
            let mut candidate = best.clone();
            let mut at = index;
            match visit_blocks(&mut candidate, &mut |block| {
                if at < block.len() {
                    let end = (at + length).min(block.len());
                    block.drain(at..end);
                    return true;
                }
                at -= block.len();
                false
            }) {
                false => break,
                true if try_one(candidate, best) => changed = true,
                true => index += length,
            }
        }
    }
    changed
}

/// Calls a function for every block, the outermost first, until it returns true.
fn visit_blocks(block: &mut Block, visit: &mut dyn FnMut(&mut Block) -> bool) -> bool {
    visit(block)
        || block
            .iter_mut()
            .flat_map(|stmt| &mut stmt.clauses)
            .any(|clause| clause.body.as_mut().is_some_and(|body| visit_blocks(body, visit)))
}

/// Replaces statements by the body of one of their clauses, and leaves out clauses.
fn change_statements(best: &mut Block, try_one: &mut Try<'_>) -> bool {
    let mut changed = false;
    let mut index = 0;
    loop {
        let mut ways = 0;
        let mut kept = false;
        for way in 0.. {
            let mut candidate = best.clone();
            let mut at = index;
            let found = visit_blocks(&mut candidate, &mut |block| {
                if at >= block.len() {
                    at -= block.len();
                    return false;
                }
                let stmt = block.remove(at);
                ways = 2 * stmt.clauses.len();
                let changed: Vec<Stmt> = match stmt.clauses.get(way / 2) {
                    Some(Clause { body: Some(body), .. }) if way % 2 == 0 => body.clone(),
                    Some(_) if way % 2 == 1 && stmt.clauses.len() > 1 => {
                        let mut stmt = stmt;
                        stmt.clauses.remove(way / 2);
                        vec![stmt]
                    }
                    _ => vec![stmt],
                };
                block.splice(at..at, changed);
                true
            });
            if !found {
                return changed;
            }
            if way >= ways {
                break;
            }
            if candidate_differs(&candidate, best) && try_one(candidate, best) {
                kept = true;
                changed = true;
                break;
            }
        }
        if !kept {
            index += 1;
        }
    }
}

fn candidate_differs(a: &Block, b: &Block) -> bool {
    super::tree::source(a) != super::tree::source(b)
}

/// Replaces expressions by literals and by their own parts.
fn change_expressions(best: &mut Block, try_one: &mut Try<'_>) -> bool {
    let mut changed = false;
    let mut index = 0;
    loop {
        let mut kept = false;
        for way in 0.. {
            let mut candidate = best.clone();
            let (mut at, mut more) = (index, false);
            let found = visit_expressions(&mut candidate, &mut |expr| {
                if at > 0 {
                    at -= 1;
                    return false;
                }
                more = replace(expr, way);
                true
            });
            if !found {
                return changed;
            }
            if !more {
                break;
            }
            if candidate_differs(&candidate, best) && try_one(candidate, best) {
                kept = true;
                changed = true;
                break;
            }
        }
        if !kept {
            index += 1;
        }
    }
}

/// Changes an expression in one of several ways; false if there are no more.
fn replace(expr: &mut Expr, way: usize) -> bool {
    let literals: &[&str] = match expr.kind {
        Kind::Int | Kind::Any => &["0", "1", "2"],
        Kind::Float => &["0.0", "1.5"],
        Kind::Bool => &["True", "False"],
        Kind::Complex => &["1j"],
        Kind::Str => &["''", "'a'"],
        Kind::Bytes => &["b''", "b'a'"],
        Kind::ByteArray => &["bytearray()", "bytearray(b'a')"],
        Kind::Ints | Kind::Floats | Kind::Strs | Kind::Mixed => &["[]", "[1]", "[1, 2, 3]"],
        Kind::Tuple => &["()", "(1,)"],
        Kind::Dict | Kind::Table => &["{}", "{1: 2}"],
        Kind::Set => &["set()", "{1}"],
        Kind::Object(_) => &["0"],
        Kind::Fixed => &[],
    };
    // A literal of the same length is no gain.
    if let Some(&literal) = literals.get(way) {
        if expr.show().len() > literal.len() {
            *expr = Expr::text(expr.kind, literal);
        }
        return true;
    }
    let parts = expr.pieces.iter().filter_map(|piece| match piece {
        Piece::Expr(part) => Some(part),
        Piece::Text(_) => None,
    });
    match (expr.kind != Kind::Fixed).then(|| parts.into_iter().nth(way - literals.len())).flatten() {
        Some(part) => {
            let part = part.clone();
            *expr = part;
            true
        }
        None => false,
    }
}

fn visit_expressions(block: &mut Block, visit: &mut dyn FnMut(&mut Expr) -> bool) -> bool {
    block.iter_mut().flat_map(|stmt| &mut stmt.clauses).any(|clause| {
        visit_parts(&mut clause.head, visit)
            || clause.body.as_mut().is_some_and(|body| visit_expressions(body, visit))
    })
}

fn visit_parts(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr) -> bool) -> bool {
    visit(expr)
        || expr.pieces.iter_mut().any(|piece| match piece {
            Piece::Expr(part) => visit_parts(part, visit),
            Piece::Text(_) => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::python::tree::source;

    #[test]
    fn what_does_not_matter_goes() {
        let int = |text: &str| Expr::text(Kind::Int, text);
        let sum =
            Expr::fill(Kind::Int, "($ + $)", vec![int("x"), Expr::fill(Kind::Int, "f($)", vec![int("12")])]);
        let inner = vec![Stmt::line("y = 1", vec![]), Stmt::line("print($)", vec![sum])];
        let program = vec![
            Stmt::line("x = 3", vec![]),
            Stmt::block("if $", vec![int("x > 2")], inner).and("else", vec![], vec![]),
        ];
        let smallest = shrink(&program, 1000, |candidate| source(candidate).contains("f("));
        assert_eq!(source(&smallest), "print(f(0))\n");
    }
}
