//! The results of calls in outputs of a plan, for versions whose console cannot be fed.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Output;

use hcl2_conformance::terraform::Program;
use serde_json::Value;

use crate::ours::{Answer, HOME, encoded};

/// How many calls a plan has.
const CALLS: usize = 1000;

/// The marker of a call that fails.
const ERROR: &str = "an error";

/// The line of the first call in the module, from 1.
const FIRST: usize = 4;

/// Plans in a directory with the files for the functions that read files.
pub(crate) struct Outputs<'a> {
    pub(crate) directory: &'a Path,
    pub(crate) program: &'a Program,
}

impl Outputs<'_> {
    /// Returns the results of calls, in order. Those of unpredictable functions are unknown.
    pub(crate) fn evaluate(&self, calls: &[String]) -> Result<Vec<Answer>, String> {
        self.run(&["init", "-input=false"])?;
        let mut answers = vec![Answer::Error; calls.len()];
        for start in (0..calls.len()).step_by(CALLS) {
            let all: Vec<usize> = (start..calls.len().min(start + CALLS)).collect();
            let (known, shown) =
                self.planned(calls, all, |call| format!("try({}, \"{ERROR}\")", encoded(call)))?;
            let after = shown["output_changes"]["results"]["after"].as_array();
            let mut typed = Vec::new();
            for (place, call) in known.into_iter().enumerate() {
                match after.and_then(|after| after.get(place)?.as_str()) {
                    None => answers[call] = Answer::Unknown,
                    Some(ERROR) => {}
                    Some(json) => typed.push((call, json.to_owned())),
                }
            }
            self.add_types(calls, &typed, &mut answers)?;
        }
        Ok(answers)
    }

    /// Adds results with their types. A plan has the types of known values only.
    fn add_types(
        &self,
        calls: &[String],
        typed: &[(usize, String)],
        answers: &mut [Answer],
    ) -> Result<(), String> {
        let all: Vec<usize> = typed.iter().map(|(call, _)| *call).collect();
        let (_, shown) = self.planned(calls, all, |call| {
            format!("try([{call}, {}][0], null)", encoded(call))
        })?;
        let types = shown["planned_values"]["outputs"]["results"]["type"][1].as_array();
        match types {
            Some(types) => {
                for (ty, (call, json)) in types.iter().zip(typed) {
                    let (ty, json) = (type_text(ty), json.clone());
                    answers[*call] = Answer::Value { ty, json };
                }
                Ok(())
            }
            None if typed.len() > 1 => {
                let (first, second) = typed.split_at(typed.len() / 2);
                self.add_types(calls, first, answers)?;
                self.add_types(calls, second, answers)
            }
            None => {
                for (call, _) in typed {
                    answers[*call] = Answer::Unknown;
                }
                Ok(())
            }
        }
    }

    /// Plans an output of calls without those that are errors in any context. Returns the others, and the plan.
    fn planned(
        &self,
        calls: &[String],
        mut rest: Vec<usize>,
        made: impl Fn(&str) -> String,
    ) -> Result<(Vec<usize>, Value), String> {
        loop {
            let mut module = String::from("output \"results\" {\n  sensitive = true\n  value = [\n");
            for call in &rest {
                // Writing to a `String` never fails.
                let _ = writeln!(module, "{},", made(&calls[*call]));
            }
            module.push_str("]\n}\n");
            let file = self.directory.join("main.tf");
            std::fs::write(file, module).map_err(|error| error.to_string())?;
            let plan = self.run(&["plan", "-json", "-out=plan.bin", "-lock=false", "-input=false"])?;
            if plan.status.success() {
                let shown = self.run(&["show", "-json", "plan.bin"])?;
                let shown = serde_json::from_slice(&shown.stdout).map_err(|error| error.to_string())?;
                return Ok((rest, shown));
            }
            let text = String::from_utf8_lossy(&plan.stdout);
            let wrong: BTreeSet<usize> = text.lines().filter_map(error_line).collect();
            let before = rest.len();
            let mut line = FIRST - 1;
            rest.retain(|_| {
                line += 1;
                !wrong.contains(&line)
            });
            if rest.len() == before {
                return Err(text.into_owned());
            }
        }
    }

    fn run(&self, arguments: &[&str]) -> Result<Output, String> {
        let mut command = self.program.command();
        command.args(arguments).current_dir(self.directory);
        command.env("HOME", HOME).env("CHECKPOINT_DISABLE", "1");
        command
            .output()
            .map_err(|error| format!("cannot run terraform: {error}"))
    }
}

/// Returns the line of an error in a line of the output of Terraform.
fn error_line(text: &str) -> Option<usize> {
    let message: Value = serde_json::from_str(text).ok()?;
    let problem = &message["diagnostic"];
    let line = problem["range"]["start"]["line"].as_u64()?;
    (problem["severity"] == "error").then(|| usize::try_from(line).ok())?
}

/// Returns a type in JSON as `terraform console` prints it, without spaces.
fn type_text(ty: &Value) -> String {
    match ty {
        Value::String(name) => name.clone(),
        Value::Array(parts) => match (parts[0].as_str(), &parts[1]) {
            (Some("tuple"), Value::Array(types)) => {
                let types: Vec<String> = types.iter().map(|ty| format!("{},", type_text(ty))).collect();
                format!("tuple([{}])", types.concat())
            }
            (Some("object"), Value::Object(types)) => {
                let types = types.iter().map(|(name, ty)| {
                    let name: String = name.split_whitespace().collect();
                    format!("{name}:{},", type_text(ty))
                });
                format!("object({{{}}})", types.collect::<Vec<String>>().concat())
            }
            (name, element) => format!("{}({})", name.unwrap_or_default(), type_text(element)),
        },
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn types_are_those_of_the_console() {
        let ty = json!(["tuple", [["list", "string"], ["object", {"a b": "number", "c": ["map", "bool"]}]]]);
        assert_eq!(
            type_text(&ty),
            "tuple([list(string),object({ab:number,c:map(bool),}),])"
        );
    }

    #[test]
    fn errors_have_lines() {
        let error = |severity: &str| {
            let range = json!({"start": {"line": 7}});
            json!({"diagnostic": {"severity": severity, "range": range}}).to_string()
        };
        assert_eq!(error_line(&error("error")), Some(7));
        assert_eq!(error_line(&error("warning")), None);
        assert_eq!(error_line("{}"), None);
    }
}
