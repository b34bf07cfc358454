//! `[[fill]align][sign][z][#][0][width][grouping][.precision[grouping]][type]`

use crate::number::Fault;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
    Center,
    /// Between the sign and the digits.
    AfterSign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grouping {
    pub separator: char,
    pub size: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    pub fill: u32,
    pub align: Align,
    /// `+`, `-` or a space.
    pub sign: Option<char>,
    /// `z`: no minus before a zero.
    pub no_negative_zero: bool,
    pub alternate: bool,
    pub width: usize,
    pub grouping: Option<Grouping>,
    pub precision: Option<usize>,
    pub fraction_grouping: Option<Grouping>,
    /// None: not given.
    pub kind: Option<char>,
}

/// What a type has if a specification does not say.
#[derive(Clone, Copy, Debug)]
pub struct Defaults<'a> {
    pub kind: Option<char>,
    pub align: Align,
    /// For messages.
    pub type_name: &'a str,
}

fn align(point: u32) -> Option<Align> {
    Some(match char::from_u32(point)? {
        '<' => Align::Left,
        '>' => Align::Right,
        '^' => Align::Center,
        '=' => Align::AfterSign,
        _ => return None,
    })
}

/// Goes through a specification.
struct Reader<'a> {
    points: &'a [u32],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.points.get(self.at).map(|&point| char::from_u32(point).unwrap_or('\u{fffd}'))
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += found as usize;
        found
    }

    fn number(&mut self) -> Result<Option<usize>, Fault> {
        let mut number: Option<usize> = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            let next = number.unwrap_or(0).checked_mul(10).and_then(|n| n.checked_add(digit as usize));
            match next.filter(|&n| n <= i64::MAX as usize) {
                Some(next) => number = Some(next),
                None => return Err(Fault::value("Too many decimal digits in format string")),
            }
            self.at += 1;
        }
        Ok(number)
    }

    fn grouping(&mut self) -> Result<Option<Grouping>, Fault> {
        let both = || Fault::value("Cannot specify both ',' and '_'.");
        let mut grouping = None;
        if self.take(',') {
            grouping = Some(Grouping { separator: ',', size: 3 });
        }
        if self.take('_') {
            if grouping.is_some() {
                return Err(both());
            }
            grouping = Some(Grouping { separator: '_', size: 3 });
            if self.peek() == Some(',') {
                return Err(both());
            }
        }
        Ok(grouping)
    }
}

impl Spec {
    pub fn parse(points: &[u32], defaults: Defaults<'_>) -> Result<Spec, Fault> {
        let mut reader = Reader { points, at: 0 };
        let mut spec = Spec {
            fill: ' '.into(),
            align: defaults.align,
            sign: None,
            no_negative_zero: false,
            alternate: false,
            width: 0,
            grouping: None,
            precision: None,
            fraction_grouping: None,
            kind: defaults.kind,
        };
        let (mut fill_given, mut align_given) = (false, false);
        if points.len() >= 2
            && let Some(align) = align(points[1])
        {
            (spec.fill, spec.align, reader.at) = (points[0], align, 2);
            (fill_given, align_given) = (true, true);
        } else if let Some(align) = points.first().and_then(|&point| align(point)) {
            (spec.align, reader.at, align_given) = (align, 1, true);
        }
        if let Some(sign @ ('+' | '-' | ' ')) = reader.peek() {
            spec.sign = Some(sign);
            reader.at += 1;
        }
        spec.no_negative_zero = reader.take('z');
        spec.alternate = reader.take('#');
        if !fill_given && reader.take('0') {
            spec.fill = '0'.into();
            if !align_given && defaults.align == Align::Right {
                spec.align = Align::AfterSign;
            }
        }
        spec.width = reader.number()?.unwrap_or(0);
        spec.grouping = reader.grouping()?;
        if reader.take('.') {
            spec.precision = reader.number()?;
            spec.fraction_grouping = reader.grouping()?;
            if spec.precision.is_none() && spec.fraction_grouping.is_none() {
                return Err(Fault::value("Format specifier missing precision"));
            }
        }
        match points.len() - reader.at {
            0 => {}
            1 => spec.kind = reader.peek(),
            _ => {
                let text: String = points.iter().map(|&c| char::from_u32(c).unwrap_or('\u{fffd}')).collect();
                return Err(Fault::value(format!(
                    "Invalid format specifier '{text}' for object of type '{}'",
                    defaults.type_name
                )));
            }
        }
        spec.check_grouping()?;
        Ok(spec)
    }

    fn check_grouping(&mut self) -> Result<(), Fault> {
        let Some(grouping) = &mut self.grouping else { return Ok(()) };
        match self.kind {
            None | Some('d' | 'e' | 'f' | 'g' | 'E' | 'G' | '%' | 'F') => Ok(()),
            Some('b' | 'o' | 'x' | 'X') if grouping.separator == '_' => {
                grouping.size = 4;
                Ok(())
            }
            Some(kind) => {
                Err(Fault::value(format!("Cannot specify '{}' with {}.", grouping.separator, quoted(kind))))
            }
        }
    }

    /// The type is not one of the object's.
    pub fn unknown_kind(&self, type_name: &str) -> Fault {
        let kind = quoted(self.kind.unwrap_or('\0'));
        Fault::value(format!("Unknown format code {kind} for object of type '{type_name}'"))
    }
}

fn quoted(kind: char) -> String {
    if ('!'..'\u{80}').contains(&kind) { format!("'{kind}'") } else { format!("'\\x{:x}'", u32::from(kind)) }
}
