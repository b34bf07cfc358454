//! Text that grows: as narrow as what it holds.

use crate::object::text::Text;

#[derive(Clone, Debug)]
pub enum Builder {
    One(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
}

impl Default for Builder {
    fn default() -> Builder {
        Builder::One(Vec::new())
    }
}

impl Builder {
    pub fn with_capacity(capacity: usize) -> Builder {
        Builder::One(Vec::with_capacity(capacity))
    }

    pub fn text(&self) -> Text<'_> {
        match self {
            Builder::One(data) => Text::One(data),
            Builder::Two(data) => Text::Two(data),
            Builder::Four(data) => Text::Four(data),
        }
    }

    pub fn len(&self) -> usize {
        self.text().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub fn push(&mut self, c: u32) {
        match self {
            Builder::One(data) if c < 0x100 => data.push(c as u8),
            Builder::Two(data) if c < 0x1_0000 => data.push(c as u16),
            Builder::Four(data) => data.push(c),
            _ => self.push_wide(c),
        }
    }

    #[cold]
    fn push_wide(&mut self, c: u32) {
        let text = self.text();
        *self = match c {
            ..0x1_0000 => Builder::Two(text.code_points().map(|c| c as u16).collect()),
            _ => Builder::Four(text.code_points().collect()),
        };
        self.push(c);
    }

    pub fn extend(&mut self, text: Text<'_>) {
        match (&mut *self, text) {
            (Builder::One(data), Text::One(more)) => data.extend_from_slice(more),
            (Builder::Two(data), Text::Two(more)) => data.extend_from_slice(more),
            (Builder::Four(data), Text::Four(more)) => data.extend_from_slice(more),
            _ => text.code_points().for_each(|c| self.push(c)),
        }
    }

    pub fn extend_str(&mut self, text: &str) {
        match text.is_ascii() {
            true => self.extend(Text::One(text.as_bytes())),
            false => text.chars().for_each(|c| self.push(c.into())),
        }
    }
}

impl std::fmt::Write for Builder {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.extend_str(text);
        Ok(())
    }
}
