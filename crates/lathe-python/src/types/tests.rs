//! Containers through their methods: as programs see them, without programs.

use crate::bytecode::{BinaryOp, CompareOp};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::object::slice::Bounds;
use crate::runtime::native::NativeKind::Special;
use crate::runtime::start::NewType;
use crate::runtime::types::{self, TypeFlags, TypeId};
use crate::testing::{Random, int, with_py, with_stressed_py};
use lathe_heap::Word;

/// The type and message of an exception.
fn complaint<T: std::fmt::Debug>(py: &mut Py, result: PyResult<T>) -> String {
    let exception = result.expect_err("an exception").0;
    let name = py.type_name(exception);
    match *py.tuple_items(py.get(exception, classes::EXCEPTION_ARGS)) {
        [] => name.to_string(),
        [message, ..] if py.is(message, classes::STR) => format!("{name}: {}", py.string(message)),
        [argument, ..] => format!("{name}: {:?}", py.as_int(argument)),
    }
}

fn ints(py: &mut Py, values: impl IntoIterator<Item = i64>) -> Word {
    let words: Vec<Word> = values.into_iter().map(int).collect();
    py.new_list(&words)
}

fn values(py: &mut Py, iterable: Word) -> Vec<i64> {
    let items = py.collect(iterable).expect("an iterable");
    (0..items.len()).map(|index| py.as_int(items.get(index)).expect("an int")).collect()
}

fn slice(py: &mut Py, parts: [Option<i64>; 3]) -> Word {
    let words = parts.map(|part| part.map_or(py.none(), int));
    py.new_slice(words[0], words[1], words[2])
}

#[test]
fn slices_of_lists_are_those_of_a_vec() {
    with_py(|py| {
        let mut random = Random::new(21);
        for _ in 0..3000 {
            let length = random.below(12);
            let mut model: Vec<i64> = (0..length as i64).collect();
            let list = ints(py, model.iter().copied());
            let mut part = |from: i64, count: usize| {
                (random.below(3) > 0).then(|| from + random.below(count) as i64).filter(|&part| part != 0)
            };
            let parts = [part(-14, 28), part(-14, 28), part(-4, 9)];
            let bounds = Bounds::new(parts[0], parts[1], parts[2].unwrap_or(1), length);
            let places: Vec<usize> =
                (0..bounds.count as i64).map(|n| (bounds.start + n * bounds.step) as usize).collect();
            let slice = slice(py, parts);
            let taken = py.get_item_of(list, slice).expect("a slice");
            assert_eq!(values(py, taken), places.iter().map(|&place| place as i64).collect::<Vec<_>>());
            let count = if random.below(2) == 0 { bounds.count } else { random.below(6) };
            let new: Vec<i64> = (100..100 + count as i64).collect();
            match random.below(3) {
                0 => {
                    py.delete_item_of(list, slice).expect("deleted");
                    model = (0..length).filter(|place| !places.contains(place)).map(|n| n as i64).collect();
                }
                other => {
                    let items = ints(py, new.iter().copied());
                    // Not only lists can be assigned.
                    let items = if other == 1 { items } else { py.tuple_of(items).expect("a tuple") };
                    let outcome = py.set_item_of(list, slice, items);
                    if bounds.step == 1 {
                        outcome.expect("any number of items");
                        let stop = bounds.stop.max(bounds.start) as usize;
                        model.splice(bounds.start as usize..stop, new);
                    } else if count == bounds.count {
                        outcome.expect("as many items");
                        places.iter().zip(new).for_each(|(&place, item)| model[place] = item);
                    } else {
                        let expected = format!(
                            "ValueError: attempt to assign sequence of size {count} to extended slice of size {}",
                            bounds.count
                        );
                        assert_eq!(complaint(py, outcome), expected);
                    }
                }
            }
            assert_eq!(values(py, list), model, "{parts:?} of {length}");
        }
    });
}

