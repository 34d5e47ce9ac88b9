//! Rules for the registry of diagnostic codes.

use std::collections::BTreeSet;

use hcl2_diagnostics::{Code, codes};

use super::Violation;
use crate::codegen::{AREAS, DIAGNOSTICS_PAGE, area, areas};
use crate::rust::{Item, Kind, Source, Token};
use crate::workspace::Workspace;

/// A constant of the registry.
pub(super) struct Declared<'a> {
    /// The name of its area's module.
    pub(super) area: &'a str,
    /// Its own name.
    pub(super) constant: &'a str,
    /// The code, such as `hcl2::body::missing-label`.
    pub(super) id: &'a str,
    /// The line of its name.
    line: usize,
}

/// Returns the codes that a file of the registry declares: `const NAME: Code = Code::new("id", …)`.
pub(super) fn declared(source: &Source) -> Vec<Declared<'_>> {
    let area = source
        .path
        .strip_prefix(AREAS)
        .and_then(|name| name.strip_suffix(".rs"));
    let Some(area) = area else {
        return Vec::new();
    };
    let constant = |item: &'_ Item| {
        let tokens = &source.tokens[item.range.clone()];
        let name = tokens.iter().find(|token| token.is_word(&item.name))?;
        let is_code = tokens
            .windows(2)
            .any(|pair| pair[0].is_mark(':') && pair[1].is_word("Code"));
        let id = tokens.iter().find_map(|token| match &token.kind {
            Kind::Text(text) => Some(text.as_str()),
            _ => None,
        });
        is_code.then_some(Declared {
            area,
            constant: name.word()?,
            id: id?,
            line: name.line,
        })
    };
    source.items.iter().filter_map(constant).collect()
}

/// Reports codes missing from their area's list, and areas missing from the registry.
pub(super) fn registered(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    let registry = format!("{AREAS}mod.rs");
    let sources = &workspace.rust().files;
    let lists: BTreeSet<&[String]> = sources
        .iter()
        .filter(|source| source.path == registry)
        .flat_map(|source| &source.paths)
        .map(|path| path.segments.as_slice())
        .collect();
    for source in sources.iter().filter(|source| source.path != registry) {
        let Some(name) = source
            .path
            .strip_prefix(AREAS)
            .and_then(|name| name.strip_suffix(".rs"))
        else {
            continue;
        };
        if !lists.contains(&[name.to_owned(), "ALL".to_owned()][..]) {
            violations.push(Violation::file(&registry, format!("add {name}::ALL to `all`")));
        }
        let list = source.items.iter().find(|item| item.name == "ALL");
        let listed: BTreeSet<&str> = list
            .map_or(&[][..], |item| &source.tokens[item.range.clone()])
            .iter()
            .filter_map(Token::word)
            .collect();
        for code in declared(source)
            .iter()
            .filter(|code| !listed.contains(code.constant))
        {
            let text = format!("add {} to `ALL`", code.constant);
            violations.push(Violation::line(&source.path, code.line, text));
        }
    }
    violations
}

/// Reports duplicate names, names not of the form `hcl2::area::kebab-case`, and meanings that are not sentences.
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

/// Reports codes without a heading in the page of codes, and headings without a code.
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

#[cfg(test)]
mod tests {
    use super::super::testing::{files, shown};
    use super::*;

    #[test]
    fn a_code_or_an_area_that_is_left_out_is_reported() {
        let area = "pub const A: Code = Code::new(\"a\", \"\");\n/// B\npub const B: Code = Code::new(\"b\", \"\");\n\
                    pub(crate) const ALL: &[Code] = &[A /* B */];\n";
        let workspace = files(&[
            ("crates/diagnostics/src/codes/body.rs", area),
            ("crates/diagnostics/src/codes/expr.rs", ""),
            (
                "crates/diagnostics/src/codes/mod.rs",
                "fn all() { [body::ALL] /* expr::ALL */ }",
            ),
        ]);
        assert_eq!(
            shown(registered(&workspace)),
            [
                "crates/diagnostics/src/codes/body.rs:3: add B to `ALL`",
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
}
