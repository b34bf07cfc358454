//! Declarations as written: classes, arrays, helpers and objects.
//!
//! Everything may be used before it is declared, so names are only noted here; `resolve.rs` looks them up.

use super::super::cursor::{Cursor, Parsed};
use super::super::lexer::{Token, TokenKind};
use crate::descriptors::{Identity, Representation};
use crate::value::Type;

/// Declarations as written.
#[derive(Debug, Default)]
pub struct Declarations<'t> {
    pub(super) classes: Vec<ClassSyntax<'t>>,
    pub(super) helpers: Vec<HelperSyntax<'t>>,
    pub(super) objects: Vec<ObjectSyntax<'t>>,
}

#[derive(Debug)]
pub(super) struct ClassSyntax<'t> {
    pub name: &'t Token<'t>,
    pub representation: Representation,
    pub identity: Identity,
    pub shape: ShapeSyntax<'t>,
}

#[derive(Debug)]
pub(super) enum ShapeSyntax<'t> {
    Record { parent: Option<&'t Token<'t>>, fields: Vec<FieldSyntax<'t>> },
    Array { item: StorageSyntax<'t>, immutable: bool },
}

#[derive(Debug)]
pub(super) struct FieldSyntax<'t> {
    pub name: &'t Token<'t>,
    pub storage: StorageSyntax<'t>,
    pub immutable: bool,
}

#[derive(Debug)]
pub(super) struct StorageSyntax<'t> {
    pub name: &'t Token<'t>,
    pub or_null: bool,
}

#[derive(Debug)]
pub(super) struct HelperSyntax<'t> {
    pub name: &'t Token<'t>,
    pub params: Vec<Type>,
    pub result: Option<Type>,
    /// The effect words, read again when fields are known.
    pub effects: Cursor<'t>,
}

#[derive(Debug)]
pub(super) struct ObjectSyntax<'t> {
    pub name: &'t Token<'t>,
    pub class: &'t Token<'t>,
    /// The contents, read again when objects are known.
    pub contents: Cursor<'t>,
}

const EFFECT_WORDS: &[&str] = &["pure", "reads", "writes", "raises", "invalidates", "calls_back"];

