//! Running Terraform in the directory of a module.

use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use hcl2::ModuleLoader;
use hcl2_conformance::terraform::Program;
use serde_json::{Map, Value, json};

/// The result of Terraform for a module.
#[derive(Debug, PartialEq)]
pub(crate) struct Recorded {
    pub(crate) is_valid: bool,
    /// The summaries of errors and warnings.
    problems: Vec<String>,
    /// The file and line, from 1, of each error with a range.
    places: Vec<(String, u64)>,
    /// The values of locals, or a message if Terraform does not print them; `None` without locals.
    locals: Option<Value>,
    /// The plan, without the parts that differ between runs.
    plan: Option<Value>,
}

impl Recorded {
    /// Returns the difference from the result for the same module in the other syntax.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        if self.is_valid != other.is_valid {
            return Some(format!(
                "valid: {}, converted {:?}",
                self.is_valid, other.problems
            ));
        }
        if self.is_valid && self.problems != other.problems {
            return Some(format!(
                "warnings: {:?}, converted {:?}",
                self.problems, other.problems
            ));
        }
        if self.locals != other.locals {
            return Some(format!("locals: {:?}, converted {:?}", self.locals, other.locals));
        }
        match (&self.plan, &other.plan) {
            (Some(ours), Some(theirs)) => part(ours, theirs),
            (None, None) => None,
            (ours, _) => Some(format!(
                "is planned: {}, converted {}",
                ours.is_some(),
                other.plan.is_some()
            )),
        }
    }

    /// Returns whether the module is valid but cannot be planned.
    pub(crate) fn is_unplanned(&self) -> bool {
        self.is_valid && self.plan.is_none()
    }

    /// Returns the entry for the record, with the result in the other syntax if the module can be converted.
    pub(crate) fn recorded(&self, converted: Option<&Self>) -> Value {
        json!({
            "valid": self.is_valid,
            "planned": self.plan.is_some(),
            "errors": self.places,
            "converted_errors": converted.map(|converted| &converted.places),
            "locals": self.locals,
        })
    }
}

/// Returns the first part of a plan that differs or is only in one of the two.
fn part(ours: &Value, theirs: &Value) -> Option<String> {
    let names = |plan: &Value| -> Vec<String> {
        let parts = plan.as_object().into_iter().flatten();
        parts.map(|(name, _)| name.clone()).collect()
    };
    let mut all = names(ours);
    all.extend(names(theirs));
    all.sort();
    let name = all.into_iter().find(|name| ours.get(name) != theirs.get(name))?;
    let shown = |plan: &Value| plan.get(&name).map_or("nothing".to_owned(), Value::to_string);
    Some(format!(
        "plan, {name}: {}, converted {}",
        shown(ours),
        shown(theirs)
    ))
}

/// The summary of the error about a call of a module that is not installed.
const NOT_INSTALLED: &str = "Module not installed";

/// Returns the file and line of an error that has a range.
fn place(problem: &Value) -> Option<(String, u64)> {
    let line = problem["range"]["start"]["line"].as_u64()?;
    let file = problem["range"]["filename"].as_str()?;
    let is_placed = problem["severity"] == "error" && !file.is_empty();
    is_placed.then(|| (file.to_owned(), line))
}

/// The characters that draw trees, which depend on the order of entries.
const DRAWN: [char; 6] = ['│', '├', '└', '─', ' ', '\u{a0}'];

/// Terraform, running in a directory.
pub(crate) struct Terraform<'d> {
    pub(crate) directory: &'d Path,
    pub(crate) program: &'d Program,
}

