//! Every instruction, completely, on the registers of the top frame. What [`super::step`] does not do, or not for these operands.

use crate::bytecode::{AwaitSource, Builtin, Code, Constant, Conversion, FunctionParts, Instr, Special};
use crate::object::classes;
use crate::object::generator::{self, Resumed, Resumption};
use crate::object::py::{Py, PyResult, Raised};
use crate::protocol::call::generator_slot;
use crate::runtime::LoadedCode;
use crate::runtime::types;
use lathe_heap::{RootedVec, Word};

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

/// The error of the operator at `pc`, whose operands are in their registers.
pub fn unsupported(py: &mut Py, pc: u32) -> Raised {
    let frame = py.core().stack.top_frame();
    let rt = py.runtime();
    let regs = Registers { base: frame.base };
    let (op, left, right) = match rt.codes.get(frame.code.0).code.instructions[pc as usize] {
        Instr::Binary { op, left, right, .. } => (op, regs.get(py, left), regs.get(py, right)),
        Instr::BinaryInt { op, left, immediate, .. } => {
            (op, regs.get(py, left), Word::wrap_small(immediate.into()))
        }
        other => unreachable!("{other:?} is no operator"),
    };
    py.unsupported_operands(op, false, left, right)
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
            let slice = new_slice(py, regs.get(py, base), regs.get(py, base + 1), py.none());
            let value = py.get_item_of(regs.get(py, object), slice)?;
            regs.set(py, dst, value);
        }
        Instr::SetSlice { object, base, src } => {
            let slice = new_slice(py, regs.get(py, base), regs.get(py, base + 1), py.none());
            py.set_item_of(regs.get(py, object), slice, regs.get(py, src))?;
        }
        Instr::MakeSlice { dst, base } => {
            let slice = new_slice(py, regs.get(py, base), regs.get(py, base + 1), regs.get(py, base + 2));
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
                let missing =
                    if name.contains("exit") { format!(" (missed {name} method)") } else { String::new() };
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
            let iterator = if py.is(src, classes::GENERATOR) { src } else { py.iter(src)? };
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
        other => {
            let message = format!("this interpreter has no {other:?} yet");
            return Err(py.error(types::NOT_IMPLEMENTED_ERROR, &message));
        }
    }
    Ok(false)
}

/// The values of the keys, or None if one is not there.
fn match_keys(py: &mut Py, mapping: Word, keys: Word) -> PyResult {
    let (values, seen) = (py.rooted(), py.new_set(false));
    // `get` with a value of our own tells what is not there from what is None; it makes no entries, as `[]` may.
    let missing = py.new_object(classes::CELL);
    for index in 0..py.array_len(keys) {
        let key = py.items::<Word>(keys)[index];
        if !py.set_add(seen, key)? {
            let message = format!("mapping pattern checks duplicate key ({})", py.repr_string(key)?);
            return Err(py.value_error(&message));
        }
        let value = py.call_method(mapping, "get", &[key, missing])?;
        if value == missing {
            return Ok(py.none());
        }
        values.push(value);
    }
    Ok(py.new_tuple(&values.to_vec()))
}

/// The attributes that a class pattern asks for, or None if it does not match.
fn match_class(py: &mut Py, subject: Word, class: Word, positional: usize, names: Word) -> PyResult {
    let Some(id) = py.as_type(class) else {
        return Err(py.type_error("called match pattern must be a class"));
    };
    let none = py.none();
    if !py.is_instance_of(subject, class)? {
        return Ok(none);
    }
    let found = py.rooted();
    if positional > 0 {
        let key = py.intern("__match_args__");
        let own = match py.try_get_attr(class, key)? {
            Some(own) if py.is(own, classes::TUPLE) => Some(own),
            Some(own) => {
                let (name, found) = (py.rt().ty(id).name.borrow().clone(), py.type_name(own));
                return Err(py.type_error(&format!("{name}.__match_args__ must be a tuple (got {found})")));
            }
            None => None,
        };
        // Builtin types with a value of their own match it by position.
        use types::*;
        let itself = [BOOL, BYTEARRAY, BYTES, DICT, FLOAT, FROZENSET, INT, LIST, SET, STR, TUPLE]
            .iter()
            .any(|&builtin| py.rt().is_subtype(id, builtin));
        let allowed = own.map_or(itself as usize, |own| py.array_len(own));
        if positional > allowed {
            let (name, plural) = (py.rt().ty(id).name.borrow().clone(), if allowed == 1 { "" } else { "s" });
            return Err(py.type_error(&format!(
                "{name}() accepts {allowed} positional sub-pattern{plural} ({positional} given)"
            )));
        }
        match own {
            None => found.push(subject),
            Some(own) => {
                for index in 0..positional {
                    let name = py.items::<Word>(own)[index];
                    let name = crate::types::object::attribute_name(py, name)?;
                    match py.try_get_attr(subject, name)? {
                        Some(value) => found.push(value),
                        None => return Ok(none),
                    }
                }
            }
        }
    }
    for index in 0..py.array_len(names) {
        let name = py.items::<Word>(names)[index];
        let name = crate::types::object::attribute_name(py, name)?;
        match py.try_get_attr(subject, name)? {
            Some(value) => found.push(value),
            None => return Ok(none),
        }
    }
    Ok(py.new_tuple(&found.to_vec()))
}

