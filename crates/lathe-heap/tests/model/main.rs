//! Random graphs against a model: what is reachable survives with its contents, everything else goes, and exactly then.
//!
//! `LATHE_HEAP_SEEDS=100 cargo test --release -p lathe-heap --test model` runs a hundred times as many seeds.

mod driver;
mod model;

use driver::{Driver, Sizes};
use lathe_heap::{Collection, Config, Stress, stack};

const FEW: Sizes = Sizes { objects: 400, array: 2_000 };
const MANY: Sizes = Sizes { objects: 6_000, array: 400_000 };

fn times() -> u64 {
    std::env::var("LATHE_HEAP_SEEDS").map_or(1, |times| times.parse().expect("a number"))
}

fn run(name: &str, seeds: u64, steps: usize, sizes: Sizes, config: impl Fn() -> Config) {
    for seed in 1..=seeds * times() {
        println!("{name}, seed {seed}");
        let mut driver = Driver::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), config(), true, sizes);
        for step in 0..steps {
            driver.step();
            if step % (steps / 10) == 0 {
                driver.compare();
            }
        }
        driver.drain_queues();
        driver.compare();
    }
}

#[test]
fn with_a_small_nursery() {
    run("small nursery", 5, 12_000, MANY, || Config {
        nursery: 100 << 10,
        major_minimum: 1 << 20,
        ..Config::default()
    });
}

#[test]
fn with_poison() {
    run("poison", 5, 8_000, MANY, || Config {
        nursery: 200 << 10,
        major_minimum: 1 << 20,
        poison: true,
        ..Config::default()
    });
}

#[test]
fn with_a_young_collection_at_every_allocation() {
    run("stress", 4, 5_000, FEW, || Config {
        stress: Stress::CollectAtEveryAllocation { full: false },
        poison: true,
        ..Config::default()
    });
}

#[test]
fn with_a_full_collection_at_every_allocation() {
    run("full stress", 4, 4_000, FEW, || Config {
        stress: Stress::CollectAtEveryAllocation { full: true },
        poison: true,
        ..Config::default()
    });
}

#[test]
fn at_the_limit() {
    run("limit", 4, 8_000, Sizes { objects: 100_000, array: 400_000 }, || Config {
        limit: 1 << 20,
        poison: true,
        ..Config::default()
    });
}

#[inline(never)]
fn on_the_stack(driver: &mut Driver, rounds: usize) {
    for _ in 0..rounds {
        driver.with_locals(6);
        driver.compare();
    }
}

#[test]
fn with_roots_on_the_native_stack() {
    for (seed, stress) in (1..=6 * times()).zip(
        [
            Stress::Off,
            Stress::CollectAtEveryAllocation { full: false },
            Stress::CollectAtEveryAllocation { full: true },
            Stress::Off,
        ]
        .into_iter()
        .cycle(),
    ) {
        println!("native stack, seed {seed}");
        let config = Config { nursery: 64 << 10, poison: true, stress, ..Config::default() };
        let sizes = if stress == Stress::Off { MANY } else { FEW };
        let mut driver = Driver::new(seed * 77_777, config, false, sizes);
        // SAFETY: an address of this stack; the driver works in callees.
        unsafe { driver.heap.set_stack_base(Some(stack::stack_pointer())) };
        on_the_stack(&mut driver, 10);
        // SAFETY: no stack at all.
        unsafe { driver.heap.set_stack_base(None) };
        driver.heap.collect(Collection::Major);
        driver.heap.check_heap();
    }
}
