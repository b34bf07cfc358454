//! What the heap promises, one promise at a time.

use lathe_heap::*;
use lathe_ir::{ClassId, Descriptors, RefType, Storage};
use std::hint::black_box;
use std::rc::Rc;
use std::sync::atomic::Ordering;

heap_class! {
    pub struct Node { next: Word, value: i64 }
}
heap_class! {
    pub struct File: finalizer { next: Word, number: i64 }
}
heap_class! {
    pub struct Watch: weak { referent: Word, callback: Word }
}

struct Vm {
    heap: Box<Heap>,
    node: ClassId,
    file: ClassId,
    watch: ClassId,
    words: ClassId,
    bytes: ClassId,
}

fn vm(config: Config) -> Vm {
    let (mut descriptors, mut layouts) = (Descriptors::default(), Layouts::default());
    let mut registry = Registry { descriptors: &mut descriptors, layouts: &mut layouts };
    let node = Node::register(&mut registry);
    let file = File::register(&mut registry);
    let watch = Watch::register(&mut registry);
    let words = registry.array("Words", Storage::Ref(RefType::Any), false);
    let bytes = registry.array("Bytes", Storage::U8, false);
    Vm { heap: Heap::new(config, layouts), node, file, watch, words, bytes }
}

fn poisoned() -> Vm {
    vm(Config { poison: true, ..Config::default() })
}

impl Vm {
    fn node(&mut self, value: i64, next: Word) -> Word {
        let node = self.heap.allocate(self.node).expect("room");
        // SAFETY: a new node, reachable from our locals only.
        unsafe {
            (*node.cast::<Node>()).value = value;
            (*node.cast::<Node>()).next = next;
        }
        node
    }

    fn file(&mut self, number: i64) -> Word {
        let file = self.heap.allocate(self.file).expect("room");
        // SAFETY: a new file.
        unsafe { (*file.cast::<File>()).number = number };
        file
    }

    fn watch(&mut self, referent: Word) -> Word {
        let watch = self.heap.allocate(self.watch).expect("room");
        // SAFETY: a new weak reference.
        unsafe { (*watch.cast::<Watch>()).referent = referent };
        watch
    }

    fn set_next(&mut self, node: Word, next: Word) {
        // SAFETY: a node, whose `next` is at offset 8.
        unsafe { self.heap.store(node.as_pointer().expect("a node"), 8, next) };
    }

    fn finalizable(&mut self) -> Vec<i64> {
        let mut numbers = vec![];
        while let Some(file) = self.heap.take_finalizable() {
            // SAFETY: only files have finalizers here.
            numbers.push(unsafe { (*file.cast::<File>()).number });
        }
        numbers
    }
}

fn value(node: Word) -> i64 {
    // SAFETY: tests pass nodes that are alive.
    unsafe { (*node.cast::<Node>()).value }
}

fn referent(watch: Word) -> Word {
    // SAFETY: tests pass weak references that are alive.
    unsafe { (*watch.cast::<Watch>()).referent }
}

use Collection::{Major, Minor};

#[test]
fn what_a_root_reaches_survives_and_the_rest_goes() {
    let mut vm = poisoned();
    let mut list = Word::NULL;
    for i in 0..1000 {
        list = vm.node(i, list);
        vm.node(-i, list);
    }
    let root = vm.heap.add_root(list);
    assert_eq!(vm.heap.check_heap().reachable, 1000);
    assert_eq!(vm.heap.check_heap().objects, 2000);
    vm.heap.collect(Minor);
    assert_eq!(vm.heap.check_heap().objects, 1000);
    vm.heap.collect(Major);
    assert_eq!(vm.heap.check_heap().objects, 1000);
    let mut node = vm.heap.root(root);
    for i in (0..1000).rev() {
        assert_eq!(value(node), i);
        // SAFETY: a node that is alive.
        node = unsafe { (*node.cast::<Node>()).next };
    }
    assert_eq!(vm.heap.remove_root(root), list);
    vm.heap.collect(Minor);
    assert_eq!(vm.heap.check_heap().objects, 1000, "old objects wait for a full collection");
    vm.heap.collect(Major);
    assert_eq!(vm.heap.check_heap().objects, 0);
    assert_eq!(vm.heap.stats().used_bytes, 0);
}