impl<'t> Declarations<'t> {
    /// Reads one declaration, if the next token starts one.
    pub fn parse(&mut self, cursor: &mut Cursor<'t>) -> Parsed<bool> {
        let keyword = cursor.peek();
        match keyword.word() {
            "class" => self.class(cursor, Representation::Heap, Identity::Address)?,
            "value" | "hybrid" => {
                cursor.advance();
                if !cursor.peek().is_word("class") {
                    return cursor.unexpected(&format!("`class` after `{}`", keyword.text));
                }
                let hybrid = keyword.is_word("hybrid");
                let representation = if hybrid { Representation::Hybrid } else { Representation::Heap };
                self.class(cursor, representation, Identity::Value)?;
            }
            "array" => self.array(cursor, false)?,
            "immutable" => {
                cursor.advance();
                if !cursor.peek().is_word("array") {
                    return cursor.unexpected("`array` after `immutable`");
                }
                self.array(cursor, true)?;
            }
            "helper" => self.helper(cursor)?,
            "object" => self.object(cursor)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn class(
        &mut self,
        cursor: &mut Cursor<'t>,
        representation: Representation,
        identity: Identity,
    ) -> Parsed<()> {
        cursor.advance();
        let name = cursor.name("the name of a class")?;
        let parent = match cursor.eat_word("extends") {
            true => Some(cursor.name("the name of a class")?),
            false => None,
        };
        cursor.expect("{")?;
        let mut fields = Vec::new();
        while !cursor.eat("}") {
            // `immutable: int` declares a field of that name.
            let immutable = !cursor.nth(1).is_sign(":") && cursor.eat_word("immutable");
            let name = cursor.name("the name of a field or `}`")?;
            cursor.expect(":")?;
            let storage = storage_syntax(cursor)?;
            fields.push(FieldSyntax { name, storage, immutable: immutable || identity == Identity::Value });
            cursor.separator("}")?;
        }
        let shape = ShapeSyntax::Record { parent, fields };
        self.classes.push(ClassSyntax { name, representation, identity, shape });
        Ok(())
    }

    fn array(&mut self, cursor: &mut Cursor<'t>, immutable: bool) -> Parsed<()> {
        cursor.advance();
        let name = cursor.name("the name of an array class")?;
        if !cursor.eat_word("of") {
            return cursor.unexpected("`of`");
        }
        let shape = ShapeSyntax::Array { item: storage_syntax(cursor)?, immutable };
        let (representation, identity) = (Representation::Heap, Identity::Address);
        self.classes.push(ClassSyntax { name, representation, identity, shape });
        Ok(())
    }

    fn helper(&mut self, cursor: &mut Cursor<'t>) -> Parsed<()> {
        cursor.advance();
        let name = cursor.name("the name of a helper")?;
        cursor.expect("(")?;
        let mut params = Vec::new();
        while !cursor.eat(")") {
            params.push(value_type(cursor)?);
            cursor.separator(")")?;
        }
        let result = if cursor.eat("->") { Some(value_type(cursor)?) } else { None };
        let effects = *cursor;
        // Only finds the end of the effects: what they say is read when the fields are known.
        while EFFECT_WORDS.contains(&cursor.peek().word()) {
            let word = cursor.advance();
            if matches!(word.word(), "reads" | "writes") {
                location_syntax(cursor)?;
            }
        }
        self.helpers.push(HelperSyntax { name, params, result, effects });
        Ok(())
    }

    fn object(&mut self, cursor: &mut Cursor<'t>) -> Parsed<()> {
        cursor.advance();
        let name = cursor.name("the name of an object")?;
        cursor.expect(":")?;
        let class = cursor.name("the name of a class")?;
        let contents = *cursor;
        let close = match (cursor.eat("{"), cursor.eat("[")) {
            (true, _) => "}",
            (_, true) => "]",
            _ => return cursor.unexpected("`{` and fields, or `[` and items"),
        };
        while !cursor.eat(close) {
            if cursor.at_end() {
                return cursor.unexpected(&format!("`{close}`"));
            }
            cursor.advance();
        }
        self.objects.push(ObjectSyntax { name, class, contents });
        Ok(())
    }
}

fn value_type(cursor: &mut Cursor<'_>) -> Parsed<Type> {
    let ty = match cursor.peek().word() {
        "int" => Type::Int,
        "float" => Type::Float,
        "ref" => Type::Ref,
        _ => return cursor.unexpected("a type (int, float or ref)"),
    };
    cursor.advance();
    Ok(ty)
}

fn storage_syntax<'t>(cursor: &mut Cursor<'t>) -> Parsed<StorageSyntax<'t>> {
    let name = cursor.name("a type (int, i8, u8, i16, u16, i32, u32, float, f32, ref, or a class)")?;
    Ok(StorageSyntax { name, or_null: cursor.eat("?") })
}

/// A location as written: `Class.field` or an array class.
pub(super) type LocationSyntax<'t> = (&'t Token<'t>, Option<&'t Token<'t>>);

/// What follows `reads` or `writes`: `None` for `all`, an empty list for `nothing`.
pub(super) fn location_syntax<'t>(cursor: &mut Cursor<'t>) -> Parsed<Option<Vec<LocationSyntax<'t>>>> {
    if cursor.eat_word("all") {
        return Ok(None);
    }
    let mut list = Vec::new();
    if cursor.eat_word("nothing") {
        return Ok(Some(list));
    }
    loop {
        let class = cursor.name("`all`, `nothing`, `Class.field` or an array class")?;
        let field = if cursor.eat(".") { Some(cursor.name("the name of a field")?) } else { None };
        list.push((class, field));
        if !cursor.eat(",") || EFFECT_WORDS.contains(&cursor.peek().word()) {
            return Ok(Some(list));
        }
    }
}

/// A declaration, trace or bridge starts at this token.
pub(super) fn starts_item(cursor: &Cursor<'_>) -> bool {
    let second = cursor.nth(1);
    match cursor.peek().word() {
        "class" | "value" | "hybrid" | "array" | "immutable" | "helper" | "object" | "bridge" => {
            matches!(second.kind, TokenKind::Name | TokenKind::Quoted)
        }
        "trace" => second.is_sign("(") || second.is_sign("{"),
        _ => false,
    }
}
