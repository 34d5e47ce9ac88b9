//! Rules for the registry of diagnostic codes.

use std::collections::BTreeSet;

use hcl2_diagnostics::{Code, codes};

use super::Violation;
use crate::codegen::{AREAS, DIAGNOSTICS_PAGE, area, areas};
use crate::workspace::Workspace;

/// Every code that is declared is in its area's list, and every area's list in the registry.
pub(super) fn registered(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    let registry = format!("{AREAS}mod.rs");
    let all = workspace.text(&registry).unwrap_or_default();
    for (name, file) in areas(&workspace.files) {
        if !all.contains(&format!("{name}::ALL")) {
            violations.push(Violation::file(&registry, format!("add {name}::ALL to `all`")));
        }
        let list = file
            .text
            .split_once("ALL: &[Code] = &[")
            .map_or("", |(_, rest)| rest);
        let listed: BTreeSet<&str> = list
            .split_once("];")
            .map_or("", |(list, _)| list)
            .split(',')
            .map(str::trim)
            .collect();
        for (index, line) in file.text.lines().enumerate() {
            let declared = line
                .trim()
                .strip_prefix("pub const ")
                .and_then(|line| line.split_once(": Code"));
            if let Some((constant, _)) = declared
                && !listed.contains(constant)
            {
                violations.push(Violation::line(
                    &file.path,
                    index + 1,
                    format!("add {constant} to `ALL`"),
                ));
            }
        }
    }
    violations
}

/// Every code has a name of its own in the form `hcl2::area::kebab-case`, and a meaning in sentences.
pub(super) fn named(workspace: &Workspace) -> Vec<Violation> {
    let areas: Vec<&str> = areas(&workspace.files)
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    names_of(&codes::all().collect::<Vec<_>>(), &areas)
}

fn names_of(codes: &[Code], areas: &[&str]) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut seen = BTreeSet::new();
    for code in codes {
        let id = code.id();
        let path = format!("{AREAS}{}.rs", area(id));
        let kebab = |part: &str| {
            let word = |word: &str| {
                !word.is_empty()
                    && word
                        .chars()
                        .all(|char| char.is_ascii_lowercase() || char.is_ascii_digit())
            };
            part.split('-').all(word)
        };
        let parts: Vec<&str> = id.split("::").collect();
        let fine = matches!(parts.as_slice(), ["hcl2", area, name] if areas.contains(area) && kebab(name));
        if !fine {
            violations.push(Violation::file(
                &path,
                format!("name {id} in the form hcl2::area::kebab-case"),
            ));
        }
        if !seen.insert(id) {
            violations.push(Violation::file(&path, format!("{id} is there twice")));
        }
        if !code.meaning().ends_with('.') {
            violations.push(Violation::file(
                &path,
                format!("end the meaning of {id} with a full stop"),
            ));
        }
    }
    violations
}

/// Every code has a heading in the page of codes, and every heading there is a code.
pub(super) fn documented(workspace: &Workspace) -> Vec<Violation> {
    let ids: BTreeSet<&str> = codes::all().map(Code::id).collect();
    headings_of(workspace, &ids)
}

fn headings_of(workspace: &Workspace, ids: &BTreeSet<&str>) -> Vec<Violation> {
    let page = workspace.text(DIAGNOSTICS_PAGE).unwrap_or_default();
    let headings: BTreeSet<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .collect();
    let mut differing = headings.symmetric_difference(ids);
    let Some(first) = differing.next() else {
        return Vec::new();
    };
    let text = format!(
        "run `cargo xtask codegen`: {first} and {} more differ",
        differing.count()
    );
    vec![Violation::file(DIAGNOSTICS_PAGE, text)]
}

/// Every code's name occurs in a test.
pub(super) fn tested(workspace: &Workspace) -> Vec<Violation> {
    let ids: Vec<&str> = codes::all().map(Code::id).collect();
    untested(workspace, &ids)
}