fn new_cell(py: &mut Py, content: Word) -> Word {
    let cell = py.new_object(classes::CELL);
    py.set(cell, classes::CELL_CONTENT, content);
    cell
}

fn new_slice(py: &mut Py, start: Word, stop: Word, step: Word) -> Word {
    let slice = py.new_object(classes::SLICE);
    py.set(slice, classes::SLICE_START, start);
    py.set(slice, classes::SLICE_STOP, stop);
    py.set(slice, classes::SLICE_STEP, step);
    slice
}

fn free_cell(py: &Py, regs: Registers, index: u16) -> Word {
    let closure = py.get(regs.get(py, 0), classes::FUNCTION_CLOSURE);
    py.items::<Word>(closure)[index as usize]
}

fn globals(py: &Py, regs: Registers) -> Word {
    py.get(regs.get(py, 0), classes::FUNCTION_GLOBALS)
}

fn load_global(py: &mut Py, regs: Registers, name: Word) -> PyResult {
    let globals = globals(py, regs);
    if let Some(value) = py.dict_get_name(globals, name) {
        return Ok(value);
    }
    let builtins = py.root(py.rt().singletons.builtins);
    match py.dict_get_name(builtins, name) {
        Some(value) => Ok(value),
        None => Err(not_defined(py, name)),
    }
}

/// A name in a mapping; none if it is not there.
fn load_from(py: &mut Py, namespace: Word, name: Word) -> PyResult<Option<Word>> {
    if py.is(namespace, classes::DICT) {
        return Ok(py.dict_get_name(namespace, name));
    }
    match py.get_item_of(namespace, name) {
        Ok(value) => Ok(Some(value)),
        Err(raised) if py.is_instance(raised.0, types::KEY_ERROR) => Ok(None),
        Err(raised) => Err(raised),
    }
}

fn not_defined(py: &mut Py, name: Word) -> Raised {
    let message = format!("name '{}' is not defined", py.string(name));
    py.error(types::NAME_ERROR, &message)
}

fn unbound(py: &mut Py, code: &Code, slot: u16) -> Raised {
    let name = code.local_name(slot).map_or("?", |name| name);
    let message = format!("cannot access local variable '{name}' where it is not associated with a value");
    py.error(types::UNBOUND_LOCAL_ERROR, &message)
}

fn unbound_free(py: &mut Py, code: &Code, index: u16) -> Raised {
    let name = &code.free[index as usize];
    let message = format!(
        "cannot access free variable '{name}' where it is not associated with a value in enclosing scope"
    );
    py.error(types::NAME_ERROR, &message)
}

fn is_iterable(py: &mut Py, object: Word) -> bool {
    py.lookup_special(object, "__iter__").is_some() || py.lookup_special(object, "__getitem__").is_some()
}

fn is_mapping(py: &mut Py, object: Word) -> bool {
    let keys = py.intern("keys");
    py.lookup(py.type_of(object), keys).is_some()
}

fn callee_name(py: &mut Py, callee: Word) -> String {
    match py.class_of(callee) {
        Some(classes::FUNCTION) => format!("{}()", py.function_name(callee)),
        _ => match py.get_attr_str(callee, "__qualname__") {
            Ok(name) if py.is(name, classes::STR) => format!("{}()", py.string(name)),
            _ => format!("{} object", py.type_name(callee)),
        },
    }
}

fn call_unpack(py: &mut Py, callee: Word, args: Word, keywords: Word) -> PyResult {
    let positional = py.collect(args)?;
    let mut all = positional.to_vec();
    let mut names = Vec::new();
    if !keywords.is_null() {
        let mut position = 0;
        while let Some((key, value)) = py.dict_next(keywords, &mut position) {
            names.push(key);
            all.push(value);
            positional.push(value);
            positional.push(key);
        }
    }
    py.call_with_names(callee, &all, &names)
}

