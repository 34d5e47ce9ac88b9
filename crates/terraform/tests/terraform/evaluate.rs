//! Values of variables, locals, outputs and calls.

use crate::support;

use crate::support::{codes, source};
use hcl2_diagnostics::{Outcome, SourceMap};
use hcl2_functions::terraform::sensitive_mark;
use hcl2_model::{FunctionTable, Limits};
use hcl2_native::NativeExpression;
use hcl2_terraform::table::Language;
use hcl2_terraform::{Evaluator, Module, ModuleFile, ModuleTree};
use hcl2_value::{Type, Value};

fn tree(path: &str, text: &str) -> ModuleTree {
    let Outcome {
        value: file,
        diagnostics: problems,
    } = ModuleFile::parse(&source("main.tf", text), Language::Terraform);
    assert!(problems.is_empty(), "{problems:?}");
    let Outcome {
        value: module,
        diagnostics: problems,
    } = Module::from_files(&[file], Language::Terraform);
    assert!(problems.is_empty(), "{problems:?}");
    ModuleTree {
        path: path.to_owned(),
        module,
        calls: [].into(),
    }
}

fn evaluate(evaluator: &mut Evaluator<'_>, text: &str) -> Outcome<Value> {
    let source = SourceMap::new().add("expression", text).expect("a small source");
    let file = hcl2_native::parse_expression(&source).value;
    let id = file.root().expr().expect("an expression");
    evaluator.evaluate(&NativeExpression::new(file, id))
}

/// Evaluates an expression in a module.
fn value(text: &str, expression: &str) -> Value {
    let tree = tree(".", text);
    let Outcome {
        value,
        diagnostics: problems,
    } = evaluate(&mut Evaluator::new(&tree, FunctionTable::new()), expression);
    assert!(problems.is_empty(), "{problems:?}");
    value
}

#[test]
fn locals_are_computed_in_order_of_dependency() {
    let text = "locals {\n  a = local.b + 1\n  b = local.c * 2\n  c = 3\n}\n";
    assert_eq!(value(text, "local.a"), Value::from(7));
    assert_eq!(
        value(text, "[local.c, local.b]"),
        Value::tuple([Value::from(3), Value::from(6)])
    );
}

#[test]
fn long_chains_of_locals_do_not_overflow_the_stack() {
    let mut text = String::from("locals {\n  a0 = 0\n");
    for index in 1..20_000 {
        text.push_str(&format!("  a{index} = local.a{} + 1\n", index - 1));
    }
    text.push_str("}\n");
    assert_eq!(value(&text, "local.a19999"), Value::from(19999));
}

#[test]
fn defaults_of_variables_are_converted_to_their_types() {
    let text = "variable \"a\" {\n  type    = object({ n = optional(number, 3), s = string })\n  default = { s = 1 }\n}\n";
    let wanted = Value::object([("n", Value::from(3)), ("s", Value::from("1"))]);
    assert_eq!(value(text, "var.a"), wanted);
}

#[test]
fn resources_and_unset_variables_are_unknown() {
    let text = "variable \"a\" {\n  type = number\n}\nresource \"acme_disk\" \"b\" {}\ndata \"acme_image\" \"c\" {}\nmodule \
                \"d\" {\n  source = \"acme/d/acme\"\n}\n";
    assert_eq!(value(text, "var.a"), Value::unknown(Type::NUMBER));
    for expression in [
        "acme_disk.b.id",
        "data.acme_image.c.id",
        "module.d.id",
        "resource.acme_disk.b.id",
    ] {
        assert!(!value(text, expression).is_known(), "{expression}");
    }
}

#[test]
fn sensitive_variables_and_outputs_are_marked() {
    let text = "variable \"a\" {\n  default   = \"x\"\n  sensitive = true\n}\noutput \"b\" {\n  value     = 1\n  sensitive = \
                true\n}\n";
    assert_eq!(
        value(text, "\"${var.a}!\""),
        Value::from("x!").with_mark(sensitive_mark())
    );
    let tree = tree(".", text);
    let outputs = Evaluator::new(&tree, FunctionTable::new()).outputs().value;
    assert_eq!(
        outputs.get("b"),
        Some(&Value::from(1).with_mark(sensitive_mark()))
    );
}

