//! Importing: builtin modules, then files and packages on `sys.path`, then those of the standard library, which are in the
//! program itself ([`lathe_library`]).

use super::Constant;
use crate::compile::{Mode, compile};
use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::install::Function;
use crate::runtime::types;
use crate::syntax::Source;
use lathe_heap::Word;
use std::path::{Path, PathBuf};

/// A module written in Rust: its functions and constants.
struct Builtin {
    name: &'static str,
    functions: &'static [Function],
    constants: &'static [Constant],
}

const BUILTINS: &[Builtin] = &[
    Builtin { name: "math", functions: super::math::FUNCTIONS, constants: super::math::CONSTANTS },
    Builtin { name: "cmath", functions: super::cmath::FUNCTIONS, constants: super::cmath::CONSTANTS },
    Builtin { name: "io", functions: super::io::FUNCTIONS, constants: super::io::CONSTANTS },
    Builtin { name: "_io", functions: super::io::FUNCTIONS, constants: super::io::CONSTANTS },
    Builtin { name: "_codecs", functions: super::codecs::FUNCTIONS, constants: &[] },
    Builtin { name: "errno", functions: &[], constants: super::errno::CONSTANTS },
    Builtin {
        name: "itertools",
        functions: super::itertools::FUNCTIONS,
        constants: super::itertools::CONSTANTS,
    },
    Builtin {
        name: "operator",
        functions: super::operator::FUNCTIONS,
        constants: super::operator::CONSTANTS,
    },
    Builtin {
        name: "_operator",
        functions: super::operator::FUNCTIONS,
        constants: super::operator::CONSTANTS,
    },
    Builtin {
        name: "_functools",
        functions: super::functools::FUNCTIONS,
        constants: super::functools::CONSTANTS,
    },
    Builtin {
        name: "_collections",
        functions: super::collections::FUNCTIONS,
        constants: super::collections::CONSTANTS,
    },
    Builtin { name: "_abc", functions: super::abc::FUNCTIONS, constants: &[] },
    Builtin { name: "bisect", functions: super::bisect::FUNCTIONS, constants: &[] },
    Builtin { name: "_bisect", functions: super::bisect::FUNCTIONS, constants: &[] },
    Builtin { name: "_string", functions: super::string::FUNCTIONS, constants: &[] },
    Builtin { name: "_heapq", functions: super::heapq::FUNCTIONS, constants: &[] },
    Builtin { name: "_random", functions: &[], constants: super::random::CONSTANTS },
    Builtin { name: "_typing", functions: super::typing::FUNCTIONS, constants: super::typing::CONSTANTS },
    Builtin { name: "_templatelib", functions: &[], constants: super::typing::TEMPLATES },
    Builtin { name: "_sre", functions: super::sre::FUNCTIONS, constants: super::sre::CONSTANTS },
    Builtin { name: "array", functions: super::array::FUNCTIONS, constants: super::array::CONSTANTS },
    Builtin { name: "_struct", functions: super::structs::FUNCTIONS, constants: super::structs::CONSTANTS },
    Builtin { name: "_types", functions: &[], constants: super::types::CONSTANTS },
    Builtin { name: "_weakref", functions: super::weakref::FUNCTIONS, constants: super::weakref::CONSTANTS },
    Builtin { name: "gc", functions: super::gc::FUNCTIONS, constants: super::gc::CONSTANTS },
    Builtin { name: "sys", functions: super::sys::FUNCTIONS, constants: super::sys::CONSTANTS },
    Builtin { name: "time", functions: super::time::FUNCTIONS, constants: super::time::CONSTANTS },
    Builtin { name: "os", functions: super::os::FUNCTIONS, constants: super::os::NUMBERS },
    Builtin { name: "posix", functions: super::os::FUNCTIONS, constants: super::os::NUMBERS },
    Builtin {
        name: "posixpath",
        functions: super::os::path::FUNCTIONS,
        constants: super::os::path::CONSTANTS,
    },
];

/// The names of the modules that are written in Rust, in order.
pub fn builtin_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = BUILTINS.iter().map(|builtin| builtin.name).chain(["builtins"]).collect();
    names.sort_unstable();
    names
}

impl Py {
    pub fn new_module(&mut self, name: &str) -> Word {
        let dict = self.new_namespace();
        let module = self.new_object(classes::MODULE);
        self.set(module, classes::MODULE_DICT, dict);
        let (key, name) = (self.intern("__name__"), self.new_str(name));
        self.dict_set_name(dict, key, name);
        for name in ["__doc__", "__package__", "__loader__", "__spec__"] {
            let (name, none) = (self.intern(name), self.none());
            self.dict_set_name(dict, name, none);
        }
        module
    }

