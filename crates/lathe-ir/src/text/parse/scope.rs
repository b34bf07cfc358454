//! What the names in a file stand for.

use super::super::cursor::{Cursor, Parsed};
use super::super::diagnostic::ParseError;
use super::super::lexer::Token;
use super::super::names::suggest;
use crate::descriptors::{ClassId, CodeId, Descriptors, FieldId, HelperId, ObjectId};
use crate::value::{Const, Type};
use rustc_hash::FxHashMap;

/// The descriptors of a file, with tables to look names up in.
#[derive(Debug, Default)]
pub struct Scope {
    pub descriptors: Descriptors,
    pub classes: FxHashMap<String, ClassId>,
    /// Every class's own field of that name.
    pub fields: FxHashMap<String, Vec<FieldId>>,
    pub helpers: FxHashMap<String, HelperId>,
    pub objects: FxHashMap<String, ObjectId>,
    codes: FxHashMap<String, CodeId>,
}

impl Scope {
    /// The names of descriptors that were made before.
    pub fn new(descriptors: Descriptors) -> Scope {
        fn table<T, I>(items: &[T], name: fn(&T) -> &String, id: fn(u32) -> I) -> FxHashMap<String, I> {
            (0..).map(id).zip(items).map(|(id, item)| (name(item).clone(), id)).collect()
        }
        let mut fields: FxHashMap<String, Vec<FieldId>> = FxHashMap::default();
        for (id, field) in (0..).map(FieldId).zip(&descriptors.fields) {
            fields.entry(field.name.clone()).or_default().push(id);
        }
        Scope {
            classes: table(&descriptors.classes, |class| &class.name, ClassId),
            fields,
            helpers: table(&descriptors.helpers, |helper| &helper.name, HelperId),
            objects: table(&descriptors.objects, |object| &object.name, ObjectId),
            codes: table(&descriptors.codes, |name| name, CodeId),
            descriptors,
        }
    }

    pub fn class(&self, token: &Token<'_>) -> Parsed<ClassId> {
        self.classes.get(&*token.text).copied().ok_or_else(|| unknown("class", token, self.classes.keys()))
    }

    pub fn helper(&self, token: &Token<'_>) -> Parsed<HelperId> {
        self.helpers.get(&*token.text).copied().ok_or_else(|| unknown("helper", token, self.helpers.keys()))
    }

    pub fn object(&self, token: &Token<'_>) -> Parsed<ObjectId> {
        self.objects.get(&*token.text).copied().ok_or_else(|| unknown("object", token, self.objects.keys()))
    }

    /// A number, `null` or `@object`, if one is next.
    pub fn constant(&self, cursor: &mut Cursor<'_>) -> Parsed<Option<Const>> {
        if cursor.eat_word("null") {
            return Ok(Some(Const::Null));
        }
        if cursor.eat("@") {
            let name = cursor.name("the name of an object")?;
            return Ok(Some(Const::Object(self.object(name)?)));
        }
        cursor.number()
    }

    /// `field`, if only one class declares it, or `Class.field`.
    pub fn field(&self, cursor: &mut Cursor<'_>) -> Parsed<FieldId> {
        let first = cursor.name("the name of a field")?;
        if cursor.eat(".") {
            let class = self.class(first)?;
            let name = cursor.name("the name of a field")?;
            return self.field_of(class, name);
        }
        match self.fields.get(&*first.text).map(Vec::as_slice) {
            Some([field]) => Ok(*field),
            None | Some([]) => Err(unknown("field", first, self.fields.keys())),
            Some([one, other, ..]) => {
                let class = |f: FieldId| &self.descriptors.class(self.descriptors.field(f).class).name;
                let message = format!(
                    "several classes have a field `{0}`: say `{1}.{0}` or `{2}.{0}`",
                    first.text,
                    class(*one),
                    class(*other)
                );
                Err(ParseError::new(first.span, message))
            }
        }
    }

    /// A field of a known class, inherited or not.
    pub fn field_of(&self, class: ClassId, name: &Token<'_>) -> Parsed<FieldId> {
        let field_name = |f: FieldId| &self.descriptors.field(f).name;
        let fields = self.descriptors.record_fields(class);
        fields.iter().copied().find(|&f| field_name(f) == &*name.text).ok_or_else(|| {
            let hint = suggest(&name.text, fields.iter().map(|&f| field_name(f).as_str()));
            let class = &self.descriptors.class(class).name;
            ParseError::new(name.span, format!("class `{class}` has no field `{}`{hint}", name.text))
        })
    }

    /// The array class that must be meant where none is written: the only one, or the only one with items of type `item`
    /// when that is known. `place` is where the class could have been written.
    pub fn only_array(&self, item: Option<Type>, place: &Token<'_>, op: &str) -> Parsed<ClassId> {
        let fits = |class: ClassId| match self.descriptors.item(class) {
            Some(storage) => item.is_none_or(|ty| ty == storage.ty()),
            None => false,
        };
        let mut candidates = (0..self.descriptors.classes.len() as u32).map(ClassId).filter(|&c| fits(c));
        match (candidates.next(), candidates.next()) {
            (Some(only), None) => Ok(only),
            (None, _) => {
                let of = item.map(|ty| format!(" of {ty}")).unwrap_or_default();
                Err(ParseError::new(
                    place.span,
                    format!("{op} needs an array class, and no array{of} is declared"),
                ))
            }
            (Some(one), Some(other)) => {
                let name = |class| &self.descriptors.class(class).name;
                let message =
                    format!("{op} must say which array class: `{}`, `{}`, …", name(one), name(other));
                Err(ParseError::new(place.span, message))
            }
        }
    }

    /// As [`Descriptors::intern_code`], without its search.
    pub fn intern_code(&mut self, name: &str) -> CodeId {
        if let Some(&id) = self.codes.get(name) {
            return id;
        }
        let id = CodeId(self.descriptors.codes.len() as u32);
        self.descriptors.codes.push(name.to_string());
        self.codes.insert(name.to_string(), id);
        id
    }
}

fn unknown<'a>(what: &str, token: &Token<'_>, known: impl Iterator<Item = &'a String>) -> ParseError {
    let hint = suggest(&token.text, known.map(String::as_str));
    ParseError::new(token.span, format!("unknown {what} `{}`{hint}", token.text))
}
