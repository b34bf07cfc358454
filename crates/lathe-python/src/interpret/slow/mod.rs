//! Every instruction, completely, on the registers of the top frame. What [`super::step`] does not do, or not for these operands.

mod names;
mod patterns;
mod suspension;
mod unpacking;

use names::{free_cell, globals, load_from, load_global, new_cell, not_defined, unbound, unbound_free};
use patterns::{match_class, match_keys};
use suspension::{awaitable, send, suspend};
use unpacking::{call_unpack, callee_name, is_iterable, is_mapping, merge_keywords, unpack};

use crate::bytecode::{AwaitSource, Builtin, Constant, Conversion, Flags, FunctionParts, Instr, Special};
use crate::object::classes;
use crate::object::generator::Resumed;
use crate::object::py::{Py, PyResult, Raised};
use crate::protocol::call::scratch;
use crate::runtime::LoadedCode;
use crate::runtime::types;
use lathe_heap::Word;

/// The frame that an instruction works on.
#[derive(Clone, Copy)]
struct Registers {
    base: u32,
}

impl Registers {
    fn get(self, py: &Py, register: u16) -> Word {
        py.core().stack.word(self.base + u32::from(register))
    }

    fn set(self, py: &Py, register: u16, value: Word) {
        py.core().stack.set_word(self.base + u32::from(register), value);
    }

    /// Consecutive registers.
    fn range(self, py: &Py, first: u16, count: u16) -> Vec<Word> {
        // The words stay in the registers, so they are alive.
        (first..first + count).map(|register| self.get(py, register)).collect()
    }
}

/// Does the instruction at `pc`. Gives whether it jumps.
pub fn execute(py: &mut Py, pc: u32) -> PyResult<bool> {
    let frame = py.core().stack.top_frame();
    let rt = py.runtime();
    let loaded = rt.codes.get(frame.code.0);
    let regs = Registers { base: frame.base };
    let instr = loaded.code.instructions[pc as usize];
    execute_on(py, loaded, regs, pc, instr)
}

/// Does the instruction at `pc`, which does not jump, and writes at most one register. Gives what it writes.
pub fn value(py: &mut Py, pc: u32) -> PyResult {
    let frame = py.core().stack.top_frame();
    let rt = py.runtime();
    let loaded = rt.codes.get(frame.code.0);
    let regs = Registers { base: frame.base };
    let instr = loaded.code.instructions[pc as usize];
    execute_on(py, loaded, regs, pc, instr)?;
    Ok(instr.writes().iter().next().map_or(py.none(), |register| regs.get(py, register)))
}

/// The error of the instruction at `pc`, whose frame has returned what it may not: `NotImplemented` from an operator, anything but
/// None from `__init__`. The operands are in their registers.
pub fn refused(py: &mut Py, pc: u32, value: Word) -> Raised {
    let frame = py.core().stack.top_frame();
    let rt = py.runtime();
    let regs = Registers { base: frame.base };
    match rt.codes.get(frame.code.0).code.instructions[pc as usize] {
        Instr::Binary { op, in_place, left, right, .. } => {
            py.unsupported_operands(op, in_place, regs.get(py, left), regs.get(py, right))
        }
        Instr::BinaryInt { op, in_place, left, immediate, .. } => {
            py.unsupported_operands(op, in_place, regs.get(py, left), Word::wrap_small(immediate.into()))
        }
        _ => py.init_returned(value),
    }
}

fn name_of(loaded: &LoadedCode, name: u32) -> Word {
    loaded.names[name as usize].0
}

