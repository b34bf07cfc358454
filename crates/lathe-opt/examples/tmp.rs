use lathe_ir::text::*;
use lathe_opt::*;
fn main() {
    let f = std::env::args().nth(1).unwrap();
    let passes = PassSet::parse(&std::env::args().nth(2).unwrap_or("all".into())).unwrap();
    let snaps = std::env::args().nth(3).is_some();
    let src = std::fs::read_to_string(&f).unwrap();
    let (m, _) = parse(&src).map_err(|e| println!("{}", e.render(&f, &src))).unwrap();
    let o = optimize(&m.descriptors, &m.trace, &Options { passes, fuel: None });
    println!("{}", print_trace(&m.descriptors, &o.trace, PrintOptions { snapshots: snaps }));
}