    /// `__import__(name, globals, …, from_list, level)`: the first package of a dotted name, or with a list of names the last.
    pub fn import(&mut self, name: &str, globals: Word, from_list: Word, level: u8) -> PyResult {
        let absolute = if level == 0 { name.to_string() } else { self.absolute_name(name, globals, level)? };
        let mut module = Word::NULL;
        let mut first = Word::NULL;
        for (end, _) in absolute.match_indices('.').chain([(absolute.len(), "")]) {
            let part = &absolute[..end];
            let parent = module;
            module = self.import_one(part, parent)?;
            if first.is_null() {
                first = module;
            }
        }
        let has_names = !from_list.is_null() && !self.is_none(from_list);
        if !has_names {
            return Ok(if level == 0 { first } else { module });
        }
        // A name may be a module of the package that is not loaded yet.
        let path = self.intern("__path__");
        let dict = self.get(module, classes::MODULE_DICT);
        if self.dict_get_name(dict, path).is_some() {
            for index in 0..self.array_len(from_list) {
                let item = self.items::<Word>(from_list)[index];
                let text = self.string(item).into_owned();
                let name = self.intern(&text);
                if text != "*" && self.dict_get_name(dict, name).is_none() {
                    match self.import_one(&format!("{absolute}.{text}"), module) {
                        Err(raised) if !self.is_instance(raised.0, types::MODULE_NOT_FOUND_ERROR) => {
                            return Err(raised);
                        }
                        _ => {}
                    }
                }
            }
        }
        Ok(module)
    }

    fn absolute_name(&mut self, name: &str, globals: Word, level: u8) -> PyResult<String> {
        let (package, module, path) =
            (self.intern("__package__"), self.intern("__name__"), self.intern("__path__"));
        let base = match self.dict_get_name(globals, package) {
            Some(package) if self.is(package, classes::STR) => self.string(package).into_owned(),
            _ => match self.dict_get_name(globals, module) {
                Some(module) if self.is(module, classes::STR) => {
                    let name = self.string(module).into_owned();
                    if self.dict_get_name(globals, path).is_some() {
                        name
                    } else {
                        name.rsplit_once('.').map_or(String::new(), |(package, _)| package.to_string())
                    }
                }
                _ => String::new(),
            },
        };
        let mut base = base.as_str();
        for _ in 1..level {
            base = base.rsplit_once('.').map_or("", |(package, _)| package);
        }
        if base.is_empty() {
            return Err(
                self.error(types::IMPORT_ERROR, "attempted relative import with no known parent package")
            );
        }
        Ok(if name.is_empty() { base.to_string() } else { format!("{base}.{name}") })
    }

    /// One module, from `sys.modules` or newly loaded.
    pub fn import_one(&mut self, name: &str, parent: Word) -> PyResult {
        let (key, modules) = (self.intern(name), self.root(self.rt().singletons.modules));
        if let Some(module) = self.dict_get_name(modules, key) {
            if self.is_none(module) {
                let message = format!("import of {name} halted; None in sys.modules");
                return Err(self.import_error(types::MODULE_NOT_FOUND_ERROR, &message, name, None));
            }
            return Ok(module);
        }
        let module = match BUILTINS.iter().find(|builtin| builtin.name == name) {
            Some(builtin) => self.load_builtin(builtin)?,
            None if name == "builtins" => self.load_builtins(),
            None => self.load_file(name, parent)?,
        };
        if !parent.is_null() {
            let last = name.rsplit('.').next().expect("a name");
            let last = self.intern(last);
            self.set_attr(parent, last, module)?;
        }
        Ok(module)
    }

    fn load_builtin(&mut self, builtin: &Builtin) -> PyResult {
        let module = self.new_module(builtin.name);
        let dict = self.get(module, classes::MODULE_DICT);
        if builtin.name == "sys" {
            self.set_sys_namespace(dict);
            super::frames::install(self);
            self.add_functions(dict, "sys", super::frames::FUNCTIONS);
        }
        let more = match builtin.name {
            "sys" => super::sys_info::CONSTANTS,
            "os" | "posix" => super::os::TEXTS,
            _ => &[],
        };
        // Of some, CPython has the functions in a module below.
        let owner = match builtin.name {
            "operator" => "_operator",
            "bisect" => "_bisect",
            name => name,
        };
        self.add_functions(dict, owner, builtin.functions);
        // Constants may be made from what the module has.
        let (key, modules) = (self.intern(builtin.name), self.root(self.rt().singletons.modules));
        self.dict_set_name(modules, key, module);
        for &(name, value) in builtin.constants.iter().chain(more) {
            let (name, value) = (self.intern(name), value(self)?);
            self.dict_set_name(dict, name, value);
        }
        Ok(module)
    }

