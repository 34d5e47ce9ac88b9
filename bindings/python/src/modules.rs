//! Modules of the Terraform language.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::diagnostics::{Diagnostics, Source, SourceMap, Span};
use hcl2::model::{FunctionTable, Limits};
use hcl2::plan::{Answers, Fixtures, Inputs, State, plan};
use hcl2::terraform::table::Language;
use hcl2::terraform::{CheckOptions, Evaluator, ModuleAddress, ModuleTree, ProviderSchemas, type_function};
use hcl2::value::Value;
use hcl2::{DirectoryHost, LoadedModule, ModuleLoader};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyType};

use crate::elsewhere::unknown_name;
use crate::plans::Plan;
use crate::problems::{Problem, Range, exception, exception_of, problems};
use crate::records::{ModuleCall, Output, ProviderRequirement, Resource, Variable};
use crate::source::require_directory;
use crate::values::{Numbers, from_python, to_python};

/// A module of the Terraform language, with the modules that it calls by local paths.
#[pyclass(frozen, module = "hcl2rs")]
pub(crate) struct Module {
    directory: PathBuf,
    language: String,
    tree: Arc<ModuleTree>,
    sources: SourceMap,
    diagnostics: Diagnostics,
    functions: Arc<FunctionTable>,
}

impl Module {
    fn range(&self, span: Span) -> Range {
        Range::in_sources(&self.sources, span).unwrap_or_else(Range::nowhere)
    }

    fn values(&self, given: Option<&Bound<'_, PyDict>>) -> PyResult<BTreeMap<String, Value>> {
        let mut values = BTreeMap::new();
        for (name, value) in given.into_iter().flatten() {
            let name: String = name.extract()?;
            let declared = &self.tree.module.variables;
            if !declared.iter().any(|variable| variable.name == *name) {
                return Err(PyKeyError::new_err(format!(
                    "the module declares no variable {name}"
                )));
            }
            values.insert(name, from_python(&value)?);
        }
        Ok(values)
    }

    fn evaluator(&self, values: BTreeMap<String, Value>) -> PyResult<Evaluator<'_>> {
        let mut evaluator = Evaluator::new(&self.tree, Arc::clone(&self.functions))
            .working_directory(self.working_directory())
            .budget(Limits::default().budget());
        for (name, value) in values {
            evaluator
                .set_variable(&name, value)
                .map_err(PyValueError::new_err)?;
        }
        Ok(evaluator)
    }

    fn working_directory(&self) -> String {
        let full = self.directory.canonicalize();
        full.map_or_else(|_| ".".to_owned(), |path| path.display().to_string())
    }

    fn settled<'py>(
        &self,
        py: Python<'py>,
        value: &Value,
        diagnostics: &Diagnostics,
        numbers: Numbers,
    ) -> PyResult<Bound<'py, PyAny>> {
        if diagnostics.has_errors() {
            return Err(exception(py, diagnostics, &self.sources, None));
        }
        to_python(py, value, numbers)
    }
}

#[pymethods]
impl Module {
    /// Loads the module in a directory, and those that it calls by local paths. `language` is `terraform` or `opentofu`.
    ///
    /// `diagnostics` has the problems of its files, of which what can be read is there. With `strict`, errors among them raise
    /// `HclError` with every problem.
    #[classmethod]
    #[pyo3(signature = (directory, *, language = "terraform", strict = false))]
    fn load(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        directory: PathBuf,
        language: &str,
        strict: bool,
    ) -> PyResult<Self> {
        let name = language;
        let language = match name {
            "terraform" => Language::Terraform,
            "opentofu" => Language::OpenTofu,
            other => {
                return Err(PyValueError::new_err(format!(
                    "language must be 'terraform' or 'opentofu', not {other:?}"
                )));
            }
        };
        require_directory(py, &directory)?;
        let loaded = py.detach(|| {
            let loaded = ModuleLoader::new()
                .language(language)
                .nested()
                .load_partial(&directory);
            let functions = functions(&directory, &loaded.tree)?;
            Ok::<_, hcl2::Error>((loaded, functions))
        });
        let (loaded, functions) = loaded.map_err(|error| exception_of(py, &error))?;
        let LoadedModule {
            tree,
            sources,
            diagnostics,
        } = loaded;
        if strict && diagnostics.has_errors() {
            return Err(exception(py, &diagnostics, &sources, None));
        }
        Ok(Self {
            directory,
            language: name.to_owned(),
            tree: Arc::new(tree),
            sources,
            diagnostics,
            functions: Arc::new(functions),
        })
    }

