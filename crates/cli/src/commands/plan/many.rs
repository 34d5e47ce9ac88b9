//! The plans of many modules: made on all processors, and printed in order, each as soon as it can be.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::diagnostics::{Diagnostic, Diagnostics, SourceMap, codes::terraform as codes};
use hcl2::functions::{Host, NoHost, PointInTime};
use hcl2::plan::{Counts, Inputs, Plan};
use hcl2::project::{Disk, Files, SchemasOf, SettingsFiles, Snapshot, is_of_module};
use hcl2::terraform::table::{FileKind, Language};
use hcl2::terraform::{ProviderSchemas, ValidModules, versioned_functions};
use hcl2::{DirectoryHost, ModuleLoader, VariableSource};

use super::{Arguments, Prepared, inputs_of, paint, prepared};
use crate::commands::answers::Given;
use crate::commands::module::ModuleLanguage;
use crate::commands::project::{project_files, valid};
use crate::commands::schema::schemas_of;
use crate::commands::unit::{Selected, innermost};
use crate::commands::variables::Place;
use crate::commands::{expect_directory, questions};
use crate::files::{self, WalkArguments};
use crate::output::{Failure, Output, Page, verdict, write_json};
use crate::parallel;

/// Plans the modules in the named directories, or the root modules in and below them, and prints the plans. Returns whether any
/// has changes.
pub(super) fn show(arguments: &Arguments, output: &Output) -> Result<bool, Failure> {
    expect_no_single(arguments)?;
    for directory in &arguments.directories {
        expect_directory(directory)?;
    }
    let settings = project_files(&arguments.directories, output)?;
    let files = Arc::new(Snapshot::new(Arc::new(Disk)));
    let world = &arguments.world;
    let loader = ModuleLoader::new()
        .files(files.clone())
        .limits(arguments.depth.limits())
        .variables(world.variables.sources())
        .sharing();
    let finding = Finding {
        arguments,
        settings: &settings,
        loader: &loader,
    };
    let directories = match arguments.roots {
        true => finding.roots(&files, output)?,
        false => arguments.directories.clone(),
    };
    valid(&settings, directories.iter().map(PathBuf::as_path), output)?;
    let language = match directories.first() {
        Some(first) => finding.language(first)?.language,
        None => Language::default(),
    };
    let functions = versioned_functions(language, &(Arc::new(NoHost) as _));
    let answers = arguments
        .answers
        .read(&loader, &functions, SourceMap::new(), output)?;
    let host = directories
        .first()
        .and_then(|first| DirectoryHost::new(first).ok());
    let planning = Planning {
        finding,
        files,
        schemas: schemas_of(arguments.schema.given(output)?),
        answers,
        valid: ValidModules::default(),
        now: host.and_then(|host| host.now().ok()),
        output,
    };
    let mut all = Total::default();
    let work = |directory: &PathBuf| planning.printed(directory);
    parallel::in_order("planning", &directories, work, |printed| {
        all.add(printed?, output)
    })?;
    // The end of the process frees what was read faster than it can be taken apart.
    std::mem::forget(planning);
    std::mem::forget(loader);
    all.finish(arguments, output)
}

/// Refuses options about one module for many.
fn expect_no_single(arguments: &Arguments) -> Result<(), Failure> {
    let given = [
        ("--why", arguments.why.is_some()),
        ("--target", !arguments.target.is_empty()),
        ("--replace", !arguments.replace.is_empty()),
        ("--state", arguments.state.is_some()),
        ("--out", arguments.out.is_some()),
    ];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Failure::Message(format!(
            "`{option}` is about one module; name one directory"
        ))),
        None => Ok(()),
    }
}

/// The finding of modules and their languages.
struct Finding<'p> {
    arguments: &'p Arguments,
    settings: &'p Arc<SettingsFiles>,
    loader: &'p ModuleLoader,
}