fn execute_on(py: &mut Py, loaded: &LoadedCode, regs: Registers, pc: u32, instr: Instr) -> PyResult<bool> {
    let code = &*loaded.code;
    match instr {
        Instr::Move { dst, src } => regs.set(py, dst, regs.get(py, src)),
        Instr::LoadConst { dst, constant } => regs.set(py, dst, py.root(loaded.constants[constant as usize])),
        Instr::LoadInt { dst, value } => regs.set(py, dst, Word::wrap_small(value.into())),
        Instr::CheckBound { slot } => {
            if regs.get(py, slot).is_null() {
                return Err(unbound(py, code, slot));
            }
        }
        Instr::Unbind { slot } => regs.set(py, slot, Word::NULL),
        Instr::LoadBuiltin { dst, builtin } => {
            let value = match builtin {
                Builtin::AssertionError => py.type_object(types::ASSERTION_ERROR),
                Builtin::NotImplementedError => py.type_object(types::NOT_IMPLEMENTED_ERROR),
                Builtin::BuildClass => {
                    let name = py.intern("__build_class__");
                    let builtins = py.root(py.rt().singletons.builtins);
                    py.dict_get_name(builtins, name).expect("it is there")
                }
            };
            regs.set(py, dst, value);
        }
        Instr::MakeCell { slot } => {
            let cell = new_cell(py, regs.get(py, slot));
            regs.set(py, slot, cell);
        }
        Instr::NewCell { slot } => {
            let cell = new_cell(py, Word::NULL);
            regs.set(py, slot, cell);
        }
        Instr::LoadCell { dst, cell } => {
            let value = py.get(regs.get(py, cell), classes::CELL_CONTENT);
            if value.is_null() {
                return Err(unbound(py, code, cell));
            }
            regs.set(py, dst, value);
        }
        Instr::StoreCell { cell, src } => {
            py.set(regs.get(py, cell), classes::CELL_CONTENT, regs.get(py, src))
        }
        Instr::DeleteCell { cell } => {
            let object = regs.get(py, cell);
            if py.get(object, classes::CELL_CONTENT).is_null() {
                return Err(unbound(py, code, cell));
            }
            py.set(object, classes::CELL_CONTENT, Word::NULL);
        }
        Instr::ClearCell { cell } => py.set(regs.get(py, cell), classes::CELL_CONTENT, Word::NULL),
        Instr::LoadFree { dst, index } => {
            let value = py.get(free_cell(py, regs, index), classes::CELL_CONTENT);
            if value.is_null() {
                return Err(unbound_free(py, code, index));
            }
            regs.set(py, dst, value);
        }
        Instr::StoreFree { index, src } => {
            let cell = free_cell(py, regs, index);
            py.set(cell, classes::CELL_CONTENT, regs.get(py, src));
        }
        Instr::DeleteFree { index } => {
            let cell = free_cell(py, regs, index);
            if py.get(cell, classes::CELL_CONTENT).is_null() {
                return Err(unbound_free(py, code, index));
            }
            py.set(cell, classes::CELL_CONTENT, Word::NULL);
        }
        Instr::LoadFreeCell { dst, index } => regs.set(py, dst, free_cell(py, regs, index)),
        Instr::LoadGlobal { dst, name, .. } => {
            let value = load_global(py, regs, name_of(loaded, name))?;
            regs.set(py, dst, value);
        }
        Instr::StoreGlobal { src, name, .. } => {
            let globals = globals(py, regs);
            py.dict_set_name(globals, name_of(loaded, name), regs.get(py, src));
        }
        Instr::DeleteGlobal { name } => {
            let globals = globals(py, regs);
            if py.dict_remove_name(globals, name_of(loaded, name)).is_none() {
                return Err(not_defined(py, name_of(loaded, name)));
            }
        }
        Instr::LoadName { dst, namespace, name } => {
            let (namespace, name) = (regs.get(py, namespace), name_of(loaded, name));
            let value = match load_from(py, namespace, name)? {
                Some(value) => value,
                None => load_global(py, regs, name)?,
            };
            regs.set(py, dst, value);
        }
        Instr::StoreName { namespace, src, name } => {
            let (namespace, value) = (regs.get(py, namespace), regs.get(py, src));
            py.set_item_of(namespace, name_of(loaded, name), value)?;
        }
        Instr::DeleteName { namespace, name } => {
            let (namespace, name) = (regs.get(py, namespace), name_of(loaded, name));
            match py.delete_item_of(namespace, name) {
                Err(raised) if py.is_instance(raised.0, types::KEY_ERROR) => {
                    return Err(not_defined(py, name));
                }
                other => other?,
            }
        }
        Instr::LoadNameOrFree { dst, namespace, index } => {
            let name = py.intern(&code.free[index as usize]);
            let value = match load_from(py, regs.get(py, namespace), name)? {
                Some(value) => value,
                None => {
                    let value = py.get(free_cell(py, regs, index), classes::CELL_CONTENT);
                    if value.is_null() {
                        return Err(unbound_free(py, code, index));
                    }
                    value
                }
            };
            regs.set(py, dst, value);
        }
        Instr::Binary { op, in_place, dst, left, right } => {
            let value = py.binary(op, in_place, regs.get(py, left), regs.get(py, right))?;
            regs.set(py, dst, value);
        }
        Instr::BinaryInt { op, in_place, dst, left, immediate } => {
            let value = py.binary(op, in_place, regs.get(py, left), Word::wrap_small(immediate.into()))?;
            regs.set(py, dst, value);
        }
        Instr::Unary { op, dst, src } => {
            let value = py.unary(op, regs.get(py, src))?;
            regs.set(py, dst, value);
        }
        Instr::Not { dst, src } => {
            let truth = py.truth(regs.get(py, src))?;
            regs.set(py, dst, py.bool(!truth));
        }
        Instr::Compare { op, dst, left, right } => {
            let value = py.compare(op, regs.get(py, left), regs.get(py, right))?;
            regs.set(py, dst, value);
        }
        Instr::Contains { invert, dst, item, container } => {
            let found = py.contains(regs.get(py, container), regs.get(py, item))?;
            regs.set(py, dst, py.bool(found != invert));
        }
        Instr::Is { invert, dst, left, right } => {
            let same = py.same(regs.get(py, left), regs.get(py, right));
            regs.set(py, dst, py.bool(same != invert));
        }
        Instr::Jump { .. } | Instr::JumpBack { .. } => return Ok(true),
        Instr::LoopHeader { .. } => {}
        Instr::JumpOn { sense, .. } => {
            let value = regs.get(py, scratch(loaded) as u16);
            return Ok(py.truth(value)? == sense);
        }
        Instr::ForValue { .. } => unreachable!("never slow"),
        Instr::JumpIf { sense, src, .. } => return Ok(py.truth(regs.get(py, src))? == sense),
        Instr::JumpCompare { op, sense, left, right, .. } => {
            return Ok(py.compare_truth(op, regs.get(py, left), regs.get(py, right))? == sense);
        }
        Instr::JumpCompareInt { op, sense, left, immediate, .. } => {
            return Ok(py.compare_truth(op, regs.get(py, left), Word::wrap_small(immediate.into()))? == sense);
        }
        Instr::JumpIs { sense, left, right, .. } => {
            return Ok(py.same(regs.get(py, left), regs.get(py, right)) == sense);
        }
        Instr::JumpIfNone { sense, src, .. } => return Ok(py.is_none(regs.get(py, src)) == sense),
        Instr::JumpContains { sense, item, container, .. } => {
            return Ok(py.contains(regs.get(py, container), regs.get(py, item))? == sense);
        }
        Instr::ForPrepare { base, src, .. } => {
            let iterator = py.iter(regs.get(py, src))?;
            regs.set(py, base, iterator);
            regs.set(py, base + 1, Word::NULL);
        }
        Instr::ForNext { base, dst, .. } => match py.next(regs.get(py, base))? {
            Some(item) => regs.set(py, dst, item),
            None => return Ok(true),
        },
        Instr::GetAttr { dst, object, name, .. } => {
            let value = py.get_attr(regs.get(py, object), name_of(loaded, name))?;
            regs.set(py, dst, value);
        }
        Instr::SetAttr { object, src, name, .. } => {
            py.set_attr(regs.get(py, object), name_of(loaded, name), regs.get(py, src))?;
        }
        Instr::DeleteAttr { object, name } => py.delete_attr(regs.get(py, object), name_of(loaded, name))?,
        Instr::GetItem { dst, object, index } => {
            let value = py.get_item_of(regs.get(py, object), regs.get(py, index))?;
            regs.set(py, dst, value);
        }
        Instr::GetItemInt { dst, object, immediate } => {
            let value = py.get_item_of(regs.get(py, object), Word::wrap_small(immediate.into()))?;
            regs.set(py, dst, value);
        }
        Instr::SetItem { object, index, src } => {
            py.set_item_of(regs.get(py, object), regs.get(py, index), regs.get(py, src))?;
        }
        Instr::DeleteItem { object, index } => {
            py.delete_item_of(regs.get(py, object), regs.get(py, index))?
        }
        Instr::GetSlice { dst, object, base } => {
            let none = py.none();
            let slice = py.new_slice(regs.get(py, base), regs.get(py, base + 1), none);
            let value = py.get_item_of(regs.get(py, object), slice)?;
            regs.set(py, dst, value);
        }
        Instr::SetSlice { object, base, src } => {
            let none = py.none();
            let slice = py.new_slice(regs.get(py, base), regs.get(py, base + 1), none);
            py.set_item_of(regs.get(py, object), slice, regs.get(py, src))?;
        }
        Instr::MakeSlice { dst, base } => {
            let slice = py.new_slice(regs.get(py, base), regs.get(py, base + 1), regs.get(py, base + 2));
            regs.set(py, dst, slice);
        }
        Instr::Call { dst, base, argc, .. } => {
            let args = regs.range(py, base + 1, argc);
            let value = py.call(regs.get(py, base), &args)?;
            regs.set(py, dst, value);
        }
        Instr::CallKeywords { dst, base, argc, names } => {
            let args = regs.range(py, base + 1, argc);
            let names = py.root(loaded.constants[names as usize]);
            let value = py.call_with_names(regs.get(py, base), &args, py.items::<Word>(names))?;
            regs.set(py, dst, value);
        }
        Instr::CallUnpack { dst, base } => {
            let value = call_unpack(py, regs.get(py, base), regs.get(py, base + 1), regs.get(py, base + 2))?;
            regs.set(py, dst, value);
        }
        Instr::LoadMethod { base, object, name, .. } => {
            let value = py.get_attr(regs.get(py, object), name_of(loaded, name))?;
            regs.set(py, base, Word::NULL);
            regs.set(py, base + 1, value);
        }
        Instr::CallMethod { dst, base, argc, .. } => {
            let value = if regs.get(py, base).is_null() {
                let args = regs.range(py, base + 2, argc);
                py.call(regs.get(py, base + 1), &args)?
            } else {
                let args = regs.range(py, base + 1, argc + 1);
                py.call(regs.get(py, base), &args)?
            };
            regs.set(py, dst, value);
        }
        Instr::CallMethodKeywords { dst, base, argc, names } => {
            let names = py.root(loaded.constants[names as usize]);
            let names: &[Word] = py.items::<Word>(names);
            let value = if regs.get(py, base).is_null() {
                let args = regs.range(py, base + 2, argc);
                py.call_with_names(regs.get(py, base + 1), &args, names)?
            } else {
                let args = regs.range(py, base + 1, argc + 1);
                py.call_with_names(regs.get(py, base), &args, names)?
            };
            regs.set(py, dst, value);
        }
        Instr::GetSuperAttr { explicit, dst, base, name } => {
            let value = super_attribute(py, regs, explicit, base, name_of(loaded, name))?;
            regs.set(py, dst, value);
        }
        Instr::LoadSuperMethod { explicit, base, name } => {
            let value = super_attribute(py, regs, explicit, base, name_of(loaded, name))?;
            regs.set(py, base, Word::NULL);
            regs.set(py, base + 1, value);
        }
        Instr::CallSuper { dst, base } => {
            let callee = regs.get(py, base);
            let value = if py.as_type(callee) == Some(types::SUPER) {
                py.new_super(regs.get(py, base + 1), regs.get(py, base + 2))?
            } else {
                py.call(callee, &[])?
            };
            regs.set(py, dst, value);
        }
        Instr::LoadSpecial { special, base, object } => {
            let object = regs.get(py, object);
            let name = match special {
                Special::Enter => "__enter__",
                Special::Exit => "__exit__",
                Special::AsyncEnter => "__aenter__",
                Special::AsyncExit => "__aexit__",
            };
            let Some(method) = py.lookup_special(object, name) else {
                let kind = match special {
                    Special::Enter | Special::Exit => "context manager",
                    Special::AsyncEnter | Special::AsyncExit => "asynchronous context manager",
                };
                // An object without the other method is nothing of the kind.
                let enter = name.replace("exit", "enter");
                let missing = if enter != name && py.lookup_special(object, &enter).is_some() {
                    format!(" (missed {name} method)")
                } else {
                    String::new()
                };
                let message = format!(
                    "'{}' object does not support the {kind} protocol{missing}",
                    py.type_name(object)
                );
                return Err(py.type_error(&message));
            };
            let method = py.bind(method, object)?;
            regs.set(py, base, Word::NULL);
            regs.set(py, base + 1, method);
        }
        Instr::MakeTuple { dst, base, count } => {
            let tuple = py.new_tuple(&regs.range(py, base, count));
            regs.set(py, dst, tuple);
        }
        Instr::MakeList { dst, base, count } => {
            let list = py.new_list(&regs.range(py, base, count));
            regs.set(py, dst, list);
        }
        Instr::MakeSet { dst, base, count } => {
            let set = py.new_set(false);
            for item in regs.range(py, base, count) {
                py.set_add(set, item)?;
            }
            regs.set(py, dst, set);
        }
        Instr::MakeDict { dst, base, count } => {
            let dict = py.new_dict();
            for pair in regs.range(py, base, 2 * count).chunks_exact(2) {
                py.dict_set(dict, pair[0], pair[1])?;
            }
            regs.set(py, dst, dict);
        }
        Instr::ListFromConst { dst, constant } => {
            let tuple = py.root(loaded.constants[constant as usize]);
            let list = py.new_list(py.items::<Word>(tuple));
            regs.set(py, dst, list);
        }
        Instr::SetFromConst { dst, constant } => {
            let from = py.root(loaded.constants[constant as usize]);
            let set = py.new_set(false);
            for item in py.collect(from)?.to_vec() {
                py.set_add(set, item)?;
            }
            regs.set(py, dst, set);
        }
        Instr::ListAppend { list, item } => py.list_append(regs.get(py, list), regs.get(py, item))?,
        Instr::ListExtend { list, src } => {
            let src = regs.get(py, src);
            let items = match py.collect(src) {
                Err(_) if !is_iterable(py, src) => {
                    let message = format!("Value after * must be an iterable, not {}", py.type_name(src));
                    return Err(py.type_error(&message));
                }
                other => other?,
            };
            let list = regs.get(py, list);
            for item in items.to_vec() {
                py.list_append(list, item)?;
            }
        }
        Instr::ListToTuple { dst, list } => {
            let items = py.collect(regs.get(py, list))?;
            let tuple = py.new_tuple(&items.to_vec());
            regs.set(py, dst, tuple);
        }
        Instr::SetAdd { set, item } => {
            py.set_add(regs.get(py, set), regs.get(py, item))?;
        }
        Instr::SetUpdate { set, src } => {
            let set = regs.get(py, set);
            for item in py.collect(regs.get(py, src))?.to_vec() {
                py.set_add(set, item)?;
            }
        }
        Instr::DictSet { dict, key, value } => {
            py.dict_set(regs.get(py, dict), regs.get(py, key), regs.get(py, value))?
        }
        Instr::DictUpdate { dict, src } => {
            let src = regs.get(py, src);
            if !is_mapping(py, src) {
                let message = format!("'{}' object is not a mapping", py.type_name(src));
                return Err(py.type_error(&message));
            }
            py.dict_update(regs.get(py, dict), src)?;
        }
        Instr::DictMerge { dict, src, callee } => {
            merge_keywords(py, regs.get(py, dict), regs.get(py, src), regs.get(py, callee))?;
        }
        Instr::ArgumentTuple { dst, src, callee } => {
            let src = regs.get(py, src);
            if !py.is(src, classes::TUPLE) && !is_iterable(py, src) {
                let message = format!(
                    "{} argument after * must be an iterable, not {}",
                    callee_name(py, regs.get(py, callee)),
                    py.type_name(src)
                );
                return Err(py.type_error(&message));
            }
            let tuple = if py.is(src, classes::TUPLE) {
                src
            } else {
                let items = py.collect(src)?;
                py.new_tuple(&items.to_vec())
            };
            regs.set(py, dst, tuple);
        }
        Instr::Unpack { src, base, count } => {
            let items = unpack(py, regs.get(py, src), count as usize, None)?;
            for n in 0..count {
                regs.set(py, base + n, items.get(n.into()));
            }
        }
        Instr::UnpackStar { src, base, before, after } => {
            let items = unpack(py, regs.get(py, src), before as usize, Some(after as usize))?;
            let end = items.len() - after as usize;
            let middle = py.new_list(&items.to_vec()[before as usize..end]);
            for n in 0..before {
                regs.set(py, base + n, items.get(n.into()));
            }
            regs.set(py, base + before, middle);
            for n in 0..after {
                regs.set(py, base + before + 1 + n, items.get(end + n as usize));
            }
        }
        Instr::MakeFunction { parts, dst, base, code } => {
            let function = make_function(py, loaded, regs, parts, base, code);
            regs.set(py, dst, function);
        }
        Instr::Convert { conversion, dst, src } => {
            let value = regs.get(py, src);
            let text = match conversion {
                Conversion::Str | Conversion::None => py.str(value)?,
                Conversion::Repr => py.repr(value)?,
                Conversion::Ascii => py.ascii(value)?,
            };
            regs.set(py, dst, text);
        }
        Instr::Format { dst, src } => {
            let empty = py.intern("");
            let text = py.format(regs.get(py, src), empty)?;
            regs.set(py, dst, text);
        }
        Instr::FormatSpec { dst, src, spec } => {
            let text = py.format(regs.get(py, src), regs.get(py, spec))?;
            regs.set(py, dst, text);
        }
        Instr::JoinStrings { dst, base, count } => {
            let mut points: Vec<u32> = Vec::new();
            for piece in regs.range(py, base, count) {
                let piece = py.payload(piece, classes::STR).expect("a string");
                points.extend(py.text(piece).code_points());
            }
            let text = py.new_text(crate::object::text::Text::Four(&points));
            regs.set(py, dst, text);
        }
        Instr::Raise { src } => {
            let raised = py.to_exception(regs.get(py, src))?;
            let handled = py.handled();
            py.set_context(raised.0, handled);
            return Err(raised);
        }
        Instr::RaiseFrom { src, cause } => {
            return Err(raise_from(py, regs.get(py, src), regs.get(py, cause))?);
        }
        Instr::RaiseHandled => {
            let handled = py.handled();
            if handled.is_null() {
                return Err(py.error(types::RUNTIME_ERROR, "No active exception to reraise"));
            }
            return Err(Raised(handled));
        }
        Instr::Reraise { exception } => return Err(Raised(regs.get(py, exception))),
        Instr::PushHandled { save, exception } => {
            regs.set(py, save, py.handled());
            py.set_handled(regs.get(py, exception));
        }
        Instr::PopHandled { save } => py.set_handled(regs.get(py, save)),
        Instr::JumpNoMatch { exception, class, .. } => {
            return Ok(!py.exception_matches(regs.get(py, exception), regs.get(py, class))?);
        }
        Instr::MatchGroup { base, group, class } => {
            let (part, rest) = py.match_group(regs.get(py, group), regs.get(py, class))?;
            regs.set(py, base, part);
            regs.set(py, base + 1, rest);
        }
        Instr::JoinRaised { dst, original, list } => {
            let joined = py.join_raised(regs.get(py, original), regs.get(py, list))?;
            regs.set(py, dst, joined);
        }
        Instr::ExceptionArgs { base, exception } => {
            let exception = regs.get(py, exception);
            let traceback = py.get(exception, classes::EXCEPTION_TRACEBACK);
            regs.set(py, base, py.type_object(py.type_of(exception)));
            regs.set(py, base + 1, exception);
            regs.set(py, base + 2, if traceback.is_null() { py.none() } else { traceback });
        }
        Instr::Yield { .. } | Instr::YieldFrom { .. } => suspend(py, loaded, regs, pc),
        Instr::GetYieldFromIter { dst, src } => {
            let src = regs.get(py, src);
            let iterator = if py.is_coroutine(src) {
                if !code.flags.contains(Flags::COROUTINE) && !code.flags.contains(Flags::ITERABLE_COROUTINE) {
                    let message = "cannot 'yield from' a coroutine object in a non-coroutine generator";
                    return Err(py.type_error(message));
                }
                src
            } else if py.type_of(src) == types::GENERATOR {
                src
            } else {
                py.iter(src)?
            };
            regs.set(py, dst, iterator);
        }
        Instr::GetAwaitable { source, dst, src } => {
            let awaitable = awaitable(py, regs.get(py, src), source)?;
            regs.set(py, dst, awaitable);
        }
        Instr::Send { value, iter, .. } => {
            let iterator = regs.get(py, iter);
            match send(py, iterator, regs.get(py, value))? {
                Resumed::Yielded(yielded) => regs.set(py, value, yielded),
                Resumed::Returned(result) => {
                    regs.set(py, value, result);
                    return Ok(true);
                }
            }
        }
        Instr::GetAsyncIter { dst, src } => {
            let src = regs.get(py, src);
            let Some(iterator) = py.call_special(src, "__aiter__", &[])? else {
                let message = format!(
                    "'async for' requires an object with __aiter__ method, got {}",
                    py.type_name(src)
                );
                return Err(py.type_error(&message));
            };
            if py.lookup_special(iterator, "__anext__").is_none() {
                let message = format!(
                    "'async for' received an object from __aiter__ that does not implement __anext__: {}",
                    py.type_name(iterator)
                );
                return Err(py.type_error(&message));
            }
            regs.set(py, dst, iterator);
        }
        Instr::GetAsyncNext { dst, iter } => {
            let iterator = regs.get(py, iter);
            let Some(next) = py.call_special(iterator, "__anext__", &[])? else {
                let message = format!(
                    "'async for' requires an iterator with __anext__ method, got {}",
                    py.type_name(iterator)
                );
                return Err(py.type_error(&message));
            };
            let awaited = awaitable(py, next, AwaitSource::AsyncNext)?;
            regs.set(py, dst, awaited);
        }
        Instr::EndAsyncFor { exception } => {
            let exception = regs.get(py, exception);
            if !py.is_instance(exception, types::STOP_ASYNC_ITERATION) {
                return Err(Raised(exception));
            }
        }
        Instr::JumpNotSequence { src, .. } => {
            let id = py.type_of(regs.get(py, src));
            return Ok(!py.rt().ty(id).flags.get().contains(types::TypeFlags::SEQUENCE));
        }
        Instr::JumpNotMapping { src, .. } => {
            let id = py.type_of(regs.get(py, src));
            return Ok(!py.rt().ty(id).flags.get().contains(types::TypeFlags::MAPPING));
        }
        Instr::Length { dst, src } => {
            let length = py.length(regs.get(py, src))?;
            let length = py.new_int(length as i64);
            regs.set(py, dst, length);
        }
        Instr::MatchKeys { dst, src, keys } => {
            let (src, keys) = (regs.get(py, src), regs.get(py, keys));
            let found = match_keys(py, src, keys)?;
            regs.set(py, dst, found);
        }
        Instr::MappingRest { dst, src, keys } => {
            let (rest, keys) = (py.new_dict(), regs.get(py, keys));
            py.dict_update(rest, regs.get(py, src))?;
            for index in 0..py.array_len(keys) {
                let key = py.items::<Word>(keys)[index];
                py.dict_remove(rest, key)?;
            }
            regs.set(py, dst, rest);
        }
        Instr::MatchClass { dst, base, positional, names } => {
            let names = py.root(loaded.constants[names as usize]);
            let found =
                match_class(py, regs.get(py, base), regs.get(py, base + 1), positional as usize, names)?;
            regs.set(py, dst, found);
        }
        Instr::GetIter { dst, src } => {
            let iterator = py.iter(regs.get(py, src))?;
            regs.set(py, dst, iterator);
        }
        Instr::Import { level, dst, name, from_list } => {
            let (globals, from_list) = (globals(py, regs), py.root(loaded.constants[from_list as usize]));
            let text = py.string(name_of(loaded, name));
            let module = py.import(&text, globals, from_list, level)?;
            regs.set(py, dst, module);
        }
        Instr::ImportFrom { dst, module, name } => {
            let value = py.import_from(regs.get(py, module), name_of(loaded, name))?;
            regs.set(py, dst, value);
        }
        Instr::ImportStar { module } => {
            let globals = globals(py, regs);
            py.import_star(regs.get(py, module), globals)?;
        }
        Instr::ImportStarInto { module, namespace } => {
            py.import_star(regs.get(py, module), regs.get(py, namespace))?;
        }
        Instr::SetTypeParams { function, params } => {
            py.set(regs.get(py, function), classes::FUNCTION_TYPE_PARAMS, regs.get(py, params));
        }
        Instr::MakeTypeParam { kind, dst, name, extra } => {
            let name = py.root(loaded.constants[name as usize]);
            let parameter = py.make_type_parameter(kind, name, regs.get(py, extra));
            regs.set(py, dst, parameter);
        }
        Instr::SetTypeParamDefault { param, default } => {
            py.set_type_parameter_default(regs.get(py, param), regs.get(py, default));
        }
        Instr::MakeTypeAlias { dst, base } => {
            let alias =
                py.make_type_alias(regs.get(py, base), regs.get(py, base + 1), regs.get(py, base + 2));
            regs.set(py, dst, alias);
        }
        Instr::MakeGeneric { dst, params } => {
            let generic = py.make_generic(regs.get(py, params));
            regs.set(py, dst, generic);
        }
        Instr::MakeInterpolation { conversion, dst, base } => {
            let (value, text, spec) = (regs.get(py, base), regs.get(py, base + 1), regs.get(py, base + 2));
            let interpolation = py.make_interpolation(value, text, conversion, spec);
            regs.set(py, dst, interpolation);
        }
        Instr::MakeTemplate { dst, base } => {
            let template = py.make_template(regs.get(py, base), regs.get(py, base + 1));
            regs.set(py, dst, template);
        }
        Instr::SetupAnnotations { namespace } => {
            let name = py.intern("__annotations__");
            if namespace == crate::bytecode::FUNCTION {
                let globals = globals(py, regs);
                if py.dict_get_name(globals, name).is_none() {
                    let annotations = py.new_dict();
                    py.dict_set_name(globals, name, annotations);
                }
            } else {
                let namespace = regs.get(py, namespace);
                if load_from(py, namespace, name)?.is_none() {
                    let annotations = py.new_dict();
                    py.set_item_of(namespace, name, annotations)?;
                }
            }
        }
        Instr::Display { src } => py.display_value(regs.get(py, src))?,
        Instr::Return { .. } | Instr::ReturnConst { .. } => {
            unreachable!("the interpreter itself returns")
        }
    }
    Ok(false)
}