    /// The module around the dict that all others look into.
    fn load_builtins(&mut self) -> Word {
        let (dict, modules) =
            (self.root(self.rt().singletons.builtins), self.root(self.rt().singletons.modules));
        let module = self.new_object(classes::MODULE);
        self.set(module, classes::MODULE_DICT, dict);
        let name = self.intern("builtins");
        let key = self.intern("__name__");
        self.dict_set_name(dict, key, name);
        self.dict_set_name(modules, name, module);
        module
    }

    /// Where modules are looked for.
    fn search_path(&mut self, parent: Word) -> PyResult<Vec<PathBuf>> {
        let list = if parent.is_null() {
            let sys = self.import_one("sys", Word::NULL)?;
            let path = self.intern("path");
            self.get_attr(sys, path)?
        } else {
            let (dict, path) = (self.get(parent, classes::MODULE_DICT), self.intern("__path__"));
            match self.dict_get_name(dict, path) {
                Some(path) => path,
                None => return Ok(Vec::new()),
            }
        };
        let entries = self.collect(list)?.to_vec();
        Ok(entries
            .into_iter()
            .filter(|&entry| self.is(entry, classes::STR))
            .map(|entry| PathBuf::from(&*self.string(entry)))
            .collect())
    }

    fn load_file(&mut self, name: &str, parent: Word) -> PyResult {
        let last = name.rsplit('.').next().expect("a name");
        if let Some((path, bytes, is_package)) = self.find_source(last, parent)? {
            let package = if is_package { path.parent() } else { None };
            return self.run_file(name, &path, &bytes, package);
        }
        let message = match name.rsplit_once('.') {
            Some((package, _)) if !parent.is_null() && self.search_path(parent)?.is_empty() => {
                format!("No module named '{name}'; '{package}' is not a package")
            }
            _ => format!("No module named '{name}'"),
        };
        Err(self.import_error(types::MODULE_NOT_FOUND_ERROR, &message, name, None))
    }

    /// With the name and the file that it is about.
    fn import_error(&mut self, ty: types::TypeId, message: &str, name: &str, path: Option<&str>) -> Raised {
        let (text, name) = (self.new_str(message), self.new_str(name));
        let raised = self.error_with(ty, &[text]);
        self.set_exception_extra(raised.0, 0, name);
        self.set_exception_extra(raised.0, 2, text);
        if let Some(path) = path {
            let path = self.new_str(path);
            self.set_exception_extra(raised.0, 1, path);
        }
        raised
    }

    /// The file of a module of this (last) name: its path, its content, and whether it is that of a package.
    pub fn find_source(&mut self, last: &str, parent: Word) -> PyResult<Option<(PathBuf, Vec<u8>, bool)>> {
        let mut folders = self.search_path(parent)?;
        if parent.is_null() {
            folders.push(PathBuf::from(lathe_library::ROOT));
        }
        for folder in folders {
            let package = folder.join(last).join("__init__.py");
            let file = folder.join(format!("{last}.py"));
            if let Some(bytes) = self.read_source(&package)? {
                return Ok(Some((package, bytes, true)));
            }
            if let Some(bytes) = self.read_source(&file)? {
                return Ok(Some((file, bytes, false)));
            }
        }
        Ok(None)
    }

    /// The content of a file, of the system or of the library; none if there is no such file.
    fn read_source(&mut self, path: &Path) -> PyResult<Option<Vec<u8>>> {
        if let Some(name) = path.to_str().and_then(lathe_library::within) {
            let own = super::python::SOURCES.iter().find(|(path, _)| *path == name);
            return Ok(own.map(|(_, text)| text.as_bytes().to_vec()).or_else(|| lathe_library::read(name)));
        }
        if !path.is_file() {
            return Ok(None);
        }
        let bytes = std::fs::read(path)
            .map_err(|error| self.error(types::IMPORT_ERROR, &format!("{}: {error}", path.display())))?;
        Ok(Some(bytes))
    }

