//! What variables of a root module are set to from outside.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hcl2_diagnostics::SourceMap;
use hcl2_model::Name;
use hcl2_native::{Input, NativeExpression, parse_expression};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, Variable};
use hcl2_value::Value;

use super::ModuleLoader;
use crate::files::{Disk, Files, MAX_FILE_BYTES};
use crate::reader::automatic_files;

/// Something that sets variables of a root module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableSource {
    /// A variable of the environment, with the name of the module's variable.
    Environment {
        /// The name of the variable.
        name: String,
        /// The value, as [`value_of_text`] reads it.
        text: String,
    },
    /// The files of the module that set variables by their names: `terraform.tfvars` and `*.auto.tfvars`.
    AutomaticFiles,
    /// A file of the disk whose attributes are variables.
    File(PathBuf),
    /// An option of a command line.
    Option {
        /// The name of the variable.
        name: String,
        /// The value, as [`value_of_text`] reads it.
        text: String,
    },
}

/// Returns the value of a variable that is given as text: a string if the variable has no type or a primitive one, or else a
/// constant expression, or a string if the text is none.
///
/// # Examples
///
/// ```
/// use hcl2_project::value_of_text;
/// use hcl2_value::Value;
///
/// assert_eq!(value_of_text(None, "[80]"), Value::tuple([Value::from(80)]));
/// assert_eq!(value_of_text(None, "eu-1"), Value::from("eu-1"));
/// ```
#[must_use]
pub fn value_of_text(variable: Option<&Variable>, text: &str) -> Value {
    if variable.is_some_and(|variable| !variable.is_typed || variable.ty.is_primitive()) {
        return text.into();
    }
    expression_or_text(text)
}

/// Returns the value of a constant expression, or a string if the text is none.
///
/// # Examples
///
/// ```
/// use hcl2_project::expression_or_text;
/// use hcl2_value::Value;
///
/// assert_eq!(expression_or_text("2"), Value::from(2));
/// assert_eq!(expression_or_text("eu-1"), Value::from("eu-1"));
/// ```
#[must_use]
pub fn expression_or_text(text: &str) -> Value {
    let mut sources = SourceMap::new();
    let source = sources.add("<variable>", text).ok();
    let parsed = source.and_then(|source| parse_expression(Input::whole(&source)).into_result().ok());
    let value = parsed.and_then(|tree| {
        let root = tree.root().expr()?;
        Some(NativeExpression::new(tree, root).evaluate(None))
    });
    match value {
        Some(value) if value.diagnostics.is_empty() => value.value,
        _ => text.into(),
    }
}

impl ModuleLoader {
    /// Returns the values that the sources of variables, or the automatic files without any, give to the variables that a
    /// root module declares. What cannot be read sets none, which is reported where all values are read.
    pub(super) fn values_of(&self, module: &Module, directory: &Path) -> Vec<(Name, Value)> {
        let mut values: BTreeMap<Name, Value> = BTreeMap::new();
        let sources = self.variables.as_deref();
        for source in sources.unwrap_or(&[VariableSource::AutomaticFiles]) {
            match source {
                VariableSource::Environment { name, text } | VariableSource::Option { name, text } => {
                    let declared = module.variables.named(name);
                    values.extend(declared.map(|own| (own.name.clone(), value_of_text(declared, text))));
                }
                VariableSource::AutomaticFiles => {
                    for path in automatic_files(&*self.files, directory) {
                        values.extend(values_in(&*self.files, &path, module));
                    }
                }
                VariableSource::File(path) => values.extend(values_in(&Disk, path, module)),
            }
        }
        values.into_iter().collect()
    }
}

fn values_in(files: &dyn Files, path: &Path, module: &Module) -> Vec<(Name, Value)> {
    let bytes = files.read(path, MAX_FILE_BYTES).ok();
    let name = path.display().to_string();
    let Some(source) = bytes.and_then(|bytes| SourceMap::new().add(name, bytes).ok()) else {
        return Vec::new();
    };
    let file = ModuleFile::parse(&source, Language::Terraform).value;
    let attributes = file.body().attributes().value;
    let values = attributes.iter().filter_map(|attribute| {
        let declared = module.variables.named(&attribute.name)?;
        let value = attribute.expression.evaluate(None).into_result().ok()?;
        Some((declared.name.clone(), value))
    });
    values.collect()
}
