//! Written snapshots: `{ resume f@8(v0, i3, _) v0 = Box { value: i4 } p3.next = v0 }`.

use super::super::cursor::Parsed;
use super::super::diagnostic::{ParseError, Span};
use super::super::names;
use super::op_parser::OpParser;
use super::resolve::zero_fields;
use crate::descriptors::{ClassId, Shape};
use crate::snapshot::{DelayedStore, Frame, Resume, Slot, Snapshot, VirtualObject};
use crate::value::{Operand, Type};

/// The virtuals that a snapshot mentions, which may come before they are described.
#[derive(Debug, Default)]
struct Mentions(Vec<(u32, Span)>);

impl Mentions {
    /// All of them must be among the described ones.
    fn check(&self, described: usize) -> Parsed<()> {
        match self.0.iter().find(|(number, _)| *number as usize >= described) {
            None => Ok(()),
            Some(&(number, span)) => {
                Err(ParseError::new(span, format!("this snapshot does not say what `v{number}` is")))
            }
        }
    }
}

impl OpParser<'_, '_> {
    pub fn at_resume(&self) -> bool {
        resume(self.cursor.peek().word()).is_some()
    }

    /// A label's snapshot: `resume f@8(v0, i3) where v0 = Box { value: i4 }`.
    pub fn label_snapshot(&mut self) -> Parsed<Snapshot> {
        let mut mentions = Mentions::default();
        let mut snapshot = self.frames(&mut mentions)?;
        if self.cursor.eat_word("where") {
            loop {
                if !self.at_virtual() {
                    return self.cursor.unexpected("a virtual, such as `v0 = Box { value: i4 }`");
                }
                self.describe_virtual(&mut snapshot, &mut mentions)?;
                if !(self.cursor.eat(",") && self.at_virtual()) {
                    break;
                }
            }
        }
        mentions.check(snapshot.virtuals.len())?;
        Ok(snapshot)
    }

    /// A whole snapshot in braces.
    pub fn snapshot_block(&mut self) -> Parsed<Snapshot> {
        self.cursor.expect("{")?;
        let mut mentions = Mentions::default();
        let mut snapshot = self.frames(&mut mentions)?;
        while !self.cursor.eat("}") {
            let first = self.cursor.peek();
            if self.at_virtual() {
                self.describe_virtual(&mut snapshot, &mut mentions)?;
            } else if first.is_any_name() || first.is_sign("@") {
                snapshot.stores.push(self.delayed_store(&mut mentions)?);
            } else {
                return self.cursor.unexpected("a virtual, a delayed store or `}`");
            }
        }
        mentions.check(snapshot.virtuals.len())?;
        Ok(snapshot)
    }

    /// At `v0 =`.
    fn at_virtual(&self) -> bool {
        names::number_after('v', self.cursor.peek().word()).is_some() && self.cursor.nth(1).is_sign("=")
    }

    /// `v0 = Box { value: i4 }`.
    fn describe_virtual(&mut self, snapshot: &mut Snapshot, mentions: &mut Mentions) -> Parsed<()> {
        let name = self.cursor.advance();
        let expected = snapshot.virtuals.len();
        if names::number_after('v', name.word()) != Some(expected as u32) {
            let message = format!("expected `v{expected}` here: virtuals are described in order");
            return Err(ParseError::new(name.span, message));
        }
        self.cursor.advance();
        snapshot.virtuals.push(self.virtual_object(mentions)?);
        Ok(())
    }

    /// `resume f@8(v0, i3), g@2(p1)`.
    fn frames(&mut self, mentions: &mut Mentions) -> Parsed<Snapshot> {
        let Some(resume) = resume(self.cursor.peek().word()) else {
            return self.cursor.unexpected("`resume`, `raise` or `continue`");
        };
        self.cursor.advance();
        let (mut frames, mut slots) = (Vec::new(), Vec::new());
        loop {
            let name = self.cursor.name("a frame, such as `f@8(i3)`")?;
            let code = self.codes.intern(&name.text);
            self.cursor.expect("@")?;
            let pc = self.cursor.small_number("the position in a frame's code")?;
            self.cursor.expect("(")?;
            while !self.cursor.eat(")") {
                slots.push(self.slot(mentions)?);
                self.cursor.separator(")")?;
            }
            frames.push(Frame { code, pc, end: slots.len() as u32 });
            let another = self.cursor.eat(",") && self.cursor.nth(1).is_sign("@");
            if !another {
                return Ok(Snapshot { resume, frames, slots, virtuals: Vec::new(), stores: Vec::new() });
            }
        }
    }