#[test]
fn new_objects_are_null_even_where_others_have_been() {
    let mut vm = poisoned();
    for round in 0..3 {
        let mut keep = Word::NULL;
        for i in 0..5000 {
            let node = vm.heap.allocate(vm.node).expect("room");
            // SAFETY: a new node.
            unsafe {
                assert!((*node.cast::<Node>()).next.is_null());
                assert_eq!((*node.cast::<Node>()).value, 0);
                (*node.cast::<Node>()).value = i;
            }
            if i % 97 == 0 {
                keep = vm.node(round, keep);
            }
        }
        vm.heap.add_root(keep);
        vm.heap.collect(Minor);
        vm.heap.check_heap();
    }
}

#[test]
fn a_young_object_in_an_old_one_survives_by_the_barrier() {
    let mut vm = poisoned();
    let old = vm.node(1, Word::NULL);
    vm.heap.add_root(old);
    vm.heap.collect(Minor);
    let young = vm.node(2, Word::NULL);
    vm.set_next(old, young);
    vm.set_next(old, young);
    vm.heap.collect(Minor);
    assert_eq!(value(young), 2);
    // The barrier is armed again.
    let younger = vm.node(3, Word::NULL);
    vm.set_next(young, younger);
    assert_eq!(vm.heap.check_heap().reachable, 3);
    vm.heap.collect(Major);
    let youngest = vm.node(4, Word::NULL);
    vm.set_next(younger, youngest);
    vm.heap.collect(Minor);
    assert_eq!(vm.heap.check_heap().objects, 4);
    assert_eq!((value(younger), value(youngest)), (3, 4));
}

#[test]
#[should_panic(expected = "unremembered")]
fn the_verifier_finds_a_missing_barrier() {
    let mut vm = vm(Config::default());
    let old = vm.node(1, Word::NULL);
    vm.heap.add_root(old);
    vm.heap.collect(Minor);
    let young = vm.node(2, Word::NULL);
    // SAFETY: a node that is alive; the barrier is left out on purpose.
    unsafe { (*old.cast::<Node>()).next = young };
    vm.heap.check_heap();
}

#[test]
#[should_panic(expected = "was written to")]
fn poison_finds_a_write_to_a_dead_object() {
    let mut vm = poisoned();
    let dead = vm.node(1, Word::NULL);
    vm.heap.collect(Major);
    // SAFETY: none in the sense of the guest; the memory is still mapped.
    unsafe { (*dead.cast::<Node>()).value = 7 };
    vm.node(2, Word::NULL);
}

#[test]
fn dead_objects_are_poisoned_even_beside_live_ones() {
    let mut vm = poisoned();
    let dead = vm.node(1, Word::NULL);
    let live = vm.node(2, Word::NULL);
    vm.heap.add_root(live);
    vm.heap.collect(Minor);
    assert_eq!(value(live), 2);
    assert_eq!(value(dead) as u64, Config::POISON);
}

#[inline(never)]
fn with_locals(vm: &mut Vm) {
    // Interior pointers only: the object itself is in no variable.
    let array = vm.heap.allocate_array(vm.bytes, 100).expect("room");
    let big = vm.heap.allocate_array(vm.words, 100_000).expect("room");
    let huge = vm.heap.allocate_array(vm.bytes, 10 << 20).expect("room");
    let interior = black_box([array.0 + 115, big.0 + 12 * 4096 + 1, huge.0 + (9 << 20)]);
    let small = black_box(vm.node(42, Word::NULL).0 + 23);
    let (array, big, huge) = (!array.0, !big.0, !huge.0);
    vm.heap.collect(Minor);
    vm.heap.collect(Major);
    vm.heap.collect(Minor);
    assert_eq!(vm.heap.check_heap().objects, 4);
    assert_eq!(value(Word(black_box(small) - 23)), 42);
    assert_eq!(black_box(interior).map(|word| word & 1).len(), 3);
    black_box((array, big, huge));
}

#[inline(never)]
fn deeper<R>(work: &mut dyn FnMut() -> R) -> R {
    let padding = black_box([0u64; 512]);
    let result = work();
    black_box(padding);
    result
}

#[test]
fn addresses_inside_objects_on_the_native_stack_keep_them_alive() {
    let mut vm = poisoned();
    let base = stack::stack_pointer();
    // SAFETY: an address of this stack; everything below happens in callees.
    unsafe { vm.heap.set_stack_base(Some(base)) };
    deeper(&mut || with_locals(&mut vm));
    // SAFETY: no stack at all.
    unsafe { vm.heap.set_stack_base(None) };
    vm.heap.collect(Major);
    assert_eq!(vm.heap.check_heap().objects, 0);
}

