//! The documentation of a function starts with what the function does: `Returns`, `Parses`, `Reports`.

use super::Violation;
use crate::files::File;
use crate::workspace::Workspace;

/// Words that end like a verb in the third person and are none.
const NOT_VERBS: &[&str] = &["Always", "As", "Has", "Is", "Its", "This", "Thus", "Was"];

/// Reports documentation that starts otherwise.
pub(super) fn third_person(workspace: &Workspace) -> Vec<Violation> {
    let is_source = |file: &&File| file.is_rust() && file.path.contains("/src/") && !file.is_generated();
    let mut violations = Vec::new();
    for file in workspace.files.iter().filter(is_source) {
        let lines: Vec<&str> = file.text.lines().map(str::trim_start).collect();
        let is_part = |line: &&&str| line.starts_with("///") || line.starts_with("#[");
        let mut at = 0;
        while at < lines.len() {
            let length = lines[at..].iter().take_while(is_part).count();
            let sentence = lines[at].strip_prefix("/// ");
            let declaration = lines.get(at + length);
            if let (Some(sentence), Some(declaration)) = (sentence, declaration)
                && is_function(declaration)
                && !is_verb(sentence)
            {
                let text = "start with a verb in the third person, such as `Returns`";
                violations.push(Violation::line(&file.path, at + 1, text));
            }
            at += length.max(1);
        }
    }
    violations
}

/// Returns whether a line declares a function.
fn is_function(line: &str) -> bool {
    let line = line.strip_prefix("pub(crate) ").unwrap_or(line);
    let line = line.strip_prefix("pub(super) ").unwrap_or(line);
    let line = line.strip_prefix("pub ").unwrap_or(line);
    line.strip_prefix("const ").unwrap_or(line).starts_with("fn ")
}

/// Returns whether a sentence starts with a verb in the third person.
fn is_verb(sentence: &str) -> bool {
    let word = sentence.split([' ', ',', '.', ':']).next().unwrap_or_default();
    let is_word = word.chars().all(char::is_alphabetic) && word.starts_with(char::is_uppercase);
    is_word && word.ends_with('s') && !NOT_VERBS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{files, shown};
    use super::*;

    #[test]
    fn documentation_without_a_verb_is_reported() {
        let text =
            "//! A.\n\n/// The length.\n#[must_use]\npub const fn length() {}\n\n/// As above.\nfn f() {}\n";
        let workspace = files(&[("crates/a/src/lib.rs", text)]);
        let line = |line| {
            format!("crates/a/src/lib.rs:{line}: start with a verb in the third person, such as `Returns`")
        };
        assert_eq!(shown(third_person(&workspace)), [line(3), line(7)]);
    }

    #[test]
    fn documentation_of_verbs_and_of_other_items_is_not_reported() {
        let text = "/// Returns the length.\n///\n/// The end.\npub(crate) fn length() {}\n\n/// The state.\nstruct S;\n";
        let workspace = files(&[
            ("crates/a/src/lib.rs", text),
            ("crates/a/tests/a.rs", "/// The f.\nfn f() {}\n"),
        ]);
        assert_eq!(shown(third_person(&workspace)), [""; 0]);
    }
}
