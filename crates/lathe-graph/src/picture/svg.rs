//! The drawing itself.

use super::nest::nest;
use super::route::{Drawing, Rect, route};
use super::{edge_label, lines, loop_title, marks};
use crate::dominators::DominatorTree;
use crate::graph::{Block, Graph};
use crate::loops::LoopTree;
use crate::rpo::Rpo;
use lathe_ir::Descriptors;
use rustc_hash::FxHashMap;
use std::fmt::Write;

const FONT: f64 = 12.0;
/// No common monospaced font has wider characters.
const CHAR: f64 = FONT * 0.605;
const LINE: f64 = 16.0;
const HEAD: f64 = 19.0;
const INSET: f64 = 8.0;
const MARGIN: f64 = 12.0;
const MIN_WIDTH: f64 = 76.0;
/// For two edges, with their labels.
const MIN_WIDTH_OF_IF: f64 = 118.0;

const STYLE: &str = "\
text { font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; font-size: 12px; fill: #1b1f24; white-space: pre }
.block { fill: #ffffff; stroke: #57606a; stroke-width: 1 }
.head { fill: #eaeef2; stroke: #57606a; stroke-width: 1 }
.name { font-weight: bold }
.mark { fill: #8250df; font-size: 11px }
.loop { fill: #2f6fdf; fill-opacity: 0.09; stroke: #2f6fdf; stroke-opacity: 0.55; stroke-width: 1 }
.irreducible { fill: #d1691b; stroke: #d1691b; stroke-dasharray: 6 4 }
.title { fill: #2a4d8f; font-size: 11px }
.edge { fill: none; stroke: #424a53; stroke-width: 1.3 }
.back { stroke: #2f6fdf; stroke-width: 1.8 }
.way { font-size: 11px; fill: #424a53 }
.halo { stroke: #ffffff; stroke-width: 4; stroke-opacity: 0.75; stroke-linejoin: round }
";

/// What a block shows.
struct Content {
    min_width: f64,
    marks: String,
    lines: Vec<String>,
}

impl Content {
    fn size(&self, block: Block) -> (f64, f64) {
        let head =
            block.to_string().len() + if self.marks.is_empty() { 0 } else { 2 + self.marks.chars().count() };
        let longest = self.lines.iter().map(|line| line.chars().count()).chain([head]).max().unwrap_or(0);
        let width = (longest as f64 * CHAR + 2.0 * INSET).max(self.min_width);
        let body = if self.lines.is_empty() { 0.0 } else { LINE * self.lines.len() as f64 + INSET };
        (width.ceil(), HEAD + body)
    }
}

/// A graph as an SVG file.
pub fn svg(descriptors: &Descriptors, graph: &Graph) -> String {
    let loops = LoopTree::compute(graph, &DominatorTree::compute(graph));
    let rpo = Rpo::compute(graph);
    let contents: FxHashMap<Block, Content> = rpo
        .order
        .iter()
        .map(|&block| {
            let marks = marks(graph, &loops, block).join(", ");
            let min_width = if graph.block(block).succs.len() > 1 { MIN_WIDTH_OF_IF } else { MIN_WIDTH };
            (block, Content { min_width, marks, lines: lines(descriptors, graph, block) })
        })
        .collect();
    let size = |block: Block| contents[&block].size(block);
    let title_width = |id| loop_title(loops.get(id)).chars().count() as f64 * CHAR;
    let nests = nest(graph, &loops, &rpo, &size, &title_width);
    let drawing = route(&nests, &size);
    let mut text = head(&drawing);
    for &(id, rect) in &drawing.loops {
        let found = loops.get(id);
        let class = if found.irreducible { "loop irreducible" } else { "loop" };
        let _ = writeln!(text, "<rect class=\"{class}\" {} rx=\"8\"/>", at(rect));
    }
    for (way, edge) in drawing.ways.iter().zip(&nests.edges) {
        let class = if way.leads_back { "edge back" } else { "edge" };
        let end = if way.leads_back { "back-arrow" } else { "arrow" };
        let name = format!("{} to {}", edge.from, edge.to);
        let _ = writeln!(
            text,
            "<path class=\"{class}\" d=\"{}\" marker-end=\"url(#{end})\"><title>{name}</title></path>",
            way.path
        );
    }
    for &(id, rect) in &drawing.loops {
        let (x, y) = (rect.x + INSET, rect.y + 14.0);
        let title = loop_title(loops.get(id));
        label(&mut text, "title halo", x, y, "start", &title);
        label(&mut text, "title", x, y, "start", &title);
    }
    for (way, edge) in drawing.ways.iter().zip(&nests.edges) {
        if let Some(word) = edge_label(graph, edge.from, edge.successor) {
            let (x, anchor) =
                if way.is_left { (way.start.0 - 5.0, "end") } else { (way.start.0 + 5.0, "start") };
            label(&mut text, "way halo", x, way.start.1 + 13.0, anchor, word);
            label(&mut text, "way", x, way.start.1 + 13.0, anchor, word);
        }
    }
    for &(block, rect) in &drawing.blocks {
        draw_block(&mut text, block, rect, &contents[&block]);
    }
    text.push_str("</g>\n</svg>\n");
    text
}

fn head(drawing: &Drawing) -> String {
    let (width, height) = ((drawing.width + 2.0 * MARGIN).ceil(), (drawing.height + 2.0 * MARGIN).ceil());
    let mut text = String::new();
    let _ = writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
    );
    let _ = writeln!(text, "<style>\n{STYLE}</style>\n<defs>");
    for (name, colour) in [("arrow", "#424a53"), ("back-arrow", "#2f6fdf")] {
        let _ = writeln!(
            text,
            "<marker id=\"{name}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"9\" markerHeight=\"9\" \
             markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0.5 L10 5 L0 9.5 z\" fill=\"{colour}\"/></marker>"
        );
    }
    let _ = writeln!(text, "</defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>");
    let _ = writeln!(text, "<g transform=\"translate({MARGIN} {MARGIN})\">");
    text
}

fn draw_block(text: &mut String, block: Block, rect: Rect, content: &Content) {
    let _ = writeln!(text, "<rect class=\"block\" {} rx=\"3\"/>", at(rect));
    let _ = writeln!(text, "<rect class=\"head\" {} rx=\"3\"/>", at(Rect { height: HEAD, ..rect }));
    let y = rect.y + 14.0;
    label(text, "name", rect.x + INSET, y, "start", &block.to_string());
    if !content.marks.is_empty() {
        let x = rect.x + INSET + CHAR * (block.to_string().len() + 2) as f64;
        label(text, "mark", x, y, "start", &content.marks);
    }
    for (index, line) in content.lines.iter().enumerate() {
        let y = rect.y + HEAD + LINE * (index + 1) as f64 - 1.0;
        label(text, "line", rect.x + INSET, y, "start", line);
    }
}

fn at(rect: Rect) -> String {
    let Rect { x, y, width, height } = rect;
    format!("x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"")
}

fn label(text: &mut String, class: &str, x: f64, y: f64, anchor: &str, words: &str) {
    let words = escape(words);
    let _ = writeln!(
        text,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" xml:space=\"preserve\">{words}</text>"
    );
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write these.
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
