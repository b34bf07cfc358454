//! What a format means: `<i2h3s` and its like as a list of items with their places.

/// Why a format is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    BadChar,
    CountAlone,
    TooLong,
}

impl Fault {
    pub fn message(self) -> &'static str {
        match self {
            Fault::BadChar => "bad char in struct format",
            Fault::CountAlone => "repeat count given without format specifier",
            Fault::TooLong => "total struct size too long",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    pub code: u8,
    pub offset: usize,
    /// Of one value: of `s` and `p` as long as the format says.
    pub size: usize,
    /// How many values; one for `s` and `p`.
    pub count: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    pub items: Vec<Item>,
    pub size: usize,
    /// How many values are packed.
    pub values: usize,
    pub big_endian: bool,
    /// Sizes and places are those of C here.
    pub native: bool,
}

/// The size of a value in the native mode, which is its alignment too, and in the standard one; 0 if it has none.
fn sizes(code: u8) -> Option<(usize, usize)> {
    Some(match code {
        b'x' | b'c' | b'b' | b'B' | b'?' | b's' | b'p' => (1, 1),
        b'h' | b'H' | b'e' => (2, 2),
        b'i' | b'I' | b'f' => (4, 4),
        b'l' | b'L' => (8, 4),
        b'q' | b'Q' | b'd' => (8, 8),
        b'n' | b'N' | b'P' => (8, 0),
        _ => return None,
    })
}

/// The longest that anything is.
const MAX_SIZE: usize = isize::MAX as usize;

impl Format {
    pub fn parse(text: &[u8]) -> Result<Format, Fault> {
        let little = cfg!(target_endian = "little");
        let (native, big_endian, rest) = match text.first() {
            Some(b'@') => (true, !little, &text[1..]),
            Some(b'=') => (false, !little, &text[1..]),
            Some(b'<') => (false, false, &text[1..]),
            Some(b'>' | b'!') => (false, true, &text[1..]),
            _ => (true, !little, text),
        };
        let mut format = Format { items: Vec::new(), size: 0, values: 0, big_endian, native };
        let mut bytes = rest.iter().copied();
        while let Some(mut byte) = bytes.next() {
            if byte.is_ascii_whitespace() || byte == 0x0b {
                continue;
            }
            let mut count = 1usize;
            if byte.is_ascii_digit() {
                count = 0;
                while byte.is_ascii_digit() {
                    let digit = usize::from(byte - b'0');
                    count = count.checked_mul(10).and_then(|n| n.checked_add(digit)).ok_or(Fault::TooLong)?;
                    byte = bytes.next().ok_or(Fault::CountAlone)?;
                }
            }
            let (native_size, standard) = sizes(byte).ok_or(Fault::BadChar)?;
            let size = if native { native_size } else { standard };
            if size == 0 {
                return Err(Fault::BadChar);
            }
            format.add(byte, size, count)?;
        }
        Ok(format)
    }

    fn add(&mut self, code: u8, size: usize, count: usize) -> Result<(), Fault> {
        let offset = if self.native { self.size.next_multiple_of(size) } else { self.size };
        let total = size.checked_mul(count).and_then(|total| total.checked_add(offset));
        self.size = total.filter(|&total| total <= MAX_SIZE).ok_or(Fault::TooLong)?;
        match code {
            b'x' => {}
            b's' | b'p' => {
                self.items.push(Item { code, offset, size: count, count: 1 });
                self.values += 1;
            }
            _ if count > 0 => {
                self.items.push(Item { code, offset, size, count });
                self.values += count;
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_c_in_the_native_mode_only() {
        let size = |text: &str| Format::parse(text.as_bytes()).map(|format| format.size);
        assert_eq!(size("bhilqb"), Ok(25 + 8 - 8));
        assert_eq!((size("b0q"), size("<b0q"), size("bi"), size("=bi")), (Ok(8), Ok(1), Ok(8), Ok(5)));
        assert_eq!(
            (size("<l"), size("l"), size(" < i"), size("3")),
            (Ok(4), Ok(8), Err(Fault::BadChar), Err(Fault::CountAlone))
        );
        assert_eq!(
            (size("<n"), size("n"), size("99999999999999999999i")),
            (Err(Fault::BadChar), Ok(8), Err(Fault::TooLong))
        );
    }
}