    fn run_file(&mut self, name: &str, path: &Path, bytes: &[u8], package: Option<&Path>) -> PyResult {
        let filename = path.to_string_lossy().into_owned();
        let code = Source::decode(&filename, bytes)
            .and_then(|source| compile(&source, self.options(Mode::Module)))
            .map_err(|error| self.syntax_error(&error))?;
        let module = self.new_module(name);
        let dict = self.get(module, classes::MODULE_DICT);
        let file = self.new_str(&filename);
        let key = self.intern("__file__");
        self.dict_set_name(dict, key, file);
        if let Some(folder) = package {
            let folder = self.new_str(&folder.to_string_lossy());
            let (key, list) = (self.intern("__path__"), self.new_list(&[folder]));
            self.dict_set_name(dict, key, list);
        }
        let belongs_to =
            if package.is_some() { name } else { name.rsplit_once('.').map_or("", |(package, _)| package) };
        let (key, belongs_to) = (self.intern("__package__"), self.new_str(belongs_to));
        self.dict_set_name(dict, key, belongs_to);
        let (key, builtins) = (self.intern("__builtins__"), self.root(self.rt().singletons.builtins));
        self.dict_set_name(dict, key, builtins);
        // Known before it runs: modules may import each other.
        let (key, modules) = (self.intern(name), self.root(self.rt().singletons.modules));
        self.dict_set_name(modules, key, module);
        let (function, _) = self.module_function(&code, dict);
        match self.call(function, &[]) {
            // A module may put something else in its place.
            Ok(_) => Ok(self.dict_get_name(modules, key).unwrap_or(module)),
            Err(raised) => {
                self.dict_remove_name(modules, key);
                Err(raised)
            }
        }
    }

    /// Runs a module of our own that is written in Python. It is not put among the modules.
    pub fn run_embedded(&mut self, name: &str, filename: &str, text: &str) -> PyResult {
        let code = Source::new(filename, text)
            .and_then(|source| compile(&source, self.options(Mode::Module)))
            .map_err(|error| self.syntax_error(&error))?;
        let module = self.new_module(name);
        let dict = self.get(module, classes::MODULE_DICT);
        let (key, builtins) = (self.intern("__builtins__"), self.root(self.rt().singletons.builtins));
        self.dict_set_name(dict, key, builtins);
        let (function, _) = self.module_function(&code, dict);
        self.call(function, &[])?;
        Ok(module)
    }

    /// `from module import name`.
    pub fn import_from(&mut self, module: Word, name: Word) -> PyResult {
        if let Some(value) = self.try_get_attr(module, name)? {
            return Ok(value);
        }
        let key = self.intern("__name__");
        let package = match self.try_get_attr(module, key)? {
            Some(package) if self.is(package, classes::STR) => self.string(package).into_owned(),
            _ => "<unknown module name>".to_string(),
        };
        let (text, modules) = (self.string(name).into_owned(), self.root(self.rt().singletons.modules));
        let full = self.intern(&format!("{package}.{text}"));
        if let Some(value) = self.dict_get_name(modules, full) {
            return Ok(value);
        }
        let file = self.intern("__file__");
        let place = match self.try_get_attr(module, file)? {
            Some(file) if self.is(file, classes::STR) => self.string(file).into_owned(),
            _ => "unknown location".to_string(),
        };
        let message = format!("cannot import name '{text}' from '{package}' ({place})");
        let path = Some(place.as_str()).filter(|place| *place != "unknown location");
        Err(self.import_error(types::IMPORT_ERROR, &message, &package, path))
    }

    /// `from module import *`.
    pub fn import_star(&mut self, module: Word, into: Word) -> PyResult<()> {
        let all = self.intern("__all__");
        if let Some(names) = self.try_get_attr(module, all)? {
            for name in self.collect(names)?.to_vec() {
                let name = crate::types::object::attribute_name(self, name)?;
                let value = self.get_attr(module, name)?;
                self.set_item_of(into, name, value)?;
            }
            return Ok(());
        }
        let dict_name = self.intern("__dict__");
        let from = self.get_attr(module, dict_name)?;
        let mut position = 0;
        while let Some((name, value)) = self.dict_next(from, &mut position) {
            if self.is(name, classes::STR) && !self.string(name).starts_with('_') {
                self.set_item_of(into, name, value)?;
            }
        }
        Ok(())
    }
}

/// The builtin `__import__`.
pub fn import_function(py: &mut Py, args: &[Word]) -> PyResult {
    let [name, globals, _, from_list, level] = args[..] else { unreachable!("by the signature") };
    if !py.is(name, classes::STR) {
        let message = format!("__import__() argument 1 must be str, not {}", py.type_name(name));
        return Err(py.type_error(&message));
    }
    let level = if level.is_null() { 0 } else { py.index(level)? };
    let Ok(level) = u8::try_from(level) else { return Err(py.value_error("level must be >= 0")) };
    let text = py.string(name).into_owned();
    if text.is_empty() && level == 0 {
        return Err(py.value_error("Empty module name"));
    }
    let globals = if globals.is_null() || py.is_none(globals) { py.new_dict() } else { globals };
    let names = if from_list.is_null() || py.is_none(from_list) {
        Vec::new()
    } else {
        py.collect(from_list)?.to_vec()
    };
    let from_list = if names.is_empty() { Word::NULL } else { py.new_tuple(&names) };
    py.import(&text, globals, from_list, level)
}
