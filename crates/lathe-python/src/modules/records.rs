//! Tuples whose items have names: `sys.version_info`, `os.stat_result`, `time.struct_time`.
//!
//! An object is one of a subclass of `tuple`: the tuple, and what has only a name behind it in slots of its own. The type is made when
//! the first object is.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::start::NewType;
use crate::runtime::types::{self, TypeFlags, TypeId};
use lathe_heap::Word;

/// A type of such tuples.
#[derive(Debug)]
pub struct Record {
    /// With its module.
    pub name: &'static str,
    /// Names of the items.
    pub items: &'static [&'static str],
    /// What has a name and is no item. A name that items have, too, means this.
    pub hidden: &'static [&'static str],
    /// Programs can make them.
    pub can_be_made: bool,
}

const METHODS: &[Method] =
    &[("__repr__", Special, "(self, /)", repr), ("__reduce__", Plain, "(self, /)", reduce)];

/// Getters of items.
const ITEMS: [fn(&mut Py, Word) -> PyResult; 24] = [
    item::<0>, item::<1>, item::<2>, item::<3>, item::<4>, item::<5>, item::<6>, item::<7>, item::<8>,
    item::<9>, item::<10>, item::<11>, item::<12>, item::<13>, item::<14>, item::<15>, item::<16>,
    item::<17>, item::<18>, item::<19>, item::<20>, item::<21>, item::<22>, item::<23>,
];

fn item<const INDEX: usize>(py: &mut Py, object: Word) -> PyResult {
    match py.payload(object, classes::TUPLE).and_then(|tuple| py.items::<Word>(tuple).get(INDEX).copied()) {
        Some(word) => Ok(word),
        None => Err(py.wrong_receiver(object, types::TUPLE)),
    }
}

fn read_only(py: &mut Py, _object: Word, _value: Option<Word>) -> PyResult<()> {
    Err(py.error(types::ATTRIBUTE_ERROR, "readonly attribute"))
}

impl Py {
    /// The type of a record.
    pub fn record_type(&mut self, record: &'static Record) -> TypeId {
        let known = self
            .rt()
            .records
            .borrow()
            .iter()
            .find(|(_, known)| std::ptr::eq(*known, record))
            .map(|found| found.0);
        if let Some(id) = known {
            return id;
        }
        let (module, name) = record.name.rsplit_once('.').expect("a module");
        let dict = self.new_dict();
        let (key, module) = (self.intern("__module__"), self.intern(module));
        self.dict_set_name(dict, key, module);
        let id = self.add_type(NewType {
            name: name.into(),
            bases: &[types::TUPLE],
            metatype: types::TYPE,
            layout: types::TUPLE,
            class: classes::WRAPPED,
            flags: TypeFlags::NO_DICT.with(TypeFlags::SEQUENCE),
            dict,
        });
        self.rt().records.borrow_mut().push((id, record));
        self.add_methods(id, METHODS);
        match record.can_be_made {
            true => self.add_new(id, "(cls, sequence, dict=None, /)", new),
            false => self.add_new(id, "(cls, /, *args, **kwargs)", new),
        }
        for (index, &name) in record.items.iter().enumerate() {
            if !record.hidden.contains(&name) {
                self.add_getter(id, name, ITEMS[index], Some(read_only));
            }
        }
        let all =
            record.items.len() + record.hidden.iter().filter(|name| !record.items.contains(name)).count();
        for (name, count) in
            [("n_fields", all), ("n_sequence_fields", record.items.len()), ("n_unnamed_fields", 0)]
        {
            let (name, count) = (self.intern(name), self.new_int(count as i64));
            self.set_type_attribute(id, name, count);
        }
        // Interned: they live without us.
        let names: Vec<Word> = record.items.iter().map(|name| self.intern(name)).collect();
        let (key, names) = (self.intern("__match_args__"), self.new_tuple(&names));
        self.set_type_attribute(id, key, names);
        id
    }

