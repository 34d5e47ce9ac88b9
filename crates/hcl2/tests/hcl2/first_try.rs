//! Programs as a Rust programmer types them who knows serde, `serde_json` and `toml_edit`, and nothing of this crate.

use std::collections::BTreeMap;

use hcl2::value::Mark;
use hcl2::{
    Decode, Diagnostic, Document, Editor, Error, EvalContext, Lazy, Loader, Sensitive, Spanned, Value, value,
};

type Result<T = (), E = Error> = std::result::Result<T, E>;

#[test]
fn a_value_is_read_by_index() {
    let config = value!({ "server": { "ports": [80, 443] } });
    assert_eq!(config["server"]["ports"][1], 443);
    assert_eq!(config["server"]["ports"][2], Value::NULL);
    assert!(config["nothing"].is_null());
}

#[test]
fn a_value_is_written_as_in_json() {
    let port = 80;
    let config = value!({
        "name": "web",
        "ports": [port, port + 363],
        "tls": null,
        ratio: 0.5,
    });
    assert_eq!(config.pointer("/ports/0"), Some(&Value::from(80)));
    assert_eq!(config.get("name").and_then(Value::as_str), Some("web"));
    assert_eq!(config["ports"][1], 443);
    assert!(config["tls"].is_null());
    assert_eq!(value!([]), Value::tuple([]));
    assert_eq!(value!({}).to_string(), "{}");
}

#[test]
fn a_value_is_displayed_without_what_is_marked() {
    let secret = value!("x").with_mark(Mark::new("sensitive"));
    let config = value!({ "name": "${web}", "on": true, "a b": [80, null, secret], "for": {} });
    assert_eq!(
        config.to_string(),
        r#"{ "a b" = [80, null, (marked value)], "for" = {}, name = "$${web}", on = true }"#
    );
    assert_eq!(Value::DYNAMIC.to_string(), "(unknown value)");
}

#[test]
fn values_are_collected() {
    let list: Value = vec!["a", "b"].into_iter().collect();
    let map: Value = BTreeMap::from([("HOME", "/root")]).into_iter().collect();
    assert_eq!(list[1], "b");
    assert_eq!(map["HOME"], "/root");
}

#[test]
fn values_convert_to_rust_types() -> Result {
    let port: u16 = value!(80).try_into()?;
    let name: String = Value::from("web").try_into()?;
    let ports: Vec<u16> = value!([80, 443]).try_into()?;
    let env: BTreeMap<String, String> = value!({ "HOME": "/root" }).try_into()?;
    let absent: Option<String> = Value::NULL.try_into()?;
    assert_eq!(
        (port, name.as_str(), ports, env.len()),
        (80, "web", vec![80, 443], 1)
    );
    assert_eq!(absent, None);
    assert_eq!(
        u16::try_from(value!(80_000)).unwrap_err().to_string(),
        "the number is out of range"
    );
    Ok(())
}

#[test]
fn values_compare_with_rust_values() {
    assert_eq!(Value::TRUE, true);
    assert_eq!(Value::FALSE, Value::from(false));
    assert_eq!(Value::from("a"), "a".to_owned());
    assert!(Value::from("80") != 80);
    assert!(80 == value!(80));
    assert_eq!(Value::from("\u{e9}"), "e\u{301}");
    let marked = Value::from(1).with_mark(Mark::new("sensitive"));
    assert!(marked != 1);
}

#[test]
fn an_expression_is_evaluated() -> Result {
    let mut context = EvalContext::new();
    context.set_variable("name", "web");
    let greeting: Lazy<String> = Loader::new().load_expression("greeting", "\"hello ${name}\"")?;
    assert_eq!(greeting.evaluate(&context)?, "hello web");
    let value: Lazy = Loader::new().load_expression("sum", "1 + 2")?;
    assert_eq!(value.evaluate(None)?, 3);
    Ok(())
}