#[test]
fn what_a_list_can_not_do_is_said_in_cpython_s_words() {
    with_py(|py| {
        let (list, empty, text) = (ints(py, [1, 2, 3]), py.new_list(&[]), py.new_str("x"));
        let none = py.none();
        let check =
            |py: &mut Py, result: PyResult, expected: &str| assert_eq!(complaint(py, result), expected);
        let result = py.call_method(empty, "pop", &[]);
        check(py, result, "IndexError: pop from empty list");
        let result = py.call_method(list, "pop", &[int(3)]);
        check(py, result, "IndexError: pop index out of range");
        let result = py.call_method(list, "remove", &[int(9)]);
        check(py, result, "ValueError: list.remove(x): x not in list");
        let result = py.call_method(list, "index", &[int(1), int(1)]);
        check(py, result, "ValueError: list.index(x): x not in list");
        let result = py.get_item_of(list, int(3));
        check(py, result, "IndexError: list index out of range");
        let result = py.get_item_of(list, int(-4));
        check(py, result, "IndexError: list index out of range");
        let result = py.get_item_of(list, text);
        check(py, result, "TypeError: list indices must be integers or slices, not str");
        let result = py.set_item_of(list, int(3), none).map(|()| none);
        check(py, result, "IndexError: list assignment index out of range");
        let result = py.delete_item_of(list, int(-4)).map(|()| none);
        check(py, result, "IndexError: list assignment index out of range");
        let zero = slice(py, [None, None, Some(0)]);
        let result = py.get_item_of(list, zero);
        check(py, result, "ValueError: slice step cannot be zero");
        let parts = py.new_slice(text, none, none);
        let result = py.get_item_of(list, parts);
        check(py, result, "TypeError: slice indices must be integers or None or have an __index__ method");
        let all = slice(py, [None, None, None]);
        let result = py.set_item_of(list, all, none).map(|()| none);
        check(py, result, "TypeError: can only assign an iterable");
        let every_other = slice(py, [None, None, Some(2)]);
        let result = py.set_item_of(list, every_other, none).map(|()| none);
        check(py, result, "TypeError: must assign iterable to extended slice");
        let result = py.hash(list).map(int);
        check(py, result, "TypeError: unhashable type: 'list'");
        let result = py.binary(BinaryOp::Add, false, list, text);
        check(py, result, "TypeError: can only concatenate list (not \"str\") to list");
        let result = py.binary(BinaryOp::Multiply, false, list, list);
        check(py, result, "TypeError: can't multiply sequence by non-int of type 'list'");
        assert_eq!(values(py, list), [1, 2, 3]);
    });
}

#[test]
fn wrong_arguments_are_reported_in_cpython_s_words() {
    with_py(|py| {
        let (list, tuple, range) =
            (py.type_object(types::LIST), py.type_object(types::TUPLE), py.type_object(types::RANGE));
        let items = ints(py, [1]);
        let check = |py: &mut Py, result: PyResult, expected: &str| {
            assert_eq!(complaint(py, result), format!("TypeError: {expected}"));
        };
        let result = py.call(list, &[items, items]);
        check(py, result, "list expected at most 1 argument, got 2");
        let result = py.call(tuple, &[items, items]);
        check(py, result, "tuple expected at most 1 argument, got 2");
        let result = py.call(range, &[]);
        check(py, result, "range expected at least 1 argument, got 0");
        let name = py.intern("iterable");
        let result = py.call_with_names(list, &[items], &[name]);
        check(py, result, "list() takes no keyword arguments");
        let result = py.call_method(items, "append", &[]);
        check(py, result, "list.append() takes exactly one argument (0 given)");
        let result = py.call_method(items, "clear", &[items]);
        check(py, result, "list.clear() takes no arguments (1 given)");
        let result = py.call_method(items, "insert", &[items]);
        check(py, result, "insert expected 2 arguments, got 1");
        let result = py.call_method(items, "sort", &[items]);
        check(py, result, "sort() takes no positional arguments");
        let result = py.call_method(items, "__len__", &[items]);
        check(py, result, "expected 0 arguments, got 1");
        let new = py.intern("__new__");
        let new = py.lookup(types::LIST, new).expect("a list can be made");
        let new = py.bind_to(new, Word::NULL, list).expect("static");
        let result = py.call(new, &[items]);
        check(py, result, "list.__new__(X): X is not a type object (list)");
        let result = py.call(new, &[tuple]);
        check(py, result, "list.__new__(tuple): tuple is not a subtype of list");
    });
}

