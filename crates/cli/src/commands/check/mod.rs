//! `hcl2 check`: parses files, reads the modules in directories, and reports every problem in them.

mod fix;
mod unchecked;
mod units;

use std::collections::HashSet;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::Arc;

use hcl2::decode::schema::Schema;
use hcl2::diagnostics::Diagnostics;
use hcl2::project::{
    CheckSettings, Checked, Disk, Project, ProjectFile, Role, Selected, read_schema, schema_file,
};

use self::fix::Fixing;
use self::units::Units;
use super::budget::BudgetArguments;
use super::module::WorldArguments;
use super::project::{project_files, valid};
use super::schema::{SchemaArguments, schemas_of};
use super::severity::SeverityArguments;
use super::syntax::SyntaxArguments;
use super::unit::UnitArguments;
use crate::files::{Input, WalkArguments, operands};
use crate::links::Named;
use crate::output::{Failure, Output, write_message};
use crate::parallel;

#[derive(clap::Args)]
#[command(
    mut_arg("language", |argument| argument.value_name("NAME[@VERSION]|FILE").help(LANGUAGE)),
    mut_arg("var", |argument| argument.help(
        "A variable of the modules, from whose value sources of modules may be computed. May be given several times"
    )),
    mut_arg("workspace", |argument| argument.help(
        "The name of the workspace [default: `TF_WORKSPACE`, or the one that is selected in `.terraform`; unknown without \
         them]"
    ))
)]
pub(crate) struct Arguments {
    /// Files, directories to search for configuration files, or `-` for standard input. Terraform files are checked
    /// together with the other files of their directory, which form a module, and with the modules it calls [default:
    /// standard input if it is a pipe or a file, otherwise the current directory].
    #[arg(value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    syntax: SyntaxArguments,
    #[command(flatten)]
    world: WorldArguments,
    // Resources, data sources, mocks and configurations of providers are checked against them.
    #[command(flatten)]
    schema: SchemaArguments,
    /// Do not read files for functions such as `file`, and do not warn about missing ones.
    #[arg(long)]
    no_files: bool,
    #[command(flatten)]
    severity: SeverityArguments,
    #[command(flatten)]
    walk: WalkArguments,
    #[command(flatten)]
    unit: UnitArguments,
    #[command(flatten)]
    pub(crate) budget: BudgetArguments,
    /// Fix the problems for which only one fix can be meant, as long as no other problem arises and the file can be parsed, and
    /// report the others.
    #[arg(long)]
    fix: bool,
    /// Change nothing; print what `--fix` would change as a unified diff. The exit status is 1 if anything would change.
    #[arg(long, requires = "fix")]
    diff: bool,
    /// Report as `terraform validate -json` does.
    #[arg(long, hide = true)]
    json: bool,
    /// Print nothing if there are no problems, nor what was not checked.
    #[arg(long, short)]
    quiet: bool,
    /// Exit with status 1 if anything was not checked.
    #[arg(long)]
    strict: bool,
}

