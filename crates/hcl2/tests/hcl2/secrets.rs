//! The law that a marked value reaches no message: a secret is put into every argument of every function and every
//! place of an expression, the call is broken in many ways, and no output may contain it.
//!
//! Every part of a secret counts: its content, its keys, and the names of its attributes.

use std::collections::BTreeSet;
use std::sync::Arc;

use hcl2::diagnostics::render::Plain;
use hcl2::diagnostics::{Diagnostics, SourceMap};
use hcl2::functions::NoHost;
use hcl2::model::{EvalContext, FunctionTable};
use hcl2::value::{Mark, Type, Value};

/// The content of every secret; no source contains it, and no word that a message has anyway.
const CANARY: &str = "q7zq";

/// Returns what a secret may be: in each form, with the syntax errors of the languages that functions read.
fn secrets() -> Vec<(&'static str, Value)> {
    let mark = || Mark::new("sensitive");
    let marked = |text: &str| Value::from(text).with_mark(mark());
    let mut secrets: Vec<(&str, Value)> = Vec::new();
    for text in [
        "q7zq",
        "(q7zq",
        "[q7zq",
        "q7zq**",
        "${q7zq",
        "${q7zq + 1}",
        "{\"q7zq\": [",
        "q7zq: [",
        "q7zq,q7zq\n1",
        "%q7zq",
        "q7zq/8",
        "-----BEGIN q7zq",
        "../q7zq",
        "[{\"q7zq\": 1}, {\"q7zq\": []}]",
        "'q7zq",
        "/(q7zq/",
        "/[q7zq/",
        "(?P<q7zq",
        "\\q7zq{",
        "q7zq{9999999}",
    ] {
        secrets.push(("string", marked(text)));
    }
    let names = |value: Value| Value::object([(CANARY, value)]);
    let map = Value::map(Type::STRING, [(CANARY, Value::from(CANARY))]).expect("one type");
    let list = Value::list(Type::STRING, [Value::from(CANARY)]).expect("one type");
    let set = Value::set(Type::STRING, [Value::from(CANARY)]).expect("one type");
    secrets.extend([
        ("object", names(Value::from(1)).with_mark(mark())),
        (
            "nested",
            names(names(Value::null(Type::STRING))).with_mark(mark()),
        ),
        ("map", map.clone().with_mark(mark())),
        ("list", list.with_mark(mark())),
        ("set", set.with_mark(mark())),
        (
            "tuple",
            Value::tuple([names(map), Value::from(1)]).with_mark(mark()),
        ),
        (
            "unknown",
            Value::unknown(Type::object([(CANARY, Type::STRING)])).with_mark(mark()),
        ),
        (
            "null",
            Value::null(Type::object([(CANARY, Type::STRING)])).with_mark(mark()),
        ),
        ("list of secrets", Value::tuple([marked(CANARY), marked("(q7zq")])),
        (
            "object of secrets",
            Value::object([("a", marked(CANARY)), ("b", marked("${q7zq"))]),
        ),
    ]);
    secrets
}

/// The plain arguments that stand beside a secret: right for some functions, wrong for others.
const OTHERS: &[&str] = &["1", "\"a\"", "[1, \"b\"]", "{ a = 1 }"];

/// What has been evaluated, and the places from which a secret got out.
struct Watch {
    functions: Arc<FunctionTable>,
    places: usize,
    leaks: BTreeSet<String>,
}

impl Watch {
    /// Evaluates an expression in which `secret` is the variable `s`, and looks at everything that it says.
    fn expression(&mut self, text: &str, form: &str, secret: &Value) {
        let mut context = EvalContext::new();
        context.set_variable("s", secret.clone());
        context.set_variable("plain", Value::object([("a", Value::from(1))]));
        context.set_functions(Arc::clone(&self.functions));
        let mut sources = SourceMap::new();
        let source = sources.add("secrets.hcl", text).expect("it is short");
        let parsed = hcl2::native::parse_expression(&source);
        assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
        let expression = hcl2::native::NativeExpression::new(
            Arc::clone(&parsed.value),
            parsed.value.root().expr().expect("an expression"),
        );
        let found = expression.evaluate(Some(&context));
        self.places += 1;
        self.look(text, form, &found.diagnostics, &sources);
        // What is not marked anywhere may be shown: the functions that reveal say so.
        if found.value.contains_marked()
            && !text.contains("nonsensitive")
            && format!("{:?}", found.value).contains(CANARY)
        {
            self.leaks
                .insert(format!("{form} in {text}: the debug output of the result"));
        }
    }

