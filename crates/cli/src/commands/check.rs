//! `hcl2 check`: parses files, reads the modules in directories, and reports every problem in them.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use hcl2::Syntax;
use hcl2::diagnostics::Diagnostics;
use hcl2::terraform::table::{Language, is_module_file};
use hcl2::terraform::{Module, ModuleFile};

use super::SyntaxName;
use crate::files::Input;
use crate::output::{Failure, Output, write_output};
use crate::parallel;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files, directories whose configuration files are checked with all below them, or `-` for standard input. In a
    /// directory, the files of the Terraform language are checked as a module.
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Reads all files in this syntax; otherwise `.json` selects the JSON syntax.
    #[arg(long, value_enum)]
    syntax: Option<SyntaxName>,
    /// Reads modules in OpenTofu's language instead of Terraform's.
    #[arg(long)]
    opentofu: bool,
    /// Says nothing where there is no problem.
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let input = Input::read(&arguments.paths, arguments.syntax.map(Syntax::from))?;
    let mut diagnostics = input.diagnostics.clone();
    diagnostics.extend(check(arguments, &input));
    output.report(&diagnostics, &input.sources)?;
    if !arguments.quiet && !output.is_for_programs() && !input.files.is_empty() {
        write_output(&summary(&diagnostics, input.files.len()))?;
    }
    if input.diagnostics.has_errors() {
        return Err(Failure::Usage);
    }
    if diagnostics.has_errors() {
        Err(Failure::Input)
    } else {
        Ok(())
    }
}

/// The problems of each source and of the modules that they make, in the order of the sources.
fn check(arguments: &Arguments, input: &Input) -> Diagnostics {
    let language = if arguments.opentofu {
        Language::OpenTofu
    } else {
        Language::Terraform
    };
    let mut modules: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
    for (index, path) in input.paths.iter().enumerate() {
        let Some(path) = path
            .as_deref()
            .filter(|path| !arguments.paths.iter().any(|named| named == path))
        else {
            continue;
        };
        let name = path.file_name().and_then(|name| name.to_str());
        if let Some(directory) = path.parent()
            && name.is_some_and(|name| is_module_file(name, language))
        {
            modules.entry(directory).or_default().push(index);
        }
    }
    let of_modules: HashSet<usize> = modules.values().flatten().copied().collect();
    let files: Vec<usize> = (0..input.files.len()).collect();
    let parsed: Vec<(Option<ModuleFile>, Diagnostics)> = parallel::map("checking", &files, |index| {
        let (source, syntax) = &input.files[*index];
        if of_modules.contains(index) {
            let (file, problems) = ModuleFile::parse(source, language);
            return (Some(file), problems);
        }
        let mut problems = hcl2::parse(source, *syntax).diagnostics;
        problems.sort_by_source();
        (None, problems)
    });
    let modules: Vec<Vec<usize>> = modules.into_values().collect();
    let of_modules = parallel::map("checking", &modules, |indexes| {
        let is_sound = |index: &&usize| !parsed[**index].1.has_errors();
        let sound: Vec<ModuleFile> = indexes
            .iter()
            .filter(is_sound)
            .filter_map(|index| parsed[*index].0.clone())
            .collect();
        // What is missing from a module may be in a file that could not be read.
        if sound.len() < indexes.len() {
            return Diagnostics::new();
        }
        Module::of(&sound, language).1
    });
    let mut diagnostics: Diagnostics = parsed.into_iter().flat_map(|(_, problems)| problems).collect();
    if of_modules.iter().any(|problems| !problems.is_empty()) {
        diagnostics.extend(of_modules.into_iter().flatten());
        diagnostics.sort_by_source();
    }
    diagnostics
}

fn summary(diagnostics: &Diagnostics, files: usize) -> String {
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .count();
    let warnings = diagnostics.len() - errors;
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let checked = format!("{} checked", counted(files, "file"));
    if diagnostics.is_empty() {
        return format!("{checked}: no problems\n");
    }
    let affected: HashSet<_> = diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic.subject)
        .map(|span| span.source)
        .collect();
    let mut found = Vec::new();
    if errors > 0 {
        found.push(counted(errors, "error"));
    }
    if warnings > 0 {
        found.push(counted(warnings, "warning"));
    }
    format!(
        "{checked}: {} in {}\n",
        found.join(" and "),
        counted(affected.len(), "file")
    )
}
