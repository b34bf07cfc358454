//! What allocation and collections cost.
//!
//! Goals: at most 5 ns for an allocation on the bump path, zeroing of its window and the young collections included; 0.5 ms
//! for a young collection with nothing alive; 20 ms for a full collection of a list of 500,000 nodes.

use lathe_heap::{
    Array, Collection, Config, Heap, HeapClass, HeapStats, Layouts, Registry, RootIndex, Word, heap_class,
};
use lathe_ir::{ClassId, Descriptors, RefType, Storage};
use std::hint::black_box;
use std::time::{Duration, Instant};

heap_class! {
    pub struct Cons { next: Word, value: i64 }
}
heap_class! {
    pub struct Pair { left: Word, right: Word, value: i64 }
}

const LIST: usize = 500_000;
const RUNS: usize = 20;

struct Vm {
    heap: Box<Heap>,
    cons: ClassId,
    pair: ClassId,
    words: ClassId,
    root: RootIndex,
}

fn vm(config: Config) -> Vm {
    let (mut descriptors, mut layouts) = (Descriptors::default(), Layouts::default());
    let mut registry = Registry { descriptors: &mut descriptors, layouts: &mut layouts };
    let cons = Cons::register(&mut registry);
    let pair = Pair::register(&mut registry);
    let words = registry.array("Words", Storage::Ref(RefType::Any), false);
    let mut heap = Heap::new(config, layouts);
    let root = heap.add_root(Word::NULL);
    Vm { heap, cons, pair, words, root }
}

/// A heap that collects only when told to.
fn patient() -> Vm {
    vm(Config { nursery: usize::MAX / 2, ..Config::default() })
}

impl Vm {
    fn list(&mut self, length: usize) {
        for _ in 0..length {
            let node = self.heap.allocate(self.cons).expect("room");
            // SAFETY: a new node.
            unsafe { (*node.cast::<Cons>()).next = self.heap.root(self.root) };
            self.heap.set_root(self.root, node);
        }
    }

    fn tree(&mut self, depth: u32) -> Word {
        // No collection comes between: `patient`.
        let (left, right) =
            if depth == 0 { (Word::NULL, Word::NULL) } else { (self.tree(depth - 1), self.tree(depth - 1)) };
        let node = self.heap.allocate(self.pair).expect("room");
        // SAFETY: a new node.
        unsafe {
            (*node.cast::<Pair>()).left = left;
            (*node.cast::<Pair>()).right = right;
        }
        node
    }

    fn garbage(&mut self, bytes: usize) {
        for _ in 0..bytes / size_of::<Cons>() {
            black_box(self.heap.allocate(self.cons).expect("room"));
        }
    }

    fn collect(&mut self, collection: Collection) -> Duration {
        let start = Instant::now();
        self.heap.collect(collection);
        start.elapsed()
    }
}

pub fn run() {
    println!("| measured | result | goal |\n|---|---:|---:|");
    row("start a heap and allocate one object", micros(best(startup)), "100 µs");
    row("allocate 24 bytes, nothing survives", nanos(best(allocation), ALLOCATIONS), "5 ns");
    row("the same, one in ten survives a while", nanos(best(mixed), ALLOCATIONS), "");
    row("the same into holes of one or two lines", nanos(best(fragmented), ALLOCATIONS), "");
    row("allocate 20,000 bytes, nothing survives", nanos(best(large), LARGE), "");
    row("young collection of 4 MiB, nothing alive", micros(best(young_dead)), "500 µs");
    row("young collection of 4 MiB, 10 % alive", micros(best(young_some)), "");
    row("the same beside 500,000 old nodes", micros(best(young_beside_old)), "");
    row("full collection, list of 500,000 nodes", micros(best(full_list)), "20,000 µs");
    row("full collection, the same nodes in random order", micros(best(full_shuffled)), "");
    row("full collection, an array of them in random order", micros(best(full_array)), "");
    row("full collection, tree of 524,287 nodes", micros(best(full_tree)), "");
    let (stats, bytes) = overhead();
    let percent = |part: usize| format!("{:.1} %", 100.0 * part as f64 / bytes as f64 - 100.0);
    row("blocks in use above 500,000 nodes", percent(stats.used_bytes), "");
    row("with tables and free blocks", percent(stats.mapped_bytes), "");
}

fn row(name: &str, result: String, goal: &str) {
    println!("| {name} | {result} | {goal} |");
}

fn micros(time: Duration) -> String {
    format!("{:.1} µs", time.as_nanos() as f64 / 1000.0)
}

fn nanos(time: Duration, count: usize) -> String {
    format!("{:.2} ns", time.as_nanos() as f64 / count as f64)
}

/// The machine may be busy, but it is never too fast.
fn best(mut measure: impl FnMut() -> Duration) -> Duration {
    (0..RUNS).map(|_| measure()).min().expect("it ran")
}

