//! What policies find, as text and as JSON.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use hcl2::diagnostics::{SourceMap, Span};
use hcl2::plan::{Inputs, Provenance, provenances, shown_value};
use hcl2::policy::{Answer, Cause, Enforced, Finding, Level, Policy, PolicyFile};
use hcl2::terraform::ModuleTree;
use serde_json::{Value as Json, json};

use super::super::why;
use crate::output::{Failure, Page, json_range, write_json};

/// The values whose sources are explained, and the characters of a value.
const MAX_EXPLAINED: usize = 100;
const MAX_VALUE: usize = 100;

/// What policies find, with the sources of the values that decide.
pub(super) struct Report<'f> {
    findings: &'f [Finding],
    sources: &'f SourceMap,
    why: BTreeMap<&'f str, Provenance>,
}

impl<'f> Report<'f> {
    /// Explains the values that decide, if they come from a module.
    pub(super) fn new(
        findings: &'f [Finding],
        sources: &'f SourceMap,
        module: Option<&(ModuleTree, Inputs)>,
    ) -> Self {
        let explained = findings.iter().flat_map(conditions).flat_map(deciding);
        let mut seen = BTreeSet::new();
        let addresses: Vec<&str> = explained
            .filter(|address| seen.insert(*address))
            .take(MAX_EXPLAINED)
            .collect();
        let mut why = BTreeMap::new();
        if let Some((tree, inputs)) = module.filter(|_| !addresses.is_empty()) {
            let found = provenances(tree, inputs, addresses.iter().copied()).value;
            let found = addresses.into_iter().zip(found);
            why.extend(found.filter_map(|(address, why)| Some((address, why?))));
        }
        Self {
            findings,
            sources,
            why,
        }
    }

    pub(super) fn write_text(&self, policies: &[PolicyFile], is_verbose: bool) -> Result<(), Failure> {
        let mut page = Page::new();
        for finding in self.findings {
            if finding.answer != Answer::Pass || is_verbose {
                self.push(finding, &mut page);
            }
        }
        let unused = self.unused(policies);
        for policy in unused.iter().filter(|_| is_verbose) {
            page.paint("2", "judges nothing");
            let place = why::place(policy.span, self.sources);
            page.push(&format!("  {}  ({place})\n", policy.name));
        }
        page.push(&self.summary(policies, unused.len()));
        page.write()
    }

