//! Plans of modules, and where their values come from.

use std::collections::BTreeMap;
use std::sync::Arc;

use hcl2::diagnostics::{Diagnostics, Span};
use hcl2::functions::terraform::sensitive_mark;
use hcl2::plan::{Inputs, Plan as Planned, ResourceInstance, plan_to_json, provenance, to_text};
use hcl2::terraform::ModuleTree;
use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::advice::for_python;
use crate::elsewhere::unknown_name;
use crate::problems::{Problem, Range, exception, problems};
use crate::records::{Gap, PlannedResource, Step};
use crate::values::{Numbers, to_python};

/// What Terraform would do for a module.
#[pyclass(frozen, module = "hcl2rs")]
pub(crate) struct Plan {
    /// The resource instances, by address.
    #[pyo3(get)]
    resources: Py<PyDict>,
    /// The instances that stand for an unknown number of them, by address with the key `[*]`: only partial plans have some.
    #[pyo3(get)]
    deferred: Py<PyDict>,
    /// The planned values of the outputs, by name.
    #[pyo3(get)]
    outputs: Py<PyDict>,
    /// Whether applying the plan would change anything, or may do so.
    #[pyo3(get)]
    has_changes: bool,
    /// What a partial plan does not know, by reason and address; empty for a complete plan.
    #[pyo3(get)]
    incomplete: Py<PyList>,
    /// The warnings: failed assertions of checks, and those that cannot be known yet.
    #[pyo3(get)]
    warnings: Vec<Problem>,
    texts: Texts,
}

/// The JSON and the text of a plan.
enum Texts {
    /// They are made of these when somebody asks.
    Of(Arc<ModuleTree>, Box<(Planned, Inputs)>),
    /// The plan was pickled.
    Made { json: String, text: String },
}

impl Plan {
    pub(crate) fn new(
        py: Python<'_>,
        tree: Arc<ModuleTree>,
        plan: Planned,
        inputs: Inputs,
    ) -> PyResult<Self> {
        let outputs = PyDict::new(py);
        for output in &plan.outputs {
            let value = output.after.clone();
            let value = if output.sensitive {
                value.with_mark(sensitive_mark())
            } else {
                value
            };
            outputs.set_item(output.name.as_str(), to_python(py, &value, Numbers::Float)?)?;
        }
        let warnings: Diagnostics = plan.warnings.iter().cloned().collect();
        let gaps = plan.gaps.iter();
        let gaps = gaps.map(|gap| Gap {
            reason: gap.reason.name().to_owned(),
            address: gap.address.clone(),
            detail: for_python(&gap.note()).detail.to_string(),
            range: gap
                .place
                .and_then(|place| Range::in_sources(&inputs.sources, place)),
        });
        Ok(Self {
            resources: instances(py, &plan.resources)?,
            deferred: instances(py, &plan.deferred)?,
            outputs: outputs.unbind(),
            has_changes: plan.may_have_changes(),
            incomplete: PyList::new(py, gaps.collect::<Vec<Gap>>())?.unbind(),
            warnings: problems(&warnings, &inputs.sources),
            texts: Texts::Of(tree, Box::new((plan, inputs))),
        })
    }
}

/// Returns resource instances by address.
fn instances(py: Python<'_>, resources: &[ResourceInstance]) -> PyResult<Py<PyDict>> {
    let mut found = BTreeMap::new();
    for resource in resources {
        let planned = PlannedResource::of(py, resource)?;
        found.insert(planned.address.clone(), planned);
    }
    Ok(found.into_pyobject(py)?.unbind())
}

#[pymethods]
impl Plan {
    /// Returns the plan as JSON, in the format of `terraform show -json`. Sensitive values are in it.
    fn to_json(&self, py: Python<'_>) -> String {
        match &self.texts {
            Texts::Of(tree, made) => {
                let (plan, inputs) = &**made;
                py.detach(|| plan_to_json(plan, tree, inputs, &inputs.time()))
            }
            Texts::Made { json, .. } => json.clone(),
        }
    }

    /// Returns the values that the one at an address comes from, that one first, each with its place.
    ///
    /// The address is that of an attribute, a variable, a local value or an output, such as `module.net["a"].acme_disk.d[0].size`.
    fn why(&self, py: Python<'_>, address: &str) -> PyResult<Vec<Step>> {
        let Texts::Of(tree, made) = &self.texts else {
            let reason = "the plan was pickled, without its module: make the plan again to ask it";
            return Err(PyValueError::new_err(reason));
        };
        let inputs = &made.1;
        let found = py.detach(|| provenance(tree, inputs, address));
        let Some(found) = found.value.filter(|_| !found.diagnostics.has_errors()) else {
            return Err(exception(py, &found.diagnostics, &inputs.sources, None));
        };
        let range = |span: Option<Span>| span.and_then(|span| Range::in_sources(&inputs.sources, span));
        let steps = found.steps.iter().map(|step| {
            Ok(Step {
                address: step.address.clone(),
                origin: step.origin.name().to_owned(),
                value: to_python(py, &step.value, Numbers::Float)?.unbind(),
                range: range(step.span),
                functions: step.functions.iter().map(ToString::to_string).collect(),
                sources: step.sources.iter().map(|source| source.step).collect(),
            })
        });
        steps.collect()
    }

    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        unknown_name(slf.as_any(), name)
    }

    fn __str__(&self) -> String {
        match &self.texts {
            Texts::Of(_, made) => to_text(&made.0, &made.1.sources),
            Texts::Made { text, .. } => text.clone(),
        }
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let text = py.import("html")?.call_method1("escape", (self.__str__(),))?;
        Ok(format!("<pre>{text}</pre>"))
    }

    fn __rich__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = py
            .import("rich.text")?
            .getattr("Text")?
            .call1((self.__str__().trim_end(),))?;
        for (pattern, style) in [
            (r"(?m)^ *\+ ", "green"),
            (r"(?m)^ *~ ", "yellow"),
            (r"(?m)^ *(-|-/\+|\+/-) ", "red"),
            (r"(?m)^ *<= ", "cyan"),
            (r"(?m)^ *# .*$", "dim"),
        ] {
            text.call_method1("highlight_regex", (pattern, style))?;
        }
        Ok(text)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Plan of {} resource instances>", self.resources.bind(py).len())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.resources)?;
        visit.call(&self.deferred)?;
        visit.call(&self.incomplete)?;
        visit.call(&self.outputs)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, plan) = (slf.py(), slf.get());
        let state = (
            plan.resources.bind(py),
            plan.deferred.bind(py),
            plan.outputs.bind(py),
            plan.has_changes,
            plan.incomplete.bind(py),
            plan.warnings.clone(),
            plan.to_json(py),
            plan.__str__(),
        );
        let create = py.import("hcl2rs._hcl2rs")?.getattr("_plan")?;
        Ok((create, state.into_pyobject(py)?))
    }
}

/// Returns a plan that was pickled.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each part of the state")]
pub(crate) fn _plan(
    resources: Py<PyDict>,
    deferred: Py<PyDict>,
    outputs: Py<PyDict>,
    has_changes: bool,
    incomplete: Py<PyList>,
    warnings: Vec<Problem>,
    json: String,
    text: String,
) -> Plan {
    Plan {
        resources,
        deferred,
        outputs,
        has_changes,
        incomplete,
        warnings,
        texts: Texts::Made { json, text },
    }
}
