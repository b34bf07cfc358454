//! Against CPython: `tests/generate/numbers_cases.py` draws the same operands and has stored the checksums of its answers.

use super::arithmetic::{self, Number};
use super::complex::{self, Complex, Operand};
use super::float::{self};
use super::float_text::{self, Form, Style};
use super::int_text::IntTextFault;
use super::twister::Twister;
use super::{
    Fault, FaultKind, Int, complex_math, complex_text, float_hex, gamma, hash, int_float, integer_math, libm,
    sum,
};
use std::fmt::Write;

const CASES: usize = 500;
const SPECIAL: [f64; 16] = [
    0.0,
    -0.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    5e-324,
    1.0,
    -1.0,
    0.5,
    9007199254740992.0,
    9223372036854775808.0,
    -9223372036854775808.0,
    18446744073709551616.0,
    f64::MAX,
    f64::MIN_POSITIVE,
    1e16,
];

#[derive(Debug)]
pub struct Random(pub Twister);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seeded(&seed.into()))
    }

    pub fn bits(&mut self, count: usize) -> u64 {
        self.0.bits(count).iter().rev().fold(0, |value, &word| value << 32 | u64::from(word))
    }

    fn big(&mut self, count: usize) -> Int {
        let bytes: Vec<u8> = self.0.bits(count).into_iter().flat_map(u32::to_le_bytes).collect();
        Int::from_le_bytes(&bytes, false)
    }

    pub fn int(&mut self) -> Int {
        let kind = self.bits(3);
        let value = match kind {
            0 => self.bits(5).into(),
            1..5 => {
                let power = 1i128 << [31, 62, 63, 64][kind as usize - 1];
                (power + self.bits(4) as i128 - 8).into()
            }
            5 => self.bits(64).into(),
            _ => {
                let count = self.bits(if kind == 6 { 8 } else { 11 }) as usize + 1;
                self.big(count)
            }
        };
        if self.bits(1) == 1 { value.neg() } else { value }
    }

    pub fn count(&mut self) -> u64 {
        let count = self.bits(3) as usize + 1;
        self.bits(count)
    }

    pub fn float(&mut self) -> f64 {
        match self.bits(3) {
            0 => f64::from_bits(self.bits(64)),
            1 => self.bits(8) as f64 - 128.0,
            2 => SPECIAL[self.bits(4) as usize],
            3 => {
                let value = self.bits(53) as f64;
                libm::ldexp(value, -(self.bits(6) as i32))
            }
            4 => ((1u64 << 63) + self.bits(13) - 4096) as f64,
            5 => {
                let value = self.bits(53) as f64;
                let value = libm::ldexp(value, self.bits(6) as i32 - 80);
                value * (1.0 - 2.0 * self.bits(1) as f64)
            }
            6 => self.0.next_f64() * 10.0 - 5.0,
            _ => (self.bits(10) as f64 - 512.0) / 8.0,
        }
    }

    pub fn real(&mut self) -> Number {
        if self.bits(1) == 1 { Number::Int(self.int()) } else { Number::Float(self.float()) }
    }

    pub fn complex(&mut self) -> Complex {
        Complex { real: self.float(), imag: self.float() }
    }

    fn finite_complex(&mut self) -> Complex {
        let z = self.complex();
        if z.real.is_finite() && z.imag.is_finite() { z } else { Complex { real: 1.5, imag: -2.5 } }
    }

    pub fn text(&mut self, letters: &str, bits: usize, length: usize) -> String {
        let letters = letters.as_bytes();
        (0..length).map(|_| char::from(letters[self.bits(bits) as usize % letters.len()])).collect()
    }
}

fn seeded(seed: &Int) -> Twister {
    let mut key: Vec<u32> =
        seed.magnitude().as_words().iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect();
    while key.len() > 1 && key.last() == Some(&0) {
        key.pop();
    }
    Twister::new(if key.is_empty() { &[0] } else { &key })
}

pub trait Show {
    fn show(&self) -> String;
}

