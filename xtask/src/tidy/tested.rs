//! A diagnostic code is tested if a test of the crate that raises it asserts its range.
//!
//! Four forms count, each in a function or table of tests that a `#[test]` function reaches:
//!
//! - the code, then two integers, a range of integers, or the variables `start` and `end` of a table:
//!   `(codes::X, 3, 7)`, `("hcl2::a::x", 3..7)`;
//! - the code, then `None`, for a problem without a place;
//! - the code, then the text that its range covers, which another string of the test contains: `("hcl2::a::x", "[1]")`;
//! - a line as the command prints it: `"a.hcl:1:5: error[hcl2::a::x]…"`.
//!
//! The first three count only if what the test reaches reads the `subject` of a diagnostic.
//!
//! A fixture of the crate, a file in `tests/data/err`, also counts: a line that starts with two spaces marks the range
//! by `^^^`, or by `.` if it is empty, followed by the code without `hcl2::`.

use std::collections::{BTreeMap, BTreeSet};

use super::{Violation, codes};
use crate::codegen::{AREAS, area};
use crate::rust::{Item, Kind, Path, Source, Token};
use crate::workspace::Workspace;

/// The codes of the registry, by area and constant.
type Registry<'a> = BTreeMap<(&'a str, &'a str), &'a str>;

/// Reports codes that a crate raises without a test of that crate asserting the range.
pub(super) fn codes(workspace: &Workspace) -> Vec<Violation> {
    let sources = &workspace.rust().files;
    let declared = sources.iter().flat_map(codes::declared);
    let registry: Registry<'_> = declared
        .map(|code| ((code.area, code.constant), code.id))
        .collect();
    let mut crates: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in sources {
        if let Some(name) = crate_of(&source.path) {
            crates.entry(name).or_default().push(source);
        }
    }
    let mut missing: BTreeSet<&str> = registry.values().copied().collect();
    let mut violations = Vec::new();
    for (name, sources) in crates {
        let raised = raised(&sources, &registry);
        missing.retain(|id| !raised.contains(id));
        let mut tested = Tests::of(&sources, &registry).asserted();
        tested.extend(marked(workspace, name, &registry));
        for id in raised.difference(&tested) {
            let text = format!("no test of this crate asserts {id} with its place");
            violations.push(Violation::file(format!("crates/{name}"), text));
        }
    }
    for id in missing {
        let text = format!("no crate raises {id}");
        violations.push(Violation::file(format!("{AREAS}{}.rs", area(id)), text));
    }
    violations
}

/// Returns the codes that the fixtures of a crate mark.
fn marked<'a>(workspace: &Workspace, name: &str, registry: &Registry<'a>) -> BTreeSet<&'a str> {
    let folder = format!("crates/{name}/tests/data/err/");
    let fixtures = workspace
        .files
        .iter()
        .filter(|file| file.path.starts_with(&folder));
    let marks: BTreeSet<&str> = fixtures
        .flat_map(|file| file.text.lines())
        .filter_map(|line| {
            let mark = line.strip_prefix("  ")?.trim_start();
            let code = mark.strip_prefix(['^', '.'])?.trim_start_matches('^');
            code.strip_prefix(' ')?.split(' ').next()
        })
        .collect();
    let is_marked = |id: &str| id.strip_prefix("hcl2::").is_some_and(|code| marks.contains(code));
    registry.values().copied().filter(|id| is_marked(id)).collect()
}

/// Returns the folder in `crates` of the file at `path`; the crate of the registry raises nothing.
fn crate_of(path: &str) -> Option<&str> {
    let (name, _) = path.strip_prefix("crates/")?.split_once('/')?;
    (name != "diagnostics").then_some(name)
}

/// Returns the codes that the files name outside of tests.
fn raised<'a>(sources: &[&Source], registry: &Registry<'a>) -> BTreeSet<&'a str> {
    let mut raised = BTreeSet::new();
    for source in sources {
        raised.extend(source.production_paths().filter_map(|path| id_of(path, registry)));
    }
    raised
}