impl Finding<'_> {
    fn language(&self, directory: &Path) -> Result<ModuleLanguage, Failure> {
        let language = &self.arguments.world.language;
        language.within(directory, || Ok(self.settings.of(directory)))
    }

    /// Returns the loader of the module in a directory, without those that it calls, and its language.
    fn loader(&self, directory: &Path) -> Result<(ModuleLoader, Language), Failure> {
        let ModuleLanguage { language, version } = self.language(directory)?;
        let loader = self.loader.clone().language(language);
        let loader = version.into_iter().fold(loader, ModuleLoader::version);
        Ok((loader, language))
    }

    /// Selects the module of a directory.
    fn select(&self, files: Arc<dyn Files>, directory: &Path) -> Result<Selected, Failure> {
        let readable = self.arguments.world.allowed()?;
        Ok(self.arguments.unit.select(files, directory, readable))
    }

    /// Returns the directories in and below the named ones with modules that no other one there calls by a local path, and with
    /// units.
    fn roots(&self, files: &Arc<Snapshot>, output: &Output) -> Result<Vec<PathBuf>, Failure> {
        let (mut directories, mut units) = (BTreeSet::new(), BTreeSet::new());
        let mut problems = Diagnostics::new();
        for named in &self.arguments.directories {
            let settings = Some(Arc::clone(self.settings));
            let (found, unreadable) = files::configuration_files(named, WalkArguments::default(), settings);
            problems.append(unreadable);
            for path in &found {
                let Some(parent) = path.parent() else { continue };
                let parent = match parent.strip_prefix(".") {
                    Ok(below) if !below.as_os_str().is_empty() => below,
                    _ => parent,
                };
                if is_of_module(path, Language::OpenTofu) {
                    directories.insert(parent.to_owned());
                } else if path.file_name().and_then(|name| FileKind::of(name.to_str()?))
                    == Some(FileKind::Terragrunt)
                {
                    units.insert(parent.to_owned());
                }
            }
        }
        output.show(&problems, &SourceMap::new());
        verdict(&problems)?;
        let units: Vec<PathBuf> = innermost(units).into_iter().collect();
        let selected = parallel::map("reading", &units, |unit| {
            let selected = self.select(files.clone(), unit)?;
            let module = files.canonical(&selected.directory).ok();
            Ok::<_, Failure>(module.filter(|_| selected.is_of_unit()))
        });
        let mut called = HashSet::new();
        let mut roots = BTreeSet::new();
        for (unit, selected) in units.into_iter().zip(selected) {
            let Some(module) = selected? else { continue };
            // Its own directory may be that of the module.
            if files.canonical(&unit).ok().as_ref() != Some(&module) {
                called.insert(module);
            }
            roots.insert(unit);
        }
        if directories.is_empty() && roots.is_empty() {
            let named = self.arguments.directories.iter();
            let named: Vec<String> = named.map(|path| path.display().to_string()).collect();
            return Err(Failure::Message(format!(
                "no module is in or below {}; name directories with files such as `main.tf`",
                named.join(", ")
            )));
        }
        let directories: Vec<PathBuf> = directories.into_iter().collect();
        let calls = parallel::map("reading", &directories, |directory| {
            let (loader, _) = self.loader(directory)?;
            let called = loader.called_from(directory).into_iter();
            let called = called.filter_map(|path| files.canonical(&directory.join(path)).ok());
            // A module that calls itself is still one.
            let own = files.canonical(directory).ok();
            let called = called.filter(|path| Some(path) != own.as_ref());
            Ok::<_, Failure>(called.collect::<Vec<_>>())
        });
        for calls in calls {
            called.extend(calls?);
        }
        roots.extend(directories.into_iter().filter(|directory| {
            let path = files.canonical(directory);
            path.is_ok_and(|path| !called.contains(&path))
        }));
        Ok(roots.into_iter().collect())
    }
}

/// The planning of modules.
struct Planning<'p> {
    finding: Finding<'p>,
    files: Arc<Snapshot>,
    /// The schemas of each module.
    schemas: SchemasOf,
    /// What is said in place of providers.
    answers: Given,
    /// The called modules that are known to be valid.
    valid: ValidModules,
    /// The time of all plans.
    now: Option<PointInTime>,
    output: &'p Output,
}

/// What is printed about a module.
struct Printed {
    /// Its problems as they are shown.
    problems: Vec<u8>,
    /// Its plan, or the questions about it.
    text: Text,
    verdict: Result<(), Failure>,
    counts: Counts,
    may_have_changes: bool,
    /// The variables that it declares.
    declared: BTreeSet<String>,
}

enum Text {
    Page(Page),
    Json(String),
}