impl Show for Int {
    fn show(&self) -> String {
        format!("{}{}", if self.is_negative() { "-" } else { "" }, self.digits(16))
    }
}

impl Show for u64 {
    fn show(&self) -> String {
        format!("{self:x}")
    }
}

impl Show for f64 {
    fn show(&self) -> String {
        if self.is_nan() { "nan".into() } else { format!("f{:016x}", self.to_bits()) }
    }
}

impl Show for bool {
    fn show(&self) -> String {
        if *self { "True" } else { "False" }.into()
    }
}

impl Show for Complex {
    fn show(&self) -> String {
        (self.real, self.imag).show()
    }
}

impl Show for String {
    fn show(&self) -> String {
        self.clone()
    }
}

impl Show for Vec<u8> {
    fn show(&self) -> String {
        self.iter().fold(String::new(), |mut text, byte| {
            write!(text, "{byte:02x}").expect("a string");
            text
        })
    }
}

impl Show for Number {
    fn show(&self) -> String {
        match self {
            Number::Int(value) => value.show(),
            Number::Float(value) => value.show(),
            Number::Complex(value) => value.show(),
        }
    }
}

impl<A: Show, B: Show> Show for (A, B) {
    fn show(&self) -> String {
        format!("({}, {})", self.0.show(), self.1.show())
    }
}

impl<A: Show, B: Show, C: Show> Show for (A, B, C) {
    fn show(&self) -> String {
        format!("({}, {}, {})", self.0.show(), self.1.show(), self.2.show())
    }
}

impl<T: Show> Show for Option<T> {
    fn show(&self) -> String {
        self.as_ref().map_or("TypeError".into(), T::show)
    }
}

impl<T: Show> Show for Result<T, Fault> {
    fn show(&self) -> String {
        match self {
            Ok(value) => value.show(),
            Err(fault) => fault_name(fault).into(),
        }
    }
}

impl<T: Show> Show for Result<T, gamma::NoValue> {
    fn show(&self) -> String {
        match self {
            Ok(value) => value.show(),
            Err(gamma::NoValue::Domain) => "ValueError".into(),
            Err(gamma::NoValue::Range) => "OverflowError".into(),
        }
    }
}

pub fn fault_name(fault: &Fault) -> &'static str {
    match fault.kind {
        FaultKind::ZeroDivision => "ZeroDivisionError",
        FaultKind::Overflow | FaultKind::OutOfRange => "OverflowError",
        FaultKind::Value => "ValueError",
        FaultKind::Type => "TypeError",
        FaultKind::Memory => "MemoryError",
        FaultKind::Key => "KeyError",
        FaultKind::Index => "IndexError",
    }
}

fn binary(r: &mut Random, apply: fn(&Number, &Number) -> arithmetic::Answer) -> String {
    let (a, b) = (r.real(), r.real());
    format!("{} {} -> {}", a.show(), b.show(), apply(&a, &b).show())
}

fn integers<T: Show>(r: &mut Random, apply: fn(&Int, &Int) -> T) -> String {
    let (a, b) = (r.int(), r.int());
    format!("{} {} -> {}", a.show(), b.show(), apply(&a, &b).show())
}

fn shifted(r: &mut Random, apply: fn(&Int, &Int) -> Result<Int, Fault>) -> String {
    let (a, b) = (r.int(), Int::from(r.count()));
    format!("{} {} -> {}", a.show(), b.show(), apply(&a, &b).show())
}

fn of_int<T: Show>(r: &mut Random, apply: impl Fn(&Int) -> T) -> String {
    let a = r.int();
    format!("{} -> {}", a.show(), apply(&a).show())
}

fn of_float<T: Show>(r: &mut Random, apply: impl Fn(f64) -> T) -> String {
    let a = r.float();
    format!("{} -> {}", a.show(), apply(a).show())
}

fn complexes<T: Show>(r: &mut Random, apply: fn(Complex, Complex) -> T) -> String {
    let (a, b) = (r.finite_complex(), r.finite_complex());
    format!("{} {} -> {}", a.show(), b.show(), apply(a, b).show())
}