#[test]
fn a_container_in_itself_is_shown_once() {
    with_py(|py| {
        let list = py.new_list(&[]);
        py.list_append(list, list).expect("append");
        assert_eq!(py.repr_string(list), Ok("[[...]]".to_string()));
        let dict = py.new_dict();
        let tuple = py.new_tuple(&[dict, list]);
        py.dict_set(dict, int(0), tuple).expect("set");
        py.dict_remove(dict, int(0)).expect("removed");
        assert_eq!(py.repr_string(tuple), Ok("({}, [[...]])".to_string()));
        let set = py.new_set(false);
        assert_eq!(py.repr_string(set), Ok("set()".to_string()));
        // After an exception in between it is shown as before.
        assert!(py.rt().showing.borrow().is_empty());
    });
}

#[test]
fn iterators_notice_that_a_container_has_changed() {
    with_py(|py| {
        let dict = py.new_dict();
        for n in 0..5 {
            py.dict_set(dict, int(n), int(n)).expect("set");
        }
        let keys = py.iter(dict).expect("an iterator");
        assert_eq!(py.next(keys), Ok(Some(int(0))));
        py.dict_set(dict, int(0), int(7)).expect("a value is no change");
        assert_eq!(py.next(keys), Ok(Some(int(1))));
        py.dict_set(dict, int(9), int(9)).expect("set");
        for _ in 0..2 {
            let result = py.next(keys);
            assert_eq!(complaint(py, result), "RuntimeError: dictionary changed size during iteration");
        }
        let keys = py.iter(dict).expect("an iterator");
        while let Ok(Some(key)) = py.next(keys) {
            // As many go as come: there is no end, unless somebody counts.
            py.dict_remove(dict, key).expect("there");
            let new = int(key.as_small().expect("an int") + 100);
            py.dict_set(dict, new, new).expect("set");
        }
        assert_eq!(py.next(keys), Ok(None));
        let set = py.new_set(false);
        py.set_add(set, int(1)).expect("add");
        let elements = py.iter(set).expect("an iterator");
        py.set_add(set, int(2)).expect("add");
        let result = py.next(elements);
        assert_eq!(complaint(py, result), "RuntimeError: Set changed size during iteration");
        // A list may grow and shrink meanwhile.
        let list = ints(py, [1, 2]);
        let items = py.iter(list).expect("an iterator");
        assert_eq!(py.next(items), Ok(Some(int(1))));
        py.list_append(list, int(3)).expect("append");
        assert_eq!((py.next(items), py.next(items)), (Ok(Some(int(2))), Ok(Some(int(3)))));
        assert_eq!(py.next(items), Ok(None));
        py.list_append(list, int(4)).expect("append");
        assert_eq!(py.next(items), Ok(None));
    });
}

