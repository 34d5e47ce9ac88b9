//! What only root modules can have.

use hcl2_diagnostics::{Diagnostic, codes::terraform as codes};

use super::{Declaration, Module};
use crate::table::{IGNORED_IMPORTS, IGNORED_WHEN_CALLED, IMPORTS_WHEN_CALLED, names};

/// Warns of settings of a module that another one calls, or that a test runs, that have no effect.
pub(crate) fn ignored_settings(module: &Module) -> impl Iterator<Item = Diagnostic> {
    let version = module.version();
    let settings = module.contents.declarations.iter();
    let settings = settings.filter(|block| block.block_type.name == names::TERRAFORM);
    settings
        .flat_map(|settings| &settings.blocks)
        .filter(move |block| {
            let name = block.block_type.name;
            let mut ignored = IGNORED_WHEN_CALLED.iter();
            ignored.any(|(own, versions)| *own == name && versions.has(version))
        })
        .map(|block| {
            Diagnostic::warning(codes::IGNORED_SETTING, "Ignored setting of a called module")
                .with_detail(format!(
                    "Only the root module says where state is stored, so the block `{}` of a module that another one calls, or \
                     that a test runs, has no effect. Remove it, unless the module is also used by itself.",
                    block.block_type.name
                ))
                .with_subject(block.span)
        })
}

/// Reports an import in a module that another one calls, or that a test runs, if the version has none there.
pub(crate) fn misplaced_import(import: &Declaration, module: &Module) -> Option<Diagnostic> {
    let version = module.version();
    if IMPORTS_WHEN_CALLED.has(version) {
        return None;
    }
    let problem = if IGNORED_IMPORTS.has(version) {
        Diagnostic::warning(codes::IGNORED_SETTING, "Ignored import of a called module").with_detail(format!(
            "{version} imports only what the root module says, so the block has no effect. Move it there."
        ))
    } else {
        Diagnostic::error(codes::INVALID_TARGET, "Import in a called module")
            .with_detail("Only the root module can import objects. Move the block there.")
    };
    Some(problem.with_subject(import.span))
}

/// Returns the problems of what only root modules can have, in a module that a test runs.
pub(super) fn misplaced(module: &Module) -> impl Iterator<Item = Diagnostic> {
    let imports = module.contents.declarations.iter();
    let imports = imports.filter(|block| block.block_type.name == names::IMPORT);
    let imports = imports.filter_map(|import| misplaced_import(import, module));
    ignored_settings(module).chain(imports)
}