fn of_complex<T: Show>(r: &mut Random, apply: impl Fn(Complex) -> T) -> String {
    let a = r.complex();
    format!("{} -> {}", a.show(), apply(a).show())
}

fn form(r: &mut Random, alternate: bool, form: fn(usize) -> Form) -> String {
    let (x, n) = (r.float(), r.count());
    let sign = if x.is_sign_negative() && !x.is_nan() { "-" } else { "" };
    let text = float_text::unsigned(x, form(n as usize), Style { alternate, point_zero: false });
    format!("{} {} -> {sign}{text}", x.show(), n.show())
}

fn several(r: &mut Random, apply: fn(&[f64]) -> String) -> String {
    let count = r.bits(3);
    let values: Vec<f64> = (0..count).map(|_| r.float()).collect();
    let shown: Vec<String> = values.iter().map(f64::show).collect();
    format!("{} -> {}", shown.join(" "), apply(&values))
}

fn case(name: &str, r: &mut Random) -> String {
    match name {
        "add" => binary(r, arithmetic::add),
        "sub" => binary(r, arithmetic::sub),
        "mul" => binary(r, arithmetic::mul),
        "true_div" => binary(r, arithmetic::true_div),
        "int_true_div" => integers(r, Int::true_div),
        "floor_div" => binary(r, arithmetic::floor_div),
        "mod" => binary(r, arithmetic::modulo),
        "divmod" => {
            let (a, b) = (r.real(), r.real());
            format!("{} {} -> {}", a.show(), b.show(), arithmetic::div_mod(&a, &b).show())
        }
        "float_pow" => {
            let (a, b) = (Number::Float(r.float()), r.real());
            format!("{} {} -> {}", a.show(), b.show(), arithmetic::pow(&a, &b).show())
        }
        "int_pow" => {
            let a = r.int();
            let a = a.shr(&r.bits(6).into()).expect("a shift");
            let b = Int::from(r.count()).sub(&Int::Small(3));
            let power = arithmetic::pow(&Number::Int(a.clone()), &Number::Int(b.clone()));
            format!("{} {} -> {}", a.show(), b.show(), power.show())
        }
        "pow_mod" => {
            let (a, b) = (r.int(), r.int());
            let b = b.shr(&r.bits(8).into()).expect("a shift");
            let m = r.int();
            format!("{} {} {} -> {}", a.show(), b.show(), m.show(), a.pow_mod(&b, &m).show())
        }
        "shl" => shifted(r, Int::shl),
        "shr" => shifted(r, Int::shr),
        "and" => integers(r, Int::and),
        "or" => integers(r, Int::or),
        "xor" => integers(r, Int::xor),
        "neg" => {
            let a = r.real();
            format!("{} -> {}", a.show(), arithmetic::neg(&a).show())
        }
        "abs" => {
            let a = r.real();
            format!("{} -> {}", a.show(), arithmetic::abs(&a).show())
        }
        "invert" => of_int(r, Int::invert),
        "lt" => {
            let (a, b) = (r.real(), r.real());
            let less = arithmetic::order(&a, &b) == Some(std::cmp::Ordering::Less);
            format!("{} {} -> {}", a.show(), b.show(), less.show())
        }
        "eq" => {
            let (a, b) = (r.real(), r.real());
            format!("{} {} -> {}", a.show(), b.show(), arithmetic::equal(&a, &b).show())
        }
        "close_lt" => of_int(r, |i| {
            i.to_f64().map(|x| {
                let order = i.partial_cmp_f64(x).expect("no NaN");
                (order.is_lt(), order.is_eq(), x)
            })
        }),
        "hash" => {
            let a = r.real();
            format!("{} -> {}", a.show(), Int::Small(hash::number(&a)).show())
        }
        "bits" => of_int(r, |a| (a.bit_length(), a.bit_count())),
        "to_float" => of_int(r, Int::to_f64),
        "to_int" => of_float(r, Int::from_f64),
        "round" => of_float(r, float::round),
        "round_digits" => {
            let (x, n) = (r.float(), r.bits(7) as i64 - 40);
            format!("{} {} -> {}", x.show(), Int::Small(n).show(), float::round_digits(x, n).show())
        }
        "round_negative" => {
            let (x, n) = (r.float(), r.count());
            format!("{} {} -> {}", x.show(), n.show(), float::round_digits(x, -(n as i64)).show())
        }
        "round_int" => {
            let (x, n) = (r.int(), r.count());
            format!("{} {} -> {}", x.show(), n.show(), float::round_int(&x, &Int::Small(-(n as i64))).show())
        }
        "floor_ceil" => {
            of_float(r, |x| Int::from_f64(x.floor()).and_then(|floor| Ok((floor, Int::from_f64(x.ceil())?))))
        }
        "ratio" => of_float(r, int_float::integer_ratio),
        "decimal" => of_int(r, |a| a.to_decimal(0)),
        "bases" => of_int(r, |a| [2, 8, 16].map(|base| a.to_prefixed(base)).concat()),
        "read_int" => {
            let base = [10, 0, 16, 2, 8, 36, 7, 3][r.bits(3) as usize];
            let prefix = ["", "0x", "0b", "0o", "-", " ", "0", "_"][r.bits(3) as usize];
            let length = r.bits(3) as usize + 1;
            let text = prefix.to_string() + &r.text("0123456789_abfxoz +-", 5, length);
            let value = match Int::parse(&text, base, 0) {
                Ok(value) => value.show(),
                Err(IntTextFault::Invalid) => "ValueError".into(),
                Err(IntTextFault::Fault(fault)) => panic!("{fault:?}"),
            };
            format!("{text} {base} -> {value}")
        }
        "to_bytes" => {
            let (a, length, signed) = (r.int(), r.count(), r.bits(1) == 1);
            let data = a.to_le_bytes(length as usize, signed);
            let both = data.map(|data| {
                let back = Int::from_le_bytes(&data, signed);
                (data, back)
            });
            format!("{} {} -> {}", a.show(), length.show(), both.show())
        }
        "repr" => of_float(r, float_text::repr),
        "bit_patterns" => {
            let x = f64::from_bits(r.bits(64));
            let back = float_text::parse(&float_text::repr(x)).expect("a float");
            assert!(back.to_bits() == x.to_bits() || x.is_nan());
            format!("{} -> {}", x.show(), float_text::repr(x))
        }
        "float_hex" => of_float(r, float_hex::hex),
        "read_hex" => {
            let length = r.bits(3) as usize + 1;
            let mut text = r.text("0123456789abcdef.p+-x", 5, length);
            if r.bits(1) == 1 {
                let (whole, fraction) = (r.big(70), r.big(60));
                text = format!("0x{}.{}p{}", whole.digits(16), fraction.digits(16), r.bits(12) as i64 - 2200);
            }
            format!("{text} -> {}", float_hex::from_hex(&text).show())
        }
        "read_float" => {
            let length = r.bits(4) as usize + 1;
            let mut text = r.text("0123456789.e+-_ ", 4, length);
            if r.bits(1) == 1 {
                let name =
                    ["inf", "-Infinity", "nan", "1e400", "1e-400", "1_0.5", ".5", "5."][r.bits(3) as usize];
                text = name.to_string() + &text[..r.bits(1) as usize];
            }
            format!("{text} -> {}", float_text::parse(&text).map_or("ValueError".into(), |x| x.show()))
        }
        "long_decimal" => {
            let (whole, fraction) = (r.big(200), r.big(90));
            let exponent = r.bits(10) as i64 - 600;
            let decimal = |value: Int| value.to_decimal(0).expect("no limit");
            let text = format!("{}.{}e{exponent}", decimal(whole), decimal(fraction));
            format!("{text} -> {}", float_text::parse(&text).map_or("ValueError".into(), |x| x.show()))
        }
        "exponent_form" => form(r, false, Form::Exponent),
        "fixed_form" => form(r, false, Form::Fixed),
        "general_form" => form(r, false, Form::General),
        "alternate_form" => form(r, true, Form::General),
        "complex_add" => {
            let (a, b) = (r.complex(), r.complex());
            let sum = complex::add(Operand::Complex(a), Operand::Complex(b));
            format!("{} {} -> {}", a.show(), b.show(), sum.show())
        }
        "complex_mul" => complexes(r, complex::product),
        "complex_div" => complexes(r, |a, b| complex::div(Operand::Complex(a), Operand::Complex(b))),
        "complex_pow" => {
            let mut part = || (r.bits(10) as f64 - 512.0) / 8.0;
            let [a, b] = [(); 2].map(|()| Complex { real: part(), imag: part() });
            format!("{} {} -> {}", a.show(), b.show(), complex::pow(a, b).show())
        }
        "complex_eq" => {
            let (a, b) = (Number::Complex(r.complex()), r.real());
            format!("{} {} -> {}", a.show(), b.show(), arithmetic::equal(&a, &b).show())
        }
        "complex_repr" => of_complex(r, complex_text::repr),
        "complex_abs" => of_complex(r, complex::length),
        "complex_hash" => {
            let a = r.finite_complex();
            format!("{} -> {}", a.show(), Int::Small(hash::complex(a)).show())
        }
        "read_complex" => {
            let length = r.bits(3) as usize + 1;
            let mut text = r.text("12.je+-()n ", 5, length);
            if r.bits(1) == 1 {
                text = complex_text::repr(r.complex());
            }
            format!("{text} -> {}", complex_text::parse(&text).map_or("ValueError".into(), |x| x.show()))
        }
        "gcd" => integers(r, integer_math::gcd),
        "lcm" => integers(r, integer_math::lcm),
        "isqrt" => of_int(r, integer_math::isqrt),
        "factorial" => {
            let n = Int::Small(r.bits(7) as i64 - 40);
            format!("{} -> {}", n.show(), integer_math::factorial(&n).show())
        }
        "comb" => shifted(r, integer_math::comb),
        "perm" => {
            let (n, k) = (r.count().into(), r.count().into());
            format!("{} {} -> {}", Int::show(&n), Int::show(&k), integer_math::perm(&n, &k).show())
        }
        "gamma" => of_float(r, gamma::gamma),
        "lgamma" => of_float(r, gamma::log_gamma),
        "int_log" => of_int(r, |n| {
            let log = |log| integer_math::log(n, log);
            log(|x| libm::log(x)).and_then(|a| Ok((a, log(|x| libm::log2(x))?, log(|x| libm::log10(x))?)))
        }),
        "fsum" => several(r, |values| {
            let mut sum = sum::ExactSum::default();
            values.iter().try_for_each(|&value| sum.add(value)).and_then(|()| sum.finish()).show()
        }),
        "norm" => several(r, |values| sum::norm(values).show()),
        "frexp" => of_float(r, |x| {
            let (fraction, exponent) = sum::frexp(x);
            (fraction, Int::Small(exponent.into()))
        }),
        "twister" => {
            let seed = r.int();
            let mut other = Random(seeded(&seed));
            let first = other.0.next_f64();
            format!("{} -> {} {} {}", seed.show(), first.show(), other.big(77).show(), other.big(5).show())
        }
        "csqrt" => of_complex(r, complex_math::sqrt),
        "cexp" => of_complex(r, complex_math::exp),
        "clog" => of_complex(r, complex_math::log),
        "clog10" => of_complex(r, complex_math::log10),
        "csin" => of_complex(r, complex_math::sin),
        "ccos" => of_complex(r, complex_math::cos),
        "ctan" => of_complex(r, complex_math::tan),
        "casin" => of_complex(r, complex_math::asin),
        "cacos" => of_complex(r, complex_math::acos),
        "catan" => of_complex(r, complex_math::atan),
        "csinh" => of_complex(r, complex_math::sinh),
        "ccosh" => of_complex(r, complex_math::cosh),
        "ctanh" => of_complex(r, complex_math::tanh),
        "casinh" => of_complex(r, complex_math::asinh),
        "cacosh" => of_complex(r, complex_math::acosh),
        "catanh" => of_complex(r, complex_math::atanh),
        "rect" => {
            let (a, b) = (r.float(), r.float());
            format!("{} {} -> {}", a.show(), b.show(), complex_math::rect(a, b).show())
        }
        _ => panic!("no such operation: {name}"),
    }
}