struct ExitFrame(std::cell::RefCell<Vec<u64>>);

impl RootSource for ExitFrame {
    fn visit(&self, visitor: &mut RootVisitor<'_, '_>) {
        visitor.ambiguous(&self.0.borrow());
    }
}

#[test]
fn ambiguous_words_are_resolved_or_ignored() {
    let mut vm = poisoned();
    let frame = Rc::new(ExitFrame(Default::default()));
    vm.heap.add_root_source(&frame);
    let nodes: Vec<u64> = (0..100).map(|i| vm.node(i, Word::NULL).0).collect();
    let array = vm.heap.allocate_array(vm.words, 3000).expect("room").0;
    let size = 16 + 3000 * 8;
    *frame.0.borrow_mut() = vec![
        0,
        1,
        u64::MAX,
        array & !0x3f_ffff,
        array + size,
        nodes[7],
        nodes[20] + 8,
        nodes[50] + 23,
        nodes[99] + 24,
    ];
    vm.heap.collect(Minor);
    assert_eq!(vm.heap.check_heap().objects, 3);
    for i in [7, 20, 50] {
        assert_eq!(value(Word(nodes[i])), i as i64);
    }
    // The words between survivors are nothing now, and nothing in a full collection either.
    frame.0.borrow_mut().extend(&nodes);
    vm.heap.collect(Minor);
    vm.heap.collect(Major);
    assert_eq!(vm.heap.check_heap().objects, 3);
    let array = vm.heap.allocate_array(vm.words, 3000).expect("room").0;
    *frame.0.borrow_mut() = vec![array + size - 1];
    vm.heap.collect(Minor);
    assert_eq!(vm.heap.check_heap().objects, 4, "three old ones, and the array");
    vm.heap.collect(Major);
    assert_eq!(vm.heap.check_heap().objects, 1);
    drop(frame);
    vm.heap.collect(Major);
    assert_eq!(vm.heap.check_heap().objects, 0);
}

#[test]
fn rooted_vectors_keep_their_words_alive() {
    let mut vm = poisoned();
    let words = vm.heap.rooted_vec();
    for i in 0..10 {
        let node = vm.node(i, Word::NULL);
        words.push(node);
    }
    words.push(Word::wrap_small(5));
    vm.heap.collect(Minor);
    assert_eq!(vm.heap.check_heap().objects, 10);
    assert_eq!(value(words.get(9)), 9);
    words.truncate(3);
    vm.heap.collect(Major);
    assert_eq!(vm.heap.check_heap().objects, 3);
    drop(words);
    vm.heap.collect(Major);
    assert_eq!(vm.heap.check_heap().objects, 0);
}

#[test]
fn finalizable_objects_are_handed_out_once() {
    let mut vm = poisoned();
    let (a, b) = (vm.file(1), vm.file(2));
    // A cycle, which refers to an ordinary object.
    let node = vm.node(77, a);
    // SAFETY: both are new.
    unsafe {
        (*a.cast::<File>()).next = b;
        (*b.cast::<File>()).next = node;
    }
    let root = vm.heap.add_root(a);
    vm.heap.collect(Minor);
    assert_eq!(vm.finalizable(), []);
    vm.heap.set_root(root, Word::NULL);
    vm.heap.collect(Minor);
    assert_eq!(vm.finalizable(), [], "they are old");
    vm.heap.collect(Major);
    assert_eq!(vm.heap.config().attention.load(Ordering::Relaxed), attention::FINALIZERS_READY);
    // Still there, and all that they reach, until they are taken.
    vm.heap.collect(Major);
    assert_eq!(vm.heap.check_heap().reachable, 3);
    assert_eq!(value(node), 77);
    assert_eq!(vm.finalizable(), [1, 2]);
    vm.heap.collect(Major);
    assert_eq!(vm.finalizable(), []);
    assert_eq!(vm.heap.check_heap().objects, 0);
}

#[test]
fn any_object_can_get_a_finalizer_and_get_it_again() {
    let mut vm = poisoned();
    let node = vm.node(5, Word::NULL);
    vm.heap.add_finalizer(node);
    for collection in [Minor, Major] {
        vm.heap.collect(collection);
        assert_eq!(vm.heap.take_finalizable(), Some(node));
        assert_eq!(value(node), 5);
        vm.heap.add_finalizer(node);
    }
    vm.heap.collect(Major);
    assert_eq!(vm.heap.take_finalizable(), Some(node));
    vm.heap.collect(Major);
    assert_eq!(vm.heap.take_finalizable(), None);
    assert_eq!(vm.heap.stats().finalized, 3);
}