fn startup() -> Duration {
    let start = Instant::now();
    let mut vm = vm(Config::default());
    black_box(vm.heap.allocate(vm.cons).expect("room"));
    start.elapsed()
}

const ALLOCATIONS: usize = 2_000_000;

fn allocation() -> Duration {
    let mut vm = vm(Config::default());
    vm.garbage(8 << 20);
    let cons = vm.cons;
    let start = Instant::now();
    for i in 0..ALLOCATIONS {
        let node = vm.heap.allocate(cons).expect("room");
        // SAFETY: a new node.
        unsafe { (*node.cast::<Cons>()).value = i as i64 };
        black_box(node);
    }
    start.elapsed()
}

fn mixed() -> Duration {
    let mut vm = vm(Config::default());
    vm.garbage(8 << 20);
    let window = vm.heap.allocate_array(vm.words, 1000).expect("room");
    vm.heap.set_root(vm.root, window);
    let items = window.as_pointer().expect("an array");
    let start = Instant::now();
    for i in 0..ALLOCATIONS {
        let node = vm.heap.allocate(vm.cons).expect("room");
        if i % 10 == 0 {
            // SAFETY: an array of 1,000 items.
            unsafe { vm.heap.store(items, 16 + (i / 10 % 1000 * 8) as u32, node) };
        }
        black_box(node);
    }
    start.elapsed()
}

fn fragmented() -> Duration {
    let mut vm = vm(Config::default());
    for _ in 0..LIST / 10 {
        vm.list(10);
        vm.garbage(21 * size_of::<Cons>());
    }
    vm.heap.collect(Collection::Major);
    let start = Instant::now();
    vm.garbage(ALLOCATIONS * size_of::<Cons>());
    start.elapsed()
}

const LARGE: usize = 10_000;

fn large() -> Duration {
    let mut vm = vm(Config::default());
    let start = Instant::now();
    for _ in 0..LARGE {
        black_box(vm.heap.allocate_array(vm.words, 2_500).expect("room"));
    }
    start.elapsed()
}

fn young_dead() -> Duration {
    let mut vm = patient();
    vm.garbage(4 << 20);
    vm.heap.collect(Collection::Minor);
    vm.garbage(4 << 20);
    vm.collect(Collection::Minor)
}

fn survivors(mut vm: Vm) -> Duration {
    for _ in 0..100 {
        vm.garbage(36 << 10);
        vm.list((4 << 10) / size_of::<Cons>());
    }
    vm.collect(Collection::Minor)
}

fn young_some() -> Duration {
    survivors(patient())
}

fn young_beside_old() -> Duration {
    let mut vm = patient();
    vm.list(LIST);
    vm.heap.collect(Collection::Major);
    survivors(vm)
}

fn full_list() -> Duration {
    let mut vm = patient();
    vm.list(LIST);
    vm.collect(Collection::Major);
    vm.collect(Collection::Major)
}

fn shuffled_nodes(vm: &mut Vm) -> Vec<Word> {
    let mut nodes: Vec<Word> = (0..LIST).map(|_| vm.heap.allocate(vm.cons).expect("room")).collect();
    let mut random = 88172645463325252u64;
    for i in (1..LIST).rev() {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        nodes.swap(i, (random % (i as u64 + 1)) as usize);
    }
    nodes
}

fn full_shuffled() -> Duration {
    let mut vm = patient();
    let nodes = shuffled_nodes(&mut vm);
    for pair in nodes.windows(2) {
        // SAFETY: nodes, and no collection has been since.
        unsafe { (*pair[0].cast::<Cons>()).next = pair[1] };
    }
    vm.heap.set_root(vm.root, nodes[0]);
    vm.collect(Collection::Major);
    vm.collect(Collection::Major)
}

fn full_array() -> Duration {
    let mut vm = patient();
    let nodes = shuffled_nodes(&mut vm);
    let array = vm.heap.allocate_array(vm.words, LIST as u64).expect("room");
    // SAFETY: an array of that length, and no collection has been since.
    unsafe { Array::items::<Word>(array.cast()).copy_from_slice(&nodes) };
    vm.heap.set_root(vm.root, array);
    vm.collect(Collection::Major);
    vm.collect(Collection::Major)
}

fn full_tree() -> Duration {
    let mut vm = patient();
    let tree = vm.tree(18);
    vm.heap.set_root(vm.root, tree);
    vm.collect(Collection::Major);
    vm.collect(Collection::Major)
}

fn overhead() -> (HeapStats, usize) {
    let mut vm = vm(Config::default());
    vm.list(LIST);
    vm.heap.collect(Collection::Major);
    (vm.heap.stats(), LIST * size_of::<Cons>())
}
