//! Prices some orders, one of them wrong.

#![forbid(unsafe_code)]

use embed::{RULES, Shop};

fn main() {
    let mut shop = Shop::new(RULES).expect("the rules are right");
    for order in [&[("tea", 2), ("cake", 1)][..], &[("tea", -1)], &[("coffee", 1)]] {
        match shop.price(order, 10) {
            Ok(price) => println!("{order:?} costs {price:.2}"),
            Err(error) => println!("{order:?} has no price: {error}"),
        }
    }
}