#[test]
fn variables_accept_only_values_that_fit() {
    let text = "variable \"a\" {\n  type     = number\n  nullable = false\n}\nvariable \"b\" {\n  default  = 1\n  nullable = \
                false\n}\n";
    let tree = tree(".", text);
    let mut evaluator = Evaluator::new(&tree, FunctionTable::new());
    for (name, given, problem) in [
        (
            "a",
            Value::from("x"),
            "the value does not fit the variable `a`: a number is required",
        ),
        ("a", Value::null(Type::DYNAMIC), "the variable `a` cannot be null"),
        ("c", Value::from(1), "the module declares no variable `c`"),
    ] {
        assert_eq!(evaluator.set_variable(name, given), Err(problem.to_owned()));
    }
    assert_eq!(evaluator.set_variable("a", Value::from("5")), Ok(()));
    assert_eq!(evaluator.set_variable("b", Value::null(Type::DYNAMIC)), Ok(()));
    let wanted = Value::tuple([Value::from(5), Value::from(1)]);
    assert_eq!(evaluate(&mut evaluator, "[var.a, var.b]").value, wanted);
}

#[test]
fn reference_cycles_are_reported_once() {
    let text = "locals {\n  a = local.b\n  b = [local.c]\n  c = local.a\n}\n";
    let tree = tree(".", text);
    let Outcome {
        value,
        diagnostics: problems,
    } = evaluate(&mut Evaluator::new(&tree, FunctionTable::new()), "local.a");
    assert!(!value.is_wholly_known());
    assert_eq!(codes(&problems), ["hcl2::terraform::reference-cycle"]);
    assert_eq!(
        problems[0].detail,
        "Each of these needs the next: `local.a`, `local.b`, `local.c`, `local.a`. Remove one of the references."
    );
}

#[test]
fn validations_refuse_values() {
    let text = "variable \"n\" {\n  type = number\n  validation {\n    condition     = var.n > local.least\n    error_message = \"More \
                than ${local.least}, not ${var.n}.\"\n  }\n}\nlocals {\n  least = 2\n}\n";
    let tree = tree(".", text);
    let found = |value: Option<i64>| {
        let mut evaluator = Evaluator::new(&tree, FunctionTable::new());
        if let Some(value) = value {
            evaluator.set_variable("n", Value::from(value)).expect("a number");
        }
        evaluator.check_variables()
    };
    let refused = found(Some(1));
    assert_eq!(
        support::found(&refused, text),
        [("hcl2::terraform::refused-value", "variable \"n\"")]
    );
    assert_eq!(refused[0].detail, "More than 2, not 1.");
    for fine in [Some(3), None] {
        assert!(found(fine).is_empty());
    }
}

#[test]
fn called_modules_are_evaluated_for_each_instance() {
    let mut tree = tree(
        ".",
        "module \"a\" {\n  source = \"./inner\"\n  n      = 1\n}\nmodule \"b\" {\n  source = \"./inner\"\n  count  = 2\n  n     \
         = count.index\n}\nmodule \"c\" {\n  source   = \"./inner\"\n  for_each = { k = 5 }\n  n        = each.value\n}\nmodule \
         \"d\" {\n  source = \"./inner\"\n  n      = \"x\"\n}\n",
    );
    let inner = self::tree(
        "inner",
        "variable \"n\" {\n  type = number\n}\noutput \"o\" {\n  value = \"${path.module} ${var.n + 1}\"\n}\n",
    );
    tree.calls = ["a", "b", "c", "d"]
        .map(|name| (name.into(), inner.clone()))
        .into();
    let mut evaluator = Evaluator::new(&tree, FunctionTable::new());
    for (expression, wanted) in [
        ("module.a.o", "inner 2"),
        ("module.b[1].o", "inner 2"),
        ("module.c[\"k\"].o", "inner 6"),
    ] {
        let Outcome {
            value,
            diagnostics: problems,
        } = evaluate(&mut evaluator, expression);
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(value, Value::from(wanted), "{expression}");
    }
    let Outcome {
        value: _,
        diagnostics: problems,
    } = evaluate(&mut evaluator, "module.d.o");
    assert_eq!(codes(&problems), ["hcl2::terraform::invalid-value"]);
}

