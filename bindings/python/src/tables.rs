//! Tables as Arrow C streams.

use std::collections::BTreeMap;
use std::path::PathBuf;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use hcl2::tables::{
    Directory, Extractor, File, ListedDirectory, SecretNames, SecretsOf, Selection, Stream, Table, Tree,
    secret_variables,
};
use hcl2::terraform::table::Language;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::modules::read_schemas;
use crate::problems::{Call, call_with};

/// The rows of a table, as a stream of Arrow record batches. Each stream reads the files again.
#[pyclass(frozen, module = "hcl2rs")]
pub(crate) struct Tables {
    selection: Selection,
    table: Table,
    source: Source,
}

/// Where the rows come from.
enum Source {
    Tree(Tree),
    Part(hcl2::tables::Part, Language),
    Batches(Vec<RecordBatch>),
}

/// Some of the directories below others. It can be pickled, and is read without looking through the others.
#[pyclass(frozen, module = "hcl2rs", from_py_object)]
#[derive(Clone)]
pub(crate) struct Part {
    /// The root of the repository, whether the part has all of that, the path of each directory, and whether a module elsewhere
    /// calls the one in it: `None` unless the table has plans, which are those of the other modules.
    #[pyo3(get)]
    directories: Vec<Listed>,
}

type Listed = (String, bool, PathBuf, Option<bool>);

#[pymethods]
impl Part {
    #[new]
    fn new(directories: Vec<Listed>) -> Self {
        Self { directories }
    }

    fn __repr__(&self) -> String {
        format!("<Part of {} directories>", self.directories.len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Call<'py>> {
        call_with(slf.as_any(), &["directories"])
    }
}

impl Part {
    fn of(part: &hcl2::tables::Part, has_plans: bool) -> Self {
        let listed = part.directories().map(|directory| {
            let repository = directory.repository().to_owned();
            let path = directory.path().to_owned();
            let is_called = has_plans.then(|| directory.is_called());
            (repository, directory.is_whole_repository(), path, is_called)
        });
        Self {
            directories: listed.collect(),
        }
    }

    fn found(self, language: Language) -> hcl2::tables::Part {
        let listed = self.directories.into_iter();
        let listed = listed.map(
            |(repository, is_whole_repository, path, is_called)| ListedDirectory {
                repository,
                is_whole_repository,
                path,
                is_called,
            },
        );
        hcl2::tables::Part::from_directories(listed, language)
    }
}

#[pymethods]
impl Tables {
    /// Returns the name of the table.
    #[getter]
    fn table(&self) -> &'static str {
        self.table.name()
    }

    /// Returns the number of parts that the files are divided into, for `part`.
    #[getter]
    fn part_count(&self) -> usize {
        match &self.source {
            Source::Tree(tree) => tree.part_count(),
            Source::Part(..) | Source::Batches(_) => 1,
        }
    }

    /// Divides the directories into `count` parts for `part`, of about 4096 files each by default.
    #[pyo3(signature = (count=None))]
    fn parts(&self, py: Python<'_>, count: Option<usize>) -> PyResult<Vec<Part>> {
        let Source::Tree(tree) = &self.source else {
            return Err(invalid("a part has no parts"));
        };
        let parts = tree.parts(count.unwrap_or_else(|| tree.part_count()));
        let has_plans = self.selection.has_plans();
        Ok(py.detach(|| parts.iter().map(|part| Part::of(part, has_plans)).collect()))
    }

    /// Returns a capsule with an Arrow C stream, which pyarrow, DuckDB, Polars and pandas read without copying.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The protocol lets a producer ignore the request.
        drop(requested_schema);
        let reader: Box<dyn RecordBatchReader + Send> = match &self.source {
            Source::Tree(tree) => Box::new(Stream::new(tree, self.selection.clone(), self.table)),
            Source::Part(part, language) => {
                let (parts, selection) = (vec![part.clone()], self.selection.clone());
                Box::new(Stream::from_parts(parts, *language, selection, self.table))
            }
            Source::Batches(batches) => {
                let batches: Vec<_> = batches.iter().cloned().map(Ok).collect();
                Box::new(RecordBatchIterator::new(
                    batches,
                    self.selection.schema(self.table),
                ))
            }
        };
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), c"arrow_array_stream")
    }
}

#[derive(FromPyObject)]
pub(crate) enum Directories {
    One(PathBuf),
    Many(Vec<PathBuf>),
}

/// A part of what is below directories.
#[derive(FromPyObject)]
pub(crate) enum Selected {
    Listed(Part),
    /// By its index and the number of parts.
    Numbered((usize, usize)),
}

/// Returns a table of the Terraform modules below directories.
#[pyfunction]
#[pyo3(signature = (directories, table, *, columns=None, path=None, module=None, kind=None, r#type=None, part=None,
    language="terraform", schemas=None, plans=false))]
