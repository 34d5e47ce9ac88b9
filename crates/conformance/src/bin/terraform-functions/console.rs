//! The results of `terraform console`.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::ours::{Answer, HOME, encoded};

/// The longest line to pass to the console, in bytes, well below its limit.
const MAX_LINE_BYTES: usize = 48_000;

/// The marker of a call that fails.
const ERROR: &str = "an error";

/// A console in a directory with the files for the functions that read files.
pub(crate) struct Console<'a> {
    pub(crate) directory: &'a Path,
    /// The directory for the console's own files.
    pub(crate) own: &'a Path,
}

impl Console<'_> {
    /// Returns the results of calls, in order.
    ///
    /// The console stops at an error and prints the last result only, so the whole input of a process is one line: a
    /// tuple of many calls, each inside `try`.
    pub(crate) fn evaluate(&self, calls: &[&str], done: &mut Vec<Answer>) -> Result<(), String> {
        let mut rest = calls;
        while !rest.is_empty() {
            let mut length = 0;
            let fits = |call: &&&str| {
                length += encoded(call).len() + 20;
                length < MAX_LINE_BYTES
            };
            let count = rest.iter().take_while(fits).count().max(1);
            let (batch, after) = rest.split_at(count);
            self.batch(batch, done)?;
            rest = after;
        }
        Ok(())
    }

    fn batch(&self, calls: &[&str], done: &mut Vec<Answer>) -> Result<(), String> {
        let both = self
            .texts(calls)
            .and_then(|texts| Ok((texts, self.types(calls)?)));
        match both {
            Ok((texts, types)) if texts.len() == calls.len() && types.len() == calls.len() => {
                for (json, ty) in texts.into_iter().zip(types) {
                    done.push(if json == ERROR {
                        Answer::Error
                    } else {
                        Answer::Value { ty, json }
                    });
                }
                Ok(())
            }
            // A call that `try` cannot catch fails its whole batch.
            _ if calls.len() > 1 => {
                let (first, second) = calls.split_at(calls.len() / 2);
                self.batch(first, done)?;
                self.batch(second, done)
            }
            Ok(_) => Err(format!("terraform gives something else for {}", calls.concat())),
            Err(_) => {
                let shown = self.run(&calls.concat());
                done.push(match shown {
                    Ok(text) if text.contains("(known after apply)") => Answer::Unknown,
                    _ => Answer::Error,
                });
                Ok(())
            }
        }
    }

    fn texts(&self, calls: &[&str]) -> Result<Vec<String>, String> {
        let tried: Vec<String> = calls
            .iter()
            .map(|call| format!("try({}, \"{ERROR}\")", encoded(call)))
            .collect();
        // Base64, because the console prints strings in its own notation.
        let output = self.run(&format!("base64encode(jsonencode([{}]))", tried.join(", ")))?;
        let decoded = hcl2::functions::terraform::base64decode()
            .call(&[output.trim().trim_matches('"').into()])
            .map_err(|error| error.to_string())?;
        serde_json::from_str(decoded.as_str().unwrap_or_default()).map_err(|error| error.to_string())
    }

    fn types(&self, calls: &[&str]) -> Result<Vec<String>, String> {
        // A result without JSON is an error on our side too.
        let tried: Vec<String> = calls
            .iter()
            .map(|call| format!("try([{call}, {}][0], null)", encoded(call)))
            .collect();
        let output = self.run(&format!("type([{}])", tried.join(", ")))?;
        let mut types: Vec<String> = Vec::new();
        for line in output.lines() {
            let is_outer = line.starts_with("    ") && !line.starts_with("     ");
            let continues = line.trim_start().starts_with(['}', ']', ')']);
            let text: String = line.split_whitespace().collect();
            if is_outer && !continues {
                types.push(text);
            } else if line.starts_with(' ')
                && let Some(last) = types.last_mut()
            {
                last.push_str(&text);
            }
        }
        // The console prints a comma after an element type of several lines.
        Ok(types
            .iter()
            .map(|ty| ty.trim_end_matches(',').replace(",)", ")"))
            .collect())
    }

    fn run(&self, line: &str) -> Result<String, String> {
        let failed = |error: std::io::Error| format!("cannot run terraform: {error}");
        let mut child = Command::new("terraform")
            .arg("console")
            .arg(format!("-state={}", self.own.join("terraform.tfstate").display()))
            .current_dir(self.directory)
            .env("HOME", HOME)
            .env("NO_COLOR", "1")
            .env("CHECKPOINT_DISABLE", "1")
            .env("TF_DATA_DIR", self.own.join("data"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        if let Some(mut input) = child.stdin.take() {
            input.write_all(format!("{line}\n").as_bytes()).map_err(failed)?;
        }
        let output = child.wait_with_output().map_err(failed)?;
        if !output.status.success() || output.stdout.is_empty() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    }
}