#[test]
fn weak_references_are_cleared_when_their_referent_dies() {
    for collection in [Minor, Major] {
        let mut vm = poisoned();
        let (live, dead) = (vm.node(1, Word::NULL), vm.node(2, Word::NULL));
        vm.heap.add_root(live);
        let watches = [live, dead, Word::NULL, Word::wrap_small(3)].map(|word| vm.watch(word));
        for watch in watches {
            vm.heap.add_root(watch);
        }
        vm.watch(dead);
        vm.heap.collect(collection);
        assert_eq!(watches.map(referent), [live, Word::NULL, Word::NULL, Word::wrap_small(3)]);
        assert_eq!(vm.heap.take_cleared_weak(), Some(watches[1]));
        assert_eq!(vm.heap.take_cleared_weak(), None, "the other one is dead itself");
        assert_eq!(vm.heap.check_heap().objects, 5);
        assert_eq!(vm.heap.config().attention.load(Ordering::Relaxed), attention::WEAK_CLEARED);
    }
}

#[test]
fn an_old_weak_reference_may_get_a_young_referent() {
    let mut vm = poisoned();
    let watch = vm.watch(Word::NULL);
    vm.heap.add_root(watch);
    vm.heap.collect(Minor);
    let young = vm.node(1, Word::NULL);
    vm.set_next(watch, young);
    vm.heap.collect(Minor);
    assert_eq!(referent(watch), Word::NULL);
    assert_eq!(vm.heap.take_cleared_weak(), Some(watch));
    let young = vm.node(1, Word::NULL);
    vm.set_next(watch, young);
    let root = vm.heap.add_root(young);
    vm.heap.collect(Minor);
    assert_eq!(referent(watch), young);
    vm.heap.remove_root(root);
    vm.heap.collect(Minor);
    assert_eq!(referent(watch), young, "old garbage is found by full collections");
    vm.heap.collect(Major);
    assert_eq!(referent(watch), Word::NULL);
}

#[test]
fn weak_references_are_cleared_before_finalizers_bring_objects_back() {
    let mut vm = poisoned();
    let file = vm.file(1);
    let outside = vm.watch(file);
    vm.heap.add_root(outside);
    // Only the finalizer's object knows this one.
    let inside = vm.watch(file);
    // SAFETY: the file is alive and new.
    unsafe { (*file.cast::<File>()).next = inside };
    vm.heap.collect(Minor);
    assert_eq!((referent(outside), referent(inside)), (Word::NULL, Word::NULL));
    assert_eq!(vm.heap.take_cleared_weak(), Some(outside));
    assert_eq!(vm.heap.take_cleared_weak(), None);
    assert_eq!(vm.finalizable(), [1]);
}

#[test]
fn large_objects_live_and_die_like_others() {
    let mut vm = poisoned();
    for length in [1_020, 1_023, 1_100, 10_000, 131_070, 131_072, 1_000_000] {
        let node = vm.node(length as i64, Word::NULL);
        let array = vm.heap.allocate_array(vm.words, length).expect("room");
        // SAFETY: a new array; nothing is allocated between.
        unsafe {
            let items = Array::items::<Word>(array.cast());
            assert_eq!(items.len() as u64, length);
            assert!(items.iter().all(|item| item.is_null()));
            items[length as usize - 1] = node;
        }
        let root = vm.heap.add_root(array);
        vm.heap.collect(Minor);
        assert_eq!(value(node), length as i64);
        // Old now: the barrier finds what is stored.
        let young = vm.node(5, Word::NULL);
        // SAFETY: an array with at least two items.
        unsafe { vm.heap.store(array.as_pointer().expect("an array"), 24, young) };
        vm.heap.collect(Minor);
        assert_eq!((value(young), value(node)), (5, length as i64));
        assert_eq!(vm.heap.check_heap().objects, 3);
        vm.heap.remove_root(root);
        vm.heap.collect(Major);
        assert_eq!(vm.heap.check_heap().objects, 0);
        assert_eq!(vm.heap.stats().used_bytes, 0);
        // A young one that dies young.
        vm.heap.allocate_array(vm.words, length).expect("room");
        vm.heap.collect(Minor);
        assert_eq!(vm.heap.stats().used_bytes, 0);
    }
}