/// The help of `--language`, which also takes the languages of other files than those of modules.
const LANGUAGE: &str = "The language of modules, possibly with its version: `terraform`, `opentofu`, `terraform@1.14` \
                        [default: that of the project file or of the files of each module, in the newest version that it \
                        supports]; or that of files whose names do not show it: `packer`, `nomad`, `terragrunt`, `bake`, or \
                        a file `….hclschema` with the schema document of a type that derives `Decode`";

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    if arguments.diff && (arguments.json || output.is_for_programs()) {
        let message = "`--diff` prints a diff, which cannot be mixed with problems for programs";
        return Err(Failure::Message(message.to_owned()));
    }
    let given = arguments.schema.given(output)?;
    arguments.world.allowed()?;
    let output = &output.with_terraform_json(arguments.json);
    let paths = match arguments.paths.as_slice() {
        [] if arguments.fix => vec![PathBuf::from(".")],
        paths => operands(paths),
    };
    if arguments.fix && paths.iter().any(|path| path.as_os_str() == "-") {
        let message = "`--fix` changes files, not standard input; name a file or a directory";
        return Err(Failure::Message(message.to_owned()));
    }
    let project_files = project_files(&paths, output)?;
    let schema = schema_of(arguments, output)?.map(Arc::new);
    let input = Input::walk(&paths, arguments.syntax.syntax(), arguments.walk, &project_files)?;
    valid(
        &project_files,
        input.paths.iter().flatten().map(PathBuf::as_path),
        output,
    )?;
    let selected = selected(arguments)?;
    let limiter = arguments.budget.start();
    let schemas = schemas_of(given);
    let settings = CheckSettings {
        language: selected.language,
        version: selected.version,
        other: selected.other,
        schema,
        syntax: arguments.syntax.syntax(),
        json: arguments.syntax.json_options(),
        limits: arguments.syntax.limits(),
        budget: Arc::new(move || limiter.budget()),
        reads_files: !arguments.no_files,
        world: arguments.world.world(),
        schemas: Arc::clone(&schemas),
        severities: arguments.severity.severities(),
        watch: Some(Arc::new(|files| {
            let bar = parallel::Shown(parallel::progress("checking", files));
            Box::new(move || bar.0.inc(1))
        })),
        ..CheckSettings::default()
    };
    let Input {
        sources,
        files,
        paths: of_files,
        diagnostics: mut unreadable,
    } = input;
    let files = files
        .into_iter()
        .zip(of_files)
        .map(|((source, syntax), path)| ProjectFile {
            path,
            source,
            syntax,
            role: Role::Named,
        });
    let checking = Project::new(Arc::new(Disk), settings)
        .with_sources(sources)
        .with_project_files(Arc::clone(&project_files));
    // The command ends here; to free every declaration of large modules would take a tenth of its time.
    let mut checking = ManuallyDrop::new(checking);
    let (files, problems) = checking.gather(&paths, files.collect());
    unreadable.append(problems);
    let named = files.iter().filter(|file| file.role == Role::Named).count();
    let (checked, fixed, would_change) = if arguments.fix {
        let mut fixing = Fixing {
            syntax: arguments.syntax,
            settings: &project_files,
            paths: &paths,
            project: &mut checking,
        };
        let fixed = fixing.fix(&files);
        fixed.deliver(&files, Named::new(&paths), arguments.diff)?;
        let (summary, would_change) = (fixed.summary(), fixed.count > 0);
        (fixed.checked, summary, would_change)
    } else {
        (checking.check(&paths, &files), String::new(), false)
    };
    let checked = ManuallyDrop::new(checked);
    let Checked {
        sources, not_checked, ..
    } = &*checked;
    let mut diagnostics = unreadable.clone();
    diagnostics.append(checked.problems.clone());
    let named_files: Vec<PathBuf> = files.iter().filter_map(|file| file.path.clone()).collect();
    let units = Units {
        arguments,
        files: &named_files,
        schemas: &*schemas,
        output,
    };
    let sources = &units.check(&paths, &mut diagnostics, sources.clone())?;
    if output.is_for_programs() {
        let mut all = diagnostics.clone();
        if !arguments.quiet {
            all.append(not_checked.notes());
        }
        output.report(&all, sources)?;
    } else {
        output.report(&diagnostics, sources)?;
        if !arguments.quiet && named > 0 && !arguments.diff {
            let not_checked = unchecked::line(not_checked).unwrap_or_default();
            write_message(&(fixed + &summary(&diagnostics, named) + &not_checked))?;
        }
    }
    if unreadable.has_errors() {
        return Err(Failure::Usage);
    }
    if diagnostics.has_errors()
        || arguments.diff && would_change
        || arguments.strict && !not_checked.is_empty()
    {
        Err(Failure::Input)
    } else {
        Ok(())
    }
}

/// Returns the language that the command line selects.
fn selected(arguments: &Arguments) -> Result<Selected, Failure> {
    let own = &arguments.world.language;
    if own.language.as_deref().and_then(schema_file).is_some() {
        return Ok(Selected::default());
    }
    Ok(own.selected()?.unwrap_or_default())
}

/// Reads the schema of files whose names do not show their language, if the command line selects one.
fn schema_of(arguments: &Arguments, output: &Output) -> Result<Option<Schema>, Failure> {
    let own = &arguments.world.language;
    let Some(path) = own.language.as_deref().and_then(schema_file) else {
        return Ok(None);
    };
    let input = Input::default().add(&[path]);
    let read = match input.files.first() {
        Some((source, _)) => read_schema(source),
        None => Err(input.diagnostics),
    };
    read.map(Some).map_err(|problems| {
        output.show(&problems, &input.sources);
        Failure::Usage
    })
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
    let found = found.join(" and ");
    match affected.len() {
        // Those that cannot be read are not among the files.
        0 => format!("{checked}: {found}\n"),
        affected => format!("{checked}: {found} in {}\n", counted(affected, "file")),
    }
}