fn make_function(
    py: &mut Py,
    loaded: &LoadedCode,
    regs: Registers,
    parts: FunctionParts,
    base: u16,
    code: u32,
) -> Word {
    let function = py.new_object(classes::FUNCTION);
    let Constant::Code(inner) = &loaded.code.constants[code as usize] else { unreachable!("a code object") };
    let number = py.load_code(inner);
    py.set_int(function, classes::FUNCTION_CODE, number.into());
    let globals = globals(py, regs);
    py.set(function, classes::FUNCTION_GLOBALS, globals);
    let mut next = base;
    let none = py.none();
    for field in [classes::FUNCTION_DEFAULTS, classes::FUNCTION_KEYWORD_DEFAULTS] {
        py.set(function, field, none);
    }
    for (part, field) in [
        (FunctionParts::DEFAULTS, classes::FUNCTION_DEFAULTS),
        (FunctionParts::KEYWORD_DEFAULTS, classes::FUNCTION_KEYWORD_DEFAULTS),
        (FunctionParts::ANNOTATE, classes::FUNCTION_ANNOTATE),
        (FunctionParts::CLOSURE, classes::FUNCTION_CLOSURE),
        (FunctionParts::ANNOTATIONS, classes::FUNCTION_ANNOTATIONS),
    ] {
        if parts.contains(part) {
            py.set(function, field, regs.get(py, next));
            next += 1;
        }
    }
    let (name, qualname) = (py.intern(&inner.name), py.new_str(&inner.qualname));
    py.set(function, classes::FUNCTION_NAME, name);
    py.set(function, classes::FUNCTION_QUALNAME, qualname);
    let doc = match inner.docstring() {
        Some(Constant::Str(crate::bytecode::Text::Str(text))) => py.new_str(text),
        _ => none,
    };
    py.set(function, classes::FUNCTION_DOC, doc);
    let key = py.intern("__name__");
    let module = py.dict_get_name(globals, key).unwrap_or(none);
    py.set(function, classes::FUNCTION_MODULE, module);
    function
}