#[test]
fn a_list_of_a_million_nodes_needs_no_native_stack() {
    let mut vm = vm(Config::default());
    let root = vm.heap.add_root(Word::NULL);
    for i in 0..1_000_000 {
        let list = vm.heap.root(root);
        let list = vm.node(i, list);
        vm.heap.set_root(root, list);
    }
    vm.heap.collect(Major);
    assert!(vm.heap.stats().minor.count > 0);
    assert_eq!(vm.heap.stats().old_bytes, 24_000_000);
    vm.heap.set_root(root, Word::NULL);
    vm.heap.collect(Major);
    assert_eq!(vm.heap.stats().used_bytes, 0);
    assert!(vm.heap.stats().mapped_bytes <= 5 * (4 << 20), "free memory goes back to the system");
}

#[test]
fn the_limit_is_a_clean_error_and_memory_can_be_had_again() {
    for limit in [64 << 10, 1 << 20, 10 << 20] {
        let mut vm = vm(Config { limit, poison: true, ..Config::default() });
        for _ in 0..3 {
            let root = vm.heap.add_root(Word::NULL);
            let mut count = 0;
            while let Ok(node) = vm.heap.allocate(vm.node) {
                // SAFETY: a new node.
                unsafe { (*node.cast::<Node>()).next = vm.heap.root(root) };
                vm.heap.set_root(root, node);
                count += 1;
            }
            assert!(vm.heap.stats().used_bytes <= limit);
            assert!(count * 24 > limit * 9 / 10, "{count} nodes in {limit} bytes");
            assert!(vm.heap.stats().major.count < 30, "it does not collect for ever");
            assert_eq!(vm.heap.check_heap().reachable, count);
            assert_eq!(vm.heap.allocate_array(vm.bytes, limit as u64), Err(OutOfMemory));
            assert_eq!(vm.heap.allocate_array(vm.bytes, u64::MAX), Err(OutOfMemory));
            vm.heap.remove_root(root);
        }
        // Garbage is not a reason to fail.
        for i in 0..200_000 {
            vm.node(i, Word::NULL);
        }
        // Holes serve for objects longer than a line when no free block is left.
        let medium = vm.heap.allocate_array(vm.bytes, 1000);
        assert!(medium.is_ok());
    }
}

#[test]
fn allocation_that_can_not_fail_goes_above_the_limit_and_says_so() {
    let limit = 256 << 10;
    let mut vm = vm(Config { limit, ..Config::default() });
    let root = vm.heap.add_root(Word::NULL);
    let attention = vm.heap.config().attention.clone();
    let mut bytes = 0;
    while bytes < limit + (512 << 10) {
        let node = vm.heap.allocate_anyway(vm.node);
        // SAFETY: a new node.
        unsafe { (*node.cast::<Node>()).next = vm.heap.root(root) };
        vm.heap.set_root(root, node);
        bytes += 24;
        let above = attention.load(Ordering::Relaxed) & attention::OUT_OF_MEMORY != 0;
        assert_eq!(above, vm.heap.is_above_limit());
    }
    assert_eq!(vm.heap.allocate_array(vm.bytes, 100_000), Err(OutOfMemory));
    assert!(vm.heap.is_above_limit());
    vm.heap.allocate_array_anyway(vm.bytes, 100_000);
    vm.heap.set_root(root, Word::NULL);
    vm.heap.collect(Major);
    assert!(!vm.heap.is_above_limit());
    assert!(vm.heap.allocate(vm.node).is_ok());
}

#[test]
fn heaps_do_not_know_of_each_other() {
    let mut vms: Vec<Vm> = (0..4).map(|_| poisoned()).collect();
    let mut lists = [Word::NULL; 4];
    let roots: Vec<RootIndex> = vms.iter_mut().map(|vm| vm.heap.add_root(Word::NULL)).collect();
    for i in 0..20_000 {
        let which = i % 4;
        lists[which] = vms[which].node(i as i64, lists[which]);
        vms[which].heap.set_root(roots[which], lists[which]);
        if i % 1777 == 0 {
            vms[i / 1777 % 4].heap.collect(if i % 2 == 0 { Minor } else { Major });
        }
    }
    for vm in &mut vms {
        assert_eq!(vm.heap.check_heap().reachable, 5_000);
    }
    let last = vms.pop().expect("four");
    drop(vms);
    let mut last = last;
    assert_eq!(last.heap.check_heap().reachable, 5_000);
}

