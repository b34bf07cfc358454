//! Calls from Rust.

use crate::bytecode::{Code, Flags, NAMESPACE};
use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::LoadedCode;
use crate::runtime::native::{Native, NativeKind};
use crate::runtime::types::{self, TypeId};
use lathe_heap::Word;
use lathe_ir::CodeId;
use lathe_meta::{Failure, call_guest};

impl Py {
    /// Calls an object with arguments by position.
    pub fn call(&mut self, callee: Word, args: &[Word]) -> PyResult {
        self.call_with_names(callee, args, &[])
    }

    /// The last arguments have names: strings.
    pub fn call_with_names(&mut self, callee: Word, args: &[Word], names: &[Word]) -> PyResult {
        self.check_stack()?;
        match self.class_of(callee) {
            Some(classes::FUNCTION) => self.call_function(callee, args, names),
            Some(classes::BUILTIN) => self.call_builtin(callee, args, names),
            Some(classes::BOUND_METHOD) => {
                let (function, object) =
                    (self.get(callee, classes::METHOD_FUNCTION), self.get(callee, classes::METHOD_SELF));
                self.with_first(object, args, |py, args| py.call_with_names(function, args, names))
            }
            Some(classes::TYPE) => self.call_type(callee, args, names),
            Some(class) => {
                if matches!(class, classes::NATIVE | classes::WRAPPED)
                    && let Some(result) = self.call_module_object(callee, args, names)
                {
                    return result;
                }
                match self.lookup_special(callee, "__call__") {
                    Some(method) => {
                        let method = self.bind(method, callee)?;
                        self.call_with_names(method, args, names)
                    }
                    None => {
                        let message = format!("'{}' object is not callable", self.type_name(callee));
                        Err(self.type_error(&message))
                    }
                }
            }
            None => unreachable!("null is not called"),
        }
    }

    /// One more argument before the others; all of them on the native stack.
    pub fn with_first<T>(
        &mut self,
        first: Word,
        rest: &[Word],
        work: impl FnOnce(&mut Py, &[Word]) -> T,
    ) -> T {
        const FEW: usize = 16;
        if rest.len() < FEW {
            let mut all = [Word::NULL; FEW];
            all[0] = first;
            all[1..=rest.len()].copy_from_slice(rest);
            return work(self, &all[..=rest.len()]);
        }
        let mut all = vec![first];
        all.extend_from_slice(rest);
        // The others are somewhere on the stack already, `first` is our argument.
        work(self, &all)
    }

    /// A tuple and a dict, as natives get them, as arguments: all of them, and the names of the last. The two keep them alive.
    pub fn arguments_of(&mut self, positional: Word, keywords: Word) -> (Vec<Word>, Vec<Word>) {
        let (mut all, mut names, mut position) = (self.items::<Word>(positional).to_vec(), Vec::new(), 0);
        while let Some((name, value)) = self.dict_next(keywords, &mut position) {
            names.push(name);
            all.push(value);
        }
        (all, names)
    }

    fn call_builtin(&mut self, callee: Word, args: &[Word], names: &[Word]) -> PyResult {
        let object = self.get(callee, classes::BUILTIN_SELF);
        let rt = self.runtime();
        let native = rt.natives.get(self.get_int(callee, classes::BUILTIN_NUMBER) as u32);
        if object.is_null()
            && let Some(owner) = native.owner
        {
            self.check_receiver(native, owner, args.first().copied())?;
        }
        let call = |py: &mut Py, args: &[Word]| {
            if names.is_empty() && native.signature.takes_exactly(args.len()) {
                return (native.call)(py, args);
            }
            if !names.is_empty() && py.ignores_keywords(native, args[0]) {
                let args = &args[..args.len() - names.len()];
                let bound = native.signature.bind(py, native.name_in_messages(), args, &[])?;
                return (native.call)(py, &bound);
            }
            let bound = native.signature.bind(py, native.name_in_messages(), args, names)?;
            (native.call)(py, &bound)
        };
        if object.is_null() { call(self, args) } else { self.with_first(object, args, call) }
    }

