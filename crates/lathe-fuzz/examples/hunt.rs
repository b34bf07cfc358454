use lathe_fuzz::campaign::{minimise, try_case};
use lathe_fuzz::tape::Tape;
use lathe_fuzz::world;
use lathe_ir::text::*;
use lathe_ir::{Descriptors, Trace};
use lathe_opt::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let passes = PassSet::parse(&a[1]).unwrap();
    let from: u64 = a[2].parse().unwrap();
    let n: u64 = a[3].parse().unwrap();
    let d = world::descriptors();
    let opts = Options { passes, fuel: a.get(4).map(|f| f.parse().unwrap()) };
    let mut peeled = 0u64;
    let mut opt = |d: &Descriptors, t: &Trace| -> Trace {
        let o = optimize(d, t, &opts);
        if o.peeled.is_some() { peeled += 1; }
        if let Err(e) = lathe_ir::verify::verify(d, &o.trace, &[]) {
            println!("{}\n{}", print_trace(d, t, PrintOptions{snapshots:false}), print_trace(d, &o.trace, PrintOptions{snapshots:true}));
            panic!("verify {e:?}");
        }
        o.trace
    };
    for seed in from..from + n {
        if let Err(b) = try_case(&d, &mut Tape::random(seed), &mut opt) {
            println!("seed {seed}: {}", b.failure);
            let b = minimise(&d, &b, &mut opt);
            println!("{}", print_trace(&d, &b.case.trace, PrintOptions { snapshots: false }));
            println!("{}", print_trace(&d, &b.optimized, PrintOptions { snapshots: true }));
            let st = &b.case.states[b.state];
            for &x in &st.args { println!("  arg {}", lathe_ir::eval::describe(&d, &st.heap, x)); }
            println!("attention {} : {}", st.attention_at, b.failure);
            std::process::exit(1);
        }
    }
    println!("{} clean {n}, {peeled} peeled", a[1]);
}