#[test]
fn wrong_arguments_of_calls_are_reported_at_their_values() {
    let text = "variable \"secret\" {\n  default   = \"x\"\n  sensitive = true\n}\nmodule \"a\" {\n  source = \"./inner\"\n  n      = \
         var.secret\n  m      = 1\n}\n";
    let mut tree = tree(".", text);
    let inner = self::tree("inner", "variable \"n\" {\n  type = number\n}\n");
    tree.calls = [("a".into(), inner)].into();
    let problems = evaluate(&mut Evaluator::new(&tree, FunctionTable::new()), "module.a").diagnostics;
    let found: Vec<_> = problems
        .iter()
        .map(|problem| {
            let subject = problem.subject.expect("a subject");
            (problem.code.id(), &text[subject.range()], &*problem.detail)
        })
        .collect();
    let expected = [
        (
            "hcl2::terraform::invalid-value",
            "var.secret",
            "The value does not fit the variable `n`; number is required.",
        ),
        (
            "hcl2::terraform::invalid-value",
            "m",
            "The called module declares no variable `m`.",
        ),
    ];
    assert_eq!(found, expected);
}

#[test]
fn wrong_numbers_and_keys_of_instances_are_reported() {
    let text = "variable \"n\" {\n  default   = 1\n  sensitive = true\n}\nvariable \"secret\" {\n  default   = [\"k\"]\n  sensitive = true\n}\nmodule \"a\" {\n  source = \"./inner\"\n  \
         count  = \"2\"\n}\nmodule \"b\" {\n  source = \"./inner\"\n  count  = -1\n}\nmodule \"c\" {\n  source   = \
         \"./inner\"\n  for_each = [1]\n}\nmodule \"d\" {\n  source   = \"./inner\"\n  for_each = var.secret\n}\nmodule \"e\" \
         {\n  source = \"./inner\"\n  count  = var.n\n}\n";
    let mut tree = tree(".", text);
    let inner = self::tree("inner", "output \"o\" {\n  value = 1\n}\n");
    tree.calls = ["a", "b", "c", "d", "e"]
        .map(|name| (name.into(), inner.clone()))
        .into();
    let mut evaluator = Evaluator::new(&tree, FunctionTable::new());
    let two = [Value::from(1), Value::from(1)];
    let found = evaluate(&mut evaluator, "module.a[*].o");
    assert_eq!((found.value, found.diagnostics.len()), (Value::tuple(two), 0));
    // As in a plan, the number of instances is shown.
    let found = evaluate(&mut evaluator, "module.e[*].o");
    assert_eq!(
        (found.value, found.diagnostics.len()),
        (Value::tuple([Value::from(1)]), 0)
    );
    for (call, place) in [("b", "-1"), ("c", "[1]"), ("d", "var.secret")] {
        let Outcome { value, diagnostics } = evaluate(&mut evaluator, &format!("module.{call}"));
        assert_eq!(value, Value::DYNAMIC, "{call}");
        assert_eq!(
            codes(&diagnostics),
            ["hcl2::terraform::invalid-instances"],
            "{call}"
        );
        let subject = diagnostics[0].subject.expect("a subject");
        assert_eq!(&text[subject.range()], place, "{call}");
    }
}

#[test]
fn instances_of_modules_share_the_budget_of_the_evaluation() {
    let call =
        "module \"m\" {\n  source = \"./inner\"\n  count  = 1000\n}\noutput \"o\" {\n  value = module.m\n}\n";
    let mut inner = tree("inner", "output \"o\" {\n  value = 1\n}\n");
    for _ in 0..10 {
        let mut outer = tree(".", call);
        outer.calls = [("m".into(), inner)].into();
        inner = outer;
    }
    let mut evaluator =
        Evaluator::new(&inner, FunctionTable::new()).budget(Limits::new().with_steps(100_000).budget());
    let problems = evaluator.outputs().diagnostics;
    let found: Vec<_> = problems
        .iter()
        .map(|problem| {
            let span = problem.subject.expect("a subject");
            (problem.code.id(), &call[span.range()])
        })
        .collect();
    assert!(!found.is_empty() && found.len() < 1_000, "{}", found.len());
    assert!(
        found
            .iter()
            .all(|found| *found == ("hcl2::expr::limit-exceeded", "module \"m\""))
    );
}