    /// Returns the policies that judge nothing: no subject has their type, or their filters and operations exclude all.
    fn unused<'p>(&self, policies: &'p [PolicyFile]) -> Vec<&'p Policy> {
        let used: HashSet<Span> = self.findings.iter().map(|finding| finding.span).collect();
        let all = policies.iter().flat_map(|file| &file.policies);
        all.filter(|policy| !used.contains(&policy.span)).collect()
    }

    fn push(&self, finding: &Finding, page: &mut Page) {
        page.paint(colour(finding), finding.answer.name());
        page.push("  ");
        page.paint("1", &finding.subject);
        page.push(&format!("  {}", finding.policy));
        let place = why::place(finding.span, self.sources);
        let level = finding.level.map_or("level unknown", Level::name);
        page.paint("2", &format!("  ({level}, {place})\n"));
        if finding.answer == Answer::Error && conditions(finding).next().is_none() {
            page.push("    Cannot be evaluated.\n");
        }
        for enforced in conditions(finding) {
            let is_said = enforced.answer == finding.answer || enforced.answer == Answer::Unknown;
            if !is_said {
                continue;
            }
            let place = why::place(enforced.span, self.sources);
            match (&enforced.message, enforced.answer) {
                (Some(message), _) => page.push(&format!("    {message}\n")),
                (None, Answer::Fail) => page.push(&format!("    The condition does not hold ({place}).\n")),
                (None, Answer::Unknown) => {
                    page.push(&format!("    Cannot be known before apply ({place}):\n"));
                }
                (None, Answer::Error) => page.push(&format!("    Cannot be evaluated ({place}).\n")),
                (None, Answer::Pass) => continue,
            }
            match enforced.answer {
                Answer::Unknown | Answer::Error => self.push_causes(enforced, page),
                Answer::Fail => self.push_read(enforced, page),
                Answer::Pass => {}
            }
        }
    }

    fn push_causes(&self, enforced: &Enforced, page: &mut Page) {
        for cause in &enforced.causes {
            match cause.address().and_then(|address| self.why.get(address)) {
                Some(why) => why::draw(why, self.sources, "      ", page),
                None => page.push(&format!("      {cause}\n")),
            }
        }
    }

    fn push_read(&self, enforced: &Enforced, page: &mut Page) {
        for read in &enforced.read {
            match self.why.get(read.address.as_str()) {
                Some(why) => why::draw(why, self.sources, "      ", page),
                None => {
                    let value = shortened(shown_value(&read.value));
                    page.push(&format!("      {} = {value}\n", read.address));
                }
            }
        }
    }

    /// Returns a sentence with the numbers of answers.
    fn summary(&self, policies: &[PolicyFile], unused: usize) -> String {
        let count = |answer: Answer| {
            self.findings
                .iter()
                .filter(|finding| finding.answer == answer)
                .count()
        };
        let subjects: BTreeSet<&str> = self
            .findings
            .iter()
            .map(|finding| finding.subject.as_str())
            .collect();
        let policies = policies.iter().map(|file| file.policies.len()).sum();
        let failed = self
            .findings
            .iter()
            .filter(|finding| finding.answer == Answer::Fail);
        let advisory = failed
            .filter(|finding| finding.level == Some(Level::Advisory))
            .count();
        let mut text = format!(
            "{} for {}: {} passed, {} failed",
            counted(policies, "policy"),
            counted(subjects.len(), "subject"),
            count(Answer::Pass),
            count(Answer::Fail),
        );
        if advisory > 0 {
            text += &format!(" ({advisory} advisory)");
        }
        text += &format!(", {} cannot be known before apply", count(Answer::Unknown));
        match count(Answer::Error) {
            0 => {}
            errors => text += &format!(", {errors} cannot be evaluated"),
        }
        match unused {
            0 => text + ".\n",
            1 => text + ". 1 policy judges nothing.\n",
            _ => text + &format!(". {unused} policies judge nothing.\n"),
        }
    }

    pub(super) fn write_json(&self, policies: &[PolicyFile]) -> Result<(), Failure> {
        let findings: Vec<Json> = self.findings.iter().map(|finding| self.json(finding)).collect();
        let count = |answer: Answer| {
            self.findings
                .iter()
                .filter(|finding| finding.answer == answer)
                .count()
        };
        let unused = self.unused(policies).into_iter().map(|policy| {
            json!({
                "policy": policy.name.as_str(),
                "kind": policy.kind.block_type(),
                "target": policy.target,
                "place": self.place(policy.span),
            })
        });
        let summary = json!({
            "policies": policies.iter().map(|file| file.policies.len()).sum::<usize>(),
            "pass": count(Answer::Pass),
            "fail": count(Answer::Fail),
            "unknown": count(Answer::Unknown),
            "error": count(Answer::Error),
        });
        write_json(&format!(
            "{}\n",
            json!({"findings": findings, "unused": unused.collect::<Vec<_>>(), "summary": summary})
        ))
    }

    fn json(&self, finding: &Finding) -> Json {
        json!({
            "policy": finding.policy.as_str(),
            "kind": finding.kind.block_type(),
            "target": finding.target,
            "place": self.place(finding.span),
            "level": finding.level.map(Level::name),
            "subject": finding.subject,
            "subject_place": finding.place.and_then(|place| self.place(place)),
            "answer": finding.answer.name(),
            "applies": finding.applies.as_ref().map(|applies| self.enforced_json(applies)),
            "enforced": finding.enforced.iter().map(|enforced| self.enforced_json(enforced)).collect::<Vec<_>>(),
        })
    }

    fn enforced_json(&self, enforced: &Enforced) -> Json {
        let cause = |cause: &Cause| {
            json!({
                "kind": cause.name(),
                "subject": cause.subject(),
                "text": cause.to_string(),
                "why": cause.address().and_then(|address| self.why_json(address)),
            })
        };
        let read = enforced.read.iter().map(|read| {
            json!({
                "address": read.address,
                "shown": shortened(shown_value(&read.value)),
                "is_known": read.value.is_wholly_known(),
                "why": self.why_json(&read.address),
            })
        });
        json!({
            "answer": enforced.answer.name(),
            "place": self.place(enforced.span),
            "message": enforced.message,
            "causes": enforced.causes.iter().map(cause).collect::<Vec<_>>(),
            "read": read.collect::<Vec<_>>(),
        })
    }

    fn why_json(&self, address: &str) -> Option<Json> {
        let why = self.why.get(address)?;
        Some(why::to_json_value(why, self.sources))
    }

    fn place(&self, span: Span) -> Option<Json> {
        let source = self.sources.get(span.source)?;
        Some(json!({"file": source.name(), "range": json_range(source, span.start, span.end)}))
    }
}

/// Returns the conditions of a finding, the filter first if it decides.
fn conditions(finding: &Finding) -> impl Iterator<Item = &Enforced> {
    finding.applies.iter().chain(&finding.enforced)
}

/// Returns the addresses of the values that decide a condition.
fn deciding(enforced: &Enforced) -> Vec<&str> {
    match enforced.answer {
        Answer::Unknown | Answer::Error => enforced.causes.iter().filter_map(Cause::address).collect(),
        Answer::Fail => enforced.read.iter().map(|read| read.address.as_str()).collect(),
        Answer::Pass => Vec::new(),
    }
}

fn colour(finding: &Finding) -> &'static str {
    match (finding.answer, finding.level) {
        (Answer::Pass, _) => "32",
        (Answer::Unknown, _) | (Answer::Fail, Some(Level::Advisory)) => "33",
        (Answer::Fail | Answer::Error, _) => "31",
    }
}

fn shortened(value: String) -> String {
    match value.char_indices().nth(MAX_VALUE) {
        Some((end, _)) => format!("{}...", &value[..end]),
        None => value,
    }
}

/// Returns a number with a noun.
pub(super) fn counted(count: usize, noun: &str) -> String {
    match (count, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) => format!("{count} {noun}s"),
    }
}
