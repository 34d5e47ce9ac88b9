//! Plans of modules, and where their values come from.

use std::sync::Arc;

use hcl2::diagnostics::{Diagnostics, Source, SourceMap};
use hcl2::functions::terraform::sensitive_mark;
use hcl2::model::Limits;
use hcl2::plan::{
    Answers, Fixtures, Inputs, Plan, ResourceInstance, State, plan, plan_to_json, provenance, to_text,
};
use js_sys::{Array, Object};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::advice::for_javascript;
use crate::evaluate::values;
use crate::modules::{Loaded, Project, json_source, read_schemas};
use crate::problems::{array, failure, object, problems, range_in, refused};
use crate::values::{Classes, Numbers, to_js};

#[wasm_bindgen]
extern "C" {
    /// What a plan is made of besides the module, which `lib/module.js` describes.
    pub type Options;

    /// Returns the values of variables.
    #[wasm_bindgen(method, getter)]
    fn variables(this: &Options) -> JsValue;

    /// Returns the schemas of providers, as JSON.
    #[wasm_bindgen(method, getter)]
    fn schemas(this: &Options) -> Array;

    /// Returns whether resources without a schema are planned as they are written.
    #[wasm_bindgen(method, getter, js_name = inferSchemas)]
    fn infer_schemas(this: &Options) -> bool;

    /// Returns whether the plan may lack what depends on missing values.
    #[wasm_bindgen(method, getter)]
    fn partial(this: &Options) -> bool;

    /// Returns the attributes of data sources by address, as JSON.
    #[wasm_bindgen(method, getter)]
    fn data(this: &Options) -> JsValue;

    /// Returns values that only a provider knows, by their addresses.
    #[wasm_bindgen(method, getter)]
    fn assume(this: &Options) -> JsValue;

    /// Returns the addresses of what is planned.
    #[wasm_bindgen(method, getter)]
    fn targets(this: &Options) -> Vec<String>;

    /// Returns the state, as JSON.
    #[wasm_bindgen(method, getter)]
    fn state(this: &Options) -> JsValue;

    /// Returns the name of the workspace.
    #[wasm_bindgen(method, getter)]
    fn workspace(this: &Options) -> Option<String>;
}

fn inputs(loaded: &Loaded, options: &Options, classes: &Classes) -> Result<Inputs, JsValue> {
    let mut answers = Answers::default();
    for (address, value) in values(&options.assume(), classes)? {
        answers
            .set(&address, value)
            .map_err(|message| refused("type", message))?;
    }
    let targets = options.targets();
    let targets: Result<_, _> = targets.iter().map(|target| target.parse()).collect();
    Ok(Inputs {
        found: loaded.diagnostics.clone(),
        variables: loaded
            .variables(&options.variables(), classes)?
            .into_iter()
            .collect(),
        functions: Arc::clone(&loaded.functions),
        schemas: read_schemas(&options.schemas())?.unwrap_or_default(),
        infers_schemas: options.infer_schemas(),
        is_partial: options.partial(),
        data: read_values(&options.data(), "<data>", Fixtures::from_json)?.unwrap_or_default(),
        answers,
        targets: targets.map_err(|message: String| refused("type", message))?,
        state: read_values(&options.state(), "<state>", State::from_json)?,
        sources: loaded.sources.clone(),
        working_directory: loaded.directory.clone(),
        workspace: options.workspace(),
        budget: Limits::default().budget(),
        ..Inputs::default()
    })
}

/// Reads values, which are JSON. Problems show nothing of them: any may be a secret, and what makes it one may be missing or
/// broken.
fn read_values<T>(
    given: &JsValue,
    name: &str,
    from_json: impl FnOnce(&Source) -> Result<T, Diagnostics>,
) -> Result<Option<T>, JsValue> {
    if given.is_undefined() {
        return Ok(None);
    }
    let source = json_source(given, name)?;
    from_json(&source).map(Some).map_err(|diagnostics| {
        let span = source.span();
        let mut sources = SourceMap::from(source);
        sources.hide(&[span]);
        failure(&diagnostics, &sources, None)
    })
}

