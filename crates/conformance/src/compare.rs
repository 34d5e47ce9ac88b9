//! Whether what we have is what a case wants.

use hcl2_diagnostics::{Diagnostics, Severity, SourceMap, Span};
use serde_json::{Value as Json, json};

use crate::notation::read_number;

/// One way in which what we have is not what a case wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The difference in words, with both sides.
    pub(crate) text: String,
    /// Our side, where both can be compared; else null.
    pub(crate) have: Json,
    /// The side of the case, where both can be compared; else null.
    pub(crate) want: Json,
}

impl Difference {
    /// A difference between two sides.
    pub(crate) fn between(what: &str, have: &Json, want: &Json) -> Self {
        Self {
            text: format!("{what}: have {have}, want {want}"),
            have: have.clone(),
            want: want.clone(),
        }
    }
}

impl<T: Into<String>> From<T> for Difference {
    fn from(text: T) -> Self {
        Self {
            text: text.into(),
            have: Json::Null,
            want: Json::Null,
        }
    }
}

/// The outcome of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Values and errors agree; `inexact` says how ranges or diagnostics differ.
    Passed { inexact: Vec<Difference> },
    /// Values or errors differ: how.
    Failed(Difference),
}

/// Collects the differences of one case.
#[derive(Default)]
pub(crate) struct Verdict {
    failed: Option<Difference>,
    inexact: Vec<Difference>,
    /// Whether lists made from sets without a defined order are compared without order.
    orderless: bool,
}

impl Verdict {
    /// Starts a comparison; `orderless` lets lists made from sets without a defined order differ in order.
    pub(crate) fn new(orderless: bool) -> Self {
        Self {
            orderless,
            ..Self::default()
        }
    }

    /// Notes a difference that makes the case fail.
    pub(crate) fn fail(&mut self, what: impl Into<Difference>) {
        self.failed.get_or_insert_with(|| what.into());
    }

    pub(crate) fn outcome(self) -> Outcome {
        match self.failed {
            Some(failed) => Outcome::Failed(failed),
            None => Outcome::Passed {
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

    /// Compares ranges and the like, which only exactness asks for; a case may leave them out.
    pub(crate) fn same_range(&mut self, what: &str, have: &Json, want: &Json) {
        if !want.is_null() && have != want {
            self.inexact.push(Difference::between(what, have, want));
        }
    }

    /// Compares typed values: sets without order, numbers by value.
    pub(crate) fn same_value(&mut self, what: &str, have: &Json, want: &Json) {
        let equal = have["type"] == want["type"]
            && values_equal(&want["type"], &have["value"], &want["value"], self.orderless);
        if !equal {
            self.fail(Difference::between(what, have, want));
        }
    }

    /// Compares whether there are errors, and for exactness the whole list.
    pub(crate) fn same_diagnostics(
        &mut self,
        what: &str,
        have: &Diagnostics,
        want: &Json,
        sources: &SourceMap,
    ) {
        let wanted = want.as_array().map(Vec::as_slice).unwrap_or_default();
        let want_errors = wanted.iter().any(|diagnostic| diagnostic["severity"] == "error");
        if have.has_errors() != want_errors {
            let list = write_diagnostics(have, sources);
            let texts: Vec<String> = have
                .iter()
                .map(|diagnostic| format!("{}: {}", diagnostic.code, diagnostic.detail))
                .collect();
            self.fail(format!("{what}: have {list} {texts:?}, want {want}"));
            return;
        }
        let have = write_diagnostics(have, sources);
        if have.as_array().map(Vec::as_slice).unwrap_or_default() != wanted {
            self.inexact.push(Difference::between(what, &have, want));
        }
    }
}

/// Whether two values in the notation of the cases are equal as values of a type.
pub(crate) fn values_equal(ty: &Json, have: &Json, want: &Json, orderless: bool) -> bool {
    if let (Some(a), Some(b)) = (marked(have), marked(want)) {
        return a["marks"] == b["marks"] && values_equal(ty, &a["value"], &b["value"], orderless);
    }
    if let (Some(a), Some(b)) = (have.get("$dyn"), want.get("$dyn")) {
        return a["type"] == b["type"] && values_equal(&a["type"], &a["value"], &b["value"], orderless);
    }
    if let (Some(a), Some(b)) = (unknown(have), unknown(want)) {
        return unknowns_equal(a, b);
    }
    if marked(have).is_some() || marked(want).is_some() || unknown(have).is_some() || unknown(want).is_some()
    {
        return false;
    }
    if have.is_null() || want.is_null() {
        return have == want;
    }
    let inner = &ty[1];
    match (ty.as_str().or_else(|| ty[0].as_str()), have, want) {
        (Some("number"), Json::String(a), Json::String(b)) => {
            a == b || (read_number(a).is_some() && read_number(a) == read_number(b))
        }
        (Some("list"), Json::Array(a), Json::Array(b)) if orderless => same_elements(inner, a, b, orderless),
        (Some("list"), Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| values_equal(inner, a, b, orderless))
        }
        (Some("set"), Json::Array(a), Json::Array(b)) => same_elements(inner, a, b, orderless),
        (Some("tuple"), Json::Array(a), Json::Array(b)) => {
            let types = inner.as_array().map(Vec::as_slice).unwrap_or_default();
            let uniform = types.windows(2).all(|pair| pair[0] == pair[1]);
            if orderless && uniform && !types.is_empty() {
                return same_elements(&types[0], a, b, orderless);
            }
            a.len() == b.len()
                && types
                    .iter()
                    .zip(a.iter().zip(b))
                    .all(|(ty, (a, b))| values_equal(ty, a, b, orderless))
        }
        (Some("map"), Json::Object(a), Json::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| values_equal(inner, a, b, orderless)))
        }
        (Some("object"), Json::Object(a), Json::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(key, a)| {
                    b.get(key)
                        .is_some_and(|b| values_equal(&inner[key], a, b, orderless))
                })
        }
        _ => have == want,
    }
}

fn marked(json: &Json) -> Option<&Json> {
    json.get("$marked")
}

fn unknown(json: &Json) -> Option<&Json> {
    json.get("$unknown")
}

fn unknowns_equal(a: &Json, b: &Json) -> bool {
    let bound = |json: &Json| (json[0].as_str().and_then(read_number), json[1].as_bool());
    ["null", "prefix", "len_min", "len_max"]
        .iter()
        .all(|key| a.get(*key) == b.get(*key))
        && ["lower", "upper"]
            .iter()
            .all(|key| bound(&a[*key]) == bound(&b[*key]))
}

fn same_elements(ty: &Json, a: &[Json], b: &[Json], orderless: bool) -> bool {
    let mut left: Vec<&Json> = b.iter().collect();
    a.len() == b.len()
        && a.iter().all(|a| {
            let found = left.iter().position(|b| values_equal(ty, a, b, orderless));
            found.map(|index| left.swap_remove(index)).is_some()
        })
}

/// Writes a range as cases have it.
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

/// Writes diagnostics as cases have them.
pub(crate) fn write_diagnostics(diagnostics: &Diagnostics, sources: &SourceMap) -> Json {
    diagnostics
        .iter()
        .map(|diagnostic| {
            let severity = match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            match diagnostic.subject {
                Some(span) => json!({ "severity": severity, "range": write_range(span, sources) }),
                None => json!({ "severity": severity }),
            }
        })
        .collect()
}
