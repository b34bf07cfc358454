//! What stands between an op's parentheses.

use super::super::cursor::Parsed;
use super::super::diagnostic::ParseError;
use super::super::lexer::{Token, TokenKind};
use super::op_parser::OpParser;
use crate::descriptors::ClassId;
use crate::value::{Operand, Type};

impl OpParser<'_, '_> {
    /// The opening parenthesis, if the right number of operands follows.
    pub fn open(&mut self, name: &Token<'_>, least: usize, most: usize) -> Parsed<()> {
        self.cursor.expect("(")?;
        let count = self.count_operands();
        if (least..=most).contains(&count) {
            return Ok(());
        }
        let wanted = match (least, most) {
            (0, 0) => "no operands".to_string(),
            (1, 1) => "1 operand".to_string(),
            (_, usize::MAX) => format!("at least {least} operands"),
            _ if least == most => format!("{least} operands"),
            _ => format!("{least} or {most} operands"),
        };
        Err(ParseError::new(name.span, format!("{} takes {wanted}, got {count}", name.text)))
    }

    fn count_operands(&self) -> usize {
        let mut ahead = self.cursor;
        let (mut commas, mut after_comma) = (0, true);
        loop {
            let token = ahead.advance();
            if token.is_sign(")") || token.is_sign("{") || token.is_sign("}") || token.kind == TokenKind::End
            {
                return commas + !after_comma as usize;
            }
            after_comma = token.is_sign(",");
            commas += after_comma as usize;
        }
    }

    /// The closing parenthesis, perhaps after a comma.
    pub fn close(&mut self) -> Parsed<()> {
        self.cursor.eat(",");
        self.cursor.expect(")").map(|_| ())
    }

    pub fn one_operand(&mut self, name: &Token<'_>) -> Parsed<Operand> {
        self.open(name, 1, 1)?;
        self.last_operand()
    }

    pub fn two_operands(&mut self, name: &Token<'_>) -> Parsed<(Operand, Operand)> {
        self.open(name, 2, 2)?;
        Ok((self.operand()?, self.last_operand()?))
    }

    /// An operand and the comma after it.
    pub fn operand(&mut self) -> Parsed<Operand> {
        let operand = self.plain_operand()?;
        self.cursor.separator(")")?;
        Ok(operand)
    }

    pub fn last_operand(&mut self) -> Parsed<Operand> {
        let operand = self.plain_operand()?;
        self.close()?;
        Ok(operand)
    }

    /// All operands up to the closing parenthesis.
    pub fn operands(&mut self) -> Parsed<Vec<Operand>> {
        let mut list = Vec::new();
        while !self.cursor.eat(")") {
            list.push(self.operand()?);
        }
        Ok(list)
    }

    /// A value or a constant.
    pub fn plain_operand(&mut self) -> Parsed<Operand> {
        if let Some(constant) = self.scope.constant(&mut self.cursor)? {
            return Ok(Operand::Const(constant));
        }
        let name = self.cursor.name("a value or a constant")?;
        Ok(Operand::Value(self.values.resolve(name)?))
    }

    /// A class and the comma after it.
    pub fn class(&mut self) -> Parsed<ClassId> {
        let name = self.cursor.name("the name of a class")?;
        self.cursor.separator(")")?;
        self.scope.class(name)
    }

    pub fn last_class(&mut self) -> Parsed<ClassId> {
        let class = self.class()?;
        self.close()?;
        Ok(class)
    }

    /// The array class as the last operand, if it is not left out.
    pub fn array_class(&mut self, op: &str, item: Option<Type>) -> Parsed<ClassId> {
        let class = match self.cursor.at(")") {
            true => self.scope.only_array(item, self.cursor.peek(), op)?,
            false => {
                let name = self.cursor.name("the name of an array class")?;
                self.scope.class(name)?
            }
        };
        self.close()?;
        Ok(class)
    }

    pub fn operand_type(&self, operand: Operand) -> Type {
        match operand {
            Operand::Value(v) => self.values.ty(v),
            Operand::Const(c) => c.ty(),
        }
    }
}