    /// `_`, `v0`, a value or a constant.
    fn slot(&mut self, mentions: &mut Mentions) -> Parsed<Slot> {
        let token = self.cursor.peek();
        if self.cursor.eat_word("_") {
            return Ok(Slot::Dead);
        }
        if let Some(number) = names::number_after('v', token.word()) {
            self.cursor.advance();
            mentions.0.push((number, token.span));
            return Ok(Slot::Virtual(number));
        }
        Ok(Slot::Operand(self.plain_operand()?))
    }

    /// `Box { value: i4 }` or `Ints [i1, i2]`.
    fn virtual_object(&mut self, mentions: &mut Mentions) -> Parsed<VirtualObject> {
        let name = self.cursor.name("the name of a class")?;
        let class = self.scope.class(name)?;
        let fields = match self.scope.descriptors.class(class).shape {
            Shape::Array { .. } => self.virtual_items(mentions)?,
            Shape::Record { .. } => self.virtual_fields(class, mentions)?,
        };
        Ok(VirtualObject { class, fields })
    }

    fn virtual_items(&mut self, mentions: &mut Mentions) -> Parsed<Vec<Slot>> {
        self.cursor.expect("[")?;
        let mut items = Vec::new();
        while !self.cursor.eat("]") {
            items.push(self.slot(mentions)?);
            self.cursor.separator("]")?;
        }
        Ok(items)
    }

    fn virtual_fields(&mut self, class: ClassId, mentions: &mut Mentions) -> Parsed<Vec<Slot>> {
        self.cursor.expect("{")?;
        let zeros = zero_fields(self.scope, class);
        let mut given = vec![false; zeros.len()];
        let mut fields: Vec<Slot> = zeros.into_iter().map(|c| Slot::Operand(Operand::Const(c))).collect();
        while !self.cursor.eat("}") {
            let name = self.cursor.name("the name of a field or `}`")?;
            let field = self.scope.field_of(class, name)?;
            let index = self.scope.descriptors.field(field).index as usize;
            self.cursor.expect(":")?;
            fields[index] = self.slot(mentions)?;
            if std::mem::replace(&mut given[index], true) {
                return Err(ParseError::new(name.span, format!("field `{}` is given twice", name.text)));
            }
            self.cursor.separator("}")?;
        }
        Ok(fields)
    }

    /// `p3.next = v0` or `p4[i2] = v0 : Refs`.
    fn delayed_store(&mut self, mentions: &mut Mentions) -> Parsed<DelayedStore> {
        let base = self.slot(mentions)?;
        if self.cursor.eat(".") {
            let field = self.scope.field(&mut self.cursor)?;
            self.cursor.expect("=")?;
            return Ok(DelayedStore::Field { base, field, value: self.slot(mentions)? });
        }
        if !self.cursor.eat("[") {
            return self.cursor.unexpected("`.` and a field, or `[` and an index");
        }
        let index = self.plain_operand()?;
        self.cursor.expect("]")?;
        self.cursor.expect("=")?;
        let value = self.slot(mentions)?;
        let class = if self.cursor.eat(":") {
            let name = self.cursor.name("the name of an array class")?;
            self.scope.class(name)?
        } else {
            let item = match value {
                Slot::Operand(operand) => self.operand_type(operand),
                Slot::Virtual(_) | Slot::Dead => Type::Ref,
            };
            self.scope.only_array(Some(item), self.cursor.peek(), "a delayed store")?
        };
        Ok(DelayedStore::Item { class, base, index, value })
    }
}

fn resume(word: &str) -> Option<Resume> {
    [Resume::Reexecute, Resume::Raise, Resume::Continue].into_iter().find(|r| r.keyword() == word)
}
