//! A program whose rules are written in Python: orders come from Rust, a price comes back.
//!
//! What an embedder needs, in the order in which it is needed; `docs/embedding.md` tells the rest.

#![forbid(unsafe_code)]

use lathe_python::embed::{Error, Value};
use lathe_python::interpreter::Interpreter;

/// Rules, as somebody else may write them.
pub const RULES: &str = "\
prices = {'tea': 2.5, 'cake': 4.0}

def price(order, discount=0):
    total = 0.0
    for name, count in order:
        if count < 0:
            raise ValueError(f'{count} of {name}')
        total += prices[name] * count
    return total * (100 - discount) / 100
";

pub struct Shop {
    python: Interpreter,
}

impl Shop {
    /// An interpreter that has run the rules.
    pub fn new(rules: &str) -> Result<Shop, Error> {
        let mut python = Interpreter::new(Default::default(), Default::default())
            .expect("a code generator for this machine");
        python.execute(rules)?;
        Ok(Shop { python })
    }

    /// Calls a function of the rules with values of Rust.
    pub fn price(&mut self, order: &[(&str, i64)], discount: i64) -> Result<f64, Error> {
        let order =
            order.iter().map(|&(name, count)| Value::Tuple(vec![name.into(), count.into()])).collect();
        match self.python.call("price", &[Value::List(order), discount.into()])? {
            Value::Float(price) => Ok(price),
            other => panic!("a price is a number, not {other:?}"),
        }
    }

    /// Changes what the rules see.
    pub fn set_price(&mut self, name: &str, price: f64) -> Result<(), Error> {
        let Some(Value::Dict(mut prices)) = self.python.global("prices") else { panic!("no prices") };
        prices.retain(|(known, _)| *known != Value::from(name));
        prices.push((name.into(), price.into()));
        self.python.set_global("prices", &Value::Dict(prices))
    }
}

impl std::fmt::Debug for Shop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shop").finish_non_exhaustive()
    }
}
