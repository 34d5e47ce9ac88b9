//! What the tables of the page on other libraries name, in the order of their rows.

use std::collections::BTreeMap;

use hcl2::edit::Fragment;
use hcl2::model::{Body, BodySchema, Expression, TraversalStep};
use hcl2::value::Mark;
use hcl2::{Editor, Error, EvalContext, ExpressionRef, Lazy, Loader, Spanned, Value, value};
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize, Debug, PartialEq)]
struct Config {
    name: String,
    listen: Vec<Listen>,
}

#[derive(Deserialize, Serialize, Debug, PartialEq)]
struct Listen {
    port: u16,
}

const TEXT: &str = "name = \"web\"\n\nlisten {\n  port = 80\n}\n\nlisten {\n  port = 443\n}\n";

#[derive(hcl2::Decode, hcl2::Encode, Debug, PartialEq)]
struct Derived {
    #[hcl(name = "name")]
    title: String,
    #[hcl(block)]
    listen: Vec<DerivedListen>,
}

#[derive(hcl2::Decode, hcl2::Encode, Debug, PartialEq)]
#[hcl(ignore_unknown)]
struct DerivedListen {
    port: u16,
}

#[test]
fn the_rows_of_hcl_rs_work() -> Result<(), Box<dyn std::error::Error>> {
    let config: Config = hcl2::serde::from_str(TEXT)?;
    let derived: Derived = hcl2::from_str(TEXT)?;
    assert_eq!(derived, hcl2::from_slice(TEXT.as_bytes())?);
    assert_eq!(
        (
            hcl2::serde::to_string(&config)?.as_str(),
            hcl2::to_string(&derived)?.as_str()
        ),
        (TEXT, TEXT)
    );

    let document = hcl2::parse(TEXT)?;
    assert_eq!(document.blocks("listen").len(), 2);
    assert!(document.attribute("name").is_some());
    let raw: BTreeMap<String, String> = hcl2::parse("id = var.z\n")?.deserialize_unevaluated()?;
    assert_eq!(raw["id"], "${var.z}");

    #[derive(hcl2::Decode)]
    struct Later {
        rule: Lazy<bool>,
        reference: ExpressionRef,
    }
    let later: Later = Loader::new()
        .variable("n", 1)
        .from_str("rule = n == 1\nreference = a.b\n")?;
    let context: EvalContext<'_> = [("n", 1)].into_iter().collect();
    assert!(later.rule.evaluate(&context)?);
    assert_eq!(later.reference.variables().len(), 1);

    let loader = Loader::new()
        .with_context(&context)
        .function("double", |number: i64| number * 2);
    assert_eq!(loader.eval("double(n)")?, 2);
    assert_eq!(loader.eval_template("n is ${n}")?, "n is 1");
    let document = hcl2::parse("m = n\n")?.with_context(&context);
    assert_eq!(document.get("m")?, Some(1.into()));
    assert_eq!(
        document
            .attribute("m")
            .expect("it exists")
            .expression
            .evaluate(&context)
            .value,
        1
    );
    assert_eq!(
        value!({ a: [1, null] }),
        Value::object([("a", value!([1, null]))])
    );

    let mut editor: Editor = "a = b.c # kept\n".parse()?;
    let replacement = Fragment::expression("b.d")?;
    editor.rewrite("", |expression| {
        (expression.native_text().as_deref() == Some("b.c")).then(|| replacement.clone())
    })?;
    editor.set_comment("a", "New.")?;
    assert_eq!(editor.text(), "# New.\na = b.d # kept\n");
    assert_eq!(hcl2::format_expression("[1,2]")?, "[1, 2]");
    assert_eq!(hcl2::native::format(b"a=1\n"), b"a = 1\n");

    #[derive(hcl2::Decode)]
    struct Either {
        #[hcl(block_or_attribute)]
        listen: DerivedListen,
    }
    for text in [
        "listen = { port = 80 }\n",
        "listen {\n  port = 80\n  other = 1\n}\n",
    ] {
        assert_eq!(hcl2::from_str::<Either>(text)?.listen.port, 80);
    }
    Ok(())
}