    /// Returns the directory.
    #[getter]
    fn path(&self) -> &Path {
        &self.directory
    }

    /// Returns the problems of reading, errors among them.
    #[getter]
    fn diagnostics(&self) -> Vec<Problem> {
        problems(&self.diagnostics, &self.sources)
    }

    /// Returns the input variables.
    #[getter]
    fn variables(&self, py: Python<'_>) -> PyResult<Vec<Variable>> {
        let variables = self.tree.module.variables.iter();
        variables
            .map(|variable| {
                let default = match &variable.default {
                    Some(value) if variable.sensitive => {
                        let value = value
                            .clone()
                            .with_mark(hcl2::functions::terraform::sensitive_mark());
                        to_python(py, &value, Numbers::Float)?.unbind()
                    }
                    Some(value) => to_python(py, value, Numbers::Float)?.unbind(),
                    None => py.None(),
                };
                Ok(Variable {
                    name: variable.name.to_string(),
                    r#type: variable.ty.to_string(),
                    required: variable.default.is_none(),
                    default,
                    description: variable.description.clone(),
                    sensitive: variable.sensitive,
                    nullable: variable.nullable,
                    range: self.range(variable.span),
                })
            })
            .collect()
    }

    /// Returns the output values.
    #[getter]
    fn outputs(&self) -> Vec<Output> {
        let outputs = self.tree.module.outputs.iter();
        outputs
            .map(|output| Output {
                name: output.name.to_string(),
                description: output.description.clone(),
                sensitive: output.sensitive,
                range: self.range(output.span),
            })
            .collect()
    }

    /// Returns the names of the local values.
    #[getter]
    fn locals(&self) -> Vec<String> {
        let locals = self.tree.module.locals.iter();
        locals.map(|local| local.name.to_string()).collect()
    }

    /// Returns the resources of every kind.
    #[getter]
    fn resources(&self) -> Vec<Resource> {
        let resources = self.tree.module.resources().iter();
        resources
            .map(|resource| Resource {
                kind: resource.kind.block_type().to_owned(),
                r#type: resource.ty.to_string(),
                name: resource.name.to_string(),
                address: resource.address(ModuleAddress::default()).to_string(),
                provider: resource.provider.clone(),
                repeated: resource.count.is_some() || resource.for_each.is_some(),
                range: self.range(resource.span),
            })
            .collect()
    }

    /// Returns the calls of other modules.
    #[getter]
    fn calls(&self) -> Vec<ModuleCall> {
        let calls = self.tree.module.calls.iter();
        calls
            .map(|call| ModuleCall {
                name: call.name.to_string(),
                source: call.source.clone(),
                version: call.version.clone(),
                range: self.range(call.span),
            })
            .collect()
    }

    /// Returns the providers that are required.
    #[getter]
    fn required_providers(&self) -> Vec<ProviderRequirement> {
        let requirements = self.tree.module.requirements.iter();
        requirements
            .map(|required| ProviderRequirement {
                name: required.name.to_string(),
                source: required.source.clone(),
                version: required.version.clone(),
                range: self.range(required.span),
            })
            .collect()
    }

    /// Returns what each object of the module refers to, by address, such as `local.name` or `aws_instance.web`.
    #[getter]
    fn references(&self) -> BTreeMap<String, Vec<(String, Range)>> {
        let nodes = self.tree.module.nodes().iter();
        nodes
            .map(|node| {
                let references = node.references.iter();
                let references = references.map(|(address, span)| (address.to_string(), self.range(*span)));
                (node.address.to_string(), references.collect())
            })
            .collect()
    }

