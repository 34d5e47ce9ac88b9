//! Growth: what an application calls takes time linear in its configuration.

use std::collections::BTreeMap;

use hcl2::edit::JsonEditor;
use hcl2::{Decode, Encode, Layers, Loader};
use hcl2_testing::assert_linear;

/// The number of blocks of the smaller input.
const BLOCKS: usize = 200;

#[derive(Decode, Encode, Debug)]
struct Config {
    #[hcl(block)]
    rule: Vec<Rule>,
}

#[derive(Decode, Encode, Debug)]
struct Rule {
    #[hcl(label)]
    name: String,
    port: u16,
    tags: Option<BTreeMap<String, String>>,
}

fn rules(count: usize) -> String {
    (0..count)
        .map(|i| {
            format!(
                "rule \"r{i}\" {{\n  port = {}\n  tags = {{ a{i} = \"b\" }}\n}}\n",
                i % 1000
            )
        })
        .collect()
}

fn json(count: usize) -> String {
    let rule = |i: usize| format!("\"r{i}\": {{\"port\": {}}}", i % 1000);
    let rules: Vec<String> = (0..count).map(rule).collect();
    format!("{{\"rule\": {{{}}}}}", rules.join(","))
}

#[test]
fn decoding_is_linear() {
    let decode = |text: String| hcl2::from_str::<Config>(&text).expect("it decodes").rule.len();
    assert_linear("native", BLOCKS, rules, decode);
    let decode = |text: String| hcl2::from_json::<Config>(&text).expect("it decodes").rule.len();
    assert_linear("JSON", BLOCKS, json, decode);
    let wrong = |count| rules(count).replace("port = ", "port = -1 # ");
    let decode = |text: String| hcl2::from_str::<Config>(&text).expect_err("no port is negative");
    assert_linear("wrong values", BLOCKS, wrong, decode);
    let unknown = |count| rules(count).replace("port", "prot");
    let decode = |text: String| hcl2::from_str::<Config>(&text).expect_err("no such argument");
    assert_linear("unknown arguments", BLOCKS, unknown, decode);
}

#[derive(Decode, Encode, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
struct Collected {
    ports: BTreeMap<String, u16>,
    numbers: Vec<u16>,
}

/// Returns a map and a list with many elements.
fn collected(count: usize, value: &str) -> String {
    let ports: String = (0..count).map(|i| format!("  k{i} = {value}\n")).collect();
    format!(
        "ports = {{\n{ports}}}\nnumbers = [{}]\n",
        vec![value; count].join(", ")
    )
}

#[test]
fn decoding_of_large_collections_is_linear() {
    let decode = |text: String| hcl2::from_str::<Collected>(&text).expect("it decodes");
    assert_linear("collections", BLOCKS, |count| collected(count, "1"), decode);
    let decode = |text: String| hcl2::from_str::<Collected>(&text).expect_err("no port is negative");
    assert_linear("wrong elements", BLOCKS, |count| collected(count, "-1"), decode);
    let in_json = |count, value: &str| {
        let ports: Vec<String> = (0..count).map(|i| format!("\"k{i}\": {value}")).collect();
        let numbers = vec![value; count].join(", ");
        format!(
            "{{\"ports\": {{{}}}, \"numbers\": [{numbers}]}}",
            ports.join(", ")
        )
    };
    let decode = |text: String| hcl2::from_json::<Collected>(&text).expect("it decodes");
    assert_linear("JSON collections", BLOCKS, |count| in_json(count, "1"), decode);
    let decode = |text: String| hcl2::from_json::<Collected>(&text).expect_err("no port is negative");
    assert_linear(
        "wrong JSON elements",
        BLOCKS,
        |count| in_json(count, "-1"),
        decode,
    );
}

#[test]
fn encoding_is_linear() {
    let config = |count| hcl2::from_str::<Config>(&rules(count)).expect("it decodes");
    assert_linear("native", BLOCKS, config, |config| hcl2::to_string(&config));
    assert_linear("JSON", BLOCKS, config, |config| hcl2::to_json_syntax(&config));
    let config = |count| hcl2::from_str::<Collected>(&collected(count, "1")).expect("it decodes");
    assert_linear("native collections", BLOCKS, config, |config| {
        hcl2::to_string(&config)
    });
    assert_linear("JSON collections", BLOCKS, config, |config| {
        hcl2::to_json_syntax(&config)
    });
}

#[cfg(feature = "serde")]
#[test]
fn serde_is_linear() {
    let document = |count| Loader::new().load_str("a.hcl", rules(count)).expect("it parses");
    type Rules = BTreeMap<String, BTreeMap<String, BTreeMap<String, serde_json::Value>>>;
    let decode = |document: hcl2::Document| document.deserialize::<Rules>().expect("it decodes");
    assert_linear("serde", BLOCKS, document, decode);
    type Wrong = BTreeMap<String, BTreeMap<String, BTreeMap<String, bool>>>;
    let decode = |document: hcl2::Document| document.deserialize::<Wrong>().expect_err("no booleans");
    assert_linear("serde of other types", BLOCKS, document, decode);
    let load = |text: String| Loader::new().load_str("a.hcl", text).expect("it parses");
    let decode = |document: hcl2::Document| document.deserialize::<Collected>().expect("it decodes");
    assert_linear(
        "serde of collections",
        BLOCKS,
        |count| load(collected(count, "1")),
        decode,
    );
    let decode = |document: hcl2::Document| {
        document
            .deserialize::<Collected>()
            .expect_err("no port is negative")
    };
    assert_linear(
        "serde of wrong elements",
        BLOCKS,
        |count| load(collected(count, "-1")),
        decode,
    );
}

