//! Reading specification files.

use hcl2_diagnostics::Outcome;
use hcl2_model::Name;
use hcl2_spec::SpecFile;
use hcl2_value::Value;
use hcl2_wire::json::{JsonOptions, value_to_json};

use crate::support::{body, on_small_stack, shown, want};

fn problems(text: &str) -> Vec<(&'static str, String)> {
    shown(&SpecFile::from_body(&body(text)).diagnostics, text)
}

/// Decodes an input by a specification, and returns the result as JSON.
fn run(spec: &str, input: &str) -> String {
    let Outcome {
        value: file,
        diagnostics,
    } = SpecFile::from_body(&body(spec));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let Outcome { value, diagnostics } = file.spec.decode(&*body(input), file.context([]).as_ref());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    value_to_json(&value, JsonOptions::default()).expect("the value is plain")
}

#[test]
fn every_kind_of_specification_is_read() {
    let spec = r#"
variables {
  zone = upper("a")
}
function "twice" {
  params = [n]
  result = n * 2
}
object {
  attr "name" {
    type     = string
    required = true
  }
  attr "renamed" {
    name = "original"
    type = object({ a = list(number) })
  }
  array "pair" {
    attr {
      name = "left"
    }
    literal {
      value = max(1, 2)
    }
  }
  block "single" {
    block_type = "one"
    attr {
      name = "x"
    }
  }
  block_list "items" {
    block_type = "item"
    min_items  = 1
    max_items  = 2
    attr {
      name = "x"
      type = tuple([number])
    }
  }
  block_set "tags" {
    attr {
      name = "x"
      type = string
    }
  }
  block_map "named" {
    labels = ["name"]
    attr {
      name = "x"
      type = number
    }
  }
  block_attrs "env" {
    element_type = string
  }
  default "port" {
    attr {
      name = "port"
      type = number
    }
    literal {
      value = 80
    }
  }
  transform "size" {
    attr {
      name = "mb"
      type = number
    }
    result = nested * 1024
  }
}
"#;
    let input = r#"
name     = "n-${zone}"
original = { a = ["1"] }
left     = twice(4)
mb       = 2
one {
  x = true
}
item {
  x = [1]
}
tags {
  x = "b"
}
tags {
  x = "a"
}
tags {
  x = "b"
}
named "k" {
  x = 1
}
env {
  A = 1
}
"#;
    assert_eq!(
        run(spec, input),
        r#"{"env":{"A":"1"},"items":[[1]],"name":"n-A","named":{"k":1},"pair":[8,2],"port":80,"renamed":{"a":[1]},"single":true,"size":2048,"tags":["a","b"]}"#
    );
}

#[test]
fn a_file_has_exactly_one_specification() {
    assert_eq!(
        problems("variables {\n}\n"),
        want(&[("hcl2::decode::missing-spec", "@0")])
    );
    assert_eq!(
        problems("object {\n}\narray {\n}\n"),
        want(&[("hcl2::decode::extraneous-spec", "array")])
    );
    assert_eq!(
        problems("objekt {\n}\n"),
        want(&[("hcl2::body::unsupported-block", "objekt")])
    );
    let diagnostics = SpecFile::from_body(&body("objekt {\n}\n")).diagnostics;
    assert!(diagnostics[0].detail.contains("`object`"));
    assert_eq!(
        problems("object {\n  attr {\n  }\n}\n"),
        want(&[("hcl2::body::missing-label", "{")])
    );
}