fn untested(workspace: &Workspace, ids: &[&str]) -> Vec<Violation> {
    let mut waiting: BTreeSet<&str> = ids.iter().copied().collect();
    for file in &workspace.files {
        // The crate of the registry shows codes but raises none.
        if file.path.starts_with("crates/diagnostics/") || file.path.starts_with("xtask/") {
            continue;
        }
        let tests = if file.is_test() {
            file.text.as_str()
        } else if file.is_rust() {
            file.text
                .split_once("#[cfg(test)]")
                .map_or("", |(_, tests)| tests)
        } else {
            ""
        };
        if tests.contains("hcl2::") {
            waiting.retain(|id| !names(tests, id));
        }
    }
    waiting
        .into_iter()
        .map(|id| {
            let path = format!("{AREAS}{}.rs", area(id));
            Violation::file(path, format!("no test names {id}"))
        })
        .collect()
}

/// Whether `text` has `id` and not only a longer name that starts with it.
fn names(text: &str, id: &str) -> bool {
    text.match_indices(id).any(|(at, _)| {
        let next = text[at + id.len()..].chars().next();
        !next.is_some_and(|char| char.is_alphanumeric() || char == '-')
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{files, shown};
    use super::*;

    #[test]
    fn a_code_or_an_area_that_is_left_out_is_reported() {
        let area = "pub const A: Code = x;\npub const B: Code = y;\npub(crate) const ALL: &[Code] = &[A];\n";
        let workspace = files(&[
            ("crates/diagnostics/src/codes/body.rs", area),
            ("crates/diagnostics/src/codes/expr.rs", ""),
            ("crates/diagnostics/src/codes/mod.rs", "[body::ALL]"),
        ]);
        assert_eq!(
            shown(registered(&workspace)),
            [
                "crates/diagnostics/src/codes/body.rs:2: add B to `ALL`",
                "crates/diagnostics/src/codes/mod.rs: add expr::ALL to `all`",
            ]
        );
    }

    #[test]
    fn names_are_unique_and_kebab() {
        let codes = [
            Code::new("hcl2::body::a-b2", "Good."),
            Code::new("hcl2::body::a-b2", "Again."),
            Code::new("hcl2::body::aB", "Bad."),
            Code::new("hcl2::other::a", "Bad"),
        ];
        assert_eq!(
            shown(names_of(&codes, &["body"])),
            [
                "crates/diagnostics/src/codes/body.rs: hcl2::body::a-b2 is there twice",
                "crates/diagnostics/src/codes/body.rs: name hcl2::body::aB in the form hcl2::area::kebab-case",
                "crates/diagnostics/src/codes/other.rs: name hcl2::other::a in the form hcl2::area::kebab-case",
                "crates/diagnostics/src/codes/other.rs: end the meaning of hcl2::other::a with a full stop",
            ]
        );
    }

    #[test]
    fn the_page_and_the_registry_agree() {
        let workspace = files(&[(DIAGNOSTICS_PAGE, "### hcl2::a::old\n### hcl2::a::b\n")]);
        assert_eq!(
            shown(headings_of(
                &workspace,
                &BTreeSet::from(["hcl2::a::b", "hcl2::a::new"])
            )),
            ["docs/diagnostics.md: run `cargo xtask codegen`: hcl2::a::new and 1 more differ"]
        );
    }

    #[test]
    fn a_code_without_a_test_is_reported() {
        let workspace = files(&[
            (
                "crates/a/src/a.rs",
                "\"hcl2::x::one\"\n#[cfg(test)]\n\"hcl2::x::two\"",
            ),
            ("crates/a/tests/b.rs", "\"hcl2::x::three-more\""),
            ("spec-tests/c.toml", "\"hcl2::x::four\""),
            ("docs/diagnostics.md", "hcl2::x::one"),
            ("crates/diagnostics/tests/a.rs", "hcl2::x::one"),
        ]);
        assert_eq!(
            shown(untested(
                &workspace,
                &["hcl2::x::one", "hcl2::x::two", "hcl2::x::three", "hcl2::x::four"]
            )),
            [
                "crates/diagnostics/src/codes/x.rs: no test names hcl2::x::one",
                "crates/diagnostics/src/codes/x.rs: no test names hcl2::x::three",
            ]
        );
    }
}
