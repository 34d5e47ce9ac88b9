//! Sources that try to overflow the stack, to take quadratic time, or to derail the parser.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use hcl2_diagnostics::{Code, Diagnostics, Outcome, SourceMap, codes};
use hcl2_model::Syntax;
use hcl2_native::{
    Limits, NativeExpression, TraversalKind, parse_expression, parse_file, parse_template, parse_traversal,
};

/// How often each pattern is repeated.
const TIMES: usize = 1_000_000;

/// Stack size of the parsing thread, in bytes.
const STACK: usize = 1 << 20;

/// Far more time than any of these sources takes in a debug build on a busy machine.
const PATIENCE: Duration = Duration::from_secs(900);

/// Runs `run` on a small stack, and fails if it does not end.
fn within_bounds<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    let thread = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || sender.send(run()))
        .expect("a thread can be started");
    let result = receiver.recv_timeout(PATIENCE).expect("an end and no overflow");
    thread.join().expect("no panic").expect("the receiver waits");
    result
}

#[derive(Clone, Copy)]
enum As {
    File,
    Expression,
    Template,
    Traversal,
}

fn parse(text: String, kind: As) -> Outcome<Arc<hcl2_native::tree::File>> {
    let mut sources = SourceMap::new();
    let source = sources.add("deep.hcl", text).expect("small enough");
    match kind {
        As::File => parse_file(&source),
        As::Expression => parse_expression(&source),
        As::Template => parse_template(&source),
        As::Traversal => parse_traversal(&source, TraversalKind::Absolute),
    }
}

/// Returns the problems of `before`, repeated a million times, then `middle`, then `after`, repeated as often.
fn repeated(before: &'static str, middle: &'static str, after: &'static str, kind: As) -> Diagnostics {
    within_bounds(move || {
        let text = format!("{}{middle}{}", before.repeat(TIMES), after.repeat(TIMES));
        problems(text, kind)
    })
}

/// Returns the problems of a source whose tree has been analysed and dropped. None of this may recurse.
fn problems(text: String, kind: As) -> Diagnostics {
    let parsed = parse(text, kind);
    let diagnostics = parsed.diagnostics.clone();
    analyse(&parsed);
    drop(parsed);
    diagnostics
}

/// Runs everything that reads a tree, which must use as little stack as the parser.
fn analyse(parsed: &Outcome<Arc<hcl2_native::tree::File>>) {
    let file = &parsed.value;
    let root = file.root_node();
    let middle = file.range().end / 2;
    assert!(!file.nodes_at(middle).is_empty());
    assert!(file.variables(root).len() <= file.bytes().len());
}

fn codes_of(diagnostics: &Diagnostics) -> Vec<Code> {
    diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

#[track_caller]
fn assert_too_deep(before: &'static str, middle: &'static str, after: &'static str, kind: As) {
    for closers in ["", after] {
        let diagnostics = repeated(before, middle, closers, kind);
        let count = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.code == codes::syntax::TOO_DEEP)
            .count();
        assert_eq!(count, 1, "{before} {closers}: {:?}", codes_of(&diagnostics));
    }
}

#[test]
fn endlessly_nested_brackets_are_one_problem() {
    assert_too_deep("(", "1", ")", As::Expression);
    assert_too_deep("[", "1", "]", As::Expression);
    assert_too_deep("{a=", "1", "}", As::Expression);
    assert_too_deep("f(", "1", ")", As::Expression);
    assert_too_deep("a[", "1", "]", As::Expression);
}

#[test]
fn endlessly_nested_operators_are_one_problem() {
    assert_too_deep("-", "1", "", As::Expression);
    assert_too_deep("!", "1", "", As::Expression);
    assert_too_deep("a ? b : (", "1", ")", As::Expression);
    assert_too_deep("a ? ", "1", " : b", As::Expression);
}

#[test]
fn endlessly_nested_templates_are_one_problem() {
    assert_too_deep("\"${", "1", "}\"", As::Expression);
    assert_too_deep("<<A\n${", "1", "}\nA\n", As::Expression);
    assert_too_deep("%{ if true }", "x", "%{ endif }", As::Template);
    assert_too_deep("%{ for x in y }", "x", "%{ endfor }", As::Template);
    assert_too_deep("${\"", "x", "\"}", As::Template);
}

