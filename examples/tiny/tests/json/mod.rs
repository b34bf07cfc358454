//! Enough of JSON to read the log back: one object a line.

use std::iter::Peekable;
use std::str::Chars;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Number(u64),
    Flag(bool),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn get(&self, name: &str) -> Option<&Json> {
        let Json::Object(members) = self else { panic!("{self:?} is no object") };
        members.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(Json::Text(text)) => text,
            other => panic!("{name} is {other:?} in {self:?}"),
        }
    }

    pub fn number(&self, name: &str) -> u64 {
        match self.get(name) {
            Some(&Json::Number(number)) => number,
            other => panic!("{name} is {other:?} in {self:?}"),
        }
    }
}

pub fn parse(line: &str) -> Json {
    let mut chars = line.chars().peekable();
    let value = value(&mut chars);
    assert_eq!(chars.next(), None, "more behind the value in {line}");
    value
}

fn value(chars: &mut Peekable<Chars<'_>>) -> Json {
    match chars.next().expect("a value") {
        '"' => Json::Text(string(chars)),
        '[' => Json::List(items(chars, ']', value)),
        '{' => Json::Object(items(chars, '}', |chars| {
            assert_eq!(chars.next(), Some('"'), "a name");
            let name = string(chars);
            assert_eq!(chars.next(), Some(':'));
            (name, value(chars))
        })),
        't' => word(chars, "rue", true),
        'f' => word(chars, "alse", false),
        first => {
            let mut number = u64::from(first.to_digit(10).expect("a digit"));
            while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                number = number * 10 + u64::from(digit);
                chars.next();
            }
            Json::Number(number)
        }
    }
}

fn word(chars: &mut Peekable<Chars<'_>>, rest: &str, flag: bool) -> Json {
    rest.chars().for_each(|c| assert_eq!(chars.next(), Some(c)));
    Json::Flag(flag)
}

fn items<T>(
    chars: &mut Peekable<Chars<'_>>,
    end: char,
    item: impl Fn(&mut Peekable<Chars<'_>>) -> T,
) -> Vec<T> {
    let mut items = Vec::new();
    if chars.next_if_eq(&end).is_some() {
        return items;
    }
    loop {
        items.push(item(chars));
        match chars.next() {
            Some(',') => {}
            other => {
                assert_eq!(other, Some(end));
                return items;
            }
        }
    }
}

fn string(chars: &mut Peekable<Chars<'_>>) -> String {
    let mut text = String::new();
    loop {
        match chars.next().expect("the end of a text") {
            '"' => return text,
            '\\' => match chars.next().expect("an escape") {
                'n' => text.push('\n'),
                'u' => {
                    let digits: String = chars.by_ref().take(4).collect();
                    let code = u32::from_str_radix(&digits, 16).expect("four digits");
                    text.push(char::from_u32(code).expect("a character"));
                }
                other => text.push(other),
            },
            c if (c as u32) < 0x20 => panic!("a bare control character"),
            c => text.push(c),
        }
    }
}
