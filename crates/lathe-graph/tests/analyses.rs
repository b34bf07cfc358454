//! The analyses against naive reference implementations, on random graphs: dense and sparse, reducible or not, with blocks
//! that cannot be reached.

use lathe_graph::rpo::Rpo;
use lathe_graph::{Block, DominatorTree, Graph, LoopTree};
use std::collections::BTreeSet;

const GRAPHS: u64 = 15_000;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 32) as usize % limit
    }
}

/// Blocks and edges only.
fn random_graph(random: &mut Random) -> Graph {
    let count = 1 + random.below(14);
    let mut graph = Graph::default();
    for _ in 0..count {
        graph.new_block();
    }
    let structured = random.below(3) == 0;
    for from in 0..count {
        let most = [1, 2, 2, 3][random.below(4)];
        let least = (random.below(8) != 0) as usize;
        for _ in 0..random.below(most + 1).max(least) {
            // Mostly nearby, so that long chains and nested loops come up; now and then anywhere.
            let to = match random.below(4) {
                0 if !structured => random.below(count),
                1 => from.saturating_sub(random.below(4)),
                _ => from + 1 + random.below(2),
            };
            let (from, to) = (Block(from as u32), Block(to as u32));
            if to.index() < count && to != Block::ENTRY && !graph.block(from).succs.contains(&to) {
                graph.add_edge(from, to);
            }
        }
    }
    graph
}

fn for_each_graph(mut check: impl FnMut(&Graph)) {
    for seed in 0..GRAPHS {
        check(&random_graph(&mut Random(seed)));
    }
}

fn show(graph: &Graph) -> String {
    graph.blocks().map(|b| format!("{b} -> {:?}\n", graph.block(b).succs)).collect()
}

/// What can be reached from a block without going through `without`.
fn reach(graph: &Graph, from: Block, without: Option<Block>) -> BTreeSet<Block> {
    let mut found = BTreeSet::new();
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        if Some(block) != without && found.insert(block) {
            work.extend(&graph.block(block).succs);
        }
    }
    found
}

/// For each block, the blocks that dominate it: those without which it cannot be reached.
fn naive_dominators(graph: &Graph) -> Vec<BTreeSet<Block>> {
    let all = reach(graph, Block::ENTRY, None);
    let mut dominators = vec![BTreeSet::new(); graph.block_count()];
    for &a in &all {
        let left = reach(graph, Block::ENTRY, Some(a));
        for &b in all.difference(&left) {
            dominators[b.index()].insert(a);
        }
    }
    dominators
}

#[test]
fn reverse_post_order_is_that_of_the_textbook() {
    fn visit(graph: &Graph, block: Block, seen: &mut BTreeSet<Block>, order: &mut Vec<Block>) {
        for &succ in graph.block(block).succs.iter().rev() {
            if seen.insert(succ) {
                visit(graph, succ, seen, order);
            }
        }
        order.push(block);
    }
    for_each_graph(|graph| {
        let rpo = Rpo::compute(graph);
        let mut expected = Vec::new();
        visit(graph, Block::ENTRY, &mut BTreeSet::from([Block::ENTRY]), &mut expected);
        expected.reverse();
        assert_eq!(rpo.order, expected, "{}", show(graph));
        for block in graph.blocks() {
            assert_eq!(
                rpo.place(block).map(|p| rpo.order[p as usize]),
                rpo.is_reachable(block).then_some(block)
            );
        }
        for &block in &rpo.order {
            for &succ in &graph.block(block).succs {
                let goes_back = rpo.place(succ) <= rpo.place(block);
                assert!(!goes_back || reach(graph, succ, None).contains(&block), "{}", show(graph));
            }
        }
    });
}

#[test]
fn dominators_are_the_blocks_that_cannot_be_avoided() {
    for_each_graph(|graph| {
        let tree = DominatorTree::compute(graph);
        let naive = naive_dominators(graph);
        for b in graph.blocks() {
            assert_eq!(tree.is_reachable(b), !naive[b.index()].is_empty());
            for a in graph.blocks() {
                let expected = naive[b.index()].contains(&a);
                assert_eq!(tree.dominates(a, b), expected, "{a} dominates {b}?\n{}", show(graph));
            }
            // The parent is the strict dominator that all others dominate.
            let strict: Vec<Block> = naive[b.index()].iter().copied().filter(|&a| a != b).collect();
            let nearest =
                strict.iter().copied().find(|a| strict.iter().all(|o| naive[a.index()].contains(o)));
            assert_eq!(tree.parent(b), nearest, "parent of {b}\n{}", show(graph));
        }
        let mut seen = BTreeSet::new();
        for &block in tree.preorder() {
            assert!(tree.parent(block).is_none_or(|parent| seen.contains(&parent)));
            seen.insert(block);
        }
        assert_eq!(seen, reach(graph, Block::ENTRY, None));
    });
}

/// The natural loop of a header: all that reaches a back-edge without going through the header.
fn natural_loop(graph: &Graph, header: Block, dominators: &[BTreeSet<Block>]) -> Option<BTreeSet<Block>> {
    let dominated = |b: Block| dominators[b.index()].contains(&header);
    let sources: Vec<Block> =
        graph.block(header).preds.iter().copied().filter(|&pred| dominated(pred)).collect();
    if sources.is_empty() {
        return None;
    }
    let mut body = BTreeSet::from([header]);
    for block in graph.blocks().filter(|&b| dominated(b)) {
        if sources.iter().any(|source| reach(graph, block, Some(header)).contains(source)) {
            body.insert(block);
        }
    }
    Some(body)
}

