//! From declarations as written to a [`Scope`]: looks all names up, and checks the result.
//!
//! Classes come first, then what refers to classes and their fields, then objects, which refer to one another.

use super::super::cursor::{Cursor, Parsed};
use super::super::diagnostic::ParseError;
use super::super::lexer::Token;
use super::declarations::{
    Declarations, LocationSyntax, ObjectSyntax, ShapeSyntax, StorageSyntax, location_syntax,
};
use super::scope::Scope;
use crate::descriptors::{
    Access, Class, ClassId, ConstObject, Effects, Field, FieldId, Helper, HelperId, Location, ObjectId,
    RefType, Shape, Storage,
};
use crate::value::Const;
use crate::verify::{self, Subject};

impl<'t> Declarations<'t> {
    /// Resolves all names and checks the result.
    pub fn resolve(self) -> Parsed<Scope> {
        let mut scope = Scope::default();
        for class in &self.classes {
            let id = ClassId(scope.classes.len() as u32);
            declare(scope.classes.insert(class.name.text.to_string(), id), "class", class.name)?;
        }
        let field_names = self.resolve_classes(&mut scope)?;
        for syntax in &self.helpers {
            let effects = resolve_effects(&scope, syntax.effects)?;
            let name = syntax.name.text.to_string();
            let id = HelperId(scope.helpers.len() as u32);
            declare(scope.helpers.insert(name.clone(), id), "helper", syntax.name)?;
            let (params, result) = (syntax.params.clone(), syntax.result);
            scope.descriptors.helpers.push(Helper { name, params, result, effects });
        }
        for syntax in &self.objects {
            let id = ObjectId(scope.objects.len() as u32);
            declare(scope.objects.insert(syntax.name.text.to_string(), id), "object", syntax.name)?;
        }
        for syntax in &self.objects {
            let class = scope.class(syntax.class)?;
            let fields = resolve_contents(&scope, class, syntax)?;
            scope.descriptors.objects.push(ConstObject { name: syntax.name.text.to_string(), class, fields });
        }
        verify::verify_descriptors(&scope.descriptors).map_err(|rejection| {
            let name = match rejection.subject {
                Subject::Class(id) => self.classes[id.index()].name,
                Subject::Field(id) => field_names[id.index()],
                Subject::Helper(id) => self.helpers[id.index()].name,
                Subject::Object(id) => self.objects[id.index()].name,
            };
            ParseError::new(name.span, rejection.message)
        })?;
        Ok(scope)
    }

    /// Fills in classes and fields; returns the name of each field.
    fn resolve_classes(&self, scope: &mut Scope) -> Parsed<Vec<&'t Token<'t>>> {
        let mut field_names = Vec::new();
        for (index, syntax) in self.classes.iter().enumerate() {
            let shape = match &syntax.shape {
                ShapeSyntax::Record { parent, fields } => {
                    let parent = parent.map(|name| scope.class(name)).transpose()?;
                    let mut own = Vec::new();
                    for field in fields {
                        let id = FieldId(field_names.len() as u32);
                        let name = field.name.text.to_string();
                        field_names.push(field.name);
                        own.push(id);
                        scope.fields.entry(name.clone()).or_default().push(id);
                        scope.descriptors.fields.push(Field {
                            name,
                            class: ClassId(index as u32),
                            index: 0,
                            storage: resolve_storage(scope, &field.storage)?,
                            immutable: field.immutable,
                        });
                    }
                    Shape::Record { parent, fields: own }
                }
                ShapeSyntax::Array { item, immutable } => {
                    Shape::Array { item: resolve_storage(scope, item)?, immutable: *immutable }
                }
            };
            let name = syntax.name.text.to_string();
            let (representation, identity) = (syntax.representation, syntax.identity);
            scope.descriptors.classes.push(Class { name, shape, representation, identity });
        }
        self.inherit(scope)?;
        Ok(field_names)
    }

    /// Puts inherited fields before own ones, parents before their subclasses.
    fn inherit(&self, scope: &mut Scope) -> Parsed<()> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            Untouched,
            Waiting,
            Done,
        }
        let classes = &mut scope.descriptors.classes;
        let mut states = vec![State::Untouched; classes.len()];
        for start in 0..classes.len() {
            // The chain of parents that are not done yet, `start` first. A list, not recursion: a file may be hostile.
            let mut chain = Vec::new();
            let mut next = Some(start);
            while let Some(class) = next.filter(|&c| states[c] != State::Done) {
                if states[class] == State::Waiting {
                    let name = self.classes[class].name;
                    let message = format!("class `{}` inherits from itself", name.text);
                    return Err(ParseError::new(name.span, message));
                }
                states[class] = State::Waiting;
                chain.push(class);
                next = match classes[class].shape {
                    Shape::Record { parent, .. } => parent.map(ClassId::index),
                    Shape::Array { .. } => None,
                };
            }
            for class in chain.into_iter().rev() {
                states[class] = State::Done;
                let inherited = match &classes[class].shape {
                    Shape::Record { parent: Some(parent), .. } => match &classes[parent.index()].shape {
                        Shape::Record { fields, .. } => fields.clone(),
                        Shape::Array { .. } => Vec::new(),
                    },
                    Shape::Record { parent: None, .. } | Shape::Array { .. } => Vec::new(),
                };
                if let Shape::Record { fields, .. } = &mut classes[class].shape {
                    for (offset, &field) in fields.iter().enumerate() {
                        scope.descriptors.fields[field.index()].index = (inherited.len() + offset) as u32;
                    }
                    fields.splice(0..0, inherited);
                }
            }
        }
        Ok(())
    }
}