#[test]
fn an_expression_of_a_body_is_evaluated_in_a_context() -> Result {
    let document = hcl2::parse("sum = 1 + n\n")?;
    let context: EvalContext<'_> = [("n", 2)].into_iter().collect();
    let sum = document.attribute("sum").expect("it is set").expression;
    assert_eq!(sum.evaluate(&context).value, 3);
    assert_eq!(sum.evaluate(Some(&context)).value, 3);
    assert!(sum.evaluate(None).has_errors());
    Ok(())
}

#[test]
fn a_template_is_rendered_as_a_string() -> Result {
    let loader = Loader::new().variable("port", 80);
    assert_eq!(loader.eval_template("${port}")?, "80");
    assert_eq!(loader.eval_template("localhost:${port}\n")?, "localhost:80\n");
    let error = loader.eval_template("a ${prt}").expect_err("it is misspelt");
    assert!(error.to_string().contains("1 | a ${prt}"), "{error}");
    Ok(())
}

#[test]
fn a_body_is_walked() -> Result {
    let document = hcl2::parse("resource \"vm\" \"web\" {\n  size = 2\n\n  disk {}\n}\nregion = \"eu\"\n")?;
    for block in document.blocks("resource") {
        assert_eq!(block.labels[0].text, "vm");
        assert_eq!(block.blocks("disk").len(), 1);
        let size = block.attribute("size").expect("it is set");
        assert_eq!(size.expression.evaluate(document.context()).value, 2);
    }
    assert_eq!(document.get("region")?, Some(Value::from("eu")));
    assert!(document.blocks("module").is_empty() && document.attribute("resource").is_none());
    Ok(())
}

#[test]
fn a_file_is_edited() -> Result {
    let mut doc: Editor = "server {\n  port = 80 # public\n}\n".parse()?;
    doc.set("server.port", 9090)?;
    assert_eq!(doc.get("server.port"), Some("9090"));
    assert_eq!(doc.to_string(), "server {\n  port = 9090 # public\n}\n");
    doc.create("server.host", "localhost")?;
    doc.rename("server.host", "address")?;
    doc.remove("server.port")?;
    assert_eq!(doc.to_string(), "server {\n  address = \"localhost\"\n}\n");
    Ok(())
}

#[test]
fn a_path_that_does_not_exist_is_an_error_that_suggests() -> Result {
    let mut doc: Editor = "server {\n  port = 80\n}\n".parse()?;
    for (wrong, right) in [
        ("servr.port", "server.port"),
        ("server.prt", "server.port"),
        ("port", "server.port"),
    ] {
        let error = doc.set(wrong, 9090).expect_err("it is misspelt");
        assert_eq!(
            error.to_string(),
            format!("nothing found at `{wrong}`; did you mean `{right}`?")
        );
    }
    let error: Error = doc
        .set("server.port", value!({ a: Value::DYNAMIC }))
        .expect_err("it is unknown")
        .into();
    assert_eq!(error.diagnostics()[0].code.id(), "hcl2::edit::refused");
    assert_eq!(doc.to_string(), "server {\n  port = 80\n}\n");
    Ok(())
}

#[test]
fn a_block_is_added() -> Result {
    let mut doc = Editor::parse("")?;
    doc.add_block("resource", ["vm", "web"])?;
    doc.create("resource.vm.web.size", 2)?;
    assert_eq!(doc.to_string(), "resource \"vm\" \"web\" {\n  size = 2\n}\n");
    Ok(())
}

#[test]
fn an_error_of_an_editor_shows_the_line() {
    let error = Editor::named("app.hcl", "a = \n").expect_err("a value is missing");
    assert_eq!(
        error.to_string(),
        "expected a file without errors: Missing value (app.hcl:1:5)"
    );
    let error = Error::from(error);
    assert_eq!(
        error.diagnostics()[0].code.id(),
        "hcl2::syntax::expected-expression"
    );
    assert!(error.to_string().contains("1 | a ="), "{error}");
}