    /// Returns the problems of the module and of those that it calls, as `terraform validate` reports them.
    ///
    /// `schemas` is the JSON of `terraform providers schema -json`, or a list of such.
    #[pyo3(signature = (*, schemas = None))]
    fn check(&self, py: Python<'_>, schemas: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Problem>> {
        let schemas = read_schemas(schemas)?;
        let diagnostics = py.detach(|| {
            CheckOptions {
                schemas: schemas.as_ref(),
                budget: Limits::default().budget(),
                host: DirectoryHost::new(&self.directory)
                    .ok()
                    .map(|host| Arc::new(host) as _),
                ..CheckOptions::default()
            }
            .validate(&self.tree)
        });
        Ok(problems(&diagnostics, &self.sources))
    }

    /// Evaluates an expression in the scope of the module, such as `local.names`.
    ///
    /// What only a provider knows is `Unknown`, as is a variable without a value.
    #[pyo3(signature = (expression, variables = None, *, numbers = "float"))]
    fn eval<'py>(
        &self,
        py: Python<'py>,
        expression: &str,
        variables: Option<&Bound<'py, PyDict>>,
        numbers: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let numbers = numbers.parse()?;
        let mut sources = self.sources.clone();
        let source = sources.add("<expression>", expression);
        let source = source.map_err(|error| exception_of(py, &error.into()))?;
        let parsed = hcl2::ParseOptions::new().parse_expression(&source);
        if parsed.has_errors() {
            return Err(exception(py, &parsed.diagnostics, &sources, None));
        }
        let mut evaluator = self.evaluator(self.values(variables)?)?;
        let outcome = py.detach(|| evaluator.evaluate(&*parsed.value));
        if outcome.has_errors() {
            return Err(exception(py, &outcome.diagnostics, &sources, None));
        }
        to_python(py, &outcome.value, numbers)
    }

    /// Evaluates the outputs, by name.
    #[pyo3(signature = (variables = None, *, numbers = "float"))]
    fn eval_outputs<'py>(
        &self,
        py: Python<'py>,
        variables: Option<&Bound<'py, PyDict>>,
        numbers: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let numbers = numbers.parse()?;
        let mut evaluator = self.evaluator(self.values(variables)?)?;
        let outcome = py.detach(|| evaluator.outputs());
        self.settled(py, &outcome.value, &outcome.diagnostics, numbers)
    }

    /// Plans the module without Terraform, providers or credentials.
    ///
    /// `schemas` is the JSON of `terraform providers schema -json`, or a list of such, and `state` that of a state file.
    /// `infer_schemas` plans resources without a schema as they are written, and `partial` also what depends on missing values. `data`
    /// has the attributes of data sources by address, `assume` values that only a provider knows by theirs, and `targets` the
    /// addresses of what is planned.
    #[pyo3(signature = (
        variables = None, *, schemas = None, infer_schemas = false, partial = false, data = None, assume = None,
        targets = None, state = None, workspace = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "one for each argument in Python")]
    fn plan(
        slf: &Bound<'_, Self>,
        variables: Option<&Bound<'_, PyDict>>,
        schemas: Option<&Bound<'_, PyAny>>,
        infer_schemas: bool,
        partial: bool,
        data: Option<&Bound<'_, PyAny>>,
        assume: Option<&Bound<'_, PyDict>>,
        targets: Option<Vec<String>>,
        state: Option<&Bound<'_, PyAny>>,
        workspace: Option<String>,
    ) -> PyResult<Plan> {
        let py = slf.py();
        let module = slf.get();
        let targets = targets.unwrap_or_default();
        let targets: Result<_, _> = targets.iter().map(|target| target.parse()).collect();
        let mut answers = Answers::default();
        for (address, value) in assume.into_iter().flatten() {
            let address: String = address.extract()?;
            let answer = from_python(&value)?;
            answers.set(&address, answer).map_err(PyValueError::new_err)?;
        }
        let inputs = Inputs {
            found: module.diagnostics.clone(),
            variables: module.values(variables)?,
            functions: Arc::clone(&module.functions),
            schemas: read_schemas(schemas)?.unwrap_or_default(),
            infers_schemas: infer_schemas,
            is_partial: partial,
            data: read_values(data, "<data>", Fixtures::from_json)?.unwrap_or_default(),
            answers,
            targets: targets.map_err(PyValueError::new_err)?,
            state: read_values(state, "<state>", State::from_json)?,
            sources: module.sources.clone(),
            working_directory: module.working_directory(),
            workspace,
            budget: Limits::default().budget(),
            ..Inputs::default()
        };
        let outcome = py.detach(|| plan(&module.tree, &inputs));
        if outcome.has_errors() {
            return Err(exception(py, &outcome.diagnostics, &module.sources, None));
        }
        Plan::new(py, Arc::clone(&module.tree), outcome.value, inputs)
    }

    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        unknown_name(slf.as_any(), name)
    }

    fn __repr__(&self) -> String {
        format!("<Module {}>", self.directory.display())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (PathBuf,))> {
        let load = py.get_type::<Self>().getattr("load")?;
        let named = PyDict::new(py);
        named.set_item("language", &self.language)?;
        let load = py
            .import("functools")?
            .getattr("partial")?
            .call((load,), Some(&named))?;
        Ok((load, (self.directory.clone(),)))
    }
}