/// An error if the name was declared before.
fn declare<T>(previous: Option<T>, what: &str, name: &Token<'_>) -> Parsed<()> {
    match previous {
        None => Ok(()),
        Some(_) => Err(ParseError::new(name.span, format!("{what} `{}` is declared twice", name.text))),
    }
}

fn resolve_storage(scope: &Scope, syntax: &StorageSyntax<'_>) -> Parsed<Storage> {
    let storage = match syntax.name.word() {
        "int" => Storage::I64,
        "i8" => Storage::I8,
        "u8" => Storage::U8,
        "i16" => Storage::I16,
        "u16" => Storage::U16,
        "i32" => Storage::I32,
        "u32" => Storage::U32,
        "float" => Storage::F64,
        "f32" => Storage::F32,
        "ref" => Storage::Ref(RefType::Any),
        _ => {
            let class = scope.class(syntax.name)?;
            let exact = if syntax.or_null { RefType::ExactOrNull(class) } else { RefType::Exact(class) };
            return Ok(Storage::Ref(exact));
        }
    };
    if syntax.or_null {
        let message = format!("`?` goes with a class, not with `{}`", syntax.name.text);
        return Err(ParseError::new(syntax.name.span, message));
    }
    Ok(storage)
}

fn resolve_effects(scope: &Scope, mut cursor: Cursor<'_>) -> Parsed<Effects> {
    let mut effects = Effects::unknown();
    loop {
        match cursor.peek().word() {
            "pure" => {
                effects.pure = true;
                (effects.reads, effects.writes) = (Access::Nothing, Access::Nothing);
            }
            "raises" => effects.raises = true,
            "invalidates" => effects.invalidates = true,
            "calls_back" => effects.calls_back = true,
            word @ ("reads" | "writes") => {
                cursor.advance();
                let access = match location_syntax(&mut cursor)? {
                    None => Access::Everything,
                    Some(list) if list.is_empty() => Access::Nothing,
                    Some(list) => Access::Some(
                        list.into_iter()
                            .map(|syntax| resolve_location(scope, syntax))
                            .collect::<Parsed<_>>()?,
                    ),
                };
                let part = if word == "reads" { &mut effects.reads } else { &mut effects.writes };
                *part = access;
                continue;
            }
            _ => return Ok(effects),
        }
        cursor.advance();
    }
}

fn resolve_location(scope: &Scope, (class, field): LocationSyntax<'_>) -> Parsed<Location> {
    let id = scope.class(class)?;
    match (field, scope.descriptors.item(id)) {
        (Some(field), _) => Ok(Location::Field(scope.field_of(id, field)?)),
        (None, Some(_)) => Ok(Location::Items(id)),
        (None, None) => {
            let message = format!("`{0}` is not an array class: say which field, `{0}.field`", class.text);
            Err(ParseError::new(class.span, message))
        }
    }
}

fn resolve_contents(scope: &Scope, class: ClassId, syntax: &ObjectSyntax<'_>) -> Parsed<Vec<Const>> {
    let mut cursor = syntax.contents;
    let constant = |cursor: &mut Cursor<'_>| match scope.constant(cursor)? {
        Some(constant) => Ok(constant),
        None => cursor.unexpected("a constant"),
    };
    match scope.descriptors.class(class).shape {
        Shape::Array { .. } => {
            cursor.expect("[")?;
            let mut items = Vec::new();
            while !cursor.eat("]") {
                items.push(constant(&mut cursor)?);
                cursor.separator("]")?;
            }
            Ok(items)
        }
        Shape::Record { .. } => {
            cursor.expect("{")?;
            let mut values = zero_fields(scope, class);
            let mut given = vec![false; values.len()];
            while !cursor.eat("}") {
                let name = cursor.name("the name of a field or `}`")?;
                let index = scope.descriptors.field(scope.field_of(class, name)?).index as usize;
                cursor.expect(":")?;
                values[index] = constant(&mut cursor)?;
                if std::mem::replace(&mut given[index], true) {
                    return Err(ParseError::new(name.span, format!("field `{}` is given twice", name.text)));
                }
                cursor.separator("}")?;
            }
            Ok(values)
        }
    }
}

/// What the fields of a new object hold.
pub(super) fn zero_fields(scope: &Scope, class: ClassId) -> Vec<Const> {
    let fields = scope.descriptors.record_fields(class);
    fields.iter().map(|&f| scope.descriptors.field(f).storage.ty().zero()).collect()
}