#[derive(Decode, Debug)]
struct Server {
    port: Spanned<u16>,
}

#[test]
fn an_error_is_reported_at_a_value() -> Result {
    let document = Loader::new().load_str("app.hcl", "port = 80\n")?;
    let server: Server = document.decode()?;
    let message = "ports below 1024 are reserved";
    let expected = "\
app.hcl:1:8: error[hcl2::decode::invalid-value]: Invalid value
  1 | port = 80
    |        ^^
  Ports below 1024 are reserved.";
    let error = Error::at(&document, server.port.span(), message);
    assert_eq!(error.to_string(), expected);
    drop(document);
    assert_eq!(server.port.error(message).to_string(), expected);
    Ok(())
}

#[test]
fn an_error_is_created_from_diagnostics() {
    let code = hcl2::diagnostics::codes::decode::INVALID_VALUE;
    let diagnostic = Diagnostic::error(code, "Invalid value");
    let error = Error::new(vec![diagnostic]);
    assert_eq!(error.iter().count(), 1);
}

mod other {
    #[derive(hcl2::Decode, Debug)]
    pub(super) struct Step {
        #[hcl(label)]
        pub(super) name: String,
        pub(super) run: String,
    }
}

#[derive(Decode, Debug)]
struct Pipeline {
    #[hcl(block)]
    step: Vec<other::Step>,
}

#[test]
fn blocks_are_types_of_other_modules() -> Result {
    let pipeline: Pipeline = hcl2::from_str("step \"build\" {\n  run = \"make\"\n}\n")?;
    let step = &pipeline.step[0];
    assert_eq!((step.name.as_str(), step.run.as_str()), ("build", "make"));
    let document = hcl2::parse("step \"test\" {\n  run = \"make test\"\n}\n")?;
    let decoded = hcl2::decode::decode_block::<other::Step>(&document.blocks("step")[0], document.context());
    assert_eq!(decoded.value.expect("it fits").name, "test");
    Ok(())
}

#[derive(Decode, Debug)]
struct Rule {
    allow: Lazy<bool>,
}

#[test]
fn an_attribute_is_evaluated_later() -> Result {
    let rule: Rule = hcl2::from_str("allow = user == \"root\"\n")?;
    let mut context = EvalContext::new();
    context.set_variable("user", "root");
    assert!(rule.allow.evaluate(&context)?);
    let error = rule
        .allow
        .evaluate(&EvalContext::new())
        .expect_err("there is no user");
    assert!(error.to_string().contains("1 | allow = user"), "{error}");
    Ok(())
}

#[derive(hcl2::Encode)]
struct Request {
    user: Option<String>,
    roles: Vec<String>,
    tags: BTreeMap<String, String>,
}

#[test]
fn what_is_checked_with_declared_types_is_evaluated_with_rust_values() -> Result {
    use hcl2::value::Type;

    let request = Type::object([
        ("user", Type::STRING),
        ("roles", Type::list(Type::STRING)),
        ("tags", Type::map(Type::STRING)),
    ]);
    let loader = Loader::new()
        .standard_functions()
        .variable("request", Value::unknown(request))
        .variable("limit", Value::unknown(Type::NUMBER));
    let evaluate = |expression: &str, request: &Request| {
        let rule: Lazy<bool> = loader.load_expression("rule", expression)?;
        let mut context = EvalContext::new();
        context.set_variable("request", hcl2::encode_value(request)?);
        context.set_variable("limit", "10");
        rule.evaluate(&context)
    };
    let guest = Request {
        user: None,
        roles: vec!["guest".to_owned()],
        tags: [("env".to_owned(), "dev".to_owned())].into(),
    };
    assert!(evaluate("request.user == null", &guest)?);
    assert!(!evaluate("request.user == \"root\"", &guest)?);
    assert!(evaluate("limit + 1 == 11", &guest)?);
    // As tuples of other lengths, or an object and a map, these would have no common type.
    assert!(evaluate("length(limit > 5 ? request.roles : []) == 1", &guest)?);
    assert!(evaluate(
        "lookup(request.tags, \"zone\", \"none\") == \"none\"",
        &guest
    )?);
    assert!(evaluate(
        "contains(keys(limit > 50 ? { a = \"b\" } : request.tags), \"env\")",
        &guest
    )?);

    let rule: Lazy<bool> = loader.load_expression("rule", "limit > 5")?;
    let context: EvalContext<'_> = [("limit", "many")].into_iter().collect();
    let error = rule.evaluate(&context).expect_err("it is no number");
    assert_eq!(error.diagnostics()[0].code.id(), "hcl2::decode::wrong-type");
    assert!(
        error
            .to_string()
            .contains("The variable `limit` does not have the type that the file was loaded with"),
        "{error}"
    );
    Ok(())
}