/// Returns the functions of the language that a module is read in. They see its directory.
fn functions(directory: &Path, tree: &ModuleTree) -> Result<FunctionTable, hcl2::Error> {
    let host = Arc::new(DirectoryHost::new(directory)?);
    let mut functions = hcl2::terraform::versioned_functions(tree.module.version(), &(host as _));
    functions.insert("type", type_function());
    Ok(functions)
}

/// Reads the schemas of providers: one document or a list of them.
pub(crate) fn read_schemas(given: Option<&Bound<'_, PyAny>>) -> PyResult<Option<ProviderSchemas>> {
    let Some(list) = given.and_then(|given| given.cast::<PyList>().ok()) else {
        return read_json(given, "<schemas>", ProviderSchemas::from_json);
    };
    let mut all = ProviderSchemas::default();
    for one in list {
        all.extend(read_json(Some(&one), "<schemas>", ProviderSchemas::from_json)?.unwrap_or_default());
    }
    Ok(Some(all))
}

/// Reads JSON: a `str`, `bytes`, or an object to be dumped.
fn read_json<T>(
    given: Option<&Bound<'_, PyAny>>,
    name: &str,
    from_json: impl FnOnce(&Source) -> Result<T, Diagnostics>,
) -> PyResult<Option<T>> {
    read_json_from(SourceMap::from, given, name, from_json)
}

/// Reads values as [`read_json`] does. Exceptions show nothing of them: any may be a secret, and what makes it one may be
/// missing or broken.
fn read_values<T>(
    given: Option<&Bound<'_, PyAny>>,
    name: &str,
    from_json: impl FnOnce(&Source) -> Result<T, Diagnostics>,
) -> PyResult<Option<T>> {
    let hidden = |source: Source| {
        let span = source.span();
        let mut sources = SourceMap::from(source);
        sources.hide(&[span]);
        sources
    };
    read_json_from(hidden, given, name, from_json)
}

/// Reads JSON whose exceptions show what `shown` makes of it.
fn read_json_from<T>(
    shown: impl FnOnce(Source) -> SourceMap,
    given: Option<&Bound<'_, PyAny>>,
    name: &str,
    from_json: impl FnOnce(&Source) -> Result<T, Diagnostics>,
) -> PyResult<Option<T>> {
    let Some(given) = given else {
        return Ok(None);
    };
    let source = json_source(given, name)?;
    from_json(&source)
        .map(Some)
        .map_err(|diagnostics| exception(given.py(), &diagnostics, &shown(source), None))
}

fn json_source(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Source> {
    let py = given.py();
    let bytes = if let Ok(text) = given.cast::<PyString>() {
        text.to_cow()?.into_owned().into_bytes()
    } else if let Ok(bytes) = given.cast::<PyBytes>() {
        bytes.as_bytes().to_vec()
    } else {
        let text: String = py.import("json")?.call_method1("dumps", (given,))?.extract()?;
        text.into_bytes()
    };
    Source::new(name, bytes).map_err(|error| exception_of(py, &error.into()))
}
