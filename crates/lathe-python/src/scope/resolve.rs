//! Finding the owner of every name.
//!
//! A name that its scope does not bind is looked for in the function-like scopes around it. If the owner has another frame, the variable
//! becomes a cell, and all frames in between get it in their closures. Classes are passed over, except that they provide
//! `__class__`, and `__classdict__` to annotation scopes.

use super::{NameId, Names, Place, ScopeId, ScopeKind, Scopes, Use};
use crate::syntax::Fault;
use std::collections::hash_map::Entry;

/// Where the search for a name ended.
enum Found {
    Global,
    Owner(ScopeId),
}

pub(super) fn resolve(scopes: &mut Scopes) -> Result<(), Fault> {
    for index in 0..scopes.scopes.len() {
        let id = ScopeId(index as u32);
        for position in 0..scopes.get(id).order.len() {
            let name = scopes.get(id).order[position];
            let place = place(scopes, id, name)?;
            scopes.get_mut(id).symbols.get_mut(&name).expect("in the order").place = place;
        }
    }
    let names = &scopes.names;
    for scope in &mut scopes.scopes {
        scope.free.sort_by(|&a, &b| names.get(a).cmp(names.get(b)));
        scope.free.dedup();
    }
    Ok(())
}

fn place(scopes: &mut Scopes, id: ScopeId, name: NameId) -> Result<Place, Fault> {
    let scope = scopes.get(id);
    let (uses, kind, declared) = {
        let symbol = &scope.symbols[&name];
        (symbol.uses, scope.kind, symbol.declared)
    };
    if uses.has(Use::GLOBAL) {
        return Ok(Place::Global);
    }
    if uses.is_bound() {
        return Ok(match kind {
            ScopeKind::Module | ScopeKind::Class => Place::Name,
            _ => Place::Slot { owner: id },
        });
    }
    if kind == ScopeKind::Module {
        return Ok(Place::Name);
    }
    let found = find(scopes, id, name);
    if let (Found::Global, true) = (&found, uses.has(Use::NONLOCAL)) {
        let text = scopes.names.get(name);
        return Err(Fault::new(format!("no binding for nonlocal '{text}' found"), declared));
    }
    let sees_class = scopes.get(id).sees_class && !scopes.names.is_class_cell(name);
    let in_class = kind == ScopeKind::Class && !uses.has(Use::NONLOCAL);
    // A comprehension in an annotation scope sees what that scope sees.
    let frame = scopes.get(id).frame;
    let sees_class = sees_class || kind == ScopeKind::Comprehension && scopes.get(frame).sees_class;
    Ok(match found {
        Found::Owner(owner) if scopes.get(owner).frame == frame => Place::Slot { owner },
        Found::Owner(owner) => {
            capture(scopes, id, owner, name);
            if in_class || sees_class { Place::NameOrFree } else { Place::Free }
        }
        Found::Global if in_class || sees_class => Place::Name,
        // In a comprehension of a module, names are the module's.
        Found::Global if frame == Scopes::MODULE => Place::Name,
        Found::Global => Place::Global,
    })
}

fn find(scopes: &Scopes, id: ScopeId, name: NameId) -> Found {
    let mut scope = scopes.get(id).parent;
    while let Some(id) = scope {
        let here = scopes.get(id);
        let uses = here.symbols.get(&name).map_or(Use::default(), |symbol| symbol.uses);
        // What a class binds is not for the scopes inside it, but for these.
        let provided = name == Names::CLASS
            || name == Names::CLASS_DICT
            || name == Names::CONDITIONAL_ANNOTATIONS && here.conditional_annotations;
        match here.kind {
            ScopeKind::Class if provided => return Found::Owner(id),
            ScopeKind::Class => {}
            ScopeKind::Module => return Found::Global,
            _ if uses.has(Use::GLOBAL) => return Found::Global,
            _ if uses.is_bound() => return Found::Owner(id),
            _ => {}
        }
        scope = here.parent;
    }
    Found::Global
}

/// The variable becomes a cell, which the frames between get in their closures.
fn capture(scopes: &mut Scopes, user: ScopeId, owner: ScopeId, name: NameId) {
    let owner_frame = scopes.get(owner).frame;
    let here = scopes.get_mut(owner);
    match here.symbols.entry(name) {
        Entry::Occupied(mut symbol) if here.kind != ScopeKind::Class => symbol.get_mut().captured = true,
        Entry::Occupied(_) | Entry::Vacant(_) => {}
    }
    if here.kind == ScopeKind::Class {
        here.needs_class |= name == Names::CLASS;
        here.needs_class_dict |= name == Names::CLASS_DICT;
    }
    let mut scope = scopes.get(user).frame;
    while scope != owner_frame {
        let here = scopes.get_mut(scope);
        if here.free.contains(&name) {
            return;
        }
        here.free.push(name);
        let parent = here.parent.expect("the owner is outside");
        scope = scopes.get(parent).frame;
    }
}
