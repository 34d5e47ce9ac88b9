//! Every sentence of the specifications has a test or a reason, and every case cites one.

use std::collections::BTreeSet;

use super::Violation;
use crate::sentences::{cases, documents};
use crate::workspace::Workspace;

/// Reports sentences without a test, cases without a sentence, and citations of sentences and tests that do not exist.
pub(super) fn tested(workspace: &Workspace) -> Vec<Violation> {
    let (documents, unclear) = documents(&workspace.files);
    let cases = cases(&workspace.files);
    let cited: BTreeSet<&str> = cases
        .iter()
        .flat_map(|case| &case.words)
        .map(String::as_str)
        .collect();
    let known: BTreeSet<&str> = documents
        .iter()
        .flat_map(|document| document.sentences())
        .map(|sentence| sentence.words)
        .collect();
    let mut violations: Vec<Violation> = unclear
        .into_iter()
        .map(|(path, line)| {
            Violation::line(
                path,
                line,
                "expected a title, a section, a sentence, a test or a reason",
            )
        })
        .collect();
    for case in &cases {
        let mut report = |text: String| violations.push(Violation::line(case.path, case.line, text));
        if case.words.is_empty() {
            report(format!("{} cites no sentence of a specification", case.id));
        }
        for words in case.words.iter().filter(|words| !known.contains(words.as_str())) {
            report(format!(
                "{} cites a sentence of no specification: {words}",
                case.id
            ));
        }
    }
    for (document, sentence) in documents
        .iter()
        .flat_map(|document| document.sentences().map(move |sentence| (document, sentence)))
    {
        let mut report = |text: String| violations.push(Violation::line(document.path, sentence.line, text));
        let has_test = cited.contains(sentence.words) || !sentence.tests.is_empty();
        match sentence.because {
            None if !has_test => {
                report("the sentence has neither a test nor a reason to have none".to_owned())
            }
            Some(_) if has_test => report("the sentence has a test, so that it needs no reason".to_owned()),
            _ => {}
        }
        for (path, function) in &sentence.tests {
            let file = workspace.files.iter().find(|file| file.path == *path);
            if !file.is_some_and(|file| file.text.contains(&format!("fn {function}("))) {
                report(format!("no test is named {path}::{function}"));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing::files;

    /// Returns the violations in a document of `sentences` with `cases`.
    fn found(sentences: &str, cases: &str) -> Vec<String> {
        let workspace = files(&[
            ("crates/a/tests/b.rs", "fn works() {}"),
            ("spec-tests/json/a.jsonl", cases),
            (
                "spec-tests/sentences/json.txt",
                &format!("# JSON\n\n## Bodies\n\n{sentences}"),
            ),
        ]);
        let violations = tested(&workspace);
        violations.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn cited_tested_and_explained_sentences_pass() {
        let sentences =
            "- One.\n- Two.\n  test: crates/a/tests/b.rs::works\n- Three.\n  because: It is about people.\n";
        assert_eq!(
            found(
                sentences,
                "{\"id\":\"a\",\"kind\":\"expr\",\"words\":[\"One.\"]}\n"
            ),
            Vec::<String>::new()
        );
    }

    #[test]
    fn sentences_without_tests_and_cases_without_sentences_are_named() {
        assert_eq!(
            found(
                "- One.\n- Two.\n  test: crates/a/tests/b.rs::fails\n",
                "{\"id\":\"a\",\"kind\":\"expr\"}\n{\"id\":\"b\",\"kind\":\"expr\",\"words\":[\"Three.\"]}\n"
            ),
            [
                "spec-tests/json/a.jsonl:1: a cites no sentence of a specification",
                "spec-tests/json/a.jsonl:2: b cites a sentence of no specification: Three.",
                "spec-tests/sentences/json.txt:5: the sentence has neither a test nor a reason to have none",
                "spec-tests/sentences/json.txt:6: no test is named crates/a/tests/b.rs::fails",
            ]
        );
    }

    #[test]
    fn cases_of_layout_cite_nothing() {
        assert_eq!(
            found("", "{\"id\":\"a\",\"kind\":\"format\"}\n"),
            Vec::<String>::new()
        );
    }

    #[test]
    fn unclear_lines_and_needless_reasons_are_reported() {
        assert_eq!(
            found(
                "- One.\n  because: It has none.\n  tests: nothing\n",
                "{\"id\":\"a\",\"kind\":\"expr\",\"words\":[\"One.\"]}\n"
            ),
            [
                "spec-tests/sentences/json.txt:7: expected a title, a section, a sentence, a test or a reason",
                "spec-tests/sentences/json.txt:5: the sentence has a test, so that it needs no reason",
            ]
        );
    }
}