/// Returns the code that a path `…::codes::area::CONSTANT` names.
fn id_of<'a>(path: &Path, registry: &Registry<'a>) -> Option<&'a str> {
    let segments = &path.segments;
    let at = segments.iter().rposition(|segment| segment == "codes")?;
    let [area, constant] = &segments[at + 1..] else {
        return None;
    };
    registry.get(&(area.as_str(), constant.as_str())).copied()
}

/// The functions and tables of a crate's tests.
struct Tests<'a> {
    nodes: Vec<Node<'a>>,
    /// The nodes with a name, by file and by name.
    by_file: BTreeMap<(&'a str, &'a str), Vec<usize>>,
    by_name: BTreeMap<&'a str, Vec<usize>>,
}

/// The place beside a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place<'a> {
    /// Offsets of bytes.
    Offsets,
    /// The text at the place.
    Text(&'a str),
}

/// A function or table of tests.
struct Node<'a> {
    source: &'a Source,
    item: &'a Item,
    /// Whether it reads the place of a diagnostic.
    reads_place: bool,
    /// The codes that it names beside a place.
    placed: BTreeSet<(&'a str, Place<'a>)>,
    /// The codes in lines that the command printed.
    printed: BTreeSet<&'a str>,
}

impl<'a> Tests<'a> {
    fn of(sources: &[&'a Source], registry: &Registry<'a>) -> Self {
        let ids: BTreeSet<&str> = registry.values().copied().collect();
        let mut tests = Self {
            nodes: Vec::new(),
            by_file: BTreeMap::new(),
            by_name: BTreeMap::new(),
        };
        for source in sources {
            let named = named(source, registry, &ids);
            for item in &source.items {
                if !source.tokens[item.range.start].test {
                    continue;
                }
                let index = tests.nodes.len();
                tests.nodes.push(Node::of(source, item, &named, &ids));
                let name = item.name.as_str();
                tests.by_file.entry((&source.path, name)).or_default().push(index);
                tests.by_name.entry(name).or_default().push(index);
            }
        }
        tests
    }

    /// Returns the codes that tests assert with a place.
    fn asserted(&self) -> BTreeSet<&'a str> {
        let mut asserted = BTreeSet::new();
        for start in (0..self.nodes.len()).filter(|index| self.nodes[*index].item.is_test) {
            let reached = self.reached(start);
            let nodes = || reached.iter().map(|index| &self.nodes[*index]);
            if nodes().any(|node| node.reads_place) {
                let texts: Vec<&str> = nodes().flat_map(|node| texts(node.tokens())).collect();
                let placed = nodes().flat_map(|node| &node.placed);
                asserted.extend(
                    placed
                        .filter(|(_, place)| place.is_among(&texts))
                        .map(|(id, _)| id),
                );
            }
            asserted.extend(nodes().flat_map(|node| &node.printed));
        }
        asserted
    }

    /// Returns the nodes that a test names, directly or through others.
    fn reached(&self, start: usize) -> BTreeSet<usize> {
        let mut reached = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(index) = open.pop() {
            let node = &self.nodes[index];
            for word in node.tokens().iter().filter_map(Token::word) {
                let near = self.by_file.get(&(node.source.path.as_str(), word));
                let named = near.or_else(|| self.by_name.get(word));
                open.extend(
                    named
                        .into_iter()
                        .flatten()
                        .filter(|index| reached.insert(**index)),
                );
            }
        }
        reached
    }
}