/// As in PNG and zip files.
pub fn checksum(text: &str) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let (mut sum, mut bit) = (byte as u32, 0);
            while bit < 8 {
                sum = sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 };
                bit += 1;
            }
            table[byte] = sum;
            byte += 1;
        }
        table
    };
    !text.bytes().fold(!0u32, |sum, byte| sum >> 8 ^ TABLE[(sum as u8 ^ byte) as usize])
}

/// Every block of a file of checksums, whose cases are drawn by `case`.
pub fn compare(script: &str, stored: &str, case: impl Fn(&str, &mut Random) -> String) {
    let mut wrong = Vec::new();
    let (mut last, mut op) = ("", 0);
    for line in stored.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, number, sum] = words[..] else { panic!("no checksum: {line}") };
        if name != last {
            op += u64::from(!last.is_empty());
            last = name;
        }
        let mut random = Random::new(1000 * op + number.parse::<u64>().expect("a number"));
        let cases: Vec<String> = (0..CASES).map(|_| case(name, &mut random)).collect();
        let text = cases.join("\n");
        if format!("{:08x}", checksum(&text)) != sum {
            let path = std::env::temp_dir().join(format!("lathe-{name}-{number}"));
            std::fs::write(&path, text + "\n").expect("a file");
            wrong
                .push(format!("python3 tests/generate/{script} {name} {number} | diff - {}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "not what CPython computes; see:\n{}", wrong.join("\n"));
}

#[test]
fn numbers_are_as_in_cpython() {
    compare("numbers_cases.py", include_str!("../../tests/data/numbers.txt"), case);
}

#[test]
fn absurd_sizes_are_errors_before_anything_is_computed() {
    let small = |value: i64| Int::Small(value);
    let huge = small(10).pow(&small(30)).expect("a number");
    let memory = |result: Result<Int, Fault>| assert_eq!(result.show(), "MemoryError");
    memory(Int::ONE.shl(&small(1 << 40)));
    memory(small(10).pow(&small(100_000_000_000)));
    memory(small(2).pow(&huge));
    memory(integer_math::factorial(&small(1 << 50)));
    memory(integer_math::comb(&small(1 << 50), &small(1 << 47)));
    memory(integer_math::perm(&small(1 << 60), &small(1 << 50)));
    assert_eq!(Int::ONE.shl(&huge).show(), "OverflowError");
    assert_eq!(integer_math::factorial(&huge).show(), "OverflowError");
    // These are not absurd: the results are small.
    assert_eq!(Int::ZERO.shl(&huge), Ok(Int::ZERO));
    assert_eq!(small(-5).shr(&huge), Ok(small(-1)));
    assert_eq!(small(-1).pow(&huge), Ok(small(1)));
    assert_eq!(float::round_int(&small(12345), &huge.neg()), Ok(Int::ZERO));
}

#[test]
fn decimal_digits_have_a_limit() {
    let long = "1".repeat(4301);
    let Err(IntTextFault::Fault(fault)) = Int::parse(&long, 10, 4300) else { panic!("too long") };
    assert!(
        fault
            .message
            .starts_with("Exceeds the limit (4300 digits) for integer string conversion: value has 4301")
    );
    let value = Int::parse(&long, 10, 0).expect("no limit");
    assert_eq!(value.to_decimal(4300).show(), "ValueError");
    assert_eq!(value.to_decimal(4301), Ok(long));
    // A power of two is read in linear time.
    assert!(Int::parse(&"1".repeat(100_000), 16, 4300).is_ok());
}
