//! Our plans of modules, and how they differ from those of Terraform.

use std::path::Path;
use std::sync::Arc;

use hcl2::diagnostics::SourceMap;
use hcl2::functions::Host;
use hcl2::plan::{Fixtures, Inputs, State};
use hcl2::terraform::table::Version;
use hcl2::terraform::{ModuleTree, ProviderSchemas};
use hcl2::{DirectoryHost, LoadedModule, ModuleLoader};
use serde_json::Value;

use crate::verdicts::places;
use crate::versions::Changes;
pub use crate::versions::{RECORDED, VERSIONS, terraform};

fn read(path: &Path) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// A module with what a plan of it depends on.
#[derive(Debug)]
pub struct Given {
    /// The module, with those that it calls.
    pub tree: ModuleTree,
    /// The rest.
    pub inputs: Inputs,
    /// The sources that spans point into.
    pub sources: SourceMap,
}

/// Returns the arguments of the command `plan` beside a module.
#[must_use]
pub fn arguments(directory: &Path) -> Vec<String> {
    let text = read(&directory.join("arguments")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Returns the plan of a module that a minor version made.
///
/// # Panics
///
/// If no valid plan is recorded.
#[must_use]
pub fn recorded(directory: &Path, minor: u16) -> Value {
    let text = read(&directory.join("plan.json")).expect("the plan is recorded");
    let plan = serde_json::from_str(&text).expect("JSON");
    let mut plan = changes(directory).applied(&plan, minor);
    if minor < COMPLETE_SINCE {
        COMPLETE.iter().for_each(|name| drop(plan.remove(*name)));
    }
    Value::Object(plan)
}

/// Returns whether the plan of a version differs from that of the version before it.
///
/// # Panics
///
/// If the record is invalid.
#[must_use]
pub fn differs(directory: &Path, minor: u16) -> bool {
    changes(directory).is_changed_in(minor)
}

fn changes(directory: &Path) -> Changes {
    Changes::read(&directory.join(CHANGES)).expect("the changes are valid")
}

/// Records how the plan of a minor version differs from that of the version before it, on the way from the one that is
/// recorded in full.
///
/// # Errors
///
/// If the file is invalid or cannot be written.
///
/// # Panics
///
/// If no valid plan is recorded.
pub fn record(directory: &Path, minor: u16, plan: &Value) -> Result<(), String> {
    let path = directory.join(CHANGES);
    let mut changes = Changes::read(&path)?;
    let (mut full, mut plan) = (recorded(directory, RECORDED), plan.clone());
    for plan in [&mut full, &mut plan] {
        without_version(plan);
    }
    if let (Value::Object(full), Value::Object(mut plan)) = (in_all_order("", &full), in_all_order("", &plan))
    {
        if minor < COMPLETE_SINCE && !plan.contains_key("errors") {
            plan.extend(
                COMPLETE
                    .iter()
                    .filter_map(|name| Some(((*name).to_owned(), full.get(*name)?.clone()))),
            );
        }
        changes.record(&full, minor, plan);
    }
    changes.write(&path)
}

/// What plans of all versions before [`COMPLETE_SINCE`] lack, which is not recorded.
const COMPLETE: [&str; 2] = ["applyable", "complete"];
const COMPLETE_SINCE: u16 = 8;

/// The file with the changes of versions, beside the plan.
pub const CHANGES: &str = "versions.json";

/// Removes what differs between the runs of one version and between versions: the time and the version itself.
pub fn without_version(plan: &mut Value) {
    if let Some(plan) = plan.as_object_mut() {
        plan.remove("timestamp");
        plan.remove("terraform_version");
        if let Some(state) = plan.get_mut("prior_state").and_then(Value::as_object_mut) {
            state.remove("terraform_version");
        }
    }
}

/// Reads a module in a version of Terraform.
///
/// Beside the module there may be a state in `terraform.tfstate`, values in `terraform.tfvars`, and arguments of the command
/// `plan` in `arguments`, one in a line.
/// What data sources have is in `plan.json`, a plan that Terraform made, and in the changes of the version.
///
/// # Panics
///
/// If a file of the module is missing or invalid in a way that no plan reports.
#[must_use]
pub fn given(directory: &Path, schemas: Option<&Path>, version: Version) -> Given {
    let LoadedModule {
        tree,
        mut sources,
        diagnostics,
    } = ModuleLoader::new()
        .version(version)
        .nested()
        .load_partial(directory);
    let host: Arc<dyn Host> = Arc::new(DirectoryHost::new(directory).expect("the module is there"));
    let mut inputs = Inputs {
        found: diagnostics,
        functions: Arc::new(hcl2::terraform_functions(&host)),
        host: Some(host),
        working_directory: "/work".to_owned(),
        ..Inputs::default()
    };
    if let Some(text) = schemas.and_then(read) {
        let source = sources.add("schemas.json", text).expect("the schemas are short");
        inputs.schemas = ProviderSchemas::from_json(&source).expect("the schemas are valid");
        // What the provider read is in the state before the plan.
        let text = match Changes::read(&directory.join(CHANGES)) {
            Ok(changes) if !changes.is_empty() => recorded(directory, version.minor).to_string(),
            _ => read(&directory.join("plan.json")).unwrap_or_default(),
        };
        let source = sources.add("plan.json", text).expect("the plan is short");
        inputs.data = Fixtures::from_json(&source).unwrap_or_default();
    }
    for argument in arguments(directory) {
        match argument.split_once('=') {
            Some(("-target", address)) => inputs.targets.push(address.parse().expect("an address")),
            Some(("-replace", address)) => drop(inputs.replaced.insert(address.parse().expect("an address"))),
            _ => panic!("unknown argument {argument}"),
        }
    }
    if let Some(text) = read(&directory.join("terraform.tfstate")) {
        let source = sources
            .add("terraform.tfstate", text)
            .expect("the state is short");
        inputs.state = Some(State::from_json(&source).expect("the state is valid"));
    }
    for (file, syntax) in [
        ("terraform.tfvars", hcl2::Syntax::Native),
        ("terraform.tfvars.json", hcl2::Syntax::Json),
    ] {
        let Some(text) = read(&directory.join(file)) else {
            continue;
        };
        let source = sources.add(file, text).expect("the file is short");
        let body = hcl2::ParseOptions::new()
            .parse(&source, syntax)
            .report_into(&mut inputs.found_in_variables);
        for attribute in body.attributes().value {
            let value = attribute.expression.evaluate(None);
            if value.has_errors() {
                inputs.found_in_variables.append(value.diagnostics);
                continue;
            }
            let place = attribute.expression.span();
            inputs.variables.insert(attribute.name.to_string(), value.value);
            let channel = hcl2::plan::Channel::File(place);
            inputs.channels.insert(attribute.name.to_string(), channel);
        }
    }
    Given {
        tree,
        inputs,
        sources,
    }
}

/// Plans a module in a minor version of Terraform, as [`given`] reads it: the plan as JSON, or the files and lines of the errors.
///
/// # Errors
///
/// The places of the errors, as `main.tf:3`, without their columns; `-` for an error without one.
///
/// # Panics
///
/// As [`given`].
pub fn planned(directory: &Path, schemas: Option<&Path>, minor: u16) -> Result<Value, Vec<String>> {
    planned_with(&given(directory, schemas, terraform(minor)), directory)
}

/// Plans a module as [`planned`] does, with what a plan of it depends on.
///
/// # Errors
///
/// As [`planned`].
///
/// # Panics
///
/// As [`given`].
pub fn planned_with(given: &Given, directory: &Path) -> Result<Value, Vec<String>> {
    let Given {
        tree,
        inputs,
        sources,
    } = given;
    let made = hcl2::plan::plan(tree, inputs);
    if made.has_errors() {
        return Err(places(&made.diagnostics, sources, directory));
    }
    let text = hcl2::plan::plan_to_json(&made.value, tree, inputs, "");
    Ok(serde_json::from_str(&text).expect("a plan is JSON"))
}

/// Returns the places of the errors that Terraform reported instead of a plan, if it did.
#[must_use]
pub fn recorded_errors(plan: &Value) -> Option<Vec<&str>> {
    let errors = plan.get("errors")?.as_array()?;
    Some(errors.iter().filter_map(Value::as_str).collect())
}

/// Returns whether the places of our errors are those of Terraform. An error without one there may be at any place here.
#[must_use]
pub fn are_same_errors(ours: &[String], theirs: &[&str]) -> bool {
    let placed: Vec<&str> = theirs.iter().copied().filter(|place| *place != "-").collect();
    match placed.len() == theirs.len() {
        true => ours == placed,
        false => placed.iter().all(|place| ours.iter().any(|own| own == place)),
    }
}

/// How many parts of plans differ.
#[derive(Debug, Default, PartialEq)]
pub struct Differences {
    /// Known in both, and different.
    pub contradictions: Vec<String>,
    /// Known to Terraform only.
    pub imprecise: Vec<String>,
    /// Known here only.
    pub overclaims: Vec<String>,
}

impl Differences {
    /// Returns whether the plans are equal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds the differences between two values at a path.
    pub fn compare(&mut self, path: &str, ours: &Value, theirs: &Value) {
        match (ours, theirs) {
            (Value::Object(own), Value::Object(other)) => {
                for (name, value) in own {
                    let path = format!("{path}.{name}");
                    match other.get(name) {
                        Some(other) => self.compare(&path, value, other),
                        None => self.one_sided(path, true),
                    }
                }
                let missing = other.keys().filter(|name| !own.contains_key(*name));
                for name in missing {
                    self.one_sided(format!("{path}.{name}"), false);
                }
            }
            (Value::Array(own), Value::Array(other)) => {
                let (own, other) = (in_order(path, own), in_order(path, other));
                if own.len() != other.len() {
                    self.contradictions.push(path.to_owned());
                }
                for (index, (own, other)) in own.iter().zip(&other).enumerate() {
                    self.compare(&format!("{path}[{index}]"), own, other);
                }
            }
            (Value::Number(own), Value::Number(other)) if own.as_f64() == other.as_f64() => {}
            (own, other) if own == other => {}
            _ => self.contradictions.push(path.to_owned()),
        }
    }

    fn one_sided(&mut self, path: String, is_ours: bool) {
        // What is marked as unknown on one side only is known on the other.
        let is_known_here = is_ours != path.contains(".after_unknown");
        if is_known_here {
            self.overclaims.push(path);
        } else {
            self.imprecise.push(path);
        }
    }
}

/// Returns elements whose order differs between runs of Terraform in an order of their own.
fn in_order(path: &str, items: &[Value]) -> Vec<Value> {
    let mut items = items.to_vec();
    if path.ends_with(".child_modules") {
        items.sort_by_key(|item| item["address"].to_string());
    }
    if path.ends_with(".relevant_attributes") {
        items.sort_by_key(|item| [item["resource"].to_string(), item["attribute"].to_string()]);
    }
    if path.ends_with(".problems") {
        items.sort_by_key(|item| item["message"].to_string());
    }
    items
}

/// Returns a plan whose elements in an order of their own are in the same order in each run.
fn in_all_order(path: &str, plan: &Value) -> Value {
    match plan {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), in_all_order(&format!("{path}.{name}"), value)))
            .collect(),
        Value::Array(items) => {
            let items: Vec<Value> = items.iter().map(|item| in_all_order(path, item)).collect();
            Value::Array(in_order(path, &items))
        }
        other => other.clone(),
    }
}
