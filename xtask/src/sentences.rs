//! The sentences of the specifications, and the tests that follow from each.
//!
//! A file in `spec-tests/sentences` has the normative sentences and the productions of a specification, word for word: a line `# title`, lines
//! `## section`, and a line `- sentence` for each. Indented lines after a sentence name a Rust test that it has, as
//! `test: path::function`, or why it has none, as `because: reason`. A case of the specification tests cites sentences in
//! its `words`.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::files::File;

/// The folder of the sentences.
pub(crate) const FOLDER: &str = "spec-tests/sentences/";
/// The page that shows them with their tests.
pub(crate) const PAGE: &str = "docs/specification.md";
/// The folders whose cases cite sentences.
const CASES: [&str; 5] = [
    "spec-tests/extensions/",
    "spec-tests/json/",
    "spec-tests/model/",
    "spec-tests/native/",
    "spec-tests/wire/",
];
/// The kind of the cases that cite nothing: no specification describes the layout of a file.
const LAYOUT: &str = "format";

/// The sentences of a specification.
#[derive(Debug)]
pub(crate) struct Document<'w> {
    pub(crate) path: &'w str,
    title: &'w str,
    sections: Vec<(&'w str, Vec<Sentence<'w>>)>,
}

/// A sentence.
#[derive(Debug)]
pub(crate) struct Sentence<'w> {
    /// Its line, from 1.
    pub(crate) line: usize,
    pub(crate) words: &'w str,
    /// The Rust tests that it has, as a path and a function.
    pub(crate) tests: Vec<(&'w str, &'w str)>,
    /// The reason why it has no test.
    pub(crate) because: Option<&'w str>,
}

/// A case and the sentences that it cites.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Case<'w> {
    pub(crate) path: &'w str,
    /// Its line, from 1.
    pub(crate) line: usize,
    pub(crate) id: String,
    pub(crate) words: Vec<String>,
}

/// Returns the documents in source order, and the lines that are not understood, with their paths.
pub(crate) fn documents(files: &[File]) -> (Vec<Document<'_>>, Vec<(&str, usize)>) {
    let mut documents = Vec::new();
    let mut unclear = Vec::new();
    for file in files.iter().filter(|file| file.path.starts_with(FOLDER)) {
        let mut document = Document {
            path: &file.path,
            title: "",
            sections: Vec::new(),
        };
        for (line, text) in (1..).zip(file.text.lines()).filter(|(_, text)| !text.is_empty()) {
            if !document.read(line, text) {
                unclear.push((file.path.as_str(), line));
            }
        }
        documents.push(document);
    }
    (documents, unclear)
}

impl<'w> Document<'w> {
    /// Reads one line. Returns `false` if it is not understood.
    fn read(&mut self, line: usize, text: &'w str) -> bool {
        if let Some(title) = text.strip_prefix("# ") {
            self.title = title;
            return true;
        }
        if let Some(title) = text.strip_prefix("## ") {
            self.sections.push((title, Vec::new()));
            return true;
        }
        let Some((_, sentences)) = self.sections.last_mut() else {
            return false;
        };
        if let Some(words) = text.strip_prefix("- ") {
            sentences.push(Sentence {
                line,
                words,
                tests: Vec::new(),
                because: None,
            });
            return true;
        }
        let Some(sentence) = sentences.last_mut() else {
            return false;
        };
        if let Some(reason) = text.strip_prefix("  because: ") {
            sentence.because = Some(reason);
            return true;
        }
        let test = text
            .strip_prefix("  test: ")
            .and_then(|test| test.split_once("::"));
        sentence.tests.extend(test);
        test.is_some()
    }

    pub(crate) fn sentences(&self) -> impl Iterator<Item = &Sentence<'w>> {
        self.sections.iter().flat_map(|(_, sentences)| sentences)
    }
}

/// Returns the cases that cite sentences or must.
pub(crate) fn cases(files: &[File]) -> Vec<Case<'_>> {
    #[derive(serde::Deserialize)]
    struct Line {
        id: String,
        kind: String,
        #[serde(default)]
        words: Vec<String>,
    }
    let is_of_cases = |file: &&File| {
        file.path.ends_with(".jsonl") && CASES.iter().any(|folder| file.path.starts_with(folder))
    };
    let lines = files.iter().filter(is_of_cases).flat_map(|file| {
        let lines = (1..).zip(file.text.lines());
        lines.map(|(line, text)| (file.path.as_str(), line, text))
    });
    let cases = lines.filter_map(|(path, line, text)| {
        let case: Line = serde_json::from_str(text).ok()?;
        (case.kind != LAYOUT).then_some(Case {
            path,
            line,
            id: case.id,
            words: case.words,
        })
    });
    cases.collect()
}

/// Returns the page of all sentences.
pub(crate) fn page(files: &[File]) -> String {
    let cases = cases(files);
    let mut citing: BTreeMap<&str, Vec<&Case<'_>>> = BTreeMap::new();
    for case in &cases {
        for words in &case.words {
            citing.entry(words).or_default().push(case);
        }
    }
    let mut page = String::from(
        "<!-- @generated by `cargo xtask codegen` from spec-tests/sentences and the cases of spec-tests. -->\n\
         \n# The specifications, sentence by sentence\n\n\
         This page lists the normative sentences and the productions of the specifications, each with the tests that were written from it.\n\
         [The specification tests](../spec-tests/README.md) describe the cases.\n",
    );
    for document in documents(files).0 {
        // Writing to a `String` never fails.
        let _ = write!(page, "\n## {}\n", document.title);
        for (title, sentences) in &document.sections {
            let _ = write!(page, "\n### {title}\n");
            for sentence in sentences {
                let _ = write!(page, "\n> {}\n", sentence.words);
                page.push('\n');
                for case in citing.get(sentence.words).into_iter().flatten() {
                    let _ = writeln!(page, "- [{}](../{})", case.id, case.path);
                }
                for (path, function) in &sentence.tests {
                    let _ = writeln!(page, "- [{function}](../{path})");
                }
                if let Some(reason) = sentence.because {
                    let _ = writeln!(page, "- No test: {reason}");
                }
            }
        }
    }
    page
}
