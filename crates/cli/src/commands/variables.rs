//! Values of the variables of a Terraform module.

use std::path::{Path, PathBuf};

use hcl2::diagnostics::{Diagnostic, Diagnostics, SourceMap, codes::terraform as codes};
use hcl2::files::automatic_files;
use hcl2::plan::Channel;
use hcl2::terraform::table::{Language, VARIABLE_ENVIRONMENT};
use hcl2::terraform::{Module, ModuleFile, Variable};
use hcl2::value::Value;

use super::expect_file;
use super::scope::variable;
use crate::files::Input;
use crate::output::Failure;

/// Takes the value of a variable and how it was given, or refuses it with a message.
pub(super) type Accept<'a> = dyn FnMut(&str, Value, Channel) -> Result<(), String> + 'a;

/// Sets variables as Terraform does: from the environment, automatic files of the module, named files and the command
/// line, each overriding the ones before.
///
/// `accept` takes each value with the name of its variable; its errors are reported.
pub(super) fn set(
    module: &Module,
    accept: &mut Accept<'_>,
    directory: &Path,
    named: &[PathBuf],
    given: &[(String, String)],
    sources: SourceMap,
) -> Result<(SourceMap, Diagnostics), Failure> {
    for (name, value) in std::env::vars() {
        // The environment may also have variables of other modules.
        if let Some(name) = name.strip_prefix(VARIABLE_ENVIRONMENT)
            && declared(module, name).is_some()
        {
            set_text(module, accept, name, &value, Channel::Environment)
                .map_err(|problem| Failure::Message(format!("{VARIABLE_ENVIRONMENT}{name}: {problem}")))?;
        }
    }
    named.iter().try_for_each(|path| expect_file(path))?;
    let paths = [automatic_files(directory).as_slice(), named].concat();
    let mut input = Input::read_into(sources, &paths, None)?;
    for (source, syntax) in &input.files {
        let parsed = hcl2::parse(source, *syntax);
        input.diagnostics.append(parsed.diagnostics);
        let attributes = parsed.value.attributes().report_into(&mut input.diagnostics);
        let file = ModuleFile::parse(source, Language::Terraform).value;
        let secrets = file.secret_values(module);
        for attribute in attributes.iter() {
            let errors = input.diagnostics.error_count();
            let value = attribute
                .expression
                .evaluate(None)
                .report_into(&mut input.diagnostics);
            if input.diagnostics.error_count() > errors {
                continue;
            }
            let channel = Channel::File(attribute.expression.span());
            if let Err(problem) = accept(&attribute.name, value, channel) {
                input.diagnostics.push(match declared(module, &attribute.name) {
                    Some(_) => Diagnostic::error(codes::INVALID_VALUE, "Invalid value for a variable")
                        .with_detail(format!("In this file, {problem}."))
                        .with_subject(attribute.expression.span()),
                    // A file may also have variables of other modules.
                    None => Diagnostic::warning(codes::UNDECLARED, "Undeclared input variable")
                        .with_detail(format!("The value is ignored: {problem}."))
                        .with_subject(attribute.name_span),
                });
            }
        }
        input.sources.conceal(&secrets);
    }
    for (name, text) in given {
        set_text(module, accept, name, text, Channel::CommandLine).map_err(Failure::Message)?;
    }
    Ok((input.sources, input.diagnostics))
}

/// Sets a variable by text: a plain string for variables without a type or of a primitive one, otherwise a constant
/// expression.
fn set_text(
    module: &Module,
    accept: &mut Accept<'_>,
    name: &str,
    text: &str,
    channel: Channel,
) -> Result<(), String> {
    let is_plain =
        declared(module, name).is_some_and(|variable| !variable.is_typed || variable.ty.is_primitive());
    let value = if is_plain { text.into() } else { variable(text) };
    accept(name, value, channel)
}

/// Returns the variable of a module with a name.
pub(super) fn declared<'m>(module: &'m Module, name: &str) -> Option<&'m Variable> {
    module.variables.named(name)
}
