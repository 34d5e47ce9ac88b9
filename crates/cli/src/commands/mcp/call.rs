//! A call of a tool, as a command line of this program.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use rmcp::model::JsonObject;
use serde_json::Value;

use super::tools::{Parameter, Place, TOOLS, Tool, WRITE};

/// A call that fits its tool.
pub(super) struct Call {
    pub(super) tool: &'static Tool,
    options: Vec<OsString>,
    operands: Vec<OsString>,
    pub(super) input: String,
    /// Whether to make a change.
    pub(super) is_made: bool,
}

impl Call {
    /// Checks the arguments of a call.
    ///
    /// # Errors
    ///
    /// With what the caller must change.
    pub(super) fn new(name: &str, arguments: &JsonObject, places: &Places) -> Result<Self, String> {
        let Some(tool) = TOOLS.iter().find(|tool| tool.name == name) else {
            let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
            return Err(format!(
                "there is no tool `{name}`; there are {}",
                names.join(", ")
            ));
        };
        let is_known = |name: &str| {
            let is_write = name == WRITE && tool.change.is_some();
            is_write || tool.parameters.iter().any(|parameter| parameter.name == name)
        };
        if let Some(name) = arguments.keys().find(|name| !is_known(name)) {
            let names: Vec<&str> = tool.parameters.iter().map(|parameter| parameter.name).collect();
            return Err(format!(
                "`{}` has no parameter `{name}`; it has {}",
                tool.name,
                names.join(", ")
            ));
        }
        let is_made = match arguments.get(WRITE) {
            None => false,
            Some(value) => value.as_bool().ok_or("`write` must be true or false")?,
        };
        let mut call = Self {
            tool,
            options: Vec::new(),
            operands: Vec::new(),
            input: String::new(),
            is_made,
        };
        for parameter in tool.parameters {
            // A client may fill what it does not give with null.
            let value = arguments.get(parameter.name).filter(|value| !value.is_null());
            if let Some(problem) = parameter.problem(value) {
                return Err(problem);
            }
            match value {
                Some(value) => call.take(parameter, value, places)?,
                // Without one, a command reads its standard input.
                None if parameter.is_path() && matches!(parameter.place, Place::Operand) => {
                    call.operands.push(".".into());
                }
                None => {}
            }
        }
        Ok(call)
    }

    /// Takes an argument that fits its parameter.
    fn take(&mut self, parameter: &Parameter, value: &Value, places: &Places) -> Result<(), String> {
        let texts: Vec<&str> = match value {
            Value::String(text) => vec![text],
            Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let mut words = Vec::new();
        for text in texts {
            words.push(if parameter.is_path() {
                places.path(text)?.into()
            } else {
                OsString::from(text)
            });
        }
        if let Value::Object(values) = value {
            words.extend(values.iter().map(|(name, value)| match value {
                Value::String(text) => format!("{name}={text}").into(),
                value => format!("{name}={value}").into(),
            }));
        }
        match parameter.place {
            Place::Operand => self.operands.extend(words),
            Place::Option(option) if value.is_boolean() => {
                self.options.extend((value == true).then(|| option.into()));
            }
            Place::Option(option) => self.options.extend(words.iter().map(|word| {
                let mut option = OsString::from(format!("{option}="));
                option.push(word);
                option
            })),
            Place::Input => {
                for word in words {
                    // One edit is one line.
                    self.input
                        .push_str(&word.to_string_lossy().replace(['\n', '\r'], " "));
                    self.input.push('\n');
                }
            }
        }
        Ok(())
    }

    /// Returns the words of the command that answers: what shows a change, or what makes it.
    pub(super) fn words(&self, is_made: bool) -> Vec<OsString> {
        let change = self.tool.change.as_ref();
        let change = change.map_or(&[][..], |change| if is_made { change.made } else { change.shown });
        let mut words: Vec<OsString> = self
            .tool
            .command
            .iter()
            .chain(change)
            .map(OsString::from)
            .collect();
        words.extend(self.options.iter().cloned());
        if self.tool.last.is_empty() {
            words.push("--".into());
        }
        words.extend(self.operands.iter().cloned());
        words.extend(self.tool.last.iter().map(OsString::from));
        words
    }
}

/// The directories that are served.
pub(super) struct Places {
    /// Their canonical paths. Relative paths start at the first one.
    pub(super) directories: Vec<PathBuf>,
}

impl Places {
    /// Returns the path that a client names, if it is below a served directory by whatever links.
    fn path(&self, text: &str) -> Result<PathBuf, String> {
        let first = self.directories.first().map_or(Path::new("."), PathBuf::as_path);
        let named = first.join(text);
        let found = named
            .canonicalize()
            .map_err(|error| format!("{text} cannot be read: {error}"))?;
        match self
            .directories
            .iter()
            .find(|directory| found.starts_with(directory))
        {
            // Problems name files as they were named here; a path of the first directory is short.
            Some(_) => Ok(found
                .strip_prefix(first)
                .map_or_else(|_| found.clone(), |below| Path::new(".").join(below))),
            None => Err(format!("{text} is outside of the directories that are served")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn words(name: &str, arguments: &Value) -> Result<Vec<String>, String> {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::write(directory.path().join("-a.tf"), "").expect("a file");
        let places = Places {
            directories: vec![directory.path().canonicalize().expect("a directory")],
        };
        let call = Call::new(name, arguments.as_object().expect("an object"), &places)?;
        let words = call.words(call.is_made).into_iter();
        Ok(words.map(|word| word.to_string_lossy().into_owned()).collect())
    }

    #[test]
    fn arguments_become_words_that_are_no_options() {
        let eval = words(
            "eval",
            &json!({"expression": "--help", "variables": {"n": [1], "s": "a b"}}),
        );
        let expected = [
            "eval",
            "--with-type",
            "--timeout=30",
            "--var=n=[1]",
            "--var=s=a b",
            "--",
            "--help",
        ];
        assert_eq!(eval.expect("words"), expected);
        let edit = words(
            "edit",
            &json!({"path": "-a.tf", "edits": ["set a 1"], "write": true}),
        );
        assert_eq!(edit.expect("words"), ["edit", "--write", "./-a.tf", "batch", "-"]);
    }

    #[test]
    fn wrong_arguments_are_named() {
        for (name, arguments, problem) in [
            ("chek", json!({}), "there is no tool `chek`"),
            (
                "check",
                json!({"path": "."}),
                "`check` has no parameter `path`; it has paths",
            ),
            (
                "check",
                json!({"paths": "."}),
                "`paths` must be an array of strings",
            ),
            (
                "check",
                json!({"write": true}),
                "`check` has no parameter `write`",
            ),
            ("query", json!({}), "`address` is missing"),
            ("fmt", json!({"write": 1}), "`write` must be true or false"),
            (
                "check",
                json!({"paths": [".."]}),
                ".. is outside of the directories that are served",
            ),
            ("check", json!({"paths": ["b.tf"]}), "b.tf cannot be read"),
        ] {
            let said = words(name, &arguments).expect_err("a problem");
            assert!(said.starts_with(problem), "{said}");
        }
    }
}
