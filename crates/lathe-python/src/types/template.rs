//! `t"..."`: templates (PEP 750), strings and interpolations that are kept apart.

use crate::bytecode::Conversion;
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::Special;
use crate::runtime::types;
use lathe_heap::Word;

impl Py {
    /// A tuple of strings and one of interpolations, one less.
    pub fn make_template(&mut self, strings: Word, interpolations: Word) -> Word {
        self.new_native(Kind::Template, strings, interpolations, Word::NULL)
    }

    pub fn make_interpolation(
        &mut self,
        value: Word,
        expression: Word,
        conversion: Conversion,
        spec: Word,
    ) -> Word {
        let conversion = match conversion {
            Conversion::None => self.none(),
            Conversion::Str => self.intern("s"),
            Conversion::Repr => self.intern("r"),
            Conversion::Ascii => self.intern("a"),
        };
        let more = self.new_tuple(&[conversion, spec]);
        self.new_native(Kind::Interpolation, value, expression, more)
    }
}

/// Strings and interpolations in any order; strings side by side are one.
fn template_new(py: &mut Py, args: &[Word]) -> PyResult {
    let (strings, interpolations) = (py.rooted(), py.rooted());
    let mut text = py.new_str("");
    for index in 0..py.array_len(args[1]) {
        let part = py.items::<Word>(args[1])[index];
        if py.is(part, classes::STR) {
            text = py.binary(crate::bytecode::BinaryOp::Add, false, text, part)?;
        } else if py.native_kind(part) == Some(Kind::Interpolation) {
            strings.push(text);
            interpolations.push(part);
            text = py.new_str("");
        } else {
            let message = format!(
                "Template.__new__ *args need to be of type 'str' or 'Interpolation', got {}",
                py.type_name(part)
            );
            return Err(py.type_error(&message));
        }
    }
    strings.push(text);
    let (strings, interpolations) = (py.new_tuple(&strings.to_vec()), py.new_tuple(&interpolations.to_vec()));
    Ok(py.make_template(strings, interpolations))
}

fn strings(py: &mut Py, template: Word) -> PyResult {
    Ok(py.get(template, classes::NATIVE_A))
}

fn interpolations(py: &mut Py, template: Word) -> PyResult {
    Ok(py.get(template, classes::NATIVE_B))
}

fn values(py: &mut Py, template: Word) -> PyResult {
    let parts = py.get(template, classes::NATIVE_B);
    let values: Vec<Word> =
        py.items::<Word>(parts).iter().map(|&part| py.get(part, classes::NATIVE_A)).collect();
    Ok(py.new_tuple(&values))
}

fn template_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let [strings, interpolations] =
        [classes::NATIVE_A, classes::NATIVE_B].map(|field| py.get(args[0], field));
    let text = format!(
        "Template(strings={}, interpolations={})",
        py.repr_string(strings)?,
        py.repr_string(interpolations)?
    );
    Ok(py.new_str(&text))
}

/// All that is there, in order; empty strings are left out.
fn template_iter(py: &mut Py, args: &[Word]) -> PyResult {
    let [strings, interpolations] =
        [classes::NATIVE_A, classes::NATIVE_B].map(|field| py.get(args[0], field));
    let mut parts = Vec::new();
    for (index, &text) in py.items::<Word>(strings).iter().enumerate() {
        if !py.text(text).is_empty() {
            parts.push(text);
        }
        parts.extend(py.items::<Word>(interpolations).get(index));
    }
    // They are all in the two tuples.
    let all = py.new_tuple(&parts);
    py.iter(all)
}

fn template_add(py: &mut Py, args: &[Word]) -> PyResult {
    if py.native_kind(args[0]) != Some(Kind::Template) || py.native_kind(args[1]) != Some(Kind::Template) {
        let message = format!(
            "can only concatenate string.templatelib.Template (not \"{}\") to string.templatelib.Template",
            py.type_name(args[1])
        );
        return Err(py.type_error(&message));
    }
    let parts = py.rooted();
    for &template in args {
        let [strings, interpolations] =
            [classes::NATIVE_A, classes::NATIVE_B].map(|field| py.get(template, field));
        for (index, &text) in py.items::<Word>(strings).iter().enumerate() {
            parts.push(text);
            if let Some(&part) = py.items::<Word>(interpolations).get(index) {
                parts.push(part);
            }
        }
    }
    let class = py.type_object(types::TEMPLATE);
    let parts = py.new_tuple(&parts.to_vec());
    template_new(py, &[class, parts])
}

// --- Interpolations ----------------------------------------------------------------------------------------------------------

fn interpolation_new(py: &mut Py, args: &[Word]) -> PyResult {
    let (empty, none) = (py.intern(""), py.none());
    let given = |word: Word, default: Word| if word.is_null() { default } else { word };
    let (expression, conversion, spec) = (given(args[2], empty), given(args[3], none), given(args[4], empty));
    for (word, what) in [(expression, "expression"), (spec, "format_spec")] {
        if py.payload(word, classes::STR).is_none() {
            let message =
                format!("Interpolation() argument '{what}' must be str, not {}", py.type_name(word));
            return Err(py.type_error(&message));
        }
    }
    let known = conversion == none
        || py.payload(conversion, classes::STR).is_some()
            && matches!(&*py.string_of(conversion), "s" | "r" | "a");
    if !known {
        return Err(py.value_error("Interpolation() argument 'conversion' must be one of 's', 'a' or 'r'"));
    }
    let more = py.new_tuple(&[conversion, spec]);
    Ok(py.new_native(Kind::Interpolation, args[1], expression, more))
}

fn value(py: &mut Py, part: Word) -> PyResult {
    Ok(py.get(part, classes::NATIVE_A))
}

fn expression(py: &mut Py, part: Word) -> PyResult {
    Ok(py.get(part, classes::NATIVE_B))
}

fn conversion(py: &mut Py, part: Word) -> PyResult {
    Ok(py.items::<Word>(py.get(part, classes::NATIVE_C))[0])
}

fn format_spec(py: &mut Py, part: Word) -> PyResult {
    Ok(py.items::<Word>(py.get(part, classes::NATIVE_C))[1])
}

fn interpolation_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let mut shown = Vec::new();
    for get in [value, expression, conversion, format_spec] {
        let part = get(py, args[0])?;
        shown.push(py.repr_string(part)?);
    }
    Ok(py.new_str(&format!("Interpolation({})", shown.join(", "))))
}

pub fn install(py: &mut Py) {
    let methods: &[Method] = &[
        ("__repr__", Special, "(self, /)", template_repr),
        ("__iter__", Special, "(self, /)", template_iter),
        ("__add__", Special, "(self, value, /)", template_add),
    ];
    py.add_methods(types::TEMPLATE, methods);
    py.add_new(types::TEMPLATE, "(cls, /, *args)", template_new);
    py.add_getters(
        types::TEMPLATE,
        &[("strings", strings), ("interpolations", interpolations), ("values", values)],
    );
    let id = types::INTERPOLATION;
    py.add_methods(id, &[("__repr__", Special, "(self, /)", interpolation_repr)]);
    py.add_new(id, "(cls, value, expression='', conversion=None, format_spec='')", interpolation_new);
    py.add_getters(
        id,
        &[
            ("value", value),
            ("expression", expression),
            ("conversion", conversion),
            ("format_spec", format_spec),
        ],
    );
    let names = ["value", "expression", "conversion", "format_spec"].map(|name| py.intern(name));
    let (tuple, key) = (py.new_tuple(&names), py.intern("__match_args__"));
    py.set_type_attribute(id, key, tuple);
}
