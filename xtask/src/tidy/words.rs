//! Words that a native reader stumbles over, and what to write instead.
//!
//! The rule reads comments, pages, and the strings that the crates print.

use super::Violation;
use crate::files::File;
use crate::rust::{Kind, Source};
use crate::workspace::Workspace;

/// Phrases in lower case, each with its replacement.
const PHRASES: &[(&str, &str)] = &[
    ("a text", "a string, a source, source text"),
    ("are to be", "must be"),
    ("are told", "are reported"),
    ("are wanted", "are expected"),
    ("as a rule", "usually"),
    ("at hand", "current"),
    ("be it", "possibly, even if"),
    ("be none", "possibly empty"),
    ("be they", "possibly, even if"),
    ("changed about", "swapped, reversed"),
    ("comma after the last", "trailing comma"),
    ("in one another", "nested"),
    ("is due", "is expected"),
    ("is to be", "must be"),
    ("is told", "is reported"),
    ("is wanted", "is expected"),
    ("lone", "bare"),
    ("mend", "fix"),
    ("mended", "fixed"),
    ("mending", "fixing"),
    ("mends", "fixes"),
    ("needless", "unnecessary"),
    ("nested too deep", "nested too deeply"),
    ("nests too deep", "is nested too deeply"),
    ("references in a circle", "a reference cycle"),
    ("so are", "and the same holds for"),
    ("so is", "and the same holds for"),
    ("so long a", "such a long"),
    ("so many", "`n`, that many, at most"),
    ("so much", "that much, at most"),
    ("something is not as it must be", "say what is wrong and where"),
    ("tell apart", "distinguish"),
    ("tells", "returns, parses, reports"),
    ("tells apart", "distinguishes"),
    ("texts", "strings, sources"),
    ("that are there", "existing, present"),
    ("that is none", "invalid, or say what it is"),
    ("told apart", "distinguished"),
    ("told as", "reported as, returned as"),
    ("turned about", "swapped, reversed"),
    ("what is there", "what exists"),
    ("where there are", "if there are, with"),
    ("where there is", "if there is, with"),
];

/// Folders and files that quote the phrases or keep the words of others.
const EXEMPT: &[&str] = &[
    "xtask/src/tidy/words.rs",
    "spec-tests/",
    "crates/bench/go/",
    "LICENSE",
];

/// Reports phrases in comments, pages and strings.
pub(super) fn plain(workspace: &Workspace) -> Vec<Violation> {
    let phrases: Vec<Phrase> = PHRASES.iter().map(Phrase::new).collect();
    let is_prose = |file: &&File| {
        let is_read = file.is_rust() || file.path.ends_with(".md");
        is_read && !file.is_generated() && !EXEMPT.iter().any(|exempt| file.path.starts_with(exempt))
    };
    let mut violations = Vec::new();
    for file in workspace.files.iter().filter(is_prose) {
        check(&file.path, &words(file), &phrases, &mut violations);
    }
    for source in &workspace.rust().files {
        if source.path.starts_with("crates/") {
            strings(source, &phrases, &mut violations);
        }
    }
    violations
}

/// A phrase as words.
struct Phrase {
    words: Vec<&'static str>,
    better: &'static str,
}

impl Phrase {
    fn new((phrase, better): &(&'static str, &'static str)) -> Self {
        Self {
            words: phrase.split(' ').collect(),
            better,
        }
    }
}

/// A word of prose.
struct Word {
    /// In lower case, without punctuation.
    text: String,
    /// Whether punctuation follows, which ends a phrase.
    is_last: bool,
    /// Its line, from 1.
    line: usize,
}

impl Word {
    fn new(word: &str, line: usize) -> Self {
        let is_part = |c: char| c.is_alphanumeric() || c == '`' || c == '_';
        let text = word.trim_start_matches(|c| !is_part(c));
        let bare = text.trim_end_matches(|c| !is_part(c));
        Self {
            text: bare.to_lowercase(),
            is_last: bare.len() < text.len(),
            line,
        }
    }
}

/// Returns the words of a page, or of a Rust file's comments, without what is code.
fn words(file: &File) -> Vec<Word> {
    let mut words = Vec::new();
    let mut is_fenced = false;
    for (index, line) in file.text.lines().enumerate() {
        let line = line.trim_start();
        let prose = if file.is_rust() {
            line.strip_prefix("//")
                .map(|line| line.trim_start_matches(['/', '!']))
        } else {
            Some(line)
        };
        let Some(prose) = prose else {
            is_fenced = false;
            words.push(Word::new(".", index + 1));
            continue;
        };
        if prose.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if !is_fenced {
            words.extend(prose.split_whitespace().map(|word| Word::new(word, index + 1)));
        }
    }
    words
}

/// Reports phrases in the strings of code that is not for tests only.
fn strings(source: &Source, phrases: &[Phrase], violations: &mut Vec<Violation>) {
    for token in source.production() {
        if let Kind::Text(text) = &token.kind {
            let words: Vec<Word> = text
                .split_whitespace()
                .map(|word| Word::new(word, token.line))
                .collect();
            check(&source.path, &words, phrases, violations);
        }
    }
}

fn check(path: &str, words: &[Word], phrases: &[Phrase], violations: &mut Vec<Violation>) {
    for at in 0..words.len() {
        for phrase in phrases {
            let Some(found) = words.get(at..at + phrase.words.len()) else {
                continue;
            };
            let (_, before) = found.split_last().unwrap_or((&found[0], &[]));
            let is_found = found
                .iter()
                .zip(&phrase.words)
                .all(|(word, expected)| word.text == *expected)
                && !before.iter().any(|word| word.is_last);
            if is_found {
                let text = format!(
                    "write \"{}\" instead of \"{}\"",
                    phrase.better,
                    phrase.words.join(" ")
                );
                violations.push(Violation::line(path, words[at].line, text));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{files, shown};
    use super::*;

    #[test]
    fn a_phrase_in_a_comment_is_reported_even_if_a_line_ends_in_it() {
        let workspace = files(&[(
            "crates/a/src/lib.rs",
            "/// Room for so\n/// many bytes.\nfn f() {} // fine\n",
        )]);
        assert_eq!(
            shown(plain(&workspace)),
            ["crates/a/src/lib.rs:1: write \"`n`, that many, at most\" instead of \"so many\""]
        );
    }

    #[test]
    fn a_phrase_in_a_page_is_reported() {
        let workspace = files(&[("docs/a.md", "# A\n\nUsually fine.\nAs a rule, not.\n")]);
        assert_eq!(
            shown(plain(&workspace)),
            ["docs/a.md:4: write \"usually\" instead of \"as a rule\""]
        );
    }

    #[test]
    fn a_phrase_in_a_message_is_reported() {
        let text = "fn f() -> &'static str { \"A number is wanted here.\" }";
        let workspace = files(&[("crates/a/src/lib.rs", text)]);
        assert_eq!(
            shown(plain(&workspace)),
            ["crates/a/src/lib.rs:1: write \"is expected\" instead of \"is wanted\""]
        );
    }

    #[test]
    fn code_and_words_parted_by_punctuation_are_not_reported() {
        let workspace = files(&[
            ("docs/a.md", "If so, many do.\n\n```text\nso many\n```\n"),
            (
                "crates/a/src/lib.rs",
                "/// Up to `so many`.\n#[cfg(test)]\nmod tests { const A: &str = \"a text\"; }",
            ),
        ]);
        assert_eq!(shown(plain(&workspace)), [""; 0]);
    }
}