#[test]
fn iterators_over_iterators() {
    with_py(|py| {
        let (a, b) = (ints(py, [1, 2, 3]), ints(py, [10, 20]));
        let (zip, enumerate) = (py.type_object(types::ZIP), py.type_object(types::ENUMERATE));
        let (map, filter) = (py.type_object(types::MAP), py.type_object(types::FILTER));
        let reversed = py.type_object(types::REVERSED);
        let pairs = py.call(zip, &[a, b]).expect("zip");
        let pairs = py.collect(pairs).expect("pairs").to_vec();
        assert_eq!(pairs.len(), 2);
        assert_eq!(values(py, pairs[1]), [2, 20]);
        let strict = py.intern("strict");
        let yes = py.bool(true);
        let result = py.call_with_names(zip, &[a, b, yes], &[strict]).expect("zip");
        let result = py.collect(result).map(|_| ());
        assert_eq!(complaint(py, result), "ValueError: zip() argument 2 is shorter than argument 1");
        let result = py.call_with_names(zip, &[b, b, a, yes], &[strict]).expect("zip");
        let result = py.collect(result).map(|_| ());
        assert_eq!(complaint(py, result), "ValueError: zip() argument 3 is longer than arguments 1-2");
        let numbered = py.call(enumerate, &[b, int(5)]).expect("enumerate");
        let numbered = py.collect(numbered).expect("pairs").to_vec();
        assert_eq!(values(py, numbered[1]), [6, 20]);
        let len = py.type_object(types::LIST);
        let lists = py.new_list(&[a, b]);
        let mapped = py.call(map, &[len, lists]).expect("map");
        let mapped = py.collect(mapped).expect("lists").to_vec();
        assert_eq!(values(py, mapped[0]), [1, 2, 3]);
        let none = py.none();
        let mixed = py.new_list(&[int(0), int(3), none, a]);
        let filtered = py.call(filter, &[none, mixed]).expect("filter");
        assert_eq!(py.collect(filtered).expect("items").to_vec(), [int(3), a]);
        let backwards = py.call(reversed, &[a]).expect("reversed");
        assert_eq!(values(py, backwards), [3, 2, 1]);
        let tuple = py.tuple_of(a).expect("a tuple");
        let backwards = py.call(reversed, &[tuple]).expect("reversed");
        let hint = py.call_method(backwards, "__length_hint__", &[]);
        assert_eq!(hint, Ok(int(3)));
        assert_eq!(values(py, backwards), [3, 2, 1]);
        let range = py.new_range(int(10), int(0), int(-3)).expect("a range");
        assert_eq!(values(py, range), [10, 7, 4, 1]);
        let backwards = py.call(reversed, &[range]).expect("reversed");
        assert_eq!(values(py, backwards), [1, 4, 7, 10]);
        let part = slice(py, [Some(1), None, Some(2)]);
        let part = py.get_item_of(range, part).expect("a slice");
        assert_eq!(values(py, part), [7, 1]);
    });
}

#[test]
fn containers_are_made_from_what_there_is() {
    with_py(|py| {
        let pair = |py: &mut Py, a, b| py.new_tuple(&[int(a), int(b)]);
        let (one, two) = (pair(py, 1, 10), pair(py, 2, 20));
        let pairs = py.new_list(&[one, two]);
        let (dict, keyword) = (py.type_object(types::DICT), py.intern("three"));
        let made = py.call_with_names(dict, &[pairs, int(30)], &[keyword]).expect("a dict");
        assert_eq!(py.dict_len(made), 3);
        assert_eq!(py.dict_get(made, int(2)), Ok(Some(int(20))));
        assert_eq!(py.dict_get_name(made, keyword), Some(int(30)));
        let numbers = ints(py, [1, 2]);
        let result = py.call(dict, &[numbers]);
        let expected = "TypeError: cannot convert dictionary update sequence element #0 to a sequence";
        assert_eq!(complaint(py, result), expected);
        let triple = ints(py, [1, 2, 3]);
        let triples = py.new_list(&[one, triple]);
        let result = py.call(dict, &[triples]);
        let expected = "ValueError: dictionary update sequence element #1 has length 3; 2 is required";
        assert_eq!(complaint(py, result), expected);
        let keys = py.call_method(made, "keys", &[]).expect("a view");
        let set = py.new_set(false);
        py.set_add(set, int(1)).expect("add");
        let common = py.binary(BinaryOp::And, false, keys, set).expect("a set");
        assert_eq!(values(py, common), [1]);
        assert_eq!(py.compare_truth(CompareOp::Gt, keys, set), Ok(true));
        let items = py.call_method(made, "items", &[]).expect("a view");
        assert_eq!((py.contains(items, one), py.contains(items, pairs)), (Ok(true), Ok(false)));
        let frozen = py.type_object(types::FROZENSET);
        let frozen = py.call(frozen, &[triple]).expect("a frozenset");
        assert_eq!(py.hash(frozen).map(|hash| hash << 1), Ok(-272_375_401_224_217_160 << 1));
        // A set is found in a set of frozen sets.
        let outer = py.new_set(false);
        py.set_add(outer, frozen).expect("hashable");
        let inner = py.set_copy(frozen, false).expect("a copy");
        assert_eq!(py.contains(outer, inner), Ok(true));
        let result = py.set_add(outer, inner);
        assert_eq!(complaint(py, result), "TypeError: unhashable type: 'set'");
    });
}

