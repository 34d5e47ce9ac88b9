//! Comparison of our result with the expectation of a case.

mod values;

use hcl2_diagnostics::{Diagnostics, Severity, SourceMap, Span};
use serde_json::{Value as Json, json};

pub(crate) use self::values::values_equal;

/// A difference between our result and the expectation of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The part that differs, such as `value` or the path of a range; empty if the sides cannot be compared.
    pub(crate) what: String,
    /// A description with both sides.
    pub(crate) text: String,
    /// Our side if both can be compared, else null.
    pub(crate) have: Json,
    /// The side of the case if both can be compared, else null.
    pub(crate) want: Json,
}

impl Difference {
    /// Returns a difference between two sides.
    pub(crate) fn between(what: &str, have: &Json, want: &Json) -> Self {
        Self {
            what: what.to_owned(),
            text: format!("{what}: have {have}, want {want}"),
            have: have.clone(),
            want: want.clone(),
        }
    }
}

impl<T: Into<String>> From<T> for Difference {
    fn from(text: T) -> Self {
        Self {
            what: String::new(),
            text: text.into(),
            have: Json::Null,
            want: Json::Null,
        }
    }
}

/// The outcome of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CaseResult {
    /// Values and errors agree; `inexact` lists the differences in ranges and diagnostics.
    Passed { inexact: Vec<Difference> },
    /// Values or errors differ.
    Failed(Difference),
}

/// Collects the differences of one case.
#[derive(Default)]
pub(crate) struct Verdict {
    failed: Option<Difference>,
    inexact: Vec<Difference>,
}

impl Verdict {
    /// Records a difference that fails the case.
    pub(crate) fn fail(&mut self, what: impl Into<Difference>) {
        self.failed.get_or_insert_with(|| what.into());
    }

    pub(crate) fn outcome(self) -> CaseResult {
        match self.failed {
            Some(failed) => CaseResult::Failed(failed),
            None => CaseResult::Passed {
                inexact: self.inexact,
            },
        }
    }

    /// Compares parts that must be equal.
    pub(crate) fn same(&mut self, what: &str, have: &Json, want: &Json) {
        if have != want {
            self.fail(Difference::between(what, have, want));
        }
    }

    /// Compares ranges and other parts that only exactness requires; a case may omit them.
    pub(crate) fn same_range(&mut self, what: &str, have: &Json, want: &Json) {
        if !want.is_null() && have != want {
            self.inexact.push(Difference::between(what, have, want));
        }
    }

    /// Compares typed values: sets in the order of iteration, numbers by their digits.
    pub(crate) fn same_value(&mut self, what: &str, have: &Json, want: &Json) {
        let equal =
            have["type"] == want["type"] && values_equal(&want["type"], &have["value"], &want["value"]);
        if !equal {
            self.fail(Difference::between(what, have, want));
        }
    }

    /// Compares whether errors occurred and, for exactness, the whole list in source order.
    pub(crate) fn same_diagnostics(
        &mut self,
        what: &str,
        have: &Diagnostics,
        want: &Json,
        sources: &SourceMap,
    ) {
        let want = &in_source_order(want);
        let wanted = want.as_array().map(Vec::as_slice).unwrap_or_default();
        let want_errors = wanted.iter().any(|diagnostic| diagnostic["severity"] == "error");
        if have.has_errors() != want_errors {
            let list = write_diagnostics(have, sources);
            let messages: Vec<String> = have
                .iter()
                .map(|diagnostic| format!("{}: {}", diagnostic.code, diagnostic.detail))
                .collect();
            self.fail(format!("{what}: have {list} {messages:?}, want {want}"));
            return;
        }
        let have = write_diagnostics(have, sources);
        if have.as_array().map(Vec::as_slice).unwrap_or_default() != wanted {
            self.inexact.push(Difference::between(what, &have, want));
        }
    }
}

/// Returns the diagnostics of a case in source order, as all of ours are. The reference lists them in the order in which
/// it finds them; those at one place keep that order.
pub(crate) fn in_source_order(diagnostics: &Json) -> Json {
    let mut sorted = diagnostics.clone();
    if let Some(list) = sorted.as_array_mut() {
        let of_input = |diagnostic: &Json| diagnostic["in"] == "input";
        list.sort_by_key(|diagnostic| (of_input(diagnostic), diagnostic["range"][2].as_u64()));
    }
    sorted
}

/// Writes a range in the notation of cases.
pub(crate) fn write_range(span: Span, sources: &SourceMap) -> Json {
    let Some(source) = sources.get(span.source) else {
        return Json::Null;
    };
    let index = source.line_index();
    let (start, end) = (
        index.position(source.bytes(), span.start),
        index.position(source.bytes(), span.end),
    );
    json!([
        start.line,
        start.column,
        start.byte,
        end.line,
        end.column,
        end.byte
    ])
}

/// Writes diagnostics in the notation of cases.
pub(crate) fn write_diagnostics(diagnostics: &Diagnostics, sources: &SourceMap) -> Json {
    diagnostics
        .iter()
        .map(|diagnostic| {
            let severity = match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            };
            match diagnostic.subject {
                Some(span) => json!({ "severity": severity, "range": write_range(span, sources) }),
                None => json!({ "severity": severity }),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::in_source_order;

    #[test]
    fn diagnostics_of_a_case_are_sorted_by_source_and_start() {
        let at = |source: &str, start: u32| json!({ "in": source, "range": [1, 1, start, 1, 1, start] });
        let without = json!({ "severity": "error" });
        let listed = json!([at("input", 7), at("spec", 9), at("input", 3), without]);
        let sorted = json!([without, at("spec", 9), at("input", 3), at("input", 7)]);
        assert_eq!(in_source_order(&listed), sorted);
    }
}