#[test]
fn the_error_of_a_function_says_the_first_problem_and_its_place() {
    let loader = Loader::new().function("port", |text: String| hcl2::eval(&text).map(|value| value == 80));
    let error = loader.eval("port(\"80 + x\")").expect_err("there is no x");
    let detail = &error.diagnostics()[0].detail;
    assert!(
        detail.contains("(<expression>:1:6)") && !detail.contains('\n'),
        "{detail}"
    );
}

#[test]
fn a_function_of_terraform_says_how_to_define_it() {
    let error = Loader::new()
        .standard_functions()
        .eval("startswith(\"ab\", \"a\")")
        .expect_err("it is unknown");
    assert_eq!(
        error.diagnostics()[0].detail,
        "No function is named `startswith`. It is one of Terraform's, which `Loader::terraform_functions` adds with the \
         feature `terraform`."
    );
}

#[test]
fn names_and_debug_are_short() -> Result {
    let spanned: Spanned<u16> = Loader::new().from_str::<Port>("port = 80\n")?.port;
    assert_eq!(format!("{spanned:?}"), "Spanned(80, 7..9)");
    let document = hcl2::parse("a {\n  x = 1\n  b {}\n  y = 2\n}\n")?;
    let block = &document.blocks("a")[0];
    assert_eq!(
        block
            .attributes()
            .iter()
            .map(|attribute| attribute.name.as_str())
            .collect::<Vec<_>>(),
        ["x", "y"]
    );
    assert_eq!(value!({ a = 1, "b" = [null] }), value!({ a: 1, "b": [null] }));
    let spans = |expression: &dyn hcl2::model::Expression| expression.variables().len();
    assert_eq!(spans(&block.attribute("x").expect("it is there").expression), 0);
    let text = value::Str::from("a");
    assert_eq!(hcl2::model::Name::from(&text), "a");
    Ok(())
}

#[derive(Decode, Debug)]
struct Port {
    port: Spanned<u16>,
}

#[derive(Decode, Debug)]
struct Plugins {
    #[hcl(block)]
    plugin: Vec<Plugin>,
}

#[derive(Decode, Debug)]
struct Plugin {
    #[hcl(label)]
    kind: Spanned<String>,
    #[hcl(remain)]
    settings: Document,
}

#[test]
fn a_block_is_decoded_by_its_label() -> Result {
    let load = |text: &str| Loader::new().variable("base", 8000).from_str::<Plugins>(text);
    let config = load("plugin \"server\" {\n  port = base + 80\n}\n")?;
    let server: Server = config.plugin[0].settings.decode()?;
    assert_eq!(*server.port, 8080);
    let config = load("plugin \"server\" {\n  prt = 80\n}\n")?;
    let error = config.plugin[0]
        .settings
        .decode::<Server>()
        .expect_err("it is misspelt");
    assert!(error.to_string().contains("2 |   prt = 80"), "{error}");
    let config = load("plugin \"sever\" {}\n")?;
    let error = config.plugin[0].kind.unknown("plug-in", ["client", "server"]);
    assert_eq!(error.diagnostics()[0].code.id(), "hcl2::decode::unknown-variant");
    assert!(error.to_string().contains("Did you mean \"server\"?"), "{error}");
    Ok(())
}