fn merge_keywords(py: &mut Py, dict: Word, src: Word, callee: Word) -> PyResult<()> {
    if !is_mapping(py, src) {
        let message = format!(
            "{} argument after ** must be a mapping, not {}",
            callee_name(py, callee),
            py.type_name(src)
        );
        return Err(py.type_error(&message));
    }
    let from = if py.is(src, classes::DICT) {
        src
    } else {
        let copy = py.new_dict();
        py.dict_update(copy, src)?;
        copy
    };
    let mut position = 0;
    while let Some((key, value)) = py.dict_next(from, &mut position) {
        if py.payload(key, classes::STR).is_none() {
            return Err(py.type_error("keywords must be strings"));
        }
        if py.dict_get(dict, key)?.is_some() {
            let message = format!(
                "{} got multiple values for keyword argument '{}'",
                callee_name(py, callee),
                py.string_of(key)
            );
            return Err(py.type_error(&message));
        }
        py.dict_set(dict, key, value)?;
    }
    Ok(())
}

/// So many items, or with `after` at least as many as both.
fn unpack(py: &mut Py, src: Word, count: usize, after: Option<usize>) -> PyResult<RootedVec> {
    if !is_iterable(py, src) {
        let message = format!("cannot unpack non-iterable {} object", py.type_name(src));
        return Err(py.type_error(&message));
    }
    let items = match (py.class_of(src), after) {
        // An endless iterator ends when there are too many.
        (Some(class), None) if class != classes::TUPLE && class != classes::LIST => {
            let items = py.rooted();
            let iterator = py.iter(src)?;
            while items.len() <= count {
                match py.next(iterator)? {
                    Some(item) => items.push(item),
                    None => break,
                }
            }
            items
        }
        _ => py.collect(src)?,
    };
    let least = count + after.unwrap_or(0);
    if items.len() < least {
        let at_least = if after.is_some() { "at least " } else { "" };
        let message =
            format!("not enough values to unpack (expected {at_least}{least}, got {})", items.len());
        return Err(py.value_error(&message));
    }
    if after.is_none() && items.len() > count {
        let got = match py.class_of(src) {
            Some(classes::TUPLE | classes::LIST) => format!(", got {}", items.len()),
            _ => String::new(),
        };
        let message = format!("too many values to unpack (expected {count}{got})");
        return Err(py.value_error(&message));
    }
    Ok(items)
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
    Ok(raised)
}

/// Puts the frame into its generator.
fn suspend(py: &mut Py, loaded: &LoadedCode, regs: Registers, pc: u32) {
    let generator = regs.get(py, generator_slot(loaded) as u16);
    let slots = py.get(generator, classes::GENERATOR_SLOTS);
    for slot in 0..py.array_len(slots) {
        py.set_item(slots, slot, regs.get(py, slot as u16));
    }
    py.set_int(generator, classes::GENERATOR_PC, pc.into());
    py.set_int(generator, classes::GENERATOR_STATE, generator::SUSPENDED);
    let handled = py.handled();
    py.set(generator, classes::GENERATOR_HANDLED, handled);
}

/// What `await` iterates over.
fn awaitable(py: &mut Py, object: Word, source: AwaitSource) -> PyResult {
    if py.is(object, classes::GENERATOR) && py.type_of(object) == types::COROUTINE {
        return Ok(object);
    }
    let Some(iterator) = py.call_special(object, "__await__", &[])? else {
        let name = py.type_name(object);
        let message = match source {
            AwaitSource::Expression => format!("'{name}' object can't be awaited"),
            AwaitSource::AsyncEnter => {
                format!(
                    "'async with' received an object from __aenter__ that does not implement __await__: {name}"
                )
            }
            AwaitSource::AsyncExit => {
                format!(
                    "'async with' received an object from __aexit__ that does not implement __await__: {name}"
                )
            }
            AwaitSource::AsyncNext => {
                format!("'async for' received an invalid object from __anext__: {name}")
            }
        };
        return Err(py.type_error(&message));
    };
    Ok(iterator)
}

fn send(py: &mut Py, iterator: Word, value: Word) -> PyResult<Resumed> {
    if py.is(iterator, classes::GENERATOR) {
        return py.resume(iterator, Resumption::Send(value));
    }
    let result = if py.is_none(value) {
        py.call_special(iterator, "__next__", &[]).map(|value| value.expect("an iterator"))
    } else {
        py.call_method(iterator, "send", &[value])
    };
    match result {
        Ok(value) => Ok(Resumed::Yielded(value)),
        Err(raised) if py.is_instance(raised.0, types::STOP_ITERATION) => {
            Ok(Resumed::Returned(py.stop_value(raised.0)))
        }
        Err(raised) => Err(raised),
    }
}

impl Py {
    /// The value of a `StopIteration`.
    pub fn stop_value(&self, exception: Word) -> Word {
        let args = self.get(exception, classes::EXCEPTION_ARGS);
        self.items::<Word>(args).first().copied().unwrap_or(self.none())
    }
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
