//! A unit as a module of Terraform, with the files that Terragrunt generates and the inputs that it passes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::codes::render as codes;
use hcl2_diagnostics::{Code, Diagnostic, Diagnostics, SourceMap};
use hcl2_project::{Files, MAX_FILE_BYTES, Overlay};
use hcl2_value::Value;

use super::config::Config;
use super::evaluated::configuration;
use super::paths::{clean, directory};
use super::start::{FUNCTIONS, world_of};
use super::unknown::{reason_of, without_reasons};
use super::values::fields_of;
use super::world::{UNIT_FILES, World};
use crate::Options;

/// A unit of Terragrunt as a module of Terraform.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The files of the module, with those that the unit has and generates.
    pub files: Arc<dyn Files>,
    /// The directory of the module.
    pub directory: PathBuf,
    /// The values of variables, possibly unknown.
    pub inputs: Vec<(String, Value)>,
    /// The files that were read.
    pub sources: SourceMap,
    /// What is wrong with them.
    pub diagnostics: Diagnostics,
}

/// Evaluates the unit of Terragrunt in a directory; `None` if there is none.
///
/// The module is that of its `terraform.source`, or in its own directory; one that is not in the repository is an error,
/// since nothing is downloaded.
///
/// # Examples
///
/// ```
/// use std::path::Path;
/// use std::sync::Arc;
///
/// use hcl2_project::{Files, Memory};
/// use hcl2_render::{Options, unit};
/// use hcl2_value::Value;
///
/// let text = "terraform {\n  source = \"../../modules//net\"\n}\ninputs = {\n  size = 3\n}\n";
/// let files: Memory = [
///     ("repo/.git/HEAD", ""),
///     ("repo/live/net/terragrunt.hcl", text),
///     ("repo/modules/net/main.tf", "variable \"size\" {}\n"),
/// ]
/// .into_iter()
/// .collect();
/// let unit = unit(Arc::new(files), Path::new("/repo/live/net"), &Options::default()).unwrap();
/// assert_eq!(unit.directory, Path::new("/repo/modules/net"));
/// assert_eq!(unit.inputs, [("size".to_owned(), Value::from(3))]);
/// ```
#[must_use]
pub fn unit(files: Arc<dyn Files>, path: &Path, options: &Options) -> Option<Unit> {
    let own = files.canonical(path).ok()?;
    let mut names = UNIT_FILES.iter().map(|name| own.join(name));
    let file = names.find(|file| files.is_file(file))?;
    let mut unit = Unit {
        files: Arc::clone(&files),
        directory: own.clone(),
        inputs: Vec::new(),
        sources: SourceMap::new(),
        diagnostics: Diagnostics::new(),
    };
    let mut problems = Diagnostics::new();
    let evaluated = world_of(&files, &own, options).and_then(|world| {
        let world = Arc::new(world);
        if let Some(problem) = world.missing_unit() {
            return Err(problem);
        }
        let evaluated = configuration(&world, &file, &file, None, FUNCTIONS);
        if evaluated.is_err() {
            unit.sources = world.sources();
        }
        Ok((world, evaluated?.0))
    });
    match evaluated {
        Ok((world, evaluated)) => {
            problems.append(evaluated.problems);
            world
                .undeclared_features()
                .into_iter()
                .for_each(|problem| problems.push(problem));
            if !problems.has_errors() {
                resolve(&mut unit, &world, &file, &evaluated.config, &mut problems);
            }
            unit.sources = world.sources();
        }
        Err(problem) => problems.push(*problem),
    }
    problems.remove_repeated();
    unit.diagnostics.append(problems);
    unit.sources.sort(&mut unit.diagnostics);
    Some(unit)
}

fn resolve(unit: &mut Unit, world: &World, file: &Path, config: &Config, problems: &mut Diagnostics) {
    let own = directory(file);
    let source = config
        .terraform
        .as_ref()
        .and_then(|terraform| terraform.fields.get("source"));
    if let Some(source) = source.filter(|source| !source.is_null()) {
        match module_of(&*unit.files, own, source) {
            Ok(module) => unit.directory = module,
            Err((code, detail)) => {
                let problem = Diagnostic::error(code, "Missing module").with_detail(detail);
                let place = world.parse(file).ok().and_then(|file| {
                    let block = file.blocks("terraform").next()?.attribute("source")?;
                    Some(block.expression.span())
                });
                problems.push(match place {
                    Some(place) => problem.with_subject(place),
                    None => problem,
                });
                return;
            }
        }
    }
    let mut overlay = Overlay::new(Arc::clone(&unit.files));
    if unit.directory != own {
        // Terragrunt copies the files of the unit beside those of the module.
        for path in unit.files.list(own).unwrap_or_default() {
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            let is_copied = [".tf", ".tf.json", ".tofu", ".tfvars", ".tfvars.json"]
                .iter()
                .any(|end| name.ends_with(end));
            if is_copied && unit.files.is_ordinary(&path) && !unit.files.leads_outside(&path) {
                let content = unit.files.read(&path, MAX_FILE_BYTES);
                if let Ok(content) = content {
                    overlay.insert(&unit.directory.join(name), content);
                }
            }
        }
    }
    for (name, block) in &config.generate {
        generate(unit, name, block, &mut overlay, problems);
    }
    unit.files = Arc::new(overlay);
    let inputs = config.inputs.as_ref().and_then(fields_of).unwrap_or_default();
    unit.inputs = inputs
        .into_iter()
        .map(|(name, value)| (name, without_reasons(&value)))
        .collect();
}

/// Returns the directory of a module, or why there is none.
fn module_of(files: &dyn Files, own: &Path, source: &Value) -> Result<PathBuf, (Code, String)> {
    let Some(text) = source.as_str() else {
        let reason = reason_of(source).map_or_else(String::new, |reason| format!(": {}", reason.text));
        return Err((
            codes::NOT_DOWNLOADED,
            format!("The source of the module is not known{reason}."),
        ));
    };
    let path = text.split('?').next().unwrap_or_default().replace("//", "/");
    let is_local = path.starts_with('.') || path.starts_with('/');
    if !is_local {
        return Err((
            codes::NOT_DOWNLOADED,
            format!(
                "The module of the unit, {text}, is not on this machine, and nothing is downloaded. Set `source` to the path of a \
                 checkout."
            ),
        ));
    }
    let found = clean(&own.join(&path));
    if files.is_directory(&found) {
        return Ok(found);
    }
    let detail = format!("The directory {text} of the module does not exist. Fix the path.");
    Err((codes::MISSING_UNIT, detail))
}

/// Adds a file that the unit generates.
fn generate(unit: &Unit, name: &str, block: &Value, overlay: &mut Overlay, problems: &mut Diagnostics) {
    let field = |name: &str| block.get(name);
    if field("disable").and_then(Value::as_bool) == Some(true) {
        return;
    }
    let path = field("path").and_then(Value::as_str);
    let contents = field("contents").and_then(Value::as_str);
    let (Some(path), Some(contents)) = (path, contents) else {
        let detail = format!("The generated file `{name}` is not known, and left out.");
        problems.push(Diagnostic::note(codes::UNKNOWN, "Unknown value").with_detail(detail));
        return;
    };
    let path = clean(&unit.directory.join(path));
    let if_exists = field("if_exists").and_then(Value::as_str);
    if !(if_exists == Some("skip") && unit.files.is_ordinary(&path)) {
        overlay.insert(&path, contents);
    }
}
