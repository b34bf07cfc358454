//! Which names are bound at a place, and what they hold.

use super::{Generator, Place};
use crate::python::tree::{Block, Kind, Stmt};

#[derive(Clone, Debug, Default)]
pub struct Scope {
    variables: Vec<(String, Kind)>,
    /// A function's outermost block: names beyond are read, and assigned only if they are declared.
    pub function: bool,
    /// Names beyond that are declared `global` or `nonlocal`.
    pub declared: Vec<(String, Kind)>,
    outside: Vec<String>,
    weight: u64,
    risk: u32,
    place: Option<Place>,
}

impl Scope {
    pub fn all(&self) -> Vec<(String, Kind)> {
        self.variables.clone()
    }

    pub fn add(&mut self, name: &str, kind: Kind) {
        self.variables.push((name.to_string(), kind));
    }
}

impl Generator<'_> {
    pub(super) fn bind(&mut self, name: &str, kind: Kind) {
        self.scopes.last_mut().expect("a scope").add(name, kind);
    }

    /// A visible name that holds something of a kind.
    pub(super) fn readable(&mut self, kind: Kind) -> Option<String> {
        let names: Vec<&String> = self
            .scopes
            .iter()
            .flat_map(|scope| &scope.variables)
            .filter(|(_, other)| *other == kind)
            .map(|(name, _)| name)
            .collect();
        // Inner names are the more interesting ones.
        let recent = names.len().saturating_sub(6);
        let names: Vec<String> = names[recent..].iter().map(|name| name.to_string()).collect();
        if names.is_empty() { None } else { Some(names[self.tape.index(names.len())].clone()) }
    }

    /// A name that can be assigned here and holds something of a kind.
    pub(super) fn assignable(&mut self, kind: Kind) -> Option<String> {
        let mut names = Vec::new();
        for scope in self.scopes.iter().rev() {
            let all = scope.variables.iter().chain(&scope.declared);
            names.extend(all.filter(|(_, other)| *other == kind).map(|(name, _)| name.clone()));
            if scope.function {
                break;
            }
        }
        names.retain(|name| !self.trips.contains(name));
        if names.is_empty() { None } else { Some(names[self.tape.index(names.len())].clone()) }
    }

    /// A block of its own: names that are bound in it are not certainly bound after it.
    pub(super) fn nested(&mut self, write: impl FnOnce(&mut Self, &mut Block)) -> Block {
        let mut body = Vec::new();
        self.scopes.push(Scope::default());
        write(self, &mut body);
        self.scopes.pop();
        body
    }

    /// Begins a function; what comes first in its body.
    pub(super) fn enter_function(&mut self, place: Place, parameters: &[(String, Kind)]) -> Block {
        let outside = std::mem::take(&mut self.trips);
        let mut scope = Scope {
            function: true,
            outside,
            weight: self.weight,
            risk: self.risk,
            place: Some(self.place),
            ..Scope::default()
        };
        for (name, kind) in parameters {
            scope.add(name, *kind);
        }
        let mut body = Vec::new();
        let module = self.scopes[0].all();
        if self.tape.below(3) == 0 && !module.is_empty() {
            let (name, kind) = module[self.tape.index(module.len())].clone();
            body.push(Stmt::line(&format!("global {name}"), vec![]));
            scope.declared.push((name, kind));
        }
        self.scopes.push(scope);
        self.place = place;
        self.weight = 1;
        self.risk = 0;
        body
    }

    /// Ends it with a `return` of something.
    pub(super) fn leave_function(&mut self, body: &mut Block) {
        let kind = self.any_kind();
        let value = self.expr(kind, 1);
        body.push(Stmt::line("return $", vec![value]));
        self.end_function();
    }

    pub(super) fn end_function(&mut self) {
        let scope = self.scopes.pop().expect("the function's");
        (self.trips, self.weight, self.risk) = (scope.outside, scope.weight, scope.risk);
        self.place = scope.place.expect("a function has noted where it is");
    }

    /// A kind whose text does not depend on the order of a set: for places where any kind may end up.
    pub(super) fn ordered_kind(&mut self) -> Kind {
        match self.any_kind() {
            Kind::Set => Kind::Int,
            kind => kind,
        }
    }

    pub(super) fn any_kind(&mut self) -> Kind {
        use Kind::*;
        let kinds = [
            Int, Int, Int, Int, Float, Float, Str, Str, Ints, Ints, Bool, Any, Any, Tuple, Dict, Table, Set,
            Floats, Strs, Mixed, Complex, Bytes, ByteArray,
        ];
        match self.tape.index(kinds.len() + 3) {
            index if index < kinds.len() => kinds[index],
            _ if self.classes.is_empty() => Int,
            _ => Object(self.tape.index(self.classes.len())),
        }
    }
}