#[derive(Decode, Debug)]
struct Login {
    password: Sensitive<String>,
    pin: Option<Sensitive<u16>>,
}

#[test]
fn a_secret_is_hidden() -> Result {
    let text = "password = secret\npin = 1234\n";
    let secret = Value::from("hunter2").with_mark(Mark::new("sensitive"));
    let login: Login = Loader::new().variable("secret", secret).from_str(text)?;
    assert_eq!(login.password.expose(), "hunter2");
    assert_eq!(login.pin.as_ref().map(Sensitive::expose), Some(&1234));
    assert_eq!(
        format!("{login:?}"),
        "Login { password: Sensitive(…), pin: Some(Sensitive(…)) }"
    );
    let error =
        hcl2::from_str::<Login>("password = \"hunter2\"\npin = 123456\n").expect_err("it is too large");
    let shown = error.to_string();
    assert!(!shown.contains("123456") && !shown.contains("hunter2"), "{shown}");
    assert_eq!(error.diagnostics()[0].code.id(), "hcl2::decode::invalid-value");
    assert_eq!(
        error.diagnostics()[0].subject.map(|span| span.range()),
        Some(27..33)
    );
    Ok(())
}

#[cfg(feature = "serde")]
#[test]
fn serde_types_are_read_and_written() -> Result {
    #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
    struct App {
        name: String,
        ports: Vec<u16>,
        labels: BTreeMap<String, String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    }
    let text = "name  = \"web\"\nports = [80, 443]\nlabels = {\n  a = \"b\"\n}\n";
    let app: App = hcl2::serde::from_str(text)?;
    assert_eq!(hcl2::serde::to_string(&app)?, text);
    assert_eq!(hcl2::serde::to_string(&&app)?, text);
    Ok(())
}

#[cfg(feature = "serde")]
#[test]
fn expressions_are_read_as_text() -> Result {
    let document = hcl2::parse("id = var.z\nsize = 1 + 1\nname = \"a-${lower(x)}\"\n")?;
    let read: BTreeMap<String, String> = document.deserialize_unevaluated()?;
    assert_eq!(read["id"], "${var.z}");
    assert_eq!(read["size"], "2");
    assert_eq!(read["name"], "a-${lower(x)}");
    Ok(())
}

#[test]
fn a_name_that_a_check_misspells_is_said() {
    #[derive(Decode, Debug)]
    #[hcl(validate = check)]
    #[expect(dead_code, reason = "only its problems are looked at")]
    struct Config {
        port: u16,
        #[hcl(block)]
        server: Option<Server>,
    }
    fn check(config: &Config, check: &mut hcl2::decode::Check<'_, '_>) {
        check.error("prt", "the port is taken");
        check.error("server.port", "the port is taken");
        check.report(
            config
                .server
                .as_ref()
                .expect("it is set")
                .port
                .error("it is taken"),
        );
    }
    let text = "port = 1\nserver {\n  port = 2\n}\n";
    let error = hcl2::from_str::<Config>(text).expect_err("the check fails");
    let found: Vec<_> = error
        .iter()
        .map(|problem| (problem.subject.map(|span| span.range()), &*problem.detail))
        .collect();
    assert_eq!(
        found,
        [
            (
                Some(0..0),
                "The port is taken. The check reports this for `prt`, which is not the name of an attribute, a block type or a label here."
            ),
            (Some(27..28), "The port is taken."),
            (Some(27..28), "It is taken."),
        ]
    );
}

