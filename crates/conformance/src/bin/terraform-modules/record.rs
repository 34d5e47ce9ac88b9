//! The recorded results of Terraform for each module.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The file of recorded results.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    /// The version of Terraform that produced the results.
    pub(crate) terraform: String,
    /// The results by the names of the modules.
    pub(crate) modules: BTreeMap<String, Value>,
}

impl Record {
    /// Reads the file at `path`, if it exists.
    pub(crate) fn read(path: &Path) -> Result<Option<Self>, String> {
        if !path.exists() {
            return Ok(None);
        }
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
        serde_json::from_str(&text)
            .map(Some)
            .map_err(|error| failed(&error))
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), String> {
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        std::fs::write(path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Returns the differences between a run and the record; only modules in `wanted` are expected in the run.
    pub(crate) fn differences(&self, run: &BTreeMap<String, Value>, wanted: &[String]) -> Vec<String> {
        let is_wanted = |name: &&String| wanted.is_empty() || wanted.contains(name);
        let names = self.modules.keys().filter(is_wanted);
        let mut names: Vec<&String> = names.chain(run.keys()).collect();
        names.sort();
        names.dedup();
        let differences = names.into_iter().flat_map(|name| {
            let (recorded, now) = (self.modules.get(name), run.get(name));
            let fields = fields(recorded).into_iter().chain(fields(now));
            let fields: std::collections::BTreeSet<&str> = fields.collect();
            fields.into_iter().filter_map(move |field| {
                let of = |result: Option<&Value>| result.and_then(|result| result.get(field)).cloned();
                let (recorded, now) = (of(recorded), of(now));
                let shown =
                    |value: &Option<Value>| value.as_ref().map_or("nothing".to_owned(), Value::to_string);
                let text = format!(
                    "{name}: {field}: recorded {}, now {}",
                    shown(&recorded),
                    shown(&now)
                );
                (recorded != now).then_some(text)
            })
        });
        differences.collect()
    }
}

fn fields(result: Option<&Value>) -> Vec<&str> {
    let fields = result.and_then(Value::as_object).into_iter().flatten();
    fields.map(|(name, _)| name.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn recorded() -> BTreeMap<String, Value> {
        let good =
            json!({"valid": true, "planned": true, "errors": [], "converted_errors": [], "locals": {"a": 1}});
        let broken = json!({"valid": false, "planned": false, "errors": [["main.tf", 2]], "converted_errors": null, "locals": null});
        BTreeMap::from([("good".to_owned(), good), ("broken".to_owned(), broken)])
    }

    /// Returns the reports about an altered record.
    fn of(alter: impl FnOnce(&mut BTreeMap<String, Value>)) -> Vec<String> {
        let mut record = Record {
            terraform: "1.11.0".to_owned(),
            modules: recorded(),
        };
        alter(&mut record.modules);
        record.differences(&recorded(), &[])
    }

    fn module<'m>(modules: &'m mut BTreeMap<String, Value>, name: &str) -> &'m mut Value {
        modules.get_mut(name).expect("it is recorded")
    }

    #[test]
    fn a_falsified_record_differs_from_a_run() {
        assert_eq!(of(|_| ()), [""; 0]);
        assert_eq!(
            of(|modules| module(modules, "good")["locals"]["a"] = json!(2)),
            ["good: locals: recorded {\"a\":2}, now {\"a\":1}"]
        );
        assert_eq!(
            of(|modules| module(modules, "good")["locals"]["b"] = json!(2)),
            ["good: locals: recorded {\"a\":1,\"b\":2}, now {\"a\":1}"]
        );
        assert_eq!(
            of(|modules| module(modules, "good")["valid"] = json!(false)),
            ["good: valid: recorded false, now true"]
        );
        assert_eq!(
            of(|modules| module(modules, "broken")["errors"] = json!([["main.tf", 3]])),
            ["broken: errors: recorded [[\"main.tf\",3]], now [[\"main.tf\",2]]"]
        );
        assert_eq!(
            of(|modules| module(modules, "broken")["converted_errors"] = json!([])),
            ["broken: converted_errors: recorded [], now null"]
        );
    }

    #[test]
    fn a_module_that_only_one_has_is_a_difference() {
        assert_eq!(of(|modules| drop(modules.remove("good"))).len(), 5);
        assert_eq!(
            of(|modules| drop(modules.insert("more".to_owned(), json!({"valid": true})))),
            ["more: valid: recorded true, now nothing"]
        );
    }

    #[test]
    fn a_run_of_some_modules_is_compared_with_these() {
        let record = Record {
            terraform: String::new(),
            modules: recorded(),
        };
        let mut run = recorded();
        run.remove("good");
        assert_eq!(record.differences(&run, &["broken".to_owned()]), [""; 0]);
        assert!(!record.differences(&run, &[]).is_empty());
    }
}
