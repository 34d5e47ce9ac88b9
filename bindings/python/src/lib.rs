//! The extension module of the Python package.
//!
//! It converts between Python objects and the types of the facade, and has no logic of the language.

mod advice;
mod comments;
mod decoding;
mod dicts;
mod editor;
mod elsewhere;
mod expression;
mod file;
mod modules;
mod parse;
mod parts;
mod plans;
mod problems;
mod records;
mod source;
mod tables;
mod texts;
mod values;

/// The extension module.
#[pyo3::pymodule(gil_used = false)]
mod _hcl2rs {
    use std::ffi::OsString;

    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::decoding::_problem;
    #[pymodule_export]
    use crate::dicts::{
        _bc_dict, _go_dict, _plain_dict, _plain_json, _seven_dict, _source_dict, _source_text,
    };
    #[pymodule_export]
    use crate::editor::{_editor, Editor, EditorItem};
    #[pymodule_export]
    use crate::expression::{Expression, evaluate};
    #[pymodule_export]
    use crate::file::{Attribute, Block, Body, File};
    #[pymodule_export]
    use crate::modules::Module;
    #[pymodule_export]
    use crate::parse::{_parse_files, _reparse, parse};
    #[pymodule_export]
    use crate::parts::{_file_of, _json_part, _part};
    #[pymodule_export]
    use crate::plans::{_plan, Plan};
    #[pymodule_export]
    use crate::problems::{Position, Problem, Range, Suggestion};
    #[pymodule_export]
    use crate::records::{
        Change, Gap, ModuleCall, Output, PlannedResource, ProviderRequirement, Resource, Step, Variable,
    };
    #[pymodule_export]
    use crate::tables::{_tables_of_contents, Part, Tables, tables};
    #[pymodule_export]
    use crate::texts::{convert, diff, fmt};
    #[pymodule_export]
    use crate::values::{_unknown, Sensitive, Unknown};

    /// Runs the command `hcl2` with these arguments, the name of the program first, and returns its exit status.
    #[pyfunction]
    fn _command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
        py.detach(|| hcl2_cli::run(arguments))
    }

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