/// Whether a cycle is left when the edges to dominating headers are taken away.
fn is_irreducible(graph: &Graph, dominators: &[BTreeSet<Block>]) -> bool {
    let reachable = reach(graph, Block::ENTRY, None);
    let forward = |block: Block| {
        let keep = move |succ: &Block| !dominators[block.index()].contains(succ);
        graph.block(block).succs.iter().copied().filter(keep).collect::<Vec<_>>()
    };
    // A block that reaches itself along forward edges.
    reachable.iter().any(|&start| {
        let mut seen = BTreeSet::new();
        let mut work = forward(start);
        while let Some(block) = work.pop() {
            if block == start {
                return true;
            }
            if seen.insert(block) {
                work.extend(forward(block));
            }
        }
        false
    })
}

#[test]
fn loops_are_the_natural_ones_and_irreducible_ones_are_found() {
    let mut counts = (0, 0, 0, 0);
    for_each_graph(|graph| {
        let dominators = DominatorTree::compute(graph);
        let tree = LoopTree::compute(graph, &dominators);
        let naive = naive_dominators(graph);
        let irreducible = is_irreducible(graph, &naive);
        assert_eq!(tree.loops.iter().any(|l| l.irreducible), irreducible, "{}", show(graph));
        counts.0 += irreducible as u32;
        let mut natural = Vec::new();
        for header in graph.blocks() {
            natural.extend(natural_loop(graph, header, &naive).map(|body| (header, body)));
        }
        for id in tree.ids() {
            let found = tree.get(id);
            let blocks: BTreeSet<Block> = tree.blocks(id).into_iter().collect();
            let context = || format!("loop of {}: {blocks:?}\n{}", found.header, show(graph));
            let dominated = |b: &Block| naive[b.index()].contains(&found.header);
            assert_eq!(found.irreducible, !found.back_edges.iter().all(dominated), "{}", context());
            for block in graph.blocks() {
                assert_eq!(tree.contains(id, block), blocks.contains(&block), "{}", context());
            }
            let exits: BTreeSet<(Block, Block)> = (blocks.iter())
                .flat_map(|&b| graph.block(b).succs.iter().map(move |&s| (b, s)))
                .filter(|(_, succ)| !blocks.contains(succ))
                .collect();
            assert_eq!(found.exits.iter().copied().collect::<BTreeSet<_>>(), exits, "{}", context());
            assert_eq!(found.is_infinite(), exits.is_empty());
            counts.1 += found.is_infinite() as u32;
            if let Some(parent) = found.parent {
                assert!(tree.blocks(parent).into_iter().collect::<BTreeSet<_>>().is_superset(&blocks));
                assert_eq!(tree.get(parent).depth + 1, found.depth);
                assert!(tree.get(parent).children.contains(&id));
                assert!(parent > id, "inner loops come first");
                counts.2 += 1;
            } else {
                assert_eq!(found.depth, 1);
            }
            if !found.irreducible {
                let expected = natural.iter().find(|(header, _)| *header == found.header);
                assert_eq!(Some(&blocks), expected.map(|(_, body)| body), "{}", context());
                counts.3 += 1;
            }
        }
        for (header, _) in &natural {
            assert!(tree.loops.iter().any(|l| l.header == *header), "{header}\n{}", show(graph));
        }
        for block in reach(graph, Block::ENTRY, None) {
            let in_cycle = graph.block(block).succs.iter().any(|&s| reach(graph, s, None).contains(&block));
            assert_eq!(tree.innermost(block).is_some(), in_cycle, "{block} in a loop?\n{}", show(graph));
            if !irreducible {
                let depth = natural.iter().filter(|(_, body)| body.contains(&block)).count();
                assert_eq!(tree.depth(block) as usize, depth, "depth of {block}\n{}", show(graph));
            }
        }
    });
    let (irreducible, infinite, nested, plain) = counts;
    assert!(irreducible > 500 && infinite > 500 && nested > 500 && plain > 5000, "{counts:?}");
}

#[test]
fn inserted_pre_headers_keep_dominators_and_loops_up_to_date() {
    let mut inserted = 0;
    for_each_graph(|graph| {
        let mut graph = graph.clone();
        let mut dominators = DominatorTree::compute(&graph);
        let mut tree = LoopTree::compute(&graph, &dominators);
        for id in tree.ids() {
            let before = graph.block_count();
            let pre_header = tree.insert_pre_header(&mut graph, &mut dominators, id);
            assert_eq!(pre_header.is_none(), tree.get(id).irreducible);
            inserted += graph.block_count() - before;
        }
        dominators.refresh();
        let fresh = DominatorTree::compute(&graph);
        let again = LoopTree::compute(&graph, &fresh);
        for block in graph.blocks() {
            assert_eq!(dominators.parent(block), fresh.parent(block), "{block}\n{}", show(&graph));
            let header = |tree: &LoopTree| tree.innermost(block).map(|id| tree.get(id).header);
            assert_eq!(header(&tree), header(&again), "{block}\n{}", show(&graph));
        }
        for l in again.loops.iter().filter(|l| !l.irreducible) {
            assert!(l.pre_header.is_some(), "{}\n{}", l.header, show(&graph));
            let kept = tree.loops.iter().find(|k| k.header == l.header).expect("the same loop");
            assert_eq!(kept.pre_header, l.pre_header);
            let set = |exits: &[(Block, Block)]| exits.iter().copied().collect::<BTreeSet<_>>();
            assert_eq!(set(&kept.exits), set(&l.exits), "{}\n{}", l.header, show(&graph));
        }
    });
    assert!(inserted > 5000, "{inserted}");
}
