//! Bytecode as text. Variables have their names, the running function is `%fn`, temporaries are `%7`. Where a variable's name is not
//! unique, or a register has none, its number is shown.

use super::code::{Code, CodeKind};
use super::instr::{BinaryOp, CompareOp, FUNCTION, FunctionParts, Instr, Register, UnaryOp};
use std::fmt::Write;

/// A code object and all those in it.
pub fn disassemble_all(code: &Code) -> String {
    let mut text = disassemble(code);
    for child in code.children() {
        text.push('\n');
        text.push_str(&disassemble_all(child));
    }
    text
}

pub fn disassemble(code: &Code) -> String {
    let mut text = String::new();
    let kind = match code.kind {
        CodeKind::Module => "module",
        CodeKind::Expression => "expression",
        CodeKind::Class => "class",
        CodeKind::Function | CodeKind::Lambda | CodeKind::GeneratorExpression => "function",
        CodeKind::Annotations => "annotations",
        CodeKind::TypeParameters => "type parameters",
    };
    let _ = write!(text, "{kind} {}", code.qualname);
    if !matches!(code.kind, CodeKind::Module | CodeKind::Expression | CodeKind::Class) {
        let _ = write!(text, "({})", parameters(code));
    }
    let _ = write!(text, "  # line {}, {} slots", code.first_line, code.slots);
    if code.is_generator_like() {
        text.push_str(", suspends");
    }
    if !code.free.is_empty() {
        let _ = write!(text, ", free: {}", code.free.join(" "));
    }
    if !code.cells.is_empty() {
        let cells: Vec<String> = code.cells.iter().map(|&cell| Show { code }.register(cell)).collect();
        let _ = write!(text, ", cells: {}", cells.join(" "));
    }
    text.push('\n');
    let mut line = 0;
    for (pc, (&instruction, position)) in code.instructions.iter().zip(code.positions.iter()).enumerate() {
        let shown = if position.line == line { String::new() } else { position.line.to_string() };
        line = position.line;
        let _ = writeln!(text, "{shown:>5} {pc:>5}  {}", Show { code }.instruction(pc, instruction));
    }
    for handler in &code.handlers {
        let register = Show { code }.register(handler.register);
        let _ = writeln!(
            text,
            "      {}..{} raises to {}, {register}",
            handler.start, handler.end, handler.target
        );
    }
    text
}

fn parameters(code: &Code) -> String {
    let name = |slot: u16| code.locals[usize::from(slot) - 1].to_string();
    let (positional, keyword) = (code.positional, code.keyword_only);
    let mut all: Vec<String> = Vec::new();
    for slot in 1..=positional {
        all.push(name(slot));
        if slot == code.positional_only {
            all.push("/".to_string());
        }
    }
    match code.args_slot() {
        Some(slot) => all.push(format!("*{}", name(slot))),
        None if keyword > 0 => all.push("*".to_string()),
        None => {}
    }
    all.extend((positional + 1..=positional + keyword).map(name));
    all.extend(code.kwargs_slot().map(|slot| format!("**{}", name(slot))));
    all.join(", ")
}

struct Show<'c> {
    code: &'c Code,
}

