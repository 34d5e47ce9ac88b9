//! Names and calls that newcomers guessed in whole programs.

use std::collections::{BTreeMap, HashMap};

use hcl2::edit::{AddressStep, Fragment};
use hcl2::{Editor, Error, EvalContext, Loader, Value, value};

#[test]
fn names_compare_with_strings() -> Result<(), Error> {
    let document = hcl2::parse("module \"net\" {}\n")?;
    let block = &document.blocks("module")[0];
    let (block_type, label) = ("module".to_owned(), "net".to_owned());
    assert!(block.block_type == block_type);
    assert!(block_type == block.block_type);
    assert!(block.labels[0].text == label && block.labels[0].text != block_type);
    Ok(())
}

#[test]
fn values_are_found_by_key_and_position() {
    let config = value!({ ports: [80, 443] });
    let key = "ports".to_owned();
    assert_eq!(
        config.get(&key).and_then(|ports| ports.get(1)),
        Some(&Value::from(443))
    );
    assert_eq!(config.get(key).and_then(|ports| ports.get(2)), None);
    assert_eq!(
        config.get("ports").and_then(|ports| ports.get(0)?.as_u64()),
        Some(80)
    );
    let entries = value!({ n: 1, on: true, s: "x" });
    assert_eq!(entries.get("n").expect("it is there"), 1);
    assert_eq!(entries.get("on").expect("it is there"), true);
    assert_eq!(entries.get("s").expect("it is there"), "x");
}

#[test]
fn contexts_are_made_of_arrays_and_maps() -> Result<(), Error> {
    let expression = hcl2::parse_expression("x + 1")?;
    let contexts = [
        EvalContext::from([("x", 1)]),
        HashMap::from([("x", 1)]).into(),
        BTreeMap::from([("x".to_owned(), Value::from(1))]).into(),
    ];
    for context in &contexts {
        assert_eq!(expression.evaluate(context).value, 2);
    }
    let loader = Loader::new().with_context(&contexts[0]).variable("y", 5);
    assert_eq!(loader.context().variable("y"), Some(&Value::from(5)));
    assert_eq!(loader.eval("x + y")?, 6);
    Ok(())
}

#[test]
fn what_is_selected_is_edited() -> Result<(), Error> {
    let text = "module \"a\" {\n  source = \"net\"\n}\nmodule \"b\" {\n  source = \"db\"\n}\n";
    let mut doc: Editor = text.parse()?;
    for module in doc.select("module.*")? {
        if doc.get(module.then("source")) == Some("\"net\"") {
            doc.define(module.then("version"), "2.0.0")?;
        }
    }
    assert_eq!(doc["module"]["a"]["version"], "\"2.0.0\"");
    assert!(!doc["module"]["b"]["version"].exists());
    let first = doc.select("module")?[0].split_last().map(|(whole, _)| whole);
    assert_eq!(
        first
            .map(|whole| whole.then(AddressStep::Any).to_string())
            .as_deref(),
        Some("module.*")
    );
    assert_eq!(doc.attributes().len(), 0);
    Ok(())
}

#[test]
fn expressions_are_rewritten_without_an_import() -> Result<(), Error> {
    let mut doc: Editor = "a = \"${var.x}\"\nb = f(1)\n".parse()?;
    doc.rewrite("", |expression| {
        let inner = expression.text().strip_prefix("\"${")?.strip_suffix("}\"")?;
        Fragment::expression(inner).ok()
    })?;
    doc.rewrite("", |expression| {
        let call = expression.static_call()?;
        Fragment::expression(&format!("g({})", call.arguments[0].native_text()?)).ok()
    })?;
    assert_eq!(doc.text(), "a = var.x\nb = g(1)\n");
    assert_eq!("1 + 2".parse::<Fragment>()?.to_string(), "1 + 2");
    assert_eq!(
        "1 +".parse::<Fragment>().unwrap_err().to_string(),
        "expected an expression that can be a value: Missing value (expression:1:4)"
    );
    Ok(())
}

#[test]
fn references_are_matched_by_their_names() -> Result<(), Error> {
    let document = hcl2::parse("a = [var.x, var[\"y\"].z, var[0].z, local.x]\n")?;
    let references = document.variables();
    let names: Vec<Vec<&str>> = references.iter().map(|reference| reference.names()).collect();
    assert_eq!(
        names,
        [&["var", "x"][..], &["var", "y", "z"], &["var"], &["local", "x"]]
    );
    Ok(())
}