#[test]
fn a_struct_is_checked_by_its_own_method() {
    #[derive(Decode, Debug)]
    #[hcl(validate = Range::check)]
    struct Range {
        min: u32,
        max: u32,
    }
    impl Range {
        fn check(&self) -> Result<(), String> {
            match self.min <= self.max {
                true => Ok(()),
                false => Err("`min` is larger than `max`".to_owned()),
            }
        }
    }
    #[derive(Decode, Debug)]
    #[expect(dead_code, reason = "only its problems are looked at")]
    struct Config {
        #[hcl(block)]
        range: Range,
    }
    let error =
        hcl2::from_str::<Config>("\nrange {\n  min = 2\n  max = 1\n}\n").expect_err("the check fails");
    let problem = &error.diagnostics()[0];
    assert_eq!(problem.code.id(), "hcl2::decode::invalid-value");
    assert_eq!(problem.subject.map(|span| span.range()), Some(1..6));
    assert_eq!(problem.detail, "`min` is larger than `max`.");
}

#[test]
fn a_default_of_an_attribute_for_later_is_a_value() -> Result {
    #[derive(Decode)]
    struct Rule {
        #[hcl(default = "denied")]
        message: Lazy<String>,
        #[hcl(default = 10)]
        limit: Lazy<u32>,
    }
    let rule: Rule = Loader::new()
        .variable("user", "root")
        .from_str("message = \"not ${user}\"\n")?;
    assert_eq!(
        (rule.message.evaluate(None)?.as_str(), rule.limit.evaluate(None)?),
        ("not root", 10)
    );
    let rule: Rule = hcl2::from_str("limit = 1 + 1\n")?;
    assert_eq!(
        (rule.message.evaluate(None)?.as_str(), rule.limit.evaluate(None)?),
        ("denied", 2)
    );
    Ok(())
}

#[test]
fn borrowed_fields_are_variables() -> Result {
    #[derive(hcl2::Encode)]
    struct Request<'a> {
        user: Option<&'a str>,
        path: std::borrow::Cow<'a, str>,
        ports: &'a [u16],
    }
    let request = Request {
        user: Some("root"),
        path: "/".into(),
        ports: &[80, 443],
    };
    let context = hcl2::encode_context(&request)?;
    let rule: Lazy<String> = Loader::new().load_template("rule", "${user}${path}${ports[1]}")?;
    assert_eq!(rule.evaluate(&context)?, "root/443");
    Ok(())
}

#[test]
fn an_unknown_label_is_compared_with_the_keys_of_a_map() -> Result {
    #[derive(Decode)]
    struct Config {
        kind: Spanned<String>,
    }
    let registry = BTreeMap::from([("cache", 1), ("queue", 2)]);
    let config: Config = hcl2::from_str("kind = \"cahce\"\n")?;
    let error = config.kind.unknown("plug-in", registry.keys());
    assert_eq!(
        error.diagnostics()[0].detail,
        "No plug-in is named \"cahce\". Did you mean \"cache\"?"
    );
    Ok(())
}

#[test]
fn an_expression_is_parsed_and_written_into_a_file() -> Result {
    let expression = hcl2::parse_expression("var.size + 1")?;
    let mut doc: Editor = "size = 1 # small\n".parse()?;
    doc.set("size", &expression)?;
    doc.define("copy", expression)?;
    assert_eq!(doc.text(), "size = var.size + 1 # small\ncopy = var.size + 1\n");
    let error = hcl2::parse_expression("1 +").expect_err("it is incomplete");
    assert!(error.to_string().starts_with("<expression>:1:"), "{error}");
    Ok(())
}

#[test]
fn references_of_a_document_are_listed_with_their_lines() -> Result {
    let document = hcl2::parse("a = var.x\nb \"l\" {\n  c = [var.y.z, upper(local.w)]\n}\n")?;
    let found: Vec<String> = document
        .variables()
        .iter()
        .map(|reference| {
            let place = reference.span().and_then(|span| document.sources().place(span));
            format!("{reference} {}", place.map_or(0, |place| place.line))
        })
        .collect();
    assert_eq!(found, ["var.x 1", "var.y.z 3", "local.w 3"]);
    assert_eq!(document.blocks("b")[0].labels[0].to_string(), "l");
    Ok(())
}
