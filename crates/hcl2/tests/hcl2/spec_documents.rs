//! Decoder specifications as documents: written in the JSON syntax and read back.

use hcl2::diagnostics::Outcome;
use hcl2::spec::{Sequence, Spec, SpecDocumentError, SpecFile};
use hcl2::value::{Function, Type, Value};
use hcl2::{Loader, Syntax};

fn read(text: &str, syntax: Syntax) -> Spec {
    let document = Loader::new().syntax(syntax).load_str("spec", text);
    let document = document.unwrap_or_else(|error| panic!("{error}"));
    let Outcome {
        value: file,
        diagnostics: problems,
    } = SpecFile::from_body(document.body());
    assert!(problems.is_empty(), "{problems:?}\n{text}");
    file.spec
}

/// Decodes a source by a specification that was written and read back.
fn decoded(spec: &Spec, text: &str) -> Value {
    let json = spec.to_json_document().expect("it can be written");
    let again = read(&json, Syntax::Json);
    assert_eq!(again.to_json_document().as_deref(), Ok(json.as_str()));
    let input = Loader::new()
        .load_str("input", text)
        .unwrap_or_else(|error| panic!("{error}"));
    let Outcome {
        value: before,
        diagnostics: problems,
    } = spec.decode(&**input.body(), None);
    assert!(problems.is_empty(), "{problems:?}");
    let Outcome {
        value: after,
        diagnostics: problems,
    } = again.decode(&**input.body(), None);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(before, after, "{json}");
    before
}

#[test]
fn every_kind_of_a_specification_file_is_read_back() {
    let spec = r#"
object {
  attr "name" {
    type     = string
    required = true
  }
  array "pair" {
    attr {
      name = "a"
      type = object({ "x y" = list(number), z = tuple([bool, any]) })
    }
    literal {
      value = ["$${x}", { n = 0.1, "%%{y}" = null }, true]
    }
    attr {
      name = "b"
      type = map(set(string))
    }
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
  block "health" {
    block_type = "health_check"
    attr {
      name = "path"
    }
  }
  block_list "servers" {
    block_type = "server"
    min_items  = 1
    max_items  = 3
    attr {
      name = "host"
      type = string
    }
  }
  block_set "zones" {
    block_type = "zone"
    attr {
      name = "id"
      type = number
    }
  }
  block_map "users" {
    block_type = "user"
    labels     = ["group", "name"]
    attr {
      name = "uid"
      type = number
    }
  }
  block_attrs "tags" {
    element_type = string
    required     = true
  }
  transform "shout" {
    result = upper(nested)
    attr {
      name = "name"
      type = string
    }
  }
}
"#;
    let input = r#"
name = "web"
a    = { "x y" = [1], z = [true, "any"] }
health_check {
  path = "/"
}
server {
  host = "a"
}
server {
  host = "b"
}
zone {
  id = 2
}
user "staff" "ada" {
  uid = 1
}
tags {
  team = "core"
}
"#;
    let value = decoded(&read(spec, Syntax::Native), input);
    assert_eq!(value.attribute("shout"), Ok(Value::from("WEB")));
    assert_eq!(value.attribute("port"), Ok(Value::from(80)));
    let pair = value.attribute("pair").unwrap();
    let literal = &pair.elements().unwrap()[1];
    assert_eq!(literal.elements().unwrap()[0], Value::from("${x}"));
}

#[test]
fn a_specification_that_only_code_can_express_is_refused() {
    let name = || Spec::optional("name", Type::STRING);
    let refused = |spec: Spec| spec.to_json_document().expect_err("files have no form for it");
    let kinds = [
        (Spec::blocks("a", Sequence::Tuple, name()), "tuples of blocks"),
        (Spec::block_object("a", ["key"], name()), "objects of blocks"),
        (Spec::label(0, "key"), "labels"),
        (
            name().then(Function::new("same", |arguments, _| Ok(arguments[0].clone()))),
            "transformations by functions",
        ),
        (
            Spec::tuple([Spec::Literal(Value::list(Type::STRING, []).unwrap())]),
            "literal lists, sets and maps",
        ),
    ];
    for (spec, kind) in kinds {
        assert_eq!(refused(spec), SpecDocumentError::UnsupportedKind(kind));
    }
    assert_eq!(
        refused(Spec::Literal(Value::DYNAMIC)).to_string(),
        "a literal cannot be written: a part of the value is unknown"
    );
}

#[test]
fn a_built_specification_equals_one_read_from_a_file() {
    let built = Spec::object([
        ("port", Spec::optional("port", Type::NUMBER).make_required()),
        (
            "tags",
            Spec::block_attributes("tags", Type::STRING).make_required(),
        ),
        (
            "server",
            Spec::blocks("server", Sequence::List, Spec::required("host", Type::STRING))
                .at_least(1)
                .at_most(2),
        ),
        (
            "tls",
            Spec::block("tls", Spec::optional("key", Type::STRING)).make_required(),
        ),
    ]);
    let written = r#"
object {
  attr "port" {
    type     = number
    required = true
  }
  block_attrs "tags" {
    element_type = string
    required     = true
  }
  block_list "server" {
    min_items = 1
    max_items = 2
    attr {
      name     = "host"
      type     = string
      required = true
    }
  }
  block "tls" {
    required = true
    attr {
      name = "key"
      type = string
    }
  }
}
"#;
    assert_eq!(
        built.to_json_document(),
        read(written, Syntax::Native).to_json_document()
    );
}