#[test]
fn endlessly_nested_for_expressions_are_one_problem() {
    assert_too_deep("[for x in ", "y", " : x]", As::Expression);
    assert_too_deep("{for k, v in m : k => ", "v", "}", As::Expression);
}

#[test]
fn endlessly_nested_blocks_are_one_problem() {
    assert_too_deep("a {\n", "", "}\n", As::File);
    assert_too_deep("a = [{\n", "", "}]\n", As::File);
}

#[test]
fn endlessly_nested_splats_are_one_problem() {
    let diagnostics = repeated("", "a", "[*]", As::Expression);
    assert_eq!(codes_of(&diagnostics), [codes::syntax::TOO_DEEP]);
}

#[test]
fn long_operations_are_parsed() {
    assert!(repeated("1+", "1", "", As::Expression).is_empty());
    assert!(repeated("1*2+", "1", "", As::Expression).is_empty());
    assert!(repeated("a||b&&c==d<e+f*", "1", "", As::Expression).is_empty());
}

#[test]
fn long_chains_are_parsed() {
    assert!(repeated("x.", "x", "", As::Expression).is_empty());
    assert!(repeated("", "x", "[0]", As::Expression).is_empty());
    assert!(repeated("", "x", ".0", As::Expression).len() <= 1001);
    assert!(repeated("", "f(x)", "[y].z", As::Expression).is_empty());
    assert!(repeated("", "x", "[\"a\"].b", As::Traversal).is_empty());
}

#[test]
fn long_chains_are_evaluated() {
    let times = TIMES / 10;
    for (text, expected) in [
        ("1+".repeat(times) + "1", (times + 1).to_string()),
        (
            "x".to_owned() + &"+1".repeat(times),
            "x".to_owned() + &"+1".repeat(times),
        ),
        (
            "x".to_owned() + &"[0]".repeat(times),
            "x".to_owned() + &"[0]".repeat(times),
        ),
        ("true&&".repeat(times) + "false", "false".to_owned()),
    ] {
        within_bounds(move || {
            let file = parse(text, As::Expression).value;
            let expression =
                NativeExpression::new(Arc::clone(&file), file.root().expr().expect("an expression"));
            assert_eq!(expression.residual(None), expected);
        });
    }
}

#[test]
fn long_lists_are_parsed() {
    assert!(repeated("a = 1\n", "", "b {\n}\n", As::File).len() <= 1001);
    assert!(repeated("", "", "b {\n}\n", As::File).is_empty());
    assert!(repeated("${x} ", "", "%{ if x }y%{ endif }", As::Template).is_empty());
}

#[test]
fn brackets_in_an_unclosed_string_are_one_problem() {
    let diagnostics = repeated(" ", "a = \"", ")", As::File);
    assert_eq!(codes_of(&diagnostics), [codes::syntax::UNCLOSED_STRING]);
}

#[test]
fn garbage_takes_linear_time() {
    for pattern in [
        "}",
        ")",
        "]",
        "\"",
        "\n",
        "/*",
        "*/",
        "<<A\n",
        "<<",
        "$",
        "%",
        "$a",
        "$$",
        "${",
        "%{",
        "~}",
        "\\",
        "\0",
        "`",
        "'",
        ";",
        "a",
        "a ",
        "a\n",
        "a=",
        "a=\n",
        "a.",
        "a[",
        "1.",
        "1e",
        "..",
        "b \"",
        "b { c {",
        "b { a = 1\n",
        "\u{201C}",
        "\u{E9}",
        "{\n\"${",
        "a = (\n",
        "a = [b\n",
        "a = f(1 {\nb {\n",
        "a = [b c ",
        "%{ else }",
        "%{ endif }",
        "?",
        ":",
        "a ? b",
        "=>",
        "...",
        "f(x...",
        "\"\n",
        "<<-A\n  x\n",
        "\r",
        "#",
        "//",
    ] {
        for kind in [As::File, As::Expression, As::Template, As::Traversal] {
            let most = Limits::new().diagnostics(Syntax::Native) as usize + 1;
            hcl2_testing::assert_linear(
                pattern,
                10_000,
                |times| pattern.repeat(times),
                |text| assert!(problems(text, kind).len() <= most, "{pattern}"),
            );
        }
    }
}