/// Plans a module without Terraform, providers or credentials.
///
/// # Errors
///
/// The problems of the module and its inputs, or an argument that is refused.
#[wasm_bindgen(js_name = modulePlan)]
pub fn plan_module(project: &Project, options: &Options, classes: &Classes) -> Result<JsValue, JsValue> {
    let loaded = Loaded::new(project)?;
    let inputs = inputs(&loaded, options, classes)?;
    let outcome = plan(&loaded.tree, &inputs);
    if outcome.has_errors() {
        return Err(failure(&outcome.diagnostics, &loaded.sources, None));
    }
    let planned = outcome.value;
    let warnings: Diagnostics = planned.warnings.iter().cloned().collect();
    let gaps = planned.gaps.iter().map(|gap| {
        object([
            ("reason", gap.reason.name().into()),
            ("address", gap.address.as_str().into()),
            ("detail", for_javascript(&gap.note()).detail.as_ref().into()),
            ("range", range_in(&inputs.sources, gap.place)),
        ])
    });
    Ok(object([
        ("resources", instances(&planned.resources, classes)?),
        ("deferred", instances(&planned.deferred, classes)?),
        ("outputs", outputs(&planned, classes)?),
        ("hasChanges", planned.may_have_changes().into()),
        ("incomplete", array(gaps)),
        ("warnings", problems(&warnings, &inputs.sources)),
        (
            "json",
            plan_to_json(&planned, &loaded.tree, &inputs, &inputs.time()).into(),
        ),
        ("text", to_text(&planned, &inputs.sources).into()),
    ]))
}

fn outputs(planned: &Plan, classes: &Classes) -> Result<JsValue, JsValue> {
    let entries = Array::new();
    for output in &planned.outputs {
        let value = output.after.clone();
        let value = match output.sensitive {
            true => value.with_mark(sensitive_mark()),
            false => value,
        };
        let value = to_js(&value, Numbers::Number, classes)?;
        entries.push(&Array::of2(&output.name.as_str().into(), &value));
    }
    Ok(Object::from_entries(&entries)?.into())
}

/// Returns resource instances by address.
fn instances(resources: &[ResourceInstance], classes: &Classes) -> Result<JsValue, JsValue> {
    let entries = Array::new();
    for resource in resources {
        let address = resource.address.to_string();
        let actions = resource.action.names().iter();
        let instance = object([
            ("address", address.as_str().into()),
            ("type", resource.address.ty.to_string().into()),
            ("provider", resource.provider.to_string().into()),
            ("actions", array(actions.map(|name| (*name).into()))),
            ("before", to_js(&resource.before, Numbers::Number, classes)?),
            ("after", to_js(&resource.after, Numbers::Number, classes)?),
        ]);
        entries.push(&Array::of2(&address.as_str().into(), &instance));
    }
    Ok(Object::from_entries(&entries)?.into())
}

/// Returns the values that the one at an address of a plan comes from, that one first, each with its place.
///
/// # Errors
///
/// The problems of the module and the address, or an argument that is refused.
#[wasm_bindgen]
pub fn why(
    project: &Project,
    options: &Options,
    address: &str,
    classes: &Classes,
) -> Result<JsValue, JsValue> {
    let loaded = Loaded::new(project)?;
    let inputs = inputs(&loaded, options, classes)?;
    let found = provenance(&loaded.tree, &inputs, address);
    let Some(trace) = found.value.filter(|_| !found.diagnostics.has_errors()) else {
        return Err(failure(&found.diagnostics, &inputs.sources, None));
    };
    let steps = Array::new();
    for step in &trace.steps {
        let functions = step.functions.iter();
        let sources = step.sources.iter();
        steps.push(&object([
            ("address", step.address.as_str().into()),
            ("origin", step.origin.name().into()),
            ("value", to_js(&step.value, Numbers::Number, classes)?),
            ("range", range_in(&inputs.sources, step.span)),
            ("functions", array(functions.map(|name| name.to_string().into()))),
            (
                "sources",
                array(sources.map(|source| (source.step as f64).into())),
            ),
        ]));
    }
    Ok(steps.into())
}