    /// `__new__` of some types does not look at keywords that are for the `__init__` of a subclass, and the other way round.
    fn ignores_keywords(&mut self, native: &Native, first: Word) -> bool {
        let (other, id) = match native.name {
            "__new__" => ("__init__", self.as_type(first)),
            "__init__" => ("__new__", Some(self.type_of(first))),
            _ => return false,
        };
        let (Some(owner), Some(id)) = (native.owner, id) else { return false };
        let takes_none = [
            types::TUPLE,
            types::LIST,
            types::SET,
            types::FROZENSET,
            types::FLOAT,
            types::REVERSED,
            types::FILTER,
        ];
        let other = self.intern(other);
        takes_none.contains(&owner) && id != owner && self.lookup(id, other) != self.lookup(owner, other)
    }

    /// A method of a type that is called by itself: what it is given as object must be one of the type.
    pub(crate) fn check_receiver(
        &mut self,
        native: &Native,
        owner: TypeId,
        object: Option<Word>,
    ) -> PyResult<()> {
        let (kind, name) = (native.kind, native.name);
        if !matches!(kind, NativeKind::Method | NativeKind::Special)
            || object.is_some_and(|object| owner == types::OBJECT || self.is_instance(object, owner))
        {
            return Ok(());
        }
        let ty = self.rt().ty(owner).name.borrow().clone();
        let message = match object {
            Some(object) if kind == NativeKind::Method => {
                let found = self.type_name(object);
                format!("descriptor '{name}' for '{ty}' objects doesn't apply to a '{found}' object")
            }
            Some(object) => {
                let found = self.type_name(object);
                format!("descriptor '{name}' requires a '{ty}' object but received a '{found}'")
            }
            None if kind == NativeKind::Method => format!("unbound method {ty}.{name}() needs an argument"),
            None => format!("descriptor '{name}' of '{ty}' object needs an argument"),
        };
        Err(self.type_error(&message))
    }

    fn call_function(&mut self, function: Word, args: &[Word], names: &[Word]) -> PyResult {
        let rt = self.runtime();
        let number = self.get_int(function, classes::FUNCTION_CODE) as u32;
        let loaded = rt.codes.get(number);
        let code = &loaded.code;
        // In a guest array: there may be any number of them.
        let slots = self.new_array(classes::REFS, code.slots as usize + 2);
        self.set_item(slots, 0, function);
        self.bind_arguments(function, code, args, names, slots)?;
        if code.is_generator_like() {
            return self.new_generator(function, number, slots);
        }
        self.run_code(number, slots)
    }

    /// Runs code with these slots (the function and its arguments first), to its end.
    pub fn run_code(&mut self, number: u32, slots: Word) -> PyResult {
        let rt = self.runtime();
        let count = frame_slots(rt.codes.get(number));
        let limit = self.rt().recursion_limit.get();
        if self.core().stack.depth() >= limit {
            return Err(self.recursion_error());
        }
        // SAFETY: the context is ours, and nothing of the core is borrowed.
        let result = unsafe { call_guest(self.context(), CodeId(number), count, self.items::<Word>(slots)) };
        self.outcome(result)
    }

    pub fn outcome(&mut self, result: Result<Word, Failure>) -> PyResult {
        match result {
            Ok(result) => Ok(result),
            Err(Failure::Raised(exception)) => Err(Raised(exception)),
            Err(Failure::StackFull) => Err(self.recursion_error()),
            Err(Failure::Stopped) => Err(self.error_with(types::KEYBOARD_INTERRUPT, &[])),
        }
    }

    pub fn recursion_error(&mut self) -> Raised {
        self.error(types::RECURSION_ERROR, "maximum recursion depth exceeded")
    }

    /// Is there enough of the native stack left to go on calling? The recursion limit is for Rust code as well, which compares or
    /// shows containers in containers: by what it has taken of the stack since guest code ran last.
    pub fn check_stack(&mut self) -> PyResult<()> {
        // An interpreter, a recorder, an optimizer and a collection may be needed on top.
        const RESERVE: usize = 1 << 20;
        const PER_CALL: usize = 8 << 10;
        const AT_LEAST: usize = 8 << 20;
        let allowed = self.rt().recursion_limit.get().saturating_mul(PER_CALL).max(AT_LEAST);
        let here = lathe_heap::stack::stack_pointer().addr();
        let taken = self.core().run_base.map_or(0, |base| base.saturating_sub(here));
        if lathe_heap::stack::native_stack_left() < RESERVE || taken > allowed {
            return Err(self.recursion_error());
        }
        Ok(())
    }