#[test]
fn arguments_are_checked() {
    const ARGUMENT: &str = "hcl2::decode::invalid-argument";
    for (text, expected) in [
        ("attr {\n}\n", ("hcl2::decode::missing-name", "@5")),
        (
            "block {\n  object {\n  }\n}\n",
            ("hcl2::decode::missing-name", "@6"),
        ),
        (
            "block_list {\n  object {\n  }\n}\n",
            ("hcl2::decode::missing-name", "@11"),
        ),
        ("attr {\n  name = \"a\"\n  required = 5\n}\n", (ARGUMENT, "5")),
        ("attr {\n  name = []\n}\n", (ARGUMENT, "[")),
        (
            "attr {\n  name = \"a\"\n  type = \"string\"\n}\n",
            ("hcl2::decode::invalid-type", "\"string\""),
        ),
        (
            "attr {\n  name = \"a\"\n  type = strng\n}\n",
            ("hcl2::expr::unknown-variable", "strng"),
        ),
        (
            "attr {\n  name = \"a\"\n  typ = string\n}\n",
            ("hcl2::body::unsupported-attribute", "typ"),
        ),
        (
            "block_list {\n  block_type = \"b\"\n  min_items = 1.5\n  object {\n  }\n}\n",
            (ARGUMENT, "1.5"),
        ),
        (
            "block_set {\n  block_type = \"b\"\n  min_items = 3\n  max_items = 2\n  object {\n  }\n}\n",
            (ARGUMENT, "2"),
        ),
        (
            "block_map {\n  block_type = \"b\"\n  labels = []\n  object {\n  }\n}\n",
            (ARGUMENT, "@10"),
        ),
        (
            "block_map {\n  block_type = \"b\"\n  labels = [null]\n  object {\n  }\n}\n",
            (ARGUMENT, "["),
        ),
        (
            "block_map {\n  block_type = \"b\"\n  object {\n  }\n}\n",
            ("hcl2::body::missing-attribute", "@10"),
        ),
        (
            "block_map {\n  block_type = \"b\"\n  labels = [\"l\"]\n  attr {\n    name = \"a\"\n  }\n}\n",
            ("hcl2::decode::dynamic-map", "@10"),
        ),
        (
            "block {\n  block_type = \"b\"\n}\n",
            ("hcl2::decode::missing-spec", "@6"),
        ),
        (
            "block {\n  block_type = \"b\"\n  object {\n  }\n  array {\n  }\n}\n",
            ("hcl2::decode::extraneous-spec", "array"),
        ),
        ("default {\n}\n", ("hcl2::decode::missing-spec", "@8")),
        (
            "default {\n  object {\n  }\n}\n",
            ("hcl2::decode::useless-default", "object"),
        ),
        (
            "transform {\n  result = nested\n}\n",
            ("hcl2::decode::missing-spec", "@10"),
        ),
        (
            "transform {\n  object {\n  }\n}\n",
            ("hcl2::body::missing-attribute", "@10"),
        ),
        ("literal {\n}\n", ("hcl2::body::missing-attribute", "@8")),
        (
            "literal {\n  value = a\n}\n",
            ("hcl2::expr::variables-not-allowed", "a"),
        ),
    ] {
        assert_eq!(problems(text), want(&[expected]), "{text}");
    }
    let diagnostics = SpecFile::from_body(&body("default {\n  object {\n  }\n}\n")).diagnostics;
    assert!(!diagnostics.has_errors());
}

#[test]
fn types_in_specifications_are_ordinary_expressions() {
    for (ty, json) in [
        ("null", r#"{"a":[1]}"#),
        ("any", r#"{"a":[1]}"#),
        ("list(string)", r#"{"a":["1"]}"#),
        ("tuple([string])", r#"{"a":["1"]}"#),
        ("true ? set(string) : string", r#"{"a":["1"]}"#),
    ] {
        let spec = format!("object {{\n  attr \"a\" {{\n    type = {ty}\n  }}\n}}\n");
        assert_eq!(run(&spec, "a = [1]\n"), json, "{ty}");
    }
}

#[test]
fn variables_from_outside_take_precedence_over_those_of_the_file() {
    let file = SpecFile::from_body(&body("variables {\n  a = 1\n  b = 2\n}\nobject {\n}\n")).value;
    let context = file.context([(Name::from("b"), Value::from(3))]).unwrap();
    assert_eq!(context.variable("a"), Some(&Value::from(1)));
    assert_eq!(context.variable("b"), Some(&Value::from(3)));
    let file = SpecFile::from_body(&body("object {\n}\n")).value;
    assert!(file.context([]).is_none());
}

#[test]
fn deep_specifications_need_little_stack() {
    on_small_stack(|| {
        let depth = 120;
        let spec = format!(
            "{}object {{\n}}\n{}",
            "block {\nblock_type = \"b\"\n".repeat(depth),
            "}\n".repeat(depth)
        );
        let input = format!("{}{}", "b {\n".repeat(depth), "}\n".repeat(depth));
        assert_eq!(run(&spec, &input), "{}");
        let spec = format!("{}object {{\n}}\n{}", "array {\n".repeat(240), "}\n".repeat(240));
        assert!(run(&spec, "").starts_with("[[["));
    });
}