impl Terraform<'_> {
    /// Reads the module, which needs no providers. Returns the providers required by it and the modules that it calls, or
    /// the errors.
    pub(crate) fn read(&self) -> Result<Vec<String>, String> {
        // Modules of a registry are not available, which Terraform reports again.
        self.run(&["get", "-no-color"], "")?;
        let output = self.output(&["providers", "-no-color"], "")?;
        let lines = |bytes: &[u8]| -> Vec<String> {
            let text = String::from_utf8_lossy(bytes);
            let lines = text.lines().map(|line| line.trim_start_matches(DRAWN).to_owned());
            lines.collect()
        };
        let mut found = lines(&output.stdout);
        if !output.status.success() {
            let errors = lines(&output.stderr);
            found.extend(errors.into_iter().filter(|line| line.starts_with("Error: ")));
        }
        found.sort();
        Ok(found)
    }

    /// Returns whether the module is valid, and the places of errors.
    pub(crate) fn validated(&self) -> Result<Value, String> {
        let outcome = self.validity()?;
        Ok(json!({ "valid": outcome.is_valid, "errors": outcome.places }))
    }

    pub(crate) fn outcome(&self) -> Result<Recorded, String> {
        let mut outcome = self.validity()?;
        if outcome.is_valid {
            outcome.locals = self.locals()?;
            outcome.plan = self.plan()?;
        }
        Ok(outcome)
    }

    /// Validates the module.
    fn validity(&self) -> Result<Recorded, String> {
        // Validation reports the errors of the module again.
        self.run(&["init", "-input=false", "-no-color"], "")?;
        let (_, text) = self.run(&["validate", "-json", "-no-color"], "")?;
        let report: Value = serde_json::from_str(&text).map_err(|error| format!("{error} in {text}"))?;
        let mut outcome = Recorded {
            is_valid: report["valid"] == true,
            problems: Vec::new(),
            places: Vec::new(),
            locals: None,
            plan: None,
        };
        let problems = report["diagnostics"].as_array().into_iter().flatten();
        for problem in problems {
            outcome
                .problems
                .push(problem["summary"].as_str().unwrap_or_default().to_owned());
            outcome.places.extend(place(problem));
        }
        if outcome.problems.iter().any(|problem| problem == NOT_INSTALLED) {
            // The initialization reports the errors of modules that it therefore does not install.
            let (_, text) = self.run(&["init", "-input=false", "-json"], "")?;
            let messages = text.lines().map(serde_json::from_str::<Value>);
            let messages = messages.filter_map(Result::ok);
            let found: Vec<_> = messages
                .filter_map(|message| place(&message["diagnostic"]))
                .collect();
            if !found.is_empty() {
                outcome.places = found;
            }
        }
        outcome.problems.sort();
        outcome.places.sort();
        outcome.places.dedup();
        Ok(outcome)
    }

    /// Returns the values of the locals of the module.
    fn locals(&self) -> Result<Option<Value>, String> {
        let module = ModuleLoader::new().load_partial(self.directory).tree.module;
        let mut names: Vec<&str> = module.locals.iter().map(|local| local.name.as_str()).collect();
        names.sort_unstable();
        if names.is_empty() {
            return Ok(None);
        }
        let all: Vec<String> = names.iter().map(|name| format!("local.{name}")).collect();
        // Base64, because the console prints strings in its own notation.
        let line = format!("base64encode(jsonencode([{}]))\n", all.join(", "));
        let (_, text) = self.run(&["console"], &line)?;
        let decoded =
            hcl2::functions::terraform::base64decode().call(&[text.trim().trim_matches('"').into()]);
        let Some(values) = decoded
            .ok()
            .and_then(|text| serde_json::from_str::<Vec<Value>>(text.as_str()?).ok())
        else {
            return Ok(Some(json!("not printed")));
        };
        let named: Map<String, Value> = names.iter().map(|name| (*name).to_owned()).zip(values).collect();
        Ok(Some(Value::Object(named)))
    }

    /// Returns the plan.
    fn plan(&self) -> Result<Option<Value>, String> {
        let (is_planned, _) = self.run(&["plan", "-input=false", "-out=plan.bin", "-no-color"], "")?;
        if !is_planned {
            return Ok(None);
        }
        let (_, text) = self.run(&["show", "-json", "plan.bin"], "")?;
        let mut plan: Value = serde_json::from_str(&text).map_err(|error| format!("{error} in {text}"))?;
        if let Some(parts) = plan.as_object_mut() {
            parts.remove("timestamp");
            if let Some(configuration) = parts.get_mut("configuration") {
                remove_constants(configuration);
            }
        }
        Ok(Some(plan))
    }

    /// Runs a command; returns whether it succeeded, and its output.
    fn run(&self, arguments: &[&str], input: &str) -> Result<(bool, String), String> {
        let output = self.output(arguments, input)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok((output.status.success(), text))
    }

    fn output(&self, arguments: &[&str], input: &str) -> Result<Output, String> {
        let failed = |error: std::io::Error| format!("cannot run terraform: {error}");
        let mut child = self
            .program
            .command()
            .args(arguments)
            .current_dir(self.directory)
            .env("NO_COLOR", "1")
            .env("CHECKPOINT_DISABLE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        if let Some(mut pipe) = child.stdin.take() {
            // A command that does not read its input closes the pipe, which is fine.
            let _ = pipe.write_all(input.as_bytes());
        }
        child.wait_with_output().map_err(failed)
    }
}

/// Removes constants from a configuration: in JSON, Terraform shows the source of any template as a constant. The values
/// are in other parts of the plan.
fn remove_constants(configuration: &mut Value) {
    match configuration {
        Value::Object(fields) => {
            fields.remove("constant_value");
            fields.values_mut().for_each(remove_constants);
            fields.retain(|_, field| field.as_object().is_none_or(|fields| !fields.is_empty()));
        }
        Value::Array(elements) => elements.iter_mut().for_each(remove_constants),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(locals: Value, plan: Option<Value>) -> Recorded {
        Recorded {
            is_valid: true,
            problems: Vec::new(),
            places: Vec::new(),
            locals: Some(locals),
            plan,
        }
    }

    #[test]
    fn plans_are_compared_both_ways() {
        let small = || outcome(json!({}), Some(json!({"a": 1})));
        let large = || outcome(json!({}), Some(json!({"a": 1, "b": 2})));
        assert_eq!(small().difference(&small()), None);
        assert_eq!(
            small().difference(&large()).as_deref(),
            Some("plan, b: nothing, converted 2")
        );
        assert_eq!(
            large().difference(&small()).as_deref(),
            Some("plan, b: 2, converted nothing")
        );
    }

    #[test]
    fn a_plan_that_fails_in_one_syntax_is_a_difference() {
        let planned = outcome(json!({}), Some(json!({})));
        let unplanned = outcome(json!({}), None);
        assert!(planned.difference(&unplanned).is_some());
        assert!(unplanned.difference(&planned).is_some());
        assert_eq!(unplanned.difference(&unplanned), None);
        assert!(unplanned.is_unplanned() && !planned.is_unplanned());
    }

    #[test]
    fn the_values_of_locals_are_compared() {
        let of = |locals| outcome(locals, None);
        assert!(of(json!({"a": 1})).difference(&of(json!({"a": 2}))).is_some());
        assert!(
            of(json!({"a": 1}))
                .difference(&of(json!({"a": 1, "b": 1})))
                .is_some()
        );
        assert!(
            of(json!({"a": 1, "b": 1}))
                .difference(&of(json!({"a": 1})))
                .is_some()
        );
    }
}