/// Returns the codes that the file names, by the index of the token.
fn named<'a>(source: &Source, registry: &Registry<'a>, ids: &BTreeSet<&'a str>) -> BTreeMap<usize, &'a str> {
    let mut named: BTreeMap<usize, &str> = source
        .paths
        .iter()
        .filter_map(|path| Some((path.at, id_of(path, registry)?)))
        .collect();
    for (index, token) in source.tokens.iter().enumerate() {
        if let Kind::Text(text) = &token.kind
            && let Some(id) = ids.get(text.as_str())
        {
            named.insert(index, id);
        }
    }
    // A constant of the file may stand for a code.
    let constants: BTreeMap<&str, &str> = source
        .items
        .iter()
        .filter_map(|item| {
            let last = item.range.end.checked_sub(2)?;
            let is_whole = source.tokens[item.range.start..last]
                .last()
                .is_some_and(|token| token.is_mark('='));
            Some((item.name.as_str(), *named.get(&last).filter(|_| is_whole)?))
        })
        .collect();
    for (index, token) in source.tokens.iter().enumerate() {
        if let Some(id) = token.word().and_then(|word| constants.get(word)) {
            named.entry(index).or_insert(id);
        }
    }
    named
}

impl<'a> Node<'a> {
    fn of(
        source: &'a Source,
        item: &'a Item,
        named: &BTreeMap<usize, &'a str>,
        ids: &BTreeSet<&'a str>,
    ) -> Self {
        let tokens = &source.tokens[item.range.clone()];
        let placed = named
            .range(item.range.clone())
            .filter_map(|(at, id)| Some((*id, place(&source.tokens[..item.range.end], *at)?)));
        Self {
            source,
            item,
            reads_place: tokens.iter().any(|token| token.is_word("subject")),
            placed: placed.collect(),
            printed: texts(tokens).flat_map(|text| printed(text, ids)).collect(),
        }
    }

    fn tokens(&self) -> &'a [Token] {
        &self.source.tokens[self.item.range.clone()]
    }
}

/// Returns the codes in `text` that follow a line and a column: `1:5: error[hcl2::a::x]`.
fn printed<'a>(text: &str, ids: &BTreeSet<&'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("[hcl2::") {
        let id = text[at + 1..].split(']').next().and_then(|id| ids.get(id));
        let before = text[..at].trim_end_matches(|char: char| char.is_ascii_lowercase());
        let mut parts = before.trim_end_matches(": ").rsplit(':');
        let is_number = |part: Option<&str>| part.is_some_and(|part| part.parse::<u32>().is_ok());
        let has_place = before.ends_with(": ") && is_number(parts.next()) && is_number(parts.next());
        found.extend(id.filter(|_| has_place));
    }
    found
}

impl Place<'_> {
    /// Returns whether the range can be in a string of the test: one contains the text, besides the text itself.
    fn is_among(self, texts: &[&str]) -> bool {
        match self {
            Self::Offsets => true,
            Self::Text(text) => texts.iter().filter(|other| other.contains(text)).count() > 1,
        }
    }
}

/// Returns the values of the literal strings among the tokens.
fn texts(tokens: &[Token]) -> impl Iterator<Item = &str> {
    tokens.iter().filter_map(|token| match &token.kind {
        Kind::Text(text) => Some(text.as_str()),
        _ => None,
    })
}

/// Returns the place that the elements after that of the code at `at` are, if they are one.
fn place(tokens: &[Token], at: usize) -> Option<Place<'_>> {
    let comma = end_of_element(tokens, at);
    let first = element(tokens, comma);
    let second = element(tokens, comma + 1 + first.len());
    let is_integer = |element: &[Token]| matches!(element, [token] if token.kind == Kind::Integer);
    let has_dots = first
        .windows(2)
        .any(|pair| pair[0].is_mark('.') && pair[1].is_mark('.'));
    let is_range = has_dots && first.iter().any(|token| token.kind == Kind::Integer);
    let is_row = has_word(first, "start") && has_word(second, "end");
    // A problem without a place, such as a missing file, is asserted to have none.
    let is_none = has_word(first, "None");
    if is_range || is_row || is_none || is_integer(first) && is_integer(second) {
        return Some(Place::Offsets);
    }
    match first {
        [
            Token {
                kind: Kind::Text(text),
                ..
            },
        ] => Some(Place::Text(text)),
        _ => None,
    }
}