fn raise_from(py: &mut Py, value: Word, cause: Word) -> PyResult<Raised> {
    let raised = py.to_exception(value)?;
    let cause = if py.is_none(cause) {
        Word::NULL
    } else if py.is(cause, classes::EXCEPTION) {
        cause
    } else if py.as_type(cause).is_some_and(|id| py.rt().is_subtype(id, types::BASE_EXCEPTION)) {
        py.call(cause, &[])?
    } else {
        return Err(py.type_error("exception causes must derive from BaseException"));
    };
    py.set(raised.0, classes::EXCEPTION_CAUSE, cause);
    py.set_int(raised.0, classes::EXCEPTION_SUPPRESS, 1);
    let handled = py.handled();
    py.set_context(raised.0, handled);
    Ok(raised)
}

fn super_attribute(py: &mut Py, regs: Registers, explicit: bool, base: u16, name: Word) -> PyResult {
    let (callee, class, object) = (regs.get(py, base), regs.get(py, base + 1), regs.get(py, base + 2));
    if py.as_type(callee) != Some(types::SUPER) {
        let found = if explicit { py.call(callee, &[class, object])? } else { py.call(callee, &[])? };
        return py.get_attr(found, name);
    }
    let proxy = py.new_super(class, object)?;
    py.get_attr(proxy, name)
}