    /// A record with these items; what is hidden may be left out.
    pub fn new_record(&mut self, record: &'static Record, items: &[Word], hidden: &[Word]) -> Word {
        debug_assert_eq!(items.len(), record.items.len());
        let tuple = self.new_tuple(items);
        let id = self.record_type(record);
        let object = self.new_wrapped(id, tuple);
        let none = self.none();
        for (slot, name) in record.hidden.iter().enumerate() {
            let name = self.intern(name);
            self.set_slot(object, slot as u32, hidden.get(slot).copied().unwrap_or(none));
            let map = self.rt().maps.with(self.map_of(object), name);
            self.set_int(object, classes::INSTANCE_MAP, map.0.into());
        }
        object
    }

    fn record_of(&self, id: TypeId) -> Option<&'static Record> {
        self.rt().records.borrow().iter().find(|(known, _)| *known == id).map(|found| found.1)
    }
}

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let record = py.as_type(args[0]).and_then(|id| py.record_of(id));
    let Some(record) = record else { return Err(py.type_error("not a type of records")) };
    if !record.can_be_made {
        return Err(py.type_error(&format!("cannot create '{}' instances", record.name)));
    }
    let sequence = match py.collect(args[1]) {
        Ok(sequence) => sequence,
        Err(raised) if py.is_instance(raised.0, types::TYPE_ERROR) => {
            return Err(py.type_error("constructor requires a sequence"));
        }
        Err(raised) => return Err(raised),
    };
    let (least, most) = (record.items.len(), record.items.len() + record.hidden.len());
    let given = sequence.len();
    let wrong = |what: &str, count: usize| {
        format!("{}() takes an {what} {count}-sequence ({given}-sequence given)", record.name)
    };
    if given < least {
        let what = if least == most { "a" } else { "at least" };
        let message = wrong(what, least).replace("an a ", "a ");
        return Err(py.type_error(&message));
    }
    if given > most {
        let what = if least == most { "a" } else { "at most" };
        let message = wrong(what, most).replace("an a ", "a ");
        return Err(py.type_error(&message));
    }
    let words = sequence.to_vec();
    let mut hidden = words[least..].to_vec();
    // Items that are not given by position: by name, or for a name that items have, too, that item.
    for &name in &record.hidden[hidden.len()..] {
        let key = py.intern(name);
        let by_name = match args[2] {
            dict if dict.is_null() || !py.is_dict(dict) => None,
            dict => py.dict_get(dict, key)?,
        };
        let same = record.items.iter().position(|&item| item == name).map(|index| words[index]);
        hidden.push(by_name.or(same).unwrap_or(py.none()));
    }
    Ok(py.new_record(record, &words[..least], &hidden))
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let (Some(record), Some(tuple)) =
        (py.record_of(py.type_of(args[0])), py.payload(args[0], classes::TUPLE))
    else {
        return Err(py.wrong_receiver(args[0], types::TUPLE));
    };
    let mut shown = Vec::new();
    for (index, name) in record.items.iter().enumerate() {
        let value = py.repr_string(py.items::<Word>(tuple)[index])?;
        shown.push(format!("{name}={value}"));
    }
    Ok(py.new_str(&format!("{}({})", record.name, shown.join(", "))))
}

fn reduce(py: &mut Py, args: &[Word]) -> PyResult {
    let (Some(record), Some(tuple)) =
        (py.record_of(py.type_of(args[0])), py.payload(args[0], classes::TUPLE))
    else {
        return Err(py.wrong_receiver(args[0], types::TUPLE));
    };
    let hidden = py.new_dict();
    for (slot, name) in record.hidden.iter().enumerate() {
        let (name, value) = (py.intern(name), py.slot(args[0], slot as u32));
        py.dict_set_name(hidden, name, value);
    }
    let arguments = py.new_tuple(&[tuple, hidden]);
    let class = py.type_object(py.type_of(args[0]));
    Ok(py.new_tuple(&[class, arguments]))
}