impl Show<'_> {
    fn register(&self, register: Register) -> String {
        match self.code.local_name(register) {
            _ if register == FUNCTION => "%fn".to_string(),
            Some(name)
                if register > self.code.visible_locals
                    && self.code.locals[..usize::from(register) - 1].contains(name) =>
            {
                format!("{name}%{register}")
            }
            Some(name) => name.to_string(),
            None => format!("%{register}"),
        }
    }

    fn list(&self, first: Register, count: u16) -> String {
        (0..count).map(|index| self.register(first + index)).collect::<Vec<_>>().join(", ")
    }

    fn constant(&self, index: u32) -> String {
        self.code.constants.get(index as usize).map_or("?".to_string(), |constant| constant.to_string())
    }

    fn name(&self, index: u32) -> &str {
        self.code.names.get(index as usize).map_or("?", |name| name)
    }

    fn free(&self, index: u16) -> &str {
        self.code.free.get(usize::from(index)).map_or("?", |name| name)
    }

    fn keyword_arguments(&self, first: Register, argc: u16, names: u32) -> String {
        format!("{} names {}", self.list(first, argc), self.constant(names))
    }

    fn instruction(&self, pc: usize, instruction: Instr) -> String {
        use Instr::*;
        let r = |register| self.register(register);
        match instruction {
            Move { dst, src } => format!("{} = {}", r(dst), r(src)),
            LoadConst { dst, constant } => format!("{} = {}", r(dst), self.constant(constant)),
            LoadInt { dst, value } => format!("{} = {value}", r(dst)),
            CheckBound { slot } => format!("check_bound {}", r(slot)),
            Unbind { slot } => format!("unbind {}", r(slot)),
            LoadBuiltin { dst, builtin } => format!("{} = builtin {builtin:?}", r(dst)),
            MakeCell { slot } => format!("make_cell {}", r(slot)),
            NewCell { slot } => format!("new_cell {}", r(slot)),
            LoadCell { dst, cell } => format!("{} = cell {}", r(dst), r(cell)),
            StoreCell { cell, src } => format!("cell {} = {}", r(cell), r(src)),
            DeleteCell { cell } => format!("delete cell {}", r(cell)),
            ClearCell { cell } => format!("clear cell {}", r(cell)),
            LoadFree { dst, index } => format!("{} = free {}", r(dst), self.free(index)),
            StoreFree { index, src } => format!("free {} = {}", self.free(index), r(src)),
            DeleteFree { index } => format!("delete free {}", self.free(index)),
            LoadFreeCell { dst, index } => format!("{} = free_cell {}", r(dst), self.free(index)),
            LoadGlobal { dst, name, .. } => format!("{} = global {}", r(dst), self.name(name)),
            StoreGlobal { src, name, .. } => format!("global {} = {}", self.name(name), r(src)),
            DeleteGlobal { name } => format!("delete global {}", self.name(name)),
            LoadName { dst, namespace, name } => {
                format!("{} = name {} in {}", r(dst), self.name(name), r(namespace))
            }
            StoreName { namespace, src, name } => {
                format!("name {} in {} = {}", self.name(name), r(namespace), r(src))
            }
            DeleteName { namespace, name } => format!("delete name {} in {}", self.name(name), r(namespace)),
            LoadNameOrFree { dst, namespace, index } => {
                format!("{} = name_or_free {} in {}", r(dst), self.free(index), r(namespace))
            }
            Binary { op, in_place, dst, left, right } => {
                format!("{} = {} {}{} {}", r(dst), r(left), binary(op), equals(in_place), r(right))
            }
            BinaryInt { op, in_place, dst, left, immediate } => {
                format!("{} = {} {}{} {immediate}", r(dst), r(left), binary(op), equals(in_place))
            }
            Unary { op, dst, src } => {
                let op = match op {
                    UnaryOp::Negative => "-",
                    UnaryOp::Positive => "+",
                    UnaryOp::Invert => "~",
                };
                format!("{} = {op}{}", r(dst), r(src))
            }
            Not { dst, src } => format!("{} = not {}", r(dst), r(src)),
            Compare { op, dst, left, right } => {
                format!("{} = {} {} {}", r(dst), r(left), compare(op), r(right))
            }
            Contains { invert, dst, item, container } => {
                format!("{} = {} {}in {}", r(dst), r(item), not(invert), r(container))
            }
            Is { invert, dst, left, right } => {
                format!("{} = {} is {}{}", r(dst), r(left), not(invert), r(right))
            }
            Jump { target } => format!("jump -> {target}"),
            JumpBack { target } => format!("loop -> {target}"),
            LoopHeader { index } => {
                let slots = 1..u32::from(self.code.slots);
                let live = slots.filter(|&slot| self.code.is_live(pc as u32, false, slot));
                let live = live.map(|slot| r(slot as Register)).collect::<Vec<_>>().join(" ");
                format!("header {index}  # live: {live}").trim_end().to_string()
            }
            JumpIf { sense, src, target } => format!("if {}{} -> {target}", not(!sense), r(src)),
            JumpCompare { op, sense, left, right, target } => {
                format!("if {}{} {} {} -> {target}", not(!sense), r(left), compare(op), r(right))
            }
            JumpCompareInt { op, sense, left, immediate, target } => {
                format!("if {}{} {} {immediate} -> {target}", not(!sense), r(left), compare(op))
            }
            JumpIs { sense, left, right, target } => {
                format!("if {} is {}{} -> {target}", r(left), not(!sense), r(right))
            }
            JumpIfNone { sense, src, target } => format!("if {} is {}None -> {target}", r(src), not(!sense)),
            JumpContains { sense, item, container, target } => {
                format!("if {} {}in {} -> {target}", r(item), not(!sense), r(container))
            }
            GetIter { dst, src } => format!("{} = iter {}", r(dst), r(src)),
            ForPrepare { fresh, base, src } => {
                format!("{} = for_prepare {}{}", r(base), r(src), if fresh { " fresh" } else { "" })
            }
            JumpOn { sense, target } => format!("if {}so -> {target}", not(!sense)),
            ForValue { dst, exit } => format!("{} = so else -> {exit}", r(dst)),
            ForNext { base, dst, exit } => format!("{} = for_next {} else -> {exit}", r(dst), r(base)),
            GetAttr { dst, object, name, .. } => format!("{} = {}.{}", r(dst), r(object), self.name(name)),
            SetAttr { object, src, name, .. } => format!("{}.{} = {}", r(object), self.name(name), r(src)),
            DeleteAttr { object, name } => format!("delete {}.{}", r(object), self.name(name)),
            GetItem { dst, object, index } => format!("{} = {}[{}]", r(dst), r(object), r(index)),
            GetItemInt { dst, object, immediate } => format!("{} = {}[{immediate}]", r(dst), r(object)),
            SetItem { object, index, src } => format!("{}[{}] = {}", r(object), r(index), r(src)),
            DeleteItem { object, index } => format!("delete {}[{}]", r(object), r(index)),
            GetSlice { dst, object, base } => {
                format!("{} = {}[{}:{}]", r(dst), r(object), r(base), r(base + 1))
            }
            SetSlice { object, base, src } => {
                format!("{}[{}:{}] = {}", r(object), r(base), r(base + 1), r(src))
            }
            MakeSlice { dst, base } => format!("{} = slice {}", r(dst), self.list(base, 3)),
            Call { dst, base, argc, .. } => {
                format!("{} = {}({})", r(dst), r(base), self.list(base + 1, argc))
            }
            CallKeywords { dst, base, argc, names } => {
                format!("{} = {}({})", r(dst), r(base), self.keyword_arguments(base + 1, argc, names))
            }
            CallUnpack { dst, base } => {
                format!("{} = {}(*{}, **{})", r(dst), r(base), r(base + 1), r(base + 2))
            }
            LoadMethod { base, object, name, .. } => {
                format!("{} = method {}.{}", self.list(base, 2), r(object), self.name(name))
            }
            CallMethod { dst, base, argc, .. } => {
                format!("{} = method {}({})", r(dst), r(base), self.list(base + 1, argc + 1))
            }
            CallMethodKeywords { dst, base, argc, names } => {
                format!(
                    "{} = method {}({})",
                    r(dst),
                    r(base),
                    self.keyword_arguments(base + 1, argc + 1, names)
                )
            }
            GetSuperAttr { explicit, dst, base, name } => {
                let how = if explicit { "super" } else { "super()" };
                format!("{} = {how} {}.{}", r(dst), self.list(base, 3), self.name(name))
            }
            LoadSuperMethod { explicit, base, name } => {
                let how = if explicit { "super" } else { "super()" };
                format!("{} = method {how} {}.{}", self.list(base, 2), self.list(base, 3), self.name(name))
            }
            CallSuper { dst, base } => format!("{} = super() {}", r(dst), self.list(base, 3)),
            LoadSpecial { special, base, object } => {
                format!("{} = special {special:?} of {}", self.list(base, 2), r(object))
            }
            MakeTuple { dst, base, count } => {
                format!("{} = tuple {}", r(dst), self.list(base, count)).trim_end().to_string()
            }
            MakeList { dst, base, count } => {
                format!("{} = list {}", r(dst), self.list(base, count)).trim_end().to_string()
            }
            MakeSet { dst, base, count } => {
                format!("{} = set {}", r(dst), self.list(base, count)).trim_end().to_string()
            }
            MakeDict { dst, base, count } => {
                format!("{} = dict {}", r(dst), self.list(base, 2 * count)).trim_end().to_string()
            }
            ListFromConst { dst, constant } => format!("{} = list of {}", r(dst), self.constant(constant)),
            SetFromConst { dst, constant } => format!("{} = set of {}", r(dst), self.constant(constant)),
            ListAppend { list, item } => format!("append {}, {}", r(list), r(item)),
            ListExtend { list, src } => format!("extend {}, {}", r(list), r(src)),
            ListToTuple { dst, list } => format!("{} = list_to_tuple {}", r(dst), r(list)),
            SetAdd { set, item } => format!("set_add {}, {}", r(set), r(item)),
            SetUpdate { set, src } => format!("set_update {}, {}", r(set), r(src)),
            DictSet { dict, key, value } => format!("dict_set {}, {}, {}", r(dict), r(key), r(value)),
            DictUpdate { dict, src } => format!("dict_update {}, {}", r(dict), r(src)),
            DictMerge { dict, src, callee } => {
                format!("dict_merge {}, {} for {}", r(dict), r(src), r(callee))
            }
            ArgumentTuple { dst, src, callee } => {
                format!("{} = argument_tuple {} for {}", r(dst), r(src), r(callee))
            }
            Unpack { src, base, count } => {
                format!("{} = unpack {}", self.list(base, count), r(src)).trim_start().to_string()
            }
            UnpackStar { src, base, before, after } => {
                let mut parts: Vec<String> = (0..before).map(|index| r(base + index)).collect();
                parts.push(format!("*{}", r(base + before)));
                parts.extend((0..after).map(|index| r(base + before + 1 + index)));
                format!("{} = unpack {}", parts.join(", "), r(src))
            }
            MakeFunction { parts, dst, base, code } => {
                let mut text = format!("{} = function {}", r(dst), self.constant(code));
                let all = [
                    (FunctionParts::DEFAULTS, "defaults"),
                    (FunctionParts::KEYWORD_DEFAULTS, "keyword_defaults"),
                    (FunctionParts::ANNOTATE, "annotate"),
                    (FunctionParts::ANNOTATIONS, "annotations"),
                    (FunctionParts::CLOSURE, "closure"),
                ];
                let present = all.into_iter().filter(|&(part, _)| parts.contains(part));
                for (index, (_, name)) in present.enumerate() {
                    let _ = write!(text, ", {name} {}", r(base + index as u16));
                }
                text
            }
            Convert { conversion, dst, src } => format!("{} = convert {conversion:?} {}", r(dst), r(src)),
            Format { dst, src } => format!("{} = format {}", r(dst), r(src)),
            FormatSpec { dst, src, spec } => format!("{} = format {}, {}", r(dst), r(src), r(spec)),
            JoinStrings { dst, base, count } => format!("{} = join {}", r(dst), self.list(base, count)),
            MakeInterpolation { conversion, dst, base } => {
                format!("{} = interpolation {conversion:?} {}", r(dst), self.list(base, 3))
            }
            MakeTemplate { dst, base } => format!("{} = template {}", r(dst), self.list(base, 2)),
            Raise { src } => format!("raise {}", r(src)),
            RaiseFrom { src, cause } => format!("raise {} from {}", r(src), r(cause)),
            RaiseHandled => "raise".to_string(),
            Reraise { exception } => format!("reraise {}", r(exception)),
            PushHandled { save, exception } => format!("{} = push_handled {}", r(save), r(exception)),
            PopHandled { save } => format!("pop_handled {}", r(save)),
            JumpNoMatch { exception, class, target } => {
                format!("if no match {}, {} -> {target}", r(exception), r(class))
            }
            MatchGroup { base, group, class } => {
                format!("{} = match_group {}, {}", self.list(base, 2), r(group), r(class))
            }
            JoinRaised { dst, original, list } => {
                format!("{} = join_raised {}, {}", r(dst), r(original), r(list))
            }
            ExceptionArgs { base, exception } => {
                format!("{} = exception_args {}", self.list(base, 3), r(exception))
            }
            Yield { dst, src } => format!("{} = yield {}", r(dst), r(src)),
            GetYieldFromIter { dst, src } => format!("{} = yield_from_iter {}", r(dst), r(src)),
            GetAwaitable { source, dst, src } => format!("{} = awaitable {source:?} {}", r(dst), r(src)),
            Send { value, iter, exit } => format!("{} = send {} ended -> {exit}", r(value), r(iter)),
            YieldFrom { value, iter, exit } => {
                format!("{} = yield from {} ended -> {exit}", r(value), r(iter))
            }
            GetAsyncIter { dst, src } => format!("{} = async_iter {}", r(dst), r(src)),
            GetAsyncNext { dst, iter } => format!("{} = async_next {}", r(dst), r(iter)),
            EndAsyncFor { exception } => format!("end_async_for {}", r(exception)),
            JumpNotSequence { src, target } => format!("if not sequence {} -> {target}", r(src)),
            JumpNotMapping { src, target } => format!("if not mapping {} -> {target}", r(src)),
            Length { dst, src } => format!("{} = len {}", r(dst), r(src)),
            MatchClass { dst, base, positional, names } => {
                let (subject, class) = (r(base), r(base + 1));
                format!(
                    "{} = match_class {subject}, {class}, {positional} and {}",
                    r(dst),
                    self.constant(names)
                )
            }
            MatchKeys { dst, src, keys } => format!("{} = match_keys {}, {}", r(dst), r(src), r(keys)),
            MappingRest { dst, src, keys } => format!("{} = mapping_rest {}, {}", r(dst), r(src), r(keys)),
            Import { level, dst, name, from_list } => {
                format!(
                    "{} = import {}{} for {}",
                    r(dst),
                    ".".repeat(level.into()),
                    self.name(name),
                    self.constant(from_list)
                )
            }
            ImportFrom { dst, module, name } => {
                format!("{} = from {} import {}", r(dst), r(module), self.name(name))
            }
            ImportStar { module } => format!("from {} import *", r(module)),
            ImportStarInto { module, namespace } => {
                format!("from {} import * into {}", r(module), r(namespace))
            }
            SetupAnnotations { namespace } => format!("setup_annotations {}", r(namespace)),
            SetTypeParams { function, params } => format!("set_type_params {}, {}", r(function), r(params)),
            MakeTypeParam { kind, dst, name, extra } => {
                let name = self.constant(name);
                if instruction.reads().highest().is_some() {
                    format!("{} = type_param {kind:?} {name}, {}", r(dst), r(extra))
                } else {
                    format!("{} = type_param {kind:?} {name}", r(dst))
                }
            }
            SetTypeParamDefault { param, default } => {
                format!("set_type_param_default {}, {}", r(param), r(default))
            }
            MakeTypeAlias { dst, base } => format!("{} = type_alias {}", r(dst), self.list(base, 3)),
            MakeGeneric { dst, params } => format!("{} = generic {}", r(dst), r(params)),
            Display { src } => format!("display {}", r(src)),
            Return { src } => format!("return {}", r(src)),
            ReturnConst { constant } => format!("return {}", self.constant(constant)),
        }
    }
}

fn not(not: bool) -> &'static str {
    if not { "not " } else { "" }
}

fn equals(in_place: bool) -> &'static str {
    if in_place { "=" } else { "" }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::MatrixMultiply => "@",
        BinaryOp::Divide => "/",
        BinaryOp::FloorDivide => "//",
        BinaryOp::Remainder => "%",
        BinaryOp::Power => "**",
        BinaryOp::LeftShift => "<<",
        BinaryOp::RightShift => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
    }
}

fn compare(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Lt => "<",
        CompareOp::Le => "<=",
        CompareOp::Eq => "==",
        CompareOp::Ne => "!=",
        CompareOp::Gt => ">",
        CompareOp::Ge => ">=",
    }
}