/// A class whose objects are lists, all of one hash, and equal only to themselves. Their first item is a container that each
/// comparison changes.
fn troublemaker(py: &mut Py) -> TypeId {
    fn hash(_: &mut Py, _: &[Word]) -> PyResult {
        Ok(int(42))
    }
    fn compare(py: &mut Py, args: &[Word]) -> PyResult {
        let object = py.payload(args[0], classes::LIST).expect("a list");
        let (container, times) = (py.list_get(object, 0), py.list_get(object, 1));
        let times = times.as_small().expect("an int");
        if times > 0 {
            py.list_set(object, 1, int(times - 1))?;
            match py.class_of(container) {
                Some(classes::DICT) if times % 3 == 0 => py.dict_clear(container),
                Some(classes::DICT) => {
                    for n in 0..times {
                        py.dict_set(container, int(1000 * times + n), int(n))?;
                    }
                }
                Some(classes::LIST) => py.list_append(container, int(times))?,
                _ => unreachable!("a dict or a list"),
            }
        }
        Ok(py.bool(false))
    }
    let dict = py.new_dict();
    let new = NewType {
        name: "Trouble".into(),
        bases: &[types::LIST],
        metatype: types::TYPE,
        layout: types::LIST,
        class: classes::WRAPPED,
        flags: TypeFlags::HEAP,
        dict,
    };
    let id = py.add_type(new);
    py.add_methods(
        id,
        &[
            ("__hash__", Special, "(self, /)", hash),
            ("__eq__", Special, "(self, value, /)", compare),
            ("__lt__", Special, "(self, value, /)", compare),
        ],
    );
    id
}

fn trouble(py: &mut Py, id: TypeId, container: Word, times: i64) -> Word {
    let payload = py.new_list(&[container, int(times)]);
    py.new_wrapped(id, payload)
}

fn changes_while_searching(py: &mut Py) {
    let id = troublemaker(py);
    for times in [1, 2, 3, 7, 30] {
        let dict = py.new_dict();
        for n in 0..3 {
            let key = trouble(py, id, dict, 0);
            py.dict_set(dict, key, int(n)).expect("set");
        }
        let key = trouble(py, id, dict, times);
        py.dict_set(dict, key, int(-1)).expect("set");
        let other = trouble(py, id, dict, 0);
        assert_eq!(py.dict_get(dict, other), Ok(None));
        py.dict_set(dict, other, int(-2)).expect("set");
        assert_eq!(py.dict_get(dict, other), Ok(Some(int(-2))));
        let (mut position, mut count) = (0, 0);
        while py.dict_next(dict, &mut position).is_some() {
            count += 1;
        }
        assert_eq!(count, py.dict_len(dict));
    }
}

#[test]
fn a_search_starts_again_when_a_comparison_changes_the_table() {
    with_py(changes_while_searching);
    with_stressed_py(changes_while_searching);
}

#[test]
fn a_list_that_is_being_sorted_is_empty_and_stays_as_it_was() {
    with_py(|py| {
        let id = troublemaker(py);
        let list = py.new_list(&[]);
        for _ in 0..10 {
            let item = trouble(py, id, list, 0);
            py.list_append(list, item).expect("append");
        }
        py.list_sort(list, None, false).expect("nothing is changed");
        let item = trouble(py, id, list, 3);
        py.list_append(list, item).expect("append");
        let before: Vec<Word> = (0..11).map(|index| py.list_get(list, index)).collect();
        let result = py.list_sort(list, None, false);
        assert_eq!(complaint(py, result), "ValueError: list modified during sort");
        let after: Vec<Word> = (0..py.list_len(list)).map(|index| py.list_get(list, index)).collect();
        assert_eq!(after, before);
        // A key function that fails: nothing is lost.
        let none = py.none();
        let result = py.list_sort(list, Some(none), false);
        assert_eq!(complaint(py, result), "TypeError: 'NoneType' object is not callable");
        assert_eq!(py.list_len(list), 11);
    });
}
