//! Imports.

use super::{Compiler, Done};
use crate::bytecode::{Constant, Instr, NAMESPACE, Register};
use crate::syntax::Fault;
use ruff_python_ast as ast;
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    fn import_module(
        &mut self,
        range: TextRange,
        name: &str,
        level: u32,
        from_list: Constant,
    ) -> Result<Register, Fault> {
        let level = u8::try_from(level)
            .map_err(|_| Compiler::overflow("too many levels of relative import", range))?;
        let dst = self.temporary();
        // Module names are not mangled.
        let (name, from_list) = (self.unit.attribute(name), self.constant(from_list));
        self.emit(range, Instr::Import { level, dst, name, from_list });
        Ok(dst)
    }

    pub(crate) fn import(&mut self, node: &'a ast::StmtImport) -> Done {
        let range = node.range();
        for alias in &node.names {
            let mark = self.unit.mark();
            let name = alias.name.id.as_str();
            let module = self.import_module(range, name, 0, Constant::None)?;
            match &alias.asname {
                None => {
                    let first = name.split('.').next().unwrap_or(name);
                    self.store_name(first, range, module);
                }
                Some(asname) => {
                    // `import a.b.c as d` binds the innermost.
                    for part in name.split('.').skip(1) {
                        let name = self.unit.attribute(part);
                        self.emit(range, Instr::ImportFrom { dst: module, module, name });
                    }
                    self.store_name(&asname.id, range, module);
                }
            }
            self.unit.free_to(mark);
        }
        Ok(())
    }

    pub(crate) fn import_from(&mut self, node: &'a ast::StmtImportFrom) -> Done {
        let range = node.range();
        let name = node.module.as_ref().map_or("", |module| module.id.as_str());
        if name == "__future__" && node.level == 0 && node.range().start() > self.future_end {
            let message = "from __future__ imports must occur at the beginning of the file";
            return Err(Fault::new(message, range));
        }
        let names = node.names.iter().map(|alias| Constant::str(&alias.name.id));
        let module = self.import_module(range, name, node.level, Constant::tuple(names))?;
        for alias in &node.names {
            if alias.name.id.as_str() == "*" {
                self.emit(
                    range,
                    if self.uses_namespace() {
                        Instr::ImportStarInto { module, namespace: NAMESPACE }
                    } else {
                        Instr::ImportStar { module }
                    },
                );
                continue;
            }
            let mark = self.unit.mark();
            let dst = self.temporary();
            let name = self.unit.attribute(&alias.name.id);
            self.emit(range, Instr::ImportFrom { dst, module, name });
            let target = alias.asname.as_ref().unwrap_or(&alias.name);
            self.store_name(&target.id, range, dst);
            self.unit.free_to(mark);
        }
        Ok(())
    }
}
