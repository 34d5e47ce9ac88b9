//! What variables of a root module are set to from outside: every command and every loader reads it here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hcl2_diagnostics::{Source, SourceMap, Span};
use hcl2_model::Name;
use hcl2_native::{Input, NativeExpression, parse_expression};
use hcl2_plan::{Channel, GivenValue};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, Variable};
use hcl2_value::Value;

use super::ModuleLoader;
use crate::files::{Disk, Files};
use crate::reader::{FileReader, automatic_files};

/// Something that sets variables of a root module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableSource {
    /// A variable of the environment, with the name of the module's variable.
    Environment {
        /// The name of the variable.
        name: String,
        /// The value, as [`GivenVariable::value_for`] reads it.
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
        /// The value, as [`GivenVariable::value_for`] reads it.
        text: String,
    },
}

/// A variable that a source sets, whether or not the module declares it.
#[derive(Clone, Debug)]
pub struct GivenVariable {
    /// The name.
    pub name: Name,
    /// Where the name is written, if it is in a file.
    pub name_span: Option<Span>,
    given: Given,
}

/// A value from outside.
#[derive(Clone, Debug)]
enum Given {
    /// It is text of the environment or of the command line.
    Text(String, Channel),
    /// It is written in a file.
    Value(Value, Span),
}

impl VariableSource {
    /// Reads the values that the source sets for a module in a directory, each overriding those before. What is wrong with
    /// files is added to the problems of the reader, whose sources show no values of sensitive variables.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::path::Path;
    /// use std::sync::Arc;
    ///
    /// use hcl2_project::{FileReader, Memory, VariableSource};
    /// use hcl2_terraform::Module;
    /// use hcl2_value::Value;
    ///
    /// let files: Memory = [("app/terraform.tfvars", "ports = [80]\n")].into_iter().collect();
    /// let mut reader = FileReader { files: Arc::new(files), ..FileReader::default() };
    /// let given = VariableSource::AutomaticFiles.read(Path::new("app"), &Module::default(), &mut reader);
    /// assert_eq!(given[0].name, "ports");
    /// assert_eq!(given[0].value_for(None), Value::tuple([Value::from(80)]));
    /// ```
    #[must_use]
    pub fn read(&self, directory: &Path, module: &Module, reader: &mut FileReader) -> Vec<GivenVariable> {
        let of_text = |name: &str, text: &str, channel| GivenVariable {
            name: name.into(),
            name_span: None,
            given: Given::Text(text.to_owned(), channel),
        };
        let sources: Vec<Source> = match self {
            Self::Environment { name, text } => return vec![of_text(name, text, Channel::Environment)],
            Self::Option { name, text } => return vec![of_text(name, text, Channel::CommandLine)],
            Self::AutomaticFiles => {
                let paths = automatic_files(&*reader.files, directory);
                paths.iter().filter_map(|path| reader.read(path)).collect()
            }
            Self::File(path) => reader.read_named(path).into_iter().collect(),
        };
        let given = sources.iter();
        given
            .flat_map(|source| variables_in(source, module, reader))
            .collect()
    }
}

/// Reads the values that a file sets, as [`VariableSource::read`] does.
pub fn variables_in(source: &Source, module: &Module, reader: &mut FileReader) -> Vec<GivenVariable> {
    let file = ModuleFile::parse(source, Language::Terraform).report_into(&mut reader.diagnostics);
    let attributes = file.body().attributes().report_into(&mut reader.diagnostics);
    let mut given = Vec::new();
    for attribute in &attributes {
        let value = attribute.expression.evaluate(None);
        let is_valid = !value.has_errors();
        let value = value.report_into(&mut reader.diagnostics);
        given.extend(is_valid.then(|| GivenVariable {
            name: attribute.name.clone(),
            name_span: Some(attribute.name_span),
            given: Given::Value(value, attribute.expression.span()),
        }));
    }
    reader.sources.conceal(&file.secret_values(module));
    given
}

impl GivenVariable {
    /// Returns the value that a variable takes. Text is a string if the variable has no type or a primitive one, or else a
    /// constant expression, or a string if it is none.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use hcl2_project::{FileReader, VariableSource};
    /// use hcl2_terraform::Module;
    /// use hcl2_value::Value;
    ///
    /// let value_of = |text: &str| {
    ///     let option = VariableSource::Option { name: "ports".to_owned(), text: text.to_owned() };
    ///     let given = option.read(Path::new("."), &Module::default(), &mut FileReader::default());
    ///     given[0].value_for(None)
    /// };
    /// assert_eq!(value_of("[80]"), Value::tuple([Value::from(80)]));
    /// assert_eq!(value_of("eu-1"), Value::from("eu-1"));
    /// ```
    #[must_use]
    pub fn value_for(&self, variable: Option<&Variable>) -> Value {
        match &self.given {
            Given::Value(value, _) => value.clone(),
            Given::Text(text, _) if variable.is_some_and(Variable::takes_text) => text.as_str().into(),
            Given::Text(text, _) => expression_or_text(text),
        }
    }

    /// Returns how the value is given.
    #[must_use]
    pub const fn channel(&self) -> Channel {
        match self.given {
            Given::Text(_, channel) => channel,
            Given::Value(_, place) => Channel::File(place),
        }
    }

    /// Returns the name and the value for a file of tests, which decides by itself how it reads text.
    pub(crate) fn for_tests(self) -> (String, GivenValue) {
        let given = match self.given {
            Given::Value(value, place) => GivenValue::Value(value, place),
            Given::Text(text, _) => {
                let value = expression_or_text(&text);
                GivenValue::Text { text, value }
            }
        };
        (self.name.to_string(), given)
    }
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
        let mut reader = self.reader(SourceMap::new());
        let sources = self.variables.as_deref();
        for source in sources.unwrap_or(&[VariableSource::AutomaticFiles]) {
            // What a pipe has can be read only once.
            if matches!(source, VariableSource::File(path) if !Disk.is_file(path)) {
                continue;
            }
            for given in source.read(directory, module, &mut reader) {
                if let Some(variable) = module.variables.named(&given.name) {
                    values.insert(variable.name.clone(), given.value_for(Some(variable)));
                }
            }
        }
        values.into_iter().collect()
    }
}