#[test]
fn compiled_code_can_use_the_window_and_the_entry_points() {
    let mut vm = poisoned();
    let heap: *mut Heap = &mut *vm.heap;
    // SAFETY: what compiled code does, with offsets from the layouts.
    unsafe {
        let bump = (*heap).bump_address();
        let new = |size: usize| {
            let top = (*bump).top;
            if (*bump).end.addr() - top.addr() < size {
                return compiled::new_object(heap, vm.node.0);
            }
            (*bump).top = top.add(size);
            top.cast::<u64>().write(Header::word(vm.node));
            top.cast::<Header>()
        };
        let index = (*heap).add_root(Word::NULL);
        for i in 0..1000 {
            let node = new(24).cast::<Node>();
            (*node).value = i;
            (*node).next = *(*(*heap).roots_base_address()).add(index.0 as usize);
            (*heap).set_root(index, Word(node.addr() as u64));
        }
        assert_eq!((*heap).check_heap().reachable, 1000);
        (*heap).collect(Minor);
        assert_eq!((*heap).check_heap().objects, 1000);
        let array = compiled::new_array(heap, vm.words.0, 10);
        assert!(compiled::try_new_array(heap, vm.words.0, u64::MAX).is_null());
        let old = (*heap).root(index).as_pointer().expect("a node");
        old.cast::<Node>().as_mut().next = Word(array.addr() as u64);
        assert!(old.as_ref().flags & flags::UNLOGGED != 0);
        compiled::remember(heap, old);
        assert!(old.as_ref().flags & flags::UNLOGGED == 0);
        (*heap).collect(Minor);
        (*heap).check_heap();
        (*heap).collect(Major);
        assert_eq!((*heap).check_heap().objects, 2);
    }
}

#[test]
fn a_huge_array_that_is_written_to_is_not_traced_over_and_over() {
    let mut vm = vm(Config { nursery: 64 << 10, ..Config::default() });
    let array = vm.heap.allocate_array(vm.words, 200_000).expect("room");
    vm.heap.add_root(array);
    vm.heap.collect(Minor);
    let before = vm.heap.stats();
    for i in 0..200_000 {
        let node = vm.heap.allocate(vm.node).expect("room");
        // SAFETY: an array of that many items.
        unsafe { vm.heap.store(array.as_pointer().expect("an array"), 16 + 8 * i, node) };
    }
    let after = vm.heap.stats();
    assert!(after.minor.count - before.minor.count < 8, "{after}");
    assert_eq!(vm.heap.check_heap().reachable, 200_001);
}

#[test]
fn a_young_collection_marks_only_what_is_new() {
    let mut vm = vm(Config { nursery: 64 << 20, ..Config::default() });
    let root = vm.heap.add_root(Word::NULL);
    let mut list = Word::NULL;
    for i in 0..20_000 {
        list = vm.node(i, list);
    }
    vm.heap.set_root(root, list);
    vm.heap.collect(Minor);
    assert_eq!(vm.heap.stats().marked_objects, 20_000);
    list = vm.node(0, list);
    vm.heap.set_root(root, list);
    vm.heap.collect(Minor);
    assert_eq!(vm.heap.stats().marked_objects, 20_001);
    vm.heap.collect(Major);
    assert_eq!(vm.heap.stats().marked_objects, 40_002);
}

#[test]
fn nothing_is_collected_while_collections_are_off() {
    let limit = 200 << 10;
    for stress in [Stress::Off, Stress::CollectAtEveryAllocation { full: true }] {
        let mut vm = vm(Config { nursery: 64 << 10, limit, poison: true, stress, ..Config::default() });
        let (node, before) = (vm.node, vm.heap.stats());
        let nodes: Vec<Word> =
            vm.heap.without_collections(|heap| (0..20_000).map(|_| heap.allocate_anyway(node)).collect());
        assert_eq!(vm.heap.stats().major.count, before.major.count);
        assert_eq!(vm.heap.stats().minor.count, before.minor.count);
        assert_eq!(vm.heap.check_heap().objects, nodes.len());
        assert!(vm.heap.is_above_limit());
        assert!(vm.heap.allocate_array(vm.bytes, 100_000).is_ok());
        assert!(!vm.heap.is_above_limit());
    }
}