#[test]
fn the_rows_of_toml_work() -> Result<(), Box<dyn std::error::Error>> {
    #[derive(Deserialize)]
    struct Places {
        port: Spanned<u16>,
        server: BTreeMap<String, Listen>,
    }
    let places: Places = hcl2::serde::from_str("port = 80\nserver \"web\" {\n  port = 81\n}\n")?;
    assert_eq!((*places.port, places.server["web"].port), (80, 81));

    #[derive(Deserialize, Serialize)]
    struct Event {
        #[serde(with = "hcl2::serde::value")]
        details: Value,
    }
    let event: Event = serde_json::from_str("{\"details\":{\"a\":[1,true,null]}}")?;
    assert_eq!(event.details, value!({ a: [1, true, null] }));
    assert_eq!(
        serde_json::to_string(&event)?,
        "{\"details\":{\"a\":[1,true,null]}}"
    );
    let secret = Event {
        details: event.details.with_mark(Mark::new("sensitive")),
    };
    let problem = serde_json::to_string(&secret)
        .expect_err("it is marked")
        .to_string();
    assert_eq!(
        problem,
        "a part of the value is marked, for instance as sensitive; remove the marks with `unmark_deep` first"
    );
    let unknown = Event {
        details: Value::DYNAMIC,
    };
    let problem = serde_json::to_string(&unknown)
        .expect_err("it is unknown")
        .to_string();
    assert_eq!(
        problem,
        "a part of the value is unknown, and only known values can be serialized"
    );
    assert_eq!(hcl2::serde::to_value(&Listen { port: 80 })?, value!({ port: 80 }));

    let mut editor: Editor = "server {\n  port = 80\n}\n".parse()?;
    editor.set("server.port", 9090)?;
    assert_eq!(editor["server"]["port"], "9090");
    Ok(())
}

#[test]
fn the_rows_of_the_go_reference_work() -> Result<(), Error> {
    let document = Loader::new()
        .variable("n", 1)
        .load_str("app.hcl", "a = n\nb = [1]\nc = {x = 1}\nd = f(1)\ne = x.y\n")?;
    let schema = BodySchema::new().required("a");
    let partial = document.body().partial_content(&schema).value;
    assert_eq!(partial.content.attributes.len(), 1);
    assert_eq!(partial.remain.attributes().value.len(), 4);
    let expression = |name: &str| document.attribute(name).expect("it exists").expression;
    assert_eq!(expression("b").static_list().map(|list| list.len()), Some(1));
    assert_eq!(expression("c").static_map().map(|map| map.len()), Some(1));
    assert_eq!(
        expression("d").static_call().map(|call| call.name.to_string()),
        Some("f".to_owned())
    );
    let traversal = expression("e").static_traversal().expect("it is one");
    assert!(matches!(&traversal.steps()[1], TraversalStep::Attribute { name, .. } if *name == *"y"));
    let span = expression("e").span();
    let place = document.sources().place(span).expect("the source is there");
    assert_eq!((place.name, place.line, place.column), ("app.hcl", 5, 5));
    Ok(())
}

#[test]
fn contexts_are_made_of_structs() -> Result<(), Error> {
    let rule: Lazy<bool> = Loader::new().load_expression("rule", "port == 80")?;
    #[derive(hcl2::Encode)]
    struct Request {
        port: u16,
    }
    assert!(rule.evaluate(&hcl2::encode_context(&Request { port: 80 })?)?);
    assert!(!rule.evaluate(&hcl2::serde::to_context(&Listen { port: 81 })?)?);
    let error = hcl2::encode_context(&80).expect_err("a number has no fields");
    assert_eq!(error.diagnostics()[0].code.id(), "hcl2::encode::unrepresentable");
    assert_eq!(
        error.diagnostics()[0].detail,
        "The variables of an evaluation are the fields of a struct or map, not a value of the type number."
    );
    Ok(())
}