    fn look(&mut self, text: &str, form: &str, diagnostics: &Diagnostics, sources: &SourceMap) {
        let outputs = [
            Plain::default().render(diagnostics, sources),
            format!("{diagnostics:?}"),
        ];
        for output in outputs {
            if output.to_lowercase().contains(CANARY) {
                let line = output.lines().find(|line| line.to_lowercase().contains(CANARY));
                self.leaks
                    .insert(format!("{form} in {text}: {}", line.unwrap_or_default().trim()));
            }
        }
    }
}

#[test]
fn no_message_contains_a_secret() {
    let functions = Arc::new(hcl2::terraform_functions(&(Arc::new(NoHost) as _)));
    // The other names of the same functions say the same.
    let names = functions.iter().map(|(name, _)| name.to_string());
    let names: Vec<String> = names.filter(|name| !name.starts_with("core::")).collect();
    let mut watch = Watch {
        functions,
        places: 0,
        leaks: BTreeSet::new(),
    };
    for (form, secret) in secrets() {
        for name in &names {
            for text in calls(name) {
                watch.expression(&text, form, &secret);
            }
        }
        for text in EXPRESSIONS {
            watch.expression(text, form, &secret);
        }
    }
    assert!(watch.places > 20_000, "only {} places were tried", watch.places);
    let leaks: Vec<&String> = watch.leaks.iter().collect();
    assert!(leaks.is_empty(), "{} leaks: {leaks:#?}", leaks.len());
}

/// Returns calls of a function with a secret as each of up to three arguments, and in parts of one.
fn calls(name: &str) -> Vec<String> {
    let mut calls = vec![
        format!("{name}(s)"),
        format!("{name}(s...)"),
        format!("{name}(s, s)"),
        format!("{name}(s, s, s)"),
    ];
    for part in [
        "[s]",
        "[s, s]",
        "{ (s) = s }",
        "{ a = s }",
        "[[s], [1]]",
        "[{ (s) = 1 }, 5]",
    ] {
        calls.push(format!("{name}({part})"));
    }
    for other in OTHERS {
        calls.push(format!("{name}(s, {other})"));
        calls.push(format!("{name}({other}, s)"));
        calls.push(format!("{name}({other}, {{ (s) = 1 }})"));
        calls.push(format!("{name}({{ (s) = 1 }}, {other})"));
        calls.push(format!("{name}({other}, {other}, s)"));
        calls.push(format!("{name}(s, {other}, {other})"));
        calls.push(format!("{name}({other}, s, {other})"));
    }
    calls
}

/// Expressions with a secret in every place.
const EXPRESSIONS: &[&str] = &[
    "s",
    "-s",
    "!s",
    "s + 1",
    "1 / s",
    "s && true",
    "s < s",
    "s == { (s) = 1 }",
    "s ? 1 : 2",
    "true ? { (s) = 1 } : { x = [] }",
    "true ? { (s) = 1 } : [1]",
    "true ? [{ (s) = 1 }, 1] : [{ (s) = [] }, 1, 2]",
    "true ? s : [s, { a = 1 }]",
    "s ? { (s) = 1 } : 5",
    "s.q7z",
    "s.a",
    "s.a.b",
    "s[0]",
    "s[\"q7z\"]",
    "s[\"q7zr\"]",
    "s[9]",
    "s[{}]",
    "s[s]",
    "plain[s]",
    "[1][s]",
    "\"x\"[s]",
    "{ (s) = 1 }.q7z",
    "{ (s) = 1 }[\"q7zr\"]",
    "{ (s) = 1, (s) = 2 }",
    "{ s = { (s) = 1 } }.s.q7zr",
    "s[*].q7z",
    "s[*].a",
    "s.*.a",
    "[s][*].q7z",
    "\"a ${s} b\"",
    "\"${s}\"",
    "\"%{ if s }x%{ endif }\"",
    "\"%{ for k in s }${k.x}%{ endfor }\"",
    "<<-EOT\n  a ${s}\n  b ${{ (s) = 1 }}\nEOT\n",
    "[for k in s : k.q7z]",
    "[for k in s : regex(k, 1)]",
    "[for k, v in s : { (k) = 1 }.q7z]",
    "{ for k in s : k => 1 if replace(1, \"/${k}/\", 2) }",
    "\"%{ for k in s }${regex(k, [])}${k.q7z}%{ endfor }\"",
    "[for k in s : k.x]",
    "[for k, v in s : v.x]",
    "[for k, v in { (s) = 1 } : v.x]",
    "{ for k in [s, s] : k => 1 }",
    "{ for k, v in s : k => v }",
    "{ for k, v in s : v => k... }",
    "[for k in [1] : k if s]",
    "{ for k in [1] : s => k.a }",
    "tonumber(s)",
    "nothing(s)",
    "s.q7z.r[0]",
    "upper({ (s) = 1 }...)",
];
