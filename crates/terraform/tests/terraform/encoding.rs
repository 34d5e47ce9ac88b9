//! The functions of the built-in provider, and `type`, return what Terraform returns.

use std::sync::Arc;

use hcl2_diagnostics::{Outcome, Source};
use hcl2_functions::NoHost;
use hcl2_functions::terraform::ephemeral_mark;
use hcl2_model::EvalContext;
use hcl2_native::{NativeExpression, parse_expression};
use hcl2_value::{Type, Value};

/// Returns the value of an expression in which `hidden` is ephemeral, or the details of its problem.
fn evaluate(text: &str) -> Result<Value, String> {
    let file = parse_expression(&Source::new("test", text).expect("a valid expression"))
        .into_result()
        .expect("a valid expression");
    let id = file.root().expr().expect("a valid expression");
    let mut functions = hcl2_terraform::functions(&(Arc::new(NoHost) as _));
    functions.insert("type", hcl2_terraform::type_function());
    let mut context = EvalContext::new();
    context.set_functions(functions);
    context.set_variable("hidden", Value::from("x").with_mark(ephemeral_mark()));
    context.set_variable("later", Value::unknown(Type::STRING));
    let Outcome { value, diagnostics } = NativeExpression::new(file, id).evaluate(Some(&context));
    match diagnostics.first() {
        Some(problem) => {
            assert_eq!(problem.code.id(), "hcl2::expr::invalid-argument", "{problem:?}");
            Err(problem.detail.to_string())
        }
        None => Ok(value),
    }
}

#[test]
fn values_are_written_as_terraform_writes_them() {
    for (text, expected) in [
        (
            r#"encode_expr({a = 1, "b c" = [1, "xy", null, true]})"#,
            "{\n  a     = 1\n  \"b c\" = [1, \"xy\", null, true]\n}",
        ),
        ("encode_expr([])", "[]"),
        ("encode_expr({})", "{}"),
        ("encode_expr(toset([2, 1]))", "[1, 2]"),
        ("encode_expr(1.5e30)", "1500000000000000000000000000000"),
        ("encode_expr(tomap({a = []}))", "{\n  a = []\n}"),
        (
            "encode_expr([1, {a = [{b = 1, ccc = 2}]}])",
            "[1, {\n  a = [{\n    b   = 1\n    ccc = 2\n  }]\n}]",
        ),
        (
            r#"encode_tfvars({a = 1, bcd = [1, "$${x}"], c = {d = 1, "e f" = 2}, h = "a\nb\n"})"#,
            "a   = 1\nbcd = [1, \"$${x}\"]\nc = {\n  d     = 1\n  \"e f\" = 2\n}\nh = \"a\\nb\\n\"\n",
        ),
        ("encode_tfvars({})", ""),
        ("encode_tfvars({a = {}})", "a = {}\n"),
    ] {
        let found = evaluate(&format!("provider::terraform::{text}"));
        assert_eq!(found, Ok(Value::from(expected)), "{text}");
    }
    let unknown = evaluate("provider::terraform::encode_expr([later])").unwrap();
    assert!(
        !unknown.is_known() && *unknown.ty() == Type::STRING,
        "{unknown:?}"
    );
}

#[test]
fn variables_are_read_as_terraform_reads_them() {
    let found = evaluate(r#"provider::terraform::decode_tfvars("a = 1\nb = [1]\n")"#);
    let expected = [("a", Value::from(1)), ("b", Value::tuple([Value::from(1)]))];
    assert_eq!(found, Ok(Value::object(expected)));
}

#[test]
fn what_cannot_be_written_or_read_is_an_error_of_its_argument() {
    for (text, expected) in [
        (
            r#"encode_tfvars({"a b" = 1})"#,
            "\"a b\" cannot be the name of a variable",
        ),
        (
            "encode_tfvars([1])",
            "an object or a map of values for variables is required",
        ),
        (
            r#"decode_tfvars("a = x")"#,
            "the text is not a valid `.tfvars` file",
        ),
        (
            r#"decode_tfvars("a {}")"#,
            "the text is not a valid `.tfvars` file",
        ),
        (
            r#"decode_tfvars("a = ")"#,
            "the text is not a valid `.tfvars` file",
        ),
    ] {
        let found = evaluate(&format!("provider::terraform::{text}")).unwrap_err();
        assert!(found.contains(expected), "{text}: {found}");
    }
}

#[test]
fn types_are_printed_as_in_the_console() {
    for (text, expected) in [
        ("1", "number"),
        ("hidden", "string"),
        ("null", "dynamic"),
        ("[]", "tuple([])"),
        ("{}", "object({})"),
        ("tomap({})", "map(dynamic)"),
        ("toset([\"a\"])", "set(string)"),
        ("[1, \"a\"]", "tuple([\n    number,\n    string,\n])"),
        (
            "{a = 1, b = {c = [1]}}",
            "object({\n    a: number,\n    b: object({\n        c: tuple([\n            number,\n        ]),\n    }),\n})",
        ),
    ] {
        assert_eq!(
            evaluate(&format!("type({text})")),
            Ok(Value::from(expected)),
            "{text}"
        );
    }
}

#[test]
fn ephemeral_parts_become_null() {
    let found = evaluate("ephemeralasnull([hidden, 1])").unwrap();
    assert_eq!(found, Value::tuple([Value::null(Type::STRING), Value::from(1)]));
    assert_eq!(evaluate("ephemeralasnull(hidden)"), Ok(Value::null(Type::STRING)));
}