#[expect(
    clippy::too_many_arguments,
    reason = "they are the keyword arguments of Python"
)]
pub(crate) fn tables(
    py: Python<'_>,
    directories: Directories,
    table: &str,
    columns: Option<Vec<String>>,
    path: Option<Vec<String>>,
    module: Option<Vec<String>>,
    kind: Option<Vec<String>>,
    r#type: Option<Vec<String>>,
    part: Option<Selected>,
    language: &str,
    schemas: Option<&Bound<'_, PyAny>>,
    plans: bool,
) -> PyResult<Tables> {
    let table: Table = table.parse().map_err(invalid)?;
    let language = match language {
        "terraform" => Language::Terraform,
        "opentofu" => Language::OpenTofu,
        other => return Err(invalid(format!("unknown language `{other}`"))),
    };
    let mut selection = Selection::of([table]);
    if let Some(columns) = columns {
        selection = selection.columns(columns).map_err(invalid)?;
    }
    if let Some(kind) = kind {
        selection = selection.where_kind(kind).map_err(invalid)?;
    }
    if let Some(ty) = r#type {
        selection = selection.where_type(ty).map_err(invalid)?;
    }
    if let Some(schemas) = read_schemas(schemas)? {
        selection = selection.schemas(schemas);
    }
    if plans {
        selection = selection.with_plans();
    }
    selection = selection
        .where_path(path.unwrap_or_default())
        .where_module(module.unwrap_or_default());
    let directories = match directories {
        Directories::One(directory) => vec![directory],
        Directories::Many(directories) => directories,
    };
    let walk = || py.detach(|| Tree::walk(&directories, language));
    let source = match part {
        None => Source::Tree(walk()?),
        Some(Selected::Listed(part)) => Source::Part(part.found(language), language),
        Some(Selected::Numbered((index, count))) => match walk()?.parts(count).get(index) {
            Some(part) if index < count => Source::Part(part.clone(), language),
            _ => return Err(invalid(format!("no part {index} of {count}"))),
        },
    };
    Ok(Tables {
        selection,
        table,
        source,
    })
}

/// Returns a table of files that are given by their repositories, paths and contents. `is_whole` says whether they are all
/// files of their repositories.
#[pyfunction]
pub(crate) fn _tables_of_contents(
    py: Python<'_>,
    files: Vec<(String, String, Vec<u8>)>,
    table: &str,
    is_whole: bool,
) -> PyResult<Tables> {
    let table: Table = table.parse().map_err(invalid)?;
    if table.is_planned() && !files.is_empty() {
        return Err(invalid(format!(
            "the table `{table}` needs directories, not contents"
        )));
    }
    let selection = Selection::of([table]);
    let batches = py.detach(|| batches(files, selection.clone(), is_whole))?;
    Ok(Tables {
        selection,
        table,
        source: Source::Batches(batches),
    })
}

fn batches(
    files: Vec<(String, String, Vec<u8>)>,
    selection: Selection,
    is_whole: bool,
) -> std::io::Result<Vec<RecordBatch>> {
    let mut directories: BTreeMap<(String, String), Vec<File>> = BTreeMap::new();
    for (repository, path, content) in files {
        let (module, name) = path.rsplit_once('/').unwrap_or((".", &path));
        if hcl2::tables::is_read(name, Language::Terraform) {
            let key = (repository, module.to_owned());
            directories
                .entry(key)
                .or_default()
                .push(File::new(path.clone(), content));
        }
    }
    let names = directories.iter().map(|((repository, module), files)| {
        let names = secret_variables(files, Language::Terraform);
        (repository.clone(), module.clone(), names)
    });
    let names: Vec<(String, String, SecretNames)> = names.filter(|(.., names)| !names.is_empty()).collect();
    let find = move |of: SecretsOf<'_>| {
        let is_asked = |repository: &str, module: &str| match of {
            SecretsOf::Module(path) => path == module,
            SecretsOf::Repository(path) => path == repository,
        };
        let found = names
            .iter()
            .filter(|(repository, module, _)| is_asked(repository, module));
        SecretNames::new(found.flat_map(|(.., names)| names.iter().cloned()).collect())
    };
    let mut batches = Vec::new();
    let extractor = Extractor::new(selection, |_, batch| {
        batches.push(batch);
        Ok(())
    });
    let mut extractor = extractor.secrets(find);
    for ((repository, module), mut files) in directories {
        files.sort_by(|a, b| a.path.cmp(&b.path));
        extractor.add(Directory {
            repository,
            is_whole_repository: is_whole,
            module,
            files,
        })?;
    }
    extractor.finish()?;
    Ok(batches)
}

fn invalid(problem: impl ToString) -> PyErr {
    PyValueError::new_err(problem.to_string())
}
