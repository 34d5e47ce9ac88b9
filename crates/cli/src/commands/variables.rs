//! Values of the variables of a Terraform module.

use std::path::{Path, PathBuf};

use hcl2::diagnostics::{Diagnostic, Diagnostics, SourceMap, codes::terraform as codes};
use hcl2::terraform::Evaluator;
use hcl2::terraform::table::{VARIABLE_ENVIRONMENT, automatic_variables};

use super::eval::variable;
use crate::files::Input;
use crate::output::Failure;

/// Sets variables as Terraform does: from the environment, automatic files of the module, named files and the command
/// line, each overriding the ones before.
pub(super) fn set(
    evaluator: &mut Evaluator<'_>,
    directory: &Path,
    named: &[PathBuf],
    given: &[(String, String)],
    sources: SourceMap,
) -> Result<(SourceMap, Diagnostics), Failure> {
    for (name, value) in std::env::vars() {
        // The environment may also have variables of other modules.
        if let Some(name) = name.strip_prefix(VARIABLE_ENVIRONMENT)
            && evaluator.type_of(name).is_some()
        {
            set_text(evaluator, name, &value)
                .map_err(|problem| Failure::Message(format!("{VARIABLE_ENVIRONMENT}{name}: {problem}")))?;
        }
    }
    let paths = [automatic_files(directory).as_slice(), named].concat();
    let mut input = Input::read_into(sources, &paths, None)?;
    for (source, syntax) in &input.files {
        let parsed = hcl2::parse(source, *syntax);
        input.diagnostics.extend(parsed.diagnostics);
        let attributes = parsed.value.attributes().report_into(&mut input.diagnostics);
        for attribute in attributes.iter() {
            let value = attribute
                .expression
                .evaluate(None)
                .report_into(&mut input.diagnostics);
            if let Err(problem) = evaluator.set_variable(&attribute.name, value) {
                input.diagnostics.push(match evaluator.type_of(&attribute.name) {
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
    }
    for (name, text) in given {
        set_text(evaluator, name, text).map_err(Failure::Message)?;
    }
    Ok((input.sources, input.diagnostics))
}

/// Sets a variable by text: a plain string for variables of primitive types, otherwise a constant expression.
fn set_text(evaluator: &mut Evaluator<'_>, name: &str, text: &str) -> Result<(), String> {
    let is_plain = evaluator
        .type_of(name)
        .is_some_and(hcl2::value::Type::is_primitive);
    let value = if is_plain { text.into() } else { variable(text) };
    evaluator.set_variable(name, value)
}

/// Returns the files of a module that set its variables automatically, in order of precedence.
fn automatic_files(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return Vec::new();
    };
    let mut files: Vec<((u8, String), PathBuf)> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let (rank, name) = automatic_variables(path.file_name()?.to_str()?)?;
            Some(((rank, name.to_owned()), path.clone()))
        })
        .collect();
    files.sort();
    files.into_iter().map(|(_, path)| path).collect()
}
