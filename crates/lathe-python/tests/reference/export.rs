//! Code objects as Python literals.

use lathe_python::bytecode::{Code, Constant, Text};
use std::fmt::Write;

pub fn export(code: &Code) -> String {
    let names = |names: &[std::rc::Rc<str>]| {
        names.iter().map(|name| string(name.chars().map(u32::from)) + ", ").collect::<String>()
    };
    let mut text = String::from("dict(");
    let _ = write!(text, "kind='{:?}', flags={}, ", code.kind, code.flags.0);
    let _ = write!(text, "name={}, ", string(code.name.chars().map(u32::from)));
    let _ = write!(text, "qualname={}, ", string(code.qualname.chars().map(u32::from)));
    let _ = write!(text, "positional_only={}, positional={}, ", code.positional_only, code.positional);
    let _ = write!(text, "keyword_only={}, slots={}, ", code.keyword_only, code.slots);
    let _ = write!(
        text,
        "locals=[{}], free=[{}], names=[{}], ",
        names(&code.locals),
        names(&code.free),
        names(&code.names)
    );
    let constants: String = code.constants.iter().map(|item| constant(item) + ", ").collect();
    let _ = write!(text, "constants=[{constants}], ");
    let instructions: String =
        code.instructions.iter().map(|instruction| format!("'{instruction:?}', ")).collect();
    let _ = write!(text, "instructions=[{instructions}], ");
    let handlers: String = code
        .handlers
        .iter()
        .map(|h| format!("({}, {}, {}, {}), ", h.start, h.end, h.target, h.register))
        .collect();
    let _ = write!(
        text,
        "handlers=[{handlers}], lines={:?})",
        code.positions.iter().map(|p| p.line).collect::<Vec<_>>()
    );
    text
}

fn constant(constant_: &Constant) -> String {
    let items = |items: &[Constant]| items.iter().map(|item| constant(item) + ", ").collect::<String>();
    match constant_ {
        Constant::None => "None".to_string(),
        Constant::Ellipsis => "...".to_string(),
        Constant::Bool(true) => "True".to_string(),
        Constant::Bool(false) => "False".to_string(),
        Constant::Int(value) => value.to_string(),
        Constant::BigInt(value) => value.to_string(),
        Constant::Float(value) => format!("float('{value:?}')"),
        Constant::Complex { real, imaginary } => {
            format!("complex(float('{real:?}'), float('{imaginary:?}'))")
        }
        Constant::Str(Text::Str(text)) => string(text.chars().map(u32::from)),
        Constant::Str(Text::CodePoints(points)) => string(points.iter().copied()),
        Constant::Bytes(bytes) => format!("bytes({:?})", &bytes[..]),
        Constant::Tuple(all) => format!("({})", items(all)),
        Constant::FrozenSet(all) => format!("frozenset([{}])", items(all)),
        Constant::Code(code) => export(code),
    }
}

fn string(points: impl Iterator<Item = u32>) -> String {
    let inner: String = points
        .map(|point| match char::from_u32(point) {
            Some(c) if c.is_ascii_alphanumeric() || " _.<>".contains(c) => c.to_string(),
            _ => format!("\\U{point:08x}"),
        })
        .collect();
    format!("'{inner}'")
}