impl Planning<'_> {
    fn printed(&self, directory: &Path) -> Result<Printed, Failure> {
        let arguments = self.finding.arguments;
        let selected = self.finding.select(self.files.clone(), directory)?;
        let mut printed = Printed {
            problems: Vec::new(),
            text: self.failed(directory),
            verdict: Ok(()),
            counts: Counts::default(),
            may_have_changes: false,
            declared: BTreeSet::new(),
        };
        if let Some((problems, sources)) = selected.problems() {
            printed.problems = self.output.rendered(problems, sources);
            printed.verdict = verdict(problems);
        }
        if printed.verdict.is_err() {
            return Ok(printed);
        }
        let Prepared {
            tree,
            sources,
            inputs,
        } = self.prepared(selected)?;
        let declared = tree.module.variables.iter();
        printed.declared = declared.map(|variable| variable.name.to_string()).collect();
        let mut diagnostics = Diagnostics::new();
        let (mut plan, mut asked) = (Plan::default(), Vec::new());
        if arguments.questions {
            asked = hcl2::plan::questions(&tree, &inputs).report_into(&mut diagnostics);
        } else {
            plan = hcl2::plan::plan(&tree, &inputs).report_into(&mut diagnostics);
        }
        let has_failed = diagnostics.has_errors();
        if has_failed {
            plan = Plan::default();
        }
        diagnostics.append(std::mem::take(&mut plan.warnings));
        sources.sort(&mut diagnostics);
        if !has_failed {
            printed.text = match arguments.json {
                true => {
                    let value = match arguments.questions {
                        true => questions::to_json(&asked, &sources).to_string(),
                        false => hcl2::plan::plan_to_json(&plan, &tree, &inputs, &inputs.time()),
                    };
                    self.json(directory, &value)
                }
                false => {
                    let mut page = Page::new();
                    page.paint("1", &shown(directory));
                    page.push("\n");
                    match arguments.questions {
                        true => questions::text(&asked, &sources, &mut page),
                        false => paint(&hcl2::plan::to_text(&plan, &sources), &mut page),
                    }
                    page.push("\n");
                    Text::Page(page)
                }
            };
        }
        printed
            .problems
            .append(&mut self.output.rendered(&diagnostics, &sources));
        Ok(Printed {
            verdict: verdict(&diagnostics),
            counts: Counts::of(&plan),
            may_have_changes: plan.may_have_changes(),
            ..printed
        })
    }

    /// Returns what is printed about a module that cannot be planned.
    fn failed(&self, directory: &Path) -> Text {
        if self.finding.arguments.json {
            return self.json(directory, "null");
        }
        let mut page = Page::new();
        page.paint("1", &shown(directory));
        page.push("  (failed)\n\n");
        Text::Page(page)
    }

    fn json(&self, directory: &Path, value: &str) -> Text {
        let name = serde_json::Value::from(shown(directory));
        let key = match self.finding.arguments.questions {
            true => "questions",
            false => "plan",
        };
        Text::Json(format!("{{\"directory\":{name},\"{key}\":{value}}}\n"))
    }

    fn prepared(&self, selected: Selected) -> Result<Prepared, Failure> {
        let arguments = self.finding.arguments;
        let world = &arguments.world;
        let (files, module) = (Arc::clone(&selected.files), selected.directory.clone());
        let directory = module.as_path();
        let (loader, language) = self.finding.loader(directory)?;
        let loaded = loader.files(Arc::clone(&files)).nested().load_partial(directory);
        let host =
            DirectoryHost::of_module(Arc::clone(&files), directory, &loaded.tree).map_err(|error| {
                let details = error.iter().map(|problem| problem.detail.as_ref());
                Failure::Message(details.collect())
            })?;
        let host = world.shown(self.now.into_iter().fold(host, DirectoryHost::plan_time))?;
        let place: Place<'_> = (files, directory);
        let mut prepared = prepared(loaded, &world.variables, language, host, place)?;
        selected.pass_inputs(&prepared.tree, &mut prepared.inputs);
        let schemas = (self.schemas)(directory).unwrap_or_default();
        let inputs = Inputs {
            schemas: ProviderSchemas::clone(&schemas),
            answers: self.answers.answers.clone().shared(),
            sources: prepared.sources.clone(),
            data: self.answers.data.clone(),
            valid: self.valid.clone(),
            budget: arguments.budget.start().budget(),
            ..inputs_of(arguments, directory, prepared.inputs)
        };
        Ok(Prepared { inputs, ..prepared })
    }
}

/// What was printed so far.
#[derive(Default)]
struct Total {
    modules: usize,
    failed: usize,
    counts: Counts,
    may_have_changes: bool,
    /// The first failure that counts most: files that cannot be read before errors in the input.
    verdict: Option<Failure>,
    declared: BTreeSet<String>,
}

impl Total {
    fn add(&mut self, printed: Printed, output: &Output) -> Result<(), Failure> {
        output.show_rendered(&printed.problems);
        match printed.text {
            Text::Page(page) => page.write()?,
            Text::Json(json) => write_json(&json)?,
        }
        self.modules += 1;
        self.counts += printed.counts;
        self.may_have_changes |= printed.may_have_changes;
        self.declared.extend(printed.declared);
        if let Err(failure) = printed.verdict {
            self.failed += 1;
            if !matches!(self.verdict, Some(Failure::Usage)) {
                self.verdict = Some(failure);
            }
        }
        Ok(())
    }

    /// Prints the sum, and returns whether any plan has changes.
    fn finish(self, arguments: &Arguments, output: &Output) -> Result<bool, Failure> {
        if !arguments.json && !arguments.questions {
            let mut page = Page::new();
            let plural = if self.modules == 1 { "" } else { "s" };
            page.push(&format!(
                "Plans of {} module{plural}: {}",
                self.modules, self.counts
            ));
            match self.failed {
                0 => page.push(".\n"),
                failed => page.push(&format!("; {failed} failed.\n")),
            }
            page.write()?;
        }
        let undeclared = arguments.world.variables.given().iter();
        let undeclared = undeclared.filter_map(|source| match source {
            VariableSource::Option { name, .. } if !self.declared.contains(name) => Some(
                Diagnostic::error(codes::UNDECLARED, "Undeclared input variable").with_detail(format!(
                    "None of the modules declares a variable `{name}`, which `--var` sets."
                )),
            ),
            _ => None,
        });
        let undeclared: Diagnostics = undeclared.collect();
        output.show(&undeclared, &SourceMap::new());
        match self.verdict {
            Some(failure) => Err(failure),
            None if undeclared.has_errors() => Err(Failure::Input),
            None => Ok(self.may_have_changes),
        }
    }
}

/// Returns a directory as it is shown: without `./` at its start.
fn shown(directory: &Path) -> String {
    let path = directory.strip_prefix(".").unwrap_or(directory);
    let path = if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    };
    path.display().to_string()
}
