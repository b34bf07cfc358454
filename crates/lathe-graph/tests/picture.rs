//! Pictures: everything is there, and nothing lies on something else.

use lathe_graph::text::parse;
use lathe_graph::{Module, picture};

fn module(source: &str) -> Module {
    parse(source).unwrap_or_else(|error| panic!("{}", error.render("text", source))).0
}

const NESTED: &str = "graph {
b0 -> b1:
  i0 = parameter(0)
b1 -> b2, b5:
  i1 = phi(b0: 0, b4: i6)
  safepoint { resume f@1(i0, i1) }
  i2 = int_lt(i1, i0)
  if(i2)
b2 -> b3:
b3 osr -> b3, b4:
  i3 = phi(b2: 0, b3: i4)
  i4 = int_add(i3, 1)
  i5 = int_lt(i4, i1)
  if(i5)
b4 -> b1:
  i6 = int_add(i1, 1)
b5 catch:
  return(i1)
}
";

#[derive(Clone, Copy, Debug)]
struct Rect {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Rect {
    fn overlaps(self, other: Rect) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    fn contains(self, other: Rect) -> bool {
        self.x <= other.x
            && self.y <= other.y
            && other.x + other.width <= self.x + self.width
            && other.y + other.height <= self.y + self.height
    }
}

fn attribute(line: &str, name: &str) -> f64 {
    let start = line.find(&format!(" {name}=\"")).expect("the attribute") + name.len() + 3;
    let end = start + line[start..].find('"').expect("its end");
    line[start..end].parse().expect("a number")
}

fn rects(svg: &str, class: &str) -> Vec<Rect> {
    let lines = svg.lines().filter(|line| line.starts_with(&format!("<rect class=\"{class}")));
    lines
        .map(|line| Rect {
            x: attribute(line, "x"),
            y: attribute(line, "y"),
            width: attribute(line, "width"),
            height: attribute(line, "height"),
        })
        .collect()
}

/// Blocks are apart, loops are apart or one in the other, blocks are in a loop or out of it, lines fit their blocks.
fn check_places(svg: &str) {
    let (blocks, loops) = (rects(svg, "block"), rects(svg, "loop"));
    for (index, &block) in blocks.iter().enumerate() {
        assert!(!blocks[..index].iter().any(|other| block.overlaps(*other)), "{block:?}");
        for &other in &loops {
            assert!(!block.overlaps(other) || other.contains(block), "{block:?} is half in {other:?}");
        }
    }
    for (index, &one) in loops.iter().enumerate() {
        for &other in &loops[..index] {
            assert!(!one.overlaps(other) || one.contains(other) || other.contains(one), "{one:?} {other:?}");
        }
    }
    let line_of = |line: &str| {
        let text = &line[line.find('>').expect("a tag") + 1..line.find("</text>").expect("its end")];
        let text =
            text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
        let width = text.chars().count() as f64 * 7.2;
        Rect { x: attribute(line, "x"), y: attribute(line, "y") - 11.0, width, height: 13.0 }
    };
    for line in svg.lines().filter(|line| line.starts_with("<text class=\"line\"")) {
        let place = line_of(line);
        assert!(blocks.iter().any(|block| block.contains(place)), "{line}");
    }
}

#[test]
fn a_picture_has_all_blocks_edges_loops_and_marks() {
    let module = module(NESTED);
    let svg = picture::svg(&module.descriptors, &module.graph);
    check_places(&svg);
    assert_eq!(rects(&svg, "block").len(), 6);
    assert_eq!(svg.matches("<path class=\"edge").count(), 7);
    assert_eq!(svg.matches("<path class=\"edge back").count(), 2, "one for each loop");
    for text in ["loop b1, depth 1", "loop b3, depth 2", "entry", "header, OSR entry", "pre-header", "catch"]
    {
        assert!(svg.contains(&format!(">{text}</text>")), "{text}");
    }
    assert_eq!(svg.matches("class=\"way\"").count(), 4, "two ways of each `if`");
    for line in ["i1 = phi(b0: 0, b4: i6)", "safepoint { resume f@1(i0, i1) }", "return(i1)"] {
        assert!(svg.contains(&format!(">{line}</text>")), "{line}");
    }
}

#[test]
fn text_is_escaped() {
    let mut module =
        module("class A { x: int }\ngraph {\nb0:\n  p0 = new(A)\n  i1 = get(p0, x)\n  return(i1)\n}\n");
    module.descriptors.fields[0].name = "a<b>&\"c\\".to_string();
    let svg = picture::svg(&module.descriptors, &module.graph);
    assert!(svg.contains(r"get(p0, &quot;a&lt;b&gt;&amp;\&quot;c\\&quot;)"), "{svg}");
    let dot = picture::dot(&module.descriptors, &module.graph);
    assert!(dot.contains(r#"get(p0, \"a<b>&\\\"c\\\\\")\l"#), "{dot}");
}

#[test]
fn graphviz_gets_clusters_in_clusters() {
    let module = module(NESTED);
    let dot = picture::dot(&module.descriptors, &module.graph);
    let outer = dot.find("subgraph cluster_b1").expect("the outer loop");
    let inner = dot.find("subgraph cluster_b3").expect("the inner loop");
    assert!(outer < inner);
    assert!(
        dot.contains("b1 -> b2 [label=\"true\"];") && dot.contains("b3 -> b3 [label=\"true\", style=bold];")
    );
    assert_eq!(dot.matches('{').count(), dot.matches('}').count());
}

/// Graphs of any shape, irreducible ones among them.
fn random_graph(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut dice = |sides: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % sides
    };
    let count = 2 + dice(40);
    let mut text = "graph {\n".to_string();
    for block in 0..count {
        let mut succs = Vec::new();
        if block + 1 < count {
            succs.push(block + 1);
            let other = match dice(4) {
                0 => 1 + dice(count - 1),
                1 => (block + 2 + dice(4)).min(count - 1),
                2 => 1 + block.saturating_sub(1 + dice(6)),
                _ => block + 1,
            };
            if other != block + 1 && other != 0 {
                succs.insert(dice(2), other);
            }
        }
        let names: Vec<String> = succs.iter().map(|succ| format!("b{succ}")).collect();
        let arrow = if names.is_empty() { String::new() } else { format!(" -> {}", names.join(", ")) };
        text.push_str(&format!("b{block}{arrow}:\n"));
        if block == 0 {
            text.push_str("  i0 = parameter(0)\n");
        }
        for line in 0..dice(4) {
            text.push_str(&format!("  i{} = int_add(i0, {})\n", 10 * block + line + 1, dice(1 << 20)));
        }
        match succs.len() {
            0 => text.push_str("  return(i0)\n"),
            2 => text.push_str("  if(i0)\n"),
            _ => {}
        }
    }
    text + "}\n"
}

#[test]
fn nothing_overlaps_in_random_graphs() {
    let mut irreducible = 0;
    for seed in 1..400 {
        let module = module(&random_graph(seed));
        let svg = picture::svg(&module.descriptors, &module.graph);
        check_places(&svg);
        let edges: usize = module.graph.blocks().map(|block| module.graph.block(block).succs.len()).sum();
        assert_eq!(svg.matches("<path class=\"edge").count(), edges);
        irreducible += svg.matches("class=\"loop irreducible\"").count();
        assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{svg}");
        picture::dot(&module.descriptors, &module.graph);
    }
    assert!(irreducible > 10);
}
