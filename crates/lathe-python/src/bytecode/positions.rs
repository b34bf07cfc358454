//! Where in the source each instruction comes from.
//!
//! A run of bytes: for each instruction the difference of its start line to the one before (zigzag), the number of further
//! lines, and the two columns, as variable-length numbers. An instruction at the same place as the one before is one byte. To find one
//! instruction, decoding starts at the checkpoint before it.

/// Lines count from 1, columns from 0, in bytes of UTF-8 as CPython's. Line 0: nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Position {
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

#[derive(Clone, Debug, Default)]
pub struct Positions {
    bytes: Vec<u8>,
    /// For every `STEP`th instruction: where its bytes start, and the position before it.
    checkpoints: Vec<(u32, Position)>,
    count: usize,
    last: Position,
}

const STEP: usize = 32;
/// Stands for "as the one before"; a line difference is never encoded as this.
const SAME: u64 = 0;

impl Positions {
    pub fn push(&mut self, position: Position) {
        if self.count.is_multiple_of(STEP) {
            self.checkpoints.push((self.bytes.len() as u32, self.last));
        }
        self.count += 1;
        if position == self.last {
            self.number(SAME);
            return;
        }
        let lines = i64::from(position.line) - i64::from(self.last.line);
        self.number(((lines << 1) ^ (lines >> 63)) as u64 + 1);
        self.number(u64::from(position.end_line - position.line.min(position.end_line)));
        self.number(u64::from(position.column));
        self.number(u64::from(position.end_column));
        self.last = position;
    }

    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The position of the instruction at `pc`.
    pub fn get(&self, pc: usize) -> Option<Position> {
        if pc >= self.count {
            return None;
        }
        let (start, position) = self.checkpoints[pc / STEP];
        let mut reader = Reader { bytes: &self.bytes[start as usize..], position };
        (0..=pc % STEP).map(|_| reader.next()).last()
    }

    /// Of all instructions, in order.
    pub fn iter(&self) -> impl Iterator<Item = Position> + '_ {
        let mut reader = Reader { bytes: &self.bytes, position: Position::default() };
        (0..self.count).map(move |_| reader.next())
    }
}

struct Reader<'b> {
    bytes: &'b [u8],
    position: Position,
}

impl Reader<'_> {
    fn number(&mut self) -> u64 {
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let byte = self.bytes[0];
            self.bytes = &self.bytes[1..];
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    fn next(&mut self) -> Position {
        let first = self.number();
        if first != SAME {
            let zigzag = first - 1;
            let lines = (zigzag >> 1) as i64 ^ -((zigzag & 1) as i64);
            let line = (i64::from(self.position.line) + lines) as u32;
            let end_line = line + self.number() as u32;
            let column = self.number() as u32;
            self.position = Position { line, column, end_line, end_column: self.number() as u32 };
        }
        self.position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_position_can_be_found_by_itself() {
        let all: Vec<Position> = (0..500u32)
            .map(|n| {
                let line = 1 + n * 7919 % 300;
                Position { line, column: n * 31 % 200, end_line: line + n % 3, end_column: n * 17 % 90_000 }
            })
            .flat_map(|position| [position, position])
            .collect();
        let mut positions = Positions::default();
        all.iter().for_each(|&position| positions.push(position));
        assert_eq!(positions.iter().collect::<Vec<_>>(), all);
        for (pc, &position) in all.iter().enumerate() {
            assert_eq!(positions.get(pc), Some(position));
        }
        assert_eq!(positions.get(all.len()), None);
    }
}