    pub fn call_method(&mut self, object: Word, name: &str, args: &[Word]) -> PyResult {
        let name = self.intern(name);
        let method = self.get_attr(object, name)?;
        self.call(method, args)
    }

    /// Calls a special method with the object, if its type has it.
    pub fn call_special(&mut self, object: Word, name: &str, args: &[Word]) -> PyResult<Option<Word>> {
        match self.lookup_special(object, name) {
            Some(method) if self.is(method, classes::FUNCTION) || self.is(method, classes::BUILTIN) => {
                self.with_first(object, args, |py, args| py.call(method, args)).map(Some)
            }
            Some(method) => {
                let method = self.bind(method, object)?;
                self.call(method, args).map(Some)
            }
            None => Ok(None),
        }
    }

    /// Puts arguments into the slots of a function's parameters (from 1 on).
    pub fn bind_arguments(
        &mut self,
        function: Word,
        code: &Code,
        args: &[Word],
        names: &[Word],
        slots: Word,
    ) -> PyResult<()> {
        if code.flags.contains(Flags::NAMESPACE) {
            // A class body: all it gets is its namespace.
            self.set_item(slots, NAMESPACE.into(), args[0]);
            return Ok(());
        }
        let given = args.len() - names.len();
        let positional = code.positional as usize;
        let direct = given.min(positional);
        for (index, &arg) in args[..direct].iter().enumerate() {
            self.set_item(slots, 1 + index, arg);
        }
        if let Some(rest) = code.args_slot() {
            let rest_args = self.new_tuple(&args[direct..given]);
            self.set_item(slots, rest.into(), rest_args);
        } else if given > positional {
            return Err(self.too_many_arguments(function, code, given, names.len()));
        }
        let more = code.kwargs_slot();
        if let Some(more) = more {
            let dict = self.new_dict();
            self.set_item(slots, more.into(), dict);
        }
        let named = code.positional + code.keyword_only;
        for (&name, &value) in names.iter().zip(&args[given..]) {
            let text = self.string(name);
            let by_name = &code.locals[code.positional_only as usize..named as usize];
            match by_name.iter().position(|local| **local == *text) {
                Some(index) => {
                    let slot = 1 + code.positional_only as usize + index;
                    if !self.items::<Word>(slots)[slot].is_null() {
                        let message = format!(
                            "{}() got multiple values for argument '{text}'",
                            self.function_name(function)
                        );
                        return Err(self.type_error(&message));
                    }
                    self.set_item(slots, slot, value);
                }
                None => match more {
                    Some(more) => {
                        let dict = self.items::<Word>(slots)[usize::from(more)];
                        self.dict_set(dict, name, value)?;
                    }
                    None => return Err(self.unexpected_keyword(function, code, names, &text)),
                },
            }
        }
        self.fill_defaults(function, code, slots)
    }

    fn fill_defaults(&mut self, function: Word, code: &Code, slots: Word) -> PyResult<()> {
        let defaults = self.get(function, classes::FUNCTION_DEFAULTS);
        let defaults: &[Word] = if self.is(defaults, classes::TUPLE) { self.items(defaults) } else { &[] };
        let positional = code.positional as usize;
        let first_default = positional - defaults.len().min(positional);
        let mut missing = Vec::new();
        for index in 0..positional {
            if self.items::<Word>(slots)[1 + index].is_null() {
                if index >= first_default {
                    self.set_item(slots, 1 + index, defaults[index - first_default]);
                } else {
                    missing.push(code.locals[index].clone());
                }
            }
        }
        if !missing.is_empty() {
            return Err(self.missing_arguments(function, &missing, "positional"));
        }
        let keyword_defaults = self.get(function, classes::FUNCTION_KEYWORD_DEFAULTS);
        for index in positional..positional + code.keyword_only as usize {
            if !self.items::<Word>(slots)[1 + index].is_null() {
                continue;
            }
            let name = self.intern(&code.locals[index]);
            let default = if self.is(keyword_defaults, classes::DICT) {
                self.dict_get_name(keyword_defaults, name)
            } else {
                None
            };
            match default {
                Some(default) => self.set_item(slots, 1 + index, default),
                None => missing.push(code.locals[index].clone()),
            }
        }
        if !missing.is_empty() {
            return Err(self.missing_arguments(function, &missing, "keyword-only"));
        }
        Ok(())
    }

