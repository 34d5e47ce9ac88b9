//! Results and how they are printed.

use hcl2::decode::JsonOptions;
use hcl2::diagnostics::{Diagnostics, Outcome, Span, codes};
use hcl2::model::EvalContext;
use hcl2::value::Value;

use super::Format;
use crate::commands::budget::Limiter;
use crate::output::{Failure, write_data, write_json, write_text};

/// What an address selects.
pub(super) struct Row {
    pub(super) file: String,
    pub(super) address: String,
    pub(super) kind: &'static str,
    pub(super) range: serde_json::Value,
    pub(super) source: String,
    /// What to print as the value of what is not constant, if that is not the source.
    pub(super) raw: Option<String>,
    /// The value, if it is constant.
    pub(super) value: Option<Constant>,
    pub(super) comments: Vec<String>,
}

/// The value of a constant expression.
pub(super) struct Constant {
    pub(super) json: String,
    /// A string without quotes, otherwise as JSON.
    pub(super) raw: String,
}

impl Row {
    fn json(&self) -> String {
        let mut json = serde_json::json!({
            "file": self.file, "address": self.address, "kind": self.kind, "range": self.range, "source": self.source,
        });
        if let (false, Some(fields)) = (self.comments.is_empty(), json.as_object_mut()) {
            fields.insert("comments".to_owned(), self.comments.clone().into());
        }
        let mut text = json.to_string();
        if let Some(value) = &self.value {
            // Numbers stay as they are.
            text.pop();
            text += &format!(",\"value\":{}}}", value.json);
        }
        text
    }

    fn raw(&self) -> &str {
        match &self.value {
            Some(value) => &value.raw,
            None => self.raw.as_ref().unwrap_or(&self.source),
        }
    }

    fn cells(&self) -> [String; 3] {
        let line = &self.range["start"]["line"];
        [
            format!("{}:{line}", self.file),
            self.address.clone(),
            self.raw().lines().next().unwrap_or_default().to_owned(),
        ]
    }
}

/// Prints results.
pub(super) fn print(rows: &[Row], format: Format) -> Result<(), Failure> {
    match format {
        Format::Lines => write_json(&rows.iter().map(|row| row.json() + "\n").collect::<String>()),
        Format::Json => {
            let rows: Vec<String> = rows.iter().map(|row| format!("\n  {}", row.json())).collect();
            let end = if rows.is_empty() { "" } else { "\n" };
            write_json(&format!("[{}{end}]\n", rows.join(",")))
        }
        Format::Raw => write_data(
            rows.iter()
                .map(|row| row.raw().to_owned() + "\n")
                .collect::<String>(),
        ),
        Format::Table => {
            let cells: Vec<[String; 3]> = rows.iter().map(Row::cells).collect();
            let width = |column: usize| cells.iter().map(|cells| cells[column].chars().count()).max();
            let (places, addresses) = (width(0).unwrap_or(0), width(1).unwrap_or(0));
            let line = |[place, address, value]: &[String; 3]| {
                format!("{place:places$}  {address:addresses$}  {value}")
                    .trim_end()
                    .to_owned()
                    + "\n"
            };
            write_text(&cells.iter().map(line).collect::<String>())
        }
    }
}

/// Values without types, with null attributes.
const AS_IT_IS: JsonOptions = JsonOptions {
    with_type: false,
    keep_nulls: true,
    max_bytes: None,
};

/// The constant expressions of a file.
pub(super) struct Constants {
    limiter: Limiter,
    /// A context with a budget and nothing else.
    context: EvalContext<'static>,
    /// The limits that expressions exceed.
    pub(super) diagnostics: Diagnostics,
}

impl Constants {
    pub(super) fn new(limiter: Limiter) -> Self {
        let mut context = EvalContext::new();
        context.set_budget(limiter.budget());
        Self {
            limiter,
            context,
            diagnostics: Diagnostics::new(),
        }
    }

    pub(super) fn context(&self) -> &EvalContext<'static> {
        &self.context
    }

    /// Returns the value of an expression if it is constant.
    pub(super) fn printed(&mut self, evaluated: Outcome<Value>, span: Span) -> Option<Constant> {
        let Outcome {
            value,
            mut diagnostics,
        } = evaluated;
        if !diagnostics.is_empty() {
            diagnostics.retain(|problem| problem.code == codes::expr::LIMIT_EXCEEDED);
            self.diagnostics.append(diagnostics);
            return None;
        }
        if !value.is_wholly_known() {
            return None;
        }
        match self.limiter.json(&value, AS_IT_IS, span) {
            Ok(json) => Some(Constant {
                raw: value.as_str().map_or_else(|| json.clone(), str::to_owned),
                json,
            }),
            Err(problem) if problem.code == codes::expr::LIMIT_EXCEEDED => {
                self.diagnostics.push(*problem);
                None
            }
            Err(_) => None,
        }
    }
}