/// Returns whether an element is this word alone.
fn has_word(element: &[Token], word: &str) -> bool {
    matches!(element, [token] if token.is_word(word))
}

/// Returns the index of the comma or delimiter that ends the element of a list at `at`.
fn end_of_element(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0_usize;
    for (offset, token) in tokens[at..].iter().enumerate() {
        match token.kind {
            Kind::Open(_) => depth += 1,
            Kind::Close(_) | Kind::Mark(',') if depth == 0 => return at + offset,
            Kind::Close(_) => depth -= 1,
            _ => {}
        }
    }
    tokens.len()
}

/// Returns the element after the comma at `comma`, if any.
fn element(tokens: &[Token], comma: usize) -> &[Token] {
    if tokens.get(comma).is_some_and(|token| token.is_mark(',')) {
        &tokens[comma + 1..end_of_element(tokens, comma + 1)]
    } else {
        &[]
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{files, shown};
    use super::*;

    const REGISTRY: &str = "pub const ONE: Code = Code::new(\"hcl2::x::one\", \"One.\");\n\
                            pub const TWO: Code = Code::new(\"hcl2::x::two\", \"Two.\");\n";
    const RAISES: &str = "use hcl2_diagnostics::codes::x as codes;\nfn f() { raise(codes::ONE) }\n";
    /// A helper like those of the crates' tests.
    const CHECK: &str = "fn check(text: &str, code: &str, place: &str) { let span = problem.subject; assert_eq!(span, place); }\n";
    const MISSING: &str = "crates/a: no test of this crate asserts hcl2::x::one with its place";

    fn reported(more: &[(&str, &str)]) -> Vec<String> {
        let mut all = vec![
            ("crates/diagnostics/src/codes/x.rs", REGISTRY),
            ("crates/a/src/lib.rs", RAISES),
            (
                "crates/b/src/lib.rs",
                "fn f() { hcl2_diagnostics::codes::x::TWO; }",
            ),
            (
                "crates/b/tests/b.rs",
                "#[test] fn two() { let s = p.subject; assert_eq!((p.code.id(), s), (\"hcl2::x::two\", 1..2)) }",
            ),
        ];
        all.retain(|(path, _)| more.iter().all(|(other, _)| other != path));
        all.extend(more);
        shown(codes(&files(&all)))
    }

    /// Returns the reports if the tests of the crate contain this source besides the helper.
    fn of_tests(tests: &str) -> Vec<String> {
        reported(&[("crates/a/tests/a.rs", &format!("{CHECK}{tests}"))])
    }

    #[test]
    fn a_code_asserted_with_its_place_is_tested() {
        for tests in [
            "#[test] fn a() { check(\"a b\", \"hcl2::x::one\", \"b\"); }",
            "#[test] fn a() { check(\"a\", hcl2_diagnostics::codes::x::ONE, 1, 2); }",
            "use hcl2_diagnostics::codes::{x as mine}; #[test] fn a() { check(&[(mine::ONE.id(), 1..2)]); }",
            "const CASES: &[(&str, u8, u8)] = &[(\"hcl2::x::one\", 1, 2)]; #[test] fn a() { for c in CASES { check(c) } }",
            "const ONE: &str = \"hcl2::x::one\"; #[test] fn a() { check(\"t\", &[(ONE, 1, 2)]); }",
            "#[test] fn a() { for (t, start, end) in T { check(t, &[(\"hcl2::x::one\", start, end)]); } }",
            "#[test] fn a() { assert_eq!((p.code.id(), p.subject), (\"hcl2::x::one\", None)); }",
            "#[test] fn a() { assert_eq!(printed, \"a.hcl:1:5: error[hcl2::x::one]: One\"); }",
            "proptest! { #[test] fn a(t in any()) { check(t, &[(\"hcl2::x::one\", 1, 2)]); } }",
        ] {
            assert_eq!(of_tests(tests), Vec::<String>::new(), "{tests}");
        }
    }

    #[test]
    fn a_code_without_an_assertion_of_its_place_is_reported() {
        for tests in [
            // In comments, documentation and other strings.
            "#[test] fn a() { /* check(\"a b\", \"hcl2::x::one\", \"b\") */ check() }",
            "/// check(\"a b\", \"hcl2::x::one\", \"b\")\n#[test] fn a() { check() }",
            "#[test] fn a() { check(\"// (hcl2::x::one, 1, 2)\", 1, 2) }",
            "#[test] fn a() { check(\"hcl2::x::one-more\", 1, 2) }",
            // Without a range.
            "#[test] fn a() { check(); assert_eq!(p.code.id(), \"hcl2::x::one\"); }",
            "#[test] fn a() { check(\"a b\", \"hcl2::x::one\"); }",
            "#[test] fn a() { check(\"a b\", \"hcl2::x::one\", \"One is wrong\"); }",
            "#[test] fn a() { check(1, \"hcl2::x::one\", 2); }",
            "#[test] fn a() { assert_eq!(printed, \"error[hcl2::x::one]: One\"); }",
            // With numbers that nothing compares with a place.
            "#[test] fn a() { let _ = (\"hcl2::x::one\", 1, 2); }",
            // In code that no test reaches.
            "fn a() { check(&[(\"hcl2::x::one\", 1, 2)]); }",
            "const CASES: &[(&str, u8, u8)] = &[(\"hcl2::x::one\", 1, 2)]; #[test] fn a() { check() }",
            "#[test] #[ignore] fn a() { check(&[(\"hcl2::x::one\", 1, 2)]); }",
        ] {
            assert_eq!(of_tests(tests), [MISSING], "{tests}");
        }
    }

    #[test]
    fn a_code_marked_in_a_fixture_is_tested() {
        let of_fixture = |path: &str, mark: &str| {
            let fixture = format!("=== file\n| a b\n{mark}\n");
            reported(&[("crates/a/tests/a.rs", CHECK), (path, &fixture)])
        };
        let path = "crates/a/tests/data/err/a.txt";
        for mark in ["    ^ x::one", "  ^^^ x::one `b` (2)", "    . x::one"] {
            assert_eq!(of_fixture(path, mark), [MISSING; 0], "{mark}");
        }
        for mark in [
            "    - x::one",
            "| ^ x::one",
            "    ^ x::one-more",
            "    ^ \"x::one\"",
        ] {
            assert_eq!(of_fixture(path, mark), [MISSING], "{mark}");
        }
        assert_eq!(
            of_fixture("crates/b/tests/data/err/a.txt", "  ^ x::one"),
            [MISSING]
        );
    }

    #[test]
    fn a_test_of_another_crate_does_not_count() {
        let test = format!("{CHECK}#[test] fn a() {{ check(\"a b\", \"hcl2::x::one\", \"b\"); }}");
        assert_eq!(reported(&[("crates/b/tests/a.rs", &test)]), [MISSING]);
    }

    #[test]
    fn unit_tests_count_and_other_code_does_not() {
        let named = format!("{RAISES}{CHECK}fn a() {{ check(\"a b\", \"hcl2::x::one\", \"b\"); }}");
        assert_eq!(reported(&[("crates/a/src/lib.rs", &named)]), [MISSING]);
        let tested = format!(
            "{RAISES}#[cfg(test)] mod tests {{ {CHECK} #[test] fn a() {{ check(\"a b\", \"hcl2::x::one\", \"b\"); }} }}"
        );
        assert_eq!(reported(&[("crates/a/src/lib.rs", &tested)]), [MISSING; 0]);
    }

    #[test]
    fn a_code_that_no_crate_raises_is_reported() {
        let found = reported(&[("crates/a/src/lib.rs", "//! codes::x::ONE\n")]);
        assert_eq!(
            found,
            ["crates/diagnostics/src/codes/x.rs: no crate raises hcl2::x::one"]
        );
    }
}
