//! Configurations as JSON. What is unknown is null, and listed beside the rest with its reason.

use hcl2_diagnostics::codes::render as codes;
use hcl2_diagnostics::{Diagnostic, Diagnostics};
use hcl2_value::{Value, ValueKind};

use super::unknown::{AN_ERROR, Reason, reason_of, without_reasons};
use super::world::World;
use crate::Json;

/// The property that lists what is unknown.
const UNKNOWN: &str = "unknown";

/// The depth up to which nested values are written.
const MAX_DEPTH: usize = 500;

/// Returns a configuration as JSON, and adds a note for each reason why a part of it is unknown.
pub(super) fn json(world: &World, value: &Value, problems: &mut Diagnostics) -> Json {
    let mut writing = Writing::default();
    let json = writing.json(value);
    let mut told: Vec<&Reason> = Vec::new();
    let mut listed = Vec::new();
    for (path, reason) in &writing.unknown {
        let place = reason.place.and_then(|span| world.place(span));
        let text = match place {
            Some(place) => format!("{} ({place})", reason.text),
            None => reason.text.clone(),
        };
        listed.push((path.clone(), Json::String(text)));
        if reason.text != AN_ERROR && !told.contains(&reason) && told.len() < MAX_NOTES {
            told.push(reason);
            let note = Diagnostic::note(codes::UNKNOWN, "Unknown value");
            let note = note.with_detail(format!("The value of `{path}` is not known: {}.", reason.text));
            problems.push(match reason.place {
                Some(span) => note.with_subject(span),
                None => note,
            });
        }
    }
    match json {
        Json::Object(mut properties) if !listed.is_empty() => {
            properties.push((UNKNOWN.to_owned(), Json::Object(listed)));
            Json::Object(properties)
        }
        json => json,
    }
}

/// The number of notes about one configuration.
const MAX_NOTES: usize = 100;

#[derive(Default)]
struct Writing {
    path: Vec<String>,
    /// The paths of unknown parts, with why they are.
    unknown: Vec<(String, Reason)>,
}

impl Writing {
    fn json(&mut self, value: &Value) -> Json {
        if self.path.len() > MAX_DEPTH {
            return Json::from("(nested too deeply)");
        }
        match value.kind() {
            ValueKind::Marked(inner, _) => {
                if without_reasons(value).is_marked() {
                    return Json::from("(sensitive value)");
                }
                if inner.is_known() {
                    return self.json(inner);
                }
                self.unknown_part(value)
            }
            ValueKind::Unknown => self.unknown_part(value),
            ValueKind::Bool(truth) => Json::from(truth),
            ValueKind::Number(number) => Json::Number(number.to_string()),
            ValueKind::String(text) => Json::from(text.as_str()),
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                let items = items.iter().enumerate();
                Json::Array(
                    items
                        .map(|(index, item)| self.part(format!("[{index}]"), item))
                        .collect(),
                )
            }
            ValueKind::Map(fields) | ValueKind::Object(fields) => {
                let fields = fields.iter();
                let fields =
                    fields.map(|(name, field)| (name.to_string(), self.part(format!(".{name}"), field)));
                Json::Object(fields.collect())
            }
            _ => Json::Null,
        }
    }

    fn part(&mut self, step: String, value: &Value) -> Json {
        self.path.push(step);
        let json = self.json(value);
        self.path.pop();
        json
    }

    fn unknown_part(&mut self, value: &Value) -> Json {
        let reason = reason_of(value).unwrap_or_else(|| Reason {
            text: "it depends on a value that is not known".to_owned(),
            place: None,
        });
        let path = self.path.concat();
        self.unknown
            .push((path.trim_start_matches('.').to_owned(), reason));
        Json::Null
    }
}