    /// The qualified name, for messages.
    pub fn function_name(&mut self, function: Word) -> String {
        let name = self.get(function, classes::FUNCTION_QUALNAME);
        self.string(name).into_owned()
    }

    fn missing_arguments(&mut self, function: Word, missing: &[std::rc::Rc<str>], kind: &str) -> Raised {
        let quoted: Vec<String> = missing.iter().map(|name| format!("'{name}'")).collect();
        let list = match &quoted[..] {
            [one] => one.clone(),
            [one, two] => format!("{one} and {two}"),
            [most @ .., last] => format!("{}, and {last}", most.join(", ")),
            [] => unreachable!("something is missing"),
        };
        let (count, plural) = (missing.len(), if missing.len() == 1 { "" } else { "s" });
        let name = self.function_name(function);
        self.type_error(&format!("{name}() missing {count} required {kind} argument{plural}: {list}"))
    }

    fn too_many_arguments(&mut self, function: Word, code: &Code, given: usize, keywords: usize) -> Raised {
        let defaults = self.get(function, classes::FUNCTION_DEFAULTS);
        let defaults = if self.is(defaults, classes::TUPLE) { self.items::<Word>(defaults).len() } else { 0 };
        let most = code.positional as usize;
        let least = most - defaults.min(most);
        let takes = if least == most { most.to_string() } else { format!("from {least} to {most}") };
        let plural = if most == 1 && least == most { "" } else { "s" };
        let also = match (code.keyword_only > 0, keywords) {
            (true, 1..) => format!(
                " positional argument{} (and {keywords} keyword-only argument{})",
                if given == 1 { "" } else { "s" },
                if keywords == 1 { "" } else { "s" }
            ),
            _ => String::new(),
        };
        let verb = if given == 1 && also.is_empty() { "was" } else { "were" };
        let name = self.function_name(function);
        self.type_error(&format!(
            "{name}() takes {takes} positional argument{plural} but {given}{also} {verb} given"
        ))
    }

    fn unexpected_keyword(&mut self, function: Word, code: &Code, names: &[Word], text: &str) -> Raised {
        let name = self.function_name(function);
        let positional_only = &code.locals[..code.positional_only as usize];
        let wrong: Vec<String> = names
            .iter()
            .map(|&name| self.string(name).into_owned())
            .filter(|text| positional_only.iter().any(|local| **local == **text))
            .collect();
        if !wrong.is_empty() {
            let list = wrong.join(", ");
            return self.type_error(&format!(
                "{name}() got some positional-only arguments passed as keyword arguments: '{list}'"
            ));
        }
        self.type_error(&format!("{name}() got an unexpected keyword argument '{text}'"))
    }
}

/// Slots of a frame: those of the code, one for what instructions want to remember across a call, and the generator.
pub fn frame_slots(loaded: &LoadedCode) -> u32 {
    u32::from(loaded.code.slots) + 2
}

/// The slot of the generator that the frame belongs to.
pub fn generator_slot(loaded: &LoadedCode) -> u32 {
    u32::from(loaded.code.slots) + 1
}

/// The slot that only instructions use that end in a call.
pub fn scratch(loaded: &LoadedCode) -> u32 {
    u32::from(loaded.code.slots)
}

/// Flags of code that is called in the plain way: arguments are the first slots.
pub fn is_simple(code: &Code) -> bool {
    const SPECIAL: u32 = Flags::VARARGS.0
        | Flags::VARKEYWORDS.0
        | Flags::GENERATOR.0
        | Flags::COROUTINE.0
        | Flags::ASYNC_GENERATOR.0;
    code.keyword_only == 0 && code.flags.0 & SPECIAL == 0
}
