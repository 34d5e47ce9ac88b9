//! Modules of the Terraform language.

use std::path::PathBuf;
use std::sync::Arc;

use hcl2::model::{FunctionTable, Limits};
use hcl2::project::{Disk, Files, Memory};
use hcl2::terraform::table::Language;
use hcl2::terraform::{CheckOptions, Evaluator, type_function};
use hcl2::{DirectoryHost, LoadedModule, ModuleLoader};

use crate::calls::{EXPRESSION, of_value, read_variables};
use crate::result::{Hcl2Result, Refused};

/// A module: its directory, or its files.
///
/// It is read again by each call, so that a call sees what the files are then. Threads may share it, except that nothing else may
/// use it while `hcl2_module_add` runs.
#[derive(Debug)]
pub struct Hcl2Module {
    files: ModuleFiles,
    language: Language,
}

#[derive(Debug)]
enum ModuleFiles {
    Directory(PathBuf),
    /// Files by their paths from the directory of the module.
    Given(Memory),
}

impl Hcl2Module {
    /// Creates the module in a directory, or one without files.
    pub(crate) fn new(directory: Option<&str>, is_opentofu: bool) -> Self {
        Self {
            files: match directory {
                Some(directory) => ModuleFiles::Directory(directory.into()),
                None => ModuleFiles::Given(Memory::default()),
            },
            language: match is_opentofu {
                true => Language::OpenTofu,
                false => Language::Terraform,
            },
        }
    }

    /// Adds a file, or replaces it; returns whether the module is made of files.
    pub(crate) fn add(&mut self, path: &str, content: &[u8]) -> bool {
        match &mut self.files {
            ModuleFiles::Directory(_) => false,
            ModuleFiles::Given(files) => {
                files.insert(path, content);
                true
            }
        }
    }

    /// Checks the module and those that it calls by local paths.
    pub(crate) fn check(&self) -> Hcl2Result {
        let loaded = match self.load() {
            Ok(loaded) => loaded,
            Err(error) => return Hcl2Result::of_error(&error),
        };
        let mut diagnostics = loaded.module.diagnostics;
        diagnostics.append(
            CheckOptions {
                budget: Limits::default().budget(),
                host: Some(loaded.host as _),
                ..CheckOptions::default()
            }
            .validate(&loaded.module.tree),
        );
        let sources = &loaded.module.sources;
        sources.sort(&mut diagnostics);
        let text = (!diagnostics.has_errors()).then(String::new);
        Hcl2Result::new(text, &diagnostics, sources)
    }

    /// Evaluates an expression in the scope of the module.
    pub(crate) fn evaluate(
        &self,
        expression: &[u8],
        variables: Option<&[u8]>,
    ) -> Result<Hcl2Result, Refused> {
        let variables = read_variables(variables)?;
        let mut loaded = match self.load() {
            Ok(loaded) => loaded,
            Err(error) => return Ok(Hcl2Result::of_error(&error)),
        };
        let sources = &mut loaded.module.sources;
        let source = match sources.add(EXPRESSION, expression) {
            Ok(source) => source,
            Err(error) => return Ok(Hcl2Result::of_error(&error.into())),
        };
        let parsed = hcl2::ParseOptions::new().parse_expression(&source);
        if parsed.has_errors() {
            return Ok(Hcl2Result::new(None, &parsed.diagnostics, sources));
        }
        let mut evaluator = Evaluator::new(&loaded.module.tree, Arc::new(loaded.functions))
            .working_directory(loaded.directory)
            .budget(Limits::default().budget());
        let declared = &loaded.module.tree.module.variables;
        for (name, value) in variables {
            if !declared.iter().any(|variable| variable.name == *name) {
                return Err(Refused(format!("the module declares no variable {name}")));
            }
            evaluator.set_variable(&name, value).map_err(Refused)?;
        }
        let outcome = evaluator.evaluate(&*parsed.value);
        Ok(match outcome.has_errors() {
            true => Hcl2Result::new(None, &outcome.diagnostics, sources),
            false => of_value(&outcome.value),
        })
    }

    fn load(&self) -> Result<Loaded, hcl2::Error> {
        let (files, directory): (Arc<dyn Files>, _) = match &self.files {
            ModuleFiles::Directory(directory) => (Arc::new(Disk), directory.clone()),
            ModuleFiles::Given(files) => (Arc::new(files.clone()), PathBuf::from(".")),
        };
        let loader = ModuleLoader::new()
            .files(Arc::clone(&files))
            .language(self.language);
        let module = loader.nested().load_partial(&directory);
        let host = DirectoryHost::of_module(Arc::clone(&files), &directory, &module.tree)?;
        let host = Arc::new(host);
        let version = module.tree.module.version();
        let mut functions = hcl2::terraform::versioned_functions(version, &(Arc::clone(&host) as _));
        functions.insert("type", type_function());
        let canonical = files.canonical(&directory);
        Ok(Loaded {
            module,
            host,
            functions,
            directory: canonical.map_or_else(|_| ".".to_owned(), |path| path.display().to_string()),
        })
    }
}

/// A module that was read, with what its expressions use.
struct Loaded {
    module: LoadedModule,
    host: Arc<DirectoryHost>,
    functions: FunctionTable,
    directory: String,
}
