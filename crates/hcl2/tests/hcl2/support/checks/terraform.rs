//! Checks of the Terraform language.

use std::sync::{Arc, LazyLock};

use hcl2::diagnostics::{Outcome, Source, SourceMap};
use hcl2::functions::NoHost;
use hcl2::model::{FunctionTable, Limits};
use hcl2::native::tree::{Node, Part, TextRange};
use hcl2::native::{NativeExpression, parse_expression, parse_file};
use hcl2::terraform::table::Language;
use hcl2::terraform::{CheckOptions, Converter, Module, ModuleFile, ModuleTree, secret_strings};

use super::{complete, context, described, reveals, source};

fn named(name: &str, bytes: &[u8]) -> Source {
    SourceMap::new().add(name, bytes).expect("it is small")
}

/// Checks that a file converted to the other syntax means the same, if the conversion has no error.
pub(super) fn convert(bytes: &[u8]) {
    let converter = Converter::new();
    for name in ["main.tf", "terraform.tfvars"] {
        let native = named(name, bytes);
        let converted = converter.to_json(&native);
        complete(&converted.diagnostics, bytes);
        // Values of variables are evaluated, after which some proofs fail.
        let is_proven = name == "main.tf" && converted.diagnostics.is_empty();
        if let Some(json) = converted.value.as_ref().filter(|_| is_proven) {
            assert!(converter.prove_json(&native, json).is_ok(), "{json}");
        }
        let json = named(&format!("{name}.json"), bytes);
        let converted = converter.to_native(&json);
        complete(&converted.diagnostics, bytes);
        if let (Some(native), []) = (&converted.value, &converted.diagnostics[..]) {
            let source = named(name, native.as_bytes());
            let back = converter.to_json(&source);
            assert!(!back.diagnostics.has_errors(), "{native} {:?}", back.diagnostics);
        }
    }
}

/// Checks that the strings of a valid source whose names promise a secret are found.
fn secrets(bytes: &[u8]) {
    let source = named("main.tf", bytes);
    let hidden = secret_strings(&source);
    let parsed = parse_file(&source);
    if parsed.diagnostics.has_errors() {
        return;
    }
    let file = &parsed.value;
    for node in file.nodes_in(file.root_node()) {
        let (name, sign, value) = match node {
            Node::Attribute(attribute) => {
                let attribute = file.attribute(attribute);
                (attribute.name, attribute.equals, attribute.value)
            }
            Node::ObjectItem(item) => (file.expr_range(item.key), item.separator, item.value),
            _ => continue,
        };
        if !file.str(TextRange::new(name.end, sign)).trim().is_empty() {
            continue;
        }
        let name = file.str(name).trim_matches('"');
        let nodes = file.nodes_in(Node::Expr(value));
        let literal = |node| matches!(node, Node::Part(Part::Literal { .. })).then(|| file.node_range(node));
        if name.ends_with("token") || name.ends_with("Password") {
            for range in nodes.filter_map(literal).filter(|range| !range.is_empty()) {
                let span = file.span(range);
                let is_hidden = hidden
                    .iter()
                    .any(|hidden| hidden.start <= span.start && span.end <= hidden.end);
                assert!(is_hidden, "{name} {span:?} {hidden:?}");
            }
        }
    }
}

/// Checks that a module is read and checked in both syntaxes, and that each problem has a place.
pub(super) fn module(bytes: &[u8]) {
    secrets(bytes);
    for name in ["main.tf", "main.tf.json", "override.tf"] {
        let file = ModuleFile::parse(&named(name, bytes), Language::Terraform);
        complete(&file.diagnostics, bytes);
        let Outcome {
            value: module,
            diagnostics,
        } = Module::from_files(&[file.value], Language::Terraform);
        described(&diagnostics);
        let tree = ModuleTree {
            path: ".".to_owned(),
            module,
            calls: [].into(),
        };
        let budget = Limits::new()
            .with_steps(200_000)
            .with_elements(20_000)
            .with_string_bytes(1 << 20)
            .budget();
        described(
            &CheckOptions {
                budget,
                ..CheckOptions::default()
            }
            .validate(&tree),
        );
    }
}

static FUNCTIONS: LazyLock<FunctionTable> =
    LazyLock::new(|| hcl2::terraform_functions(&(Arc::new(NoHost) as _)));

/// Checks that an expression with Terraform's functions evaluates within a small budget, and reveals no secret.
pub(super) fn functions(bytes: &[u8]) {
    let parsed = parse_expression(&source(bytes));
    let Some(id) = parsed.value.root().expr() else {
        return;
    };
    let expression = NativeExpression::new(parsed.value, id);
    let mut context = context(|_| true);
    context.set_functions(FUNCTIONS.clone());
    let limits = Limits::new()
        .with_steps(200_000)
        .with_elements(20_000)
        .with_string_bytes(1 << 20);
    context.set_budget(limits.budget());
    let Outcome {
        value: _,
        diagnostics,
    } = expression.evaluate(Some(&context));
    described(&diagnostics);
    for diagnostic in &diagnostics {
        assert!(!reveals(&diagnostic.detail, bytes), "{diagnostic:?}");
    }
}
