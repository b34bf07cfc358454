//! The method resolution order: C3 linearization.
//!
//! A class comes before its bases, bases in the order in which they are given, and each in all classes as in its own order:
//! the order of a class is the class, then the merge of its bases' orders and of the list of bases itself, where the next one is always
//! the first head of a list that is in no other list's tail.

use super::Runtime;
use super::types::TypeId;
use std::rc::Rc;

/// There is no consistent order: the heads that were left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict(pub Vec<TypeId>);

pub fn linearize(rt: &Runtime, id: TypeId, bases: &[TypeId]) -> Result<Rc<[TypeId]>, Conflict> {
    let orders: Vec<Vec<TypeId>> = bases.iter().map(|&base| rt.ty(base).mro.borrow().to_vec()).collect();
    merge(id, orders, bases)
}

fn merge(id: TypeId, mut lists: Vec<Vec<TypeId>>, bases: &[TypeId]) -> Result<Rc<[TypeId]>, Conflict> {
    lists.push(bases.to_vec());
    let mut order = vec![id];
    loop {
        lists.retain(|list| !list.is_empty());
        if lists.is_empty() {
            return Ok(order.into());
        }
        let in_a_tail = |candidate: TypeId| lists.iter().any(|list| list[1..].contains(&candidate));
        let Some(next) = lists.iter().map(|list| list[0]).find(|&head| !in_a_tail(head)) else {
            let mut heads: Vec<TypeId> = Vec::new();
            for list in &lists {
                if !heads.contains(&list[0]) {
                    heads.push(list[0]);
                }
            }
            return Err(Conflict(heads));
        };
        order.push(next);
        lists.iter_mut().filter(|list| list[0] == next).for_each(|list| {
            list.remove(0);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::TypeId as T;
    use super::{Conflict, merge};

    #[test]
    fn a_diamond_has_its_base_once() {
        let (o, a, b, c, d) = (T(0), T(1), T(2), T(3), T(4));
        let orders = vec![vec![b, a, o], vec![c, a, o]];
        assert_eq!(&*merge(d, orders, &[b, c]).unwrap(), [d, b, c, a, o]);
    }

    #[test]
    fn contradicting_orders_are_a_conflict() {
        let (o, a, b) = (T(0), T(1), T(2));
        let orders = vec![vec![a, o], vec![b, a, o]];
        assert_eq!(merge(T(3), orders, &[a, b]), Err(Conflict(vec![a, b])));
    }
}