#[test]
fn layers_are_linear() {
    let texts = |count| {
        Layers::new(Loader::new())
            .text("defaults.hcl", rules(count))
            .text("site.hcl.json", json(count))
    };
    let decode = |layers: Layers| layers.decode::<Config>().expect("it decodes").rule.len();
    assert_linear("texts", BLOCKS, texts, decode);
    let variables = |count: usize| (0..count).map(|i| (format!("APP__RULE__r{i}__PORT"), "7"));
    let environment = |count| texts(count).environment_from("APP", variables(count));
    assert_linear("environment", BLOCKS, environment, decode);
    let options = |count: usize| {
        (0..count).fold(texts(count), |layers, i| {
            layers.set(&format!("rule.r{i}.port"), "8")
        })
    };
    assert_linear("options", BLOCKS, options, decode);
    let document = |count| texts(count).load().expect("it parses");
    assert_linear("one origin", BLOCKS, document, |document| {
        document.origin("rule.r7.port").expect("it is set").to_string()
    });
}

#[test]
fn removing_many_properties_is_linear() {
    let text = |count| format!("{{{}}}", vec!["\"a\": 1"; count].join(", "));
    assert_linear("remove", BLOCKS, text, |text| {
        let mut editor = JsonEditor::parse(text).expect("it parses");
        editor.remove("a").expect("they are there");
        editor.text().len()
    });
}

#[test]
fn a_batch_of_edits_behind_long_comments_is_linear() {
    use hcl2::edit::{Address, Batch};
    use hcl2::native::edit::Editor;

    for (what, comment) in [("a long comment", "x"), ("lines of comments", "\n# x")] {
        let text = |count: usize| {
            let attributes: String = (0..count).map(|i| format!("a{i} = 0\n")).collect();
            (count, format!("# {}\n{attributes}", comment.repeat(count * 500)))
        };
        assert_linear(what, 100, text, |(count, text)| {
            let mut editor = Editor::parse(text).expect("it parses");
            let mut batch = Batch::new(&mut editor);
            for number in 0..count {
                let address: Address = format!("a{number}").parse().expect("an address");
                let edit = batch.edit(&[address], |editor, at| editor.set(&at[0], 1));
                edit.expect("it is there");
            }
            batch.finish().expect("it parses");
            editor.text().len()
        });
    }
}

#[test]
fn one_edit_of_json_is_linear() {
    assert_linear("edit", BLOCKS, json, |text| {
        let mut editor = JsonEditor::parse(text).expect("it parses");
        editor.remove("rule.r7").expect("it is there");
        editor.text().len()
    });
}

#[test]
fn implied_schemas_are_linear() {
    let attributes = |count| (0..count).map(|i| format!("a{i} = 1\n")).collect::<String>();
    let merged = |count| {
        let bodies = ["a.hcl", "b.hcl"].map(|name| {
            let document = Loader::new()
                .load_str(name, attributes(count))
                .expect("it parses");
            document.body().clone()
        });
        hcl2::model::merge_bodies(bodies.to_vec())
    };
    assert_linear("merged", 10 * BLOCKS, merged, |body| {
        body.implied_schema().attributes.len()
    });
}

#[test]
fn conversion_to_plain_json_is_linear() {
    let options = hcl2::PlainOptions::default();
    let file = |count| {
        let source = hcl2::diagnostics::Source::new("a.hcl", rules(count)).expect("it is small");
        hcl2::native::parse_file(&source).value
    };
    assert_linear("plain JSON", BLOCKS, file, |file| {
        hcl2::to_plain_json(&file, options).expect("it is JSON").len()
    });
}

#[cfg(feature = "terraform")]
#[test]
fn modules_and_tests_are_read_and_checked_in_linear_time() {
    let module = |count: usize| {
        let part = |number: usize| {
            let variable = format!("variable \"v{number}\" {{\n  default = {number}\n}}\n");
            let call = format!("module \"m{number}\" {{\n  source = \"./m\"\n  v      = var.v{number}\n}}\n");
            format!(
                "{variable}{call}output \"o{number}\" {{\n  value = module.m{number}.o + local.none\n}}\n"
            )
        };
        let run =
            |number: usize| format!("run \"r{number}\" {{\n  variables {{\n    v{number} = 1\n  }}\n}}\n");
        let directory = tempfile::tempdir().expect("a directory");
        let write = |name: &str, text: String| std::fs::write(directory.path().join(name), text);
        write("main.tf", (0..count).map(part).collect()).expect("it is written");
        write("a.tftest.hcl", (0..count).map(run).collect()).expect("it is written");
        std::fs::create_dir(directory.path().join("m")).expect("a directory");
        let called = "variable \"v\" {\n}\noutput \"o\" {\n  value = var.v\n}\n";
        write("m/main.tf", called.to_owned()).expect("it is written");
        directory
    };
    let loader = hcl2::ModuleLoader::new();
    assert_linear("modules", BLOCKS, module, |directory| {
        let loaded = loader.load_partial(directory.path());
        loaded.tree.validate(None).error_count()
    });
    assert_linear("tests", BLOCKS, module, |directory| {
        let loaded = loader.load_tests(directory.path(), "tests");
        loaded.files[0].tests.runs.len()
    });
}
