//! Renames of the variables of `for` expressions and of dynamic blocks.

use std::path::Path;
use std::sync::Arc;

use hcl2_project::{Memory, Names};

/// Renames the iterator at the first `|` of a source.
fn rename(name: &str, text: &str, new: &str) -> Result<String, (&'static str, String)> {
    let offset = text.find('|').expect("a mark") as u32;
    let text = text.replacen('|', "", 1);
    let files: Memory = [(name, text.as_str())].into_iter().collect();
    let mut names = Names::new(Arc::new(files), [Path::new("/")]);
    let path = Path::new("/").join(name);
    let iterator = names.iterator(&path, offset).expect("an iterator");
    match names.rename_iterator(&path, &iterator, new) {
        Ok(renaming) => Ok(String::from_utf8(renaming.files[&path].text()).expect("text")),
        Err(problems) => {
            let subject = problems[0].subject.expect("a place");
            let covered =
                String::from_utf8_lossy(&text.as_bytes()[subject.start as usize..subject.end as usize])
                    .into_owned();
            Err((problems[0].code.id(), covered))
        }
    }
}

const DYNAMIC: &str = "resource \"test_thing\" \"a\" {
  dynamic \"set|ting\" {
    for_each = var.settings
    content {
      name = setting.value.name
      all  = [for s in setting.value.list : \"${setting.key}${s}\"]
      dynamic \"inner\" {
        for_each = setting.value.inner
        content {
          both = \"${setting.key}${inner.key}\"
        }
      }
    }
  }
  last = setting
}
";

#[test]
fn variables_of_loops_are_renamed_where_they_are_seen() {
    let cases = [
        (
            "a = [for |x in var.x : x + 1 if x > 0]",
            "a = [for y in var.x : y + 1 if y > 0]",
        ),
        (
            "a = {for k|, v in var.k : k => [for v in v : \"${k}${v}\"]}",
            "a = {for y, v in var.k : y => [for v in v : \"${y}${v}\"]}",
        ),
        (
            "a = {for k, v in var.k : k => [for |v in v : \"${k}${v}\"]}",
            "a = {for k, v in var.k : k => [for y in v : \"${k}${y}\"]}",
        ),
        (
            "a = \"%{ for |x in var.x }${x.x}%{ endfor }\"",
            "a = \"%{ for y in var.x }${y.x}%{ endfor }\"",
        ),
        (
            "a = [for x in var.x : { x = |x }]",
            "a = [for y in var.x : { x = y }]",
        ),
    ];
    for (before, after) in cases {
        let wrap = |text: &str| format!("locals {{\n  {text}\n}}\n");
        assert_eq!(
            rename("main.tf", &wrap(before), "y").as_deref(),
            Ok(wrap(after).as_str())
        );
    }
}

#[test]
fn variable_of_a_loop_in_json_is_renamed() {
    let text = r#"{"locals": {"a": "${[for |x in var.x : \"<${x}>\"]}"}}"#;
    let expected = r#"{"locals": {"a": "${[for y in var.x : \"<${y}>\"]}"}}"#;
    assert_eq!(rename("main.tf.json", text, "y").as_deref(), Ok(expected));
}

#[test]
fn dynamic_block_gets_a_named_iterator() {
    let renamed = rename("main.tf", DYNAMIC, "each_setting").expect("a rename");
    let expected = DYNAMIC
        .replace("set|ting", "setting")
        .replace("setting.", "each_setting.")
        .replace(
            "for_each = var.settings\n",
            "for_each = var.settings\n    iterator = each_setting\n",
        );
    assert_eq!(renamed, expected);
    let again = renamed.replacen("iterator = each_setting", "iterator = |each_setting", 1);
    let back = rename("main.tf", &again, "setting").expect("a rename");
    assert_eq!(back, expected.replace("each_setting", "setting"));
}

#[test]
fn names_that_mean_something_else_are_refused() {
    let cases = [
        (
            "a = [for |x in [1] : x + var.y]",
            "var",
            "hcl2::rename::captured",
            "var",
        ),
        (
            "a = {for |k, v in {} : k => v}",
            "v",
            "hcl2::rename::captured",
            "v",
        ),
        (
            "a = [for |x in [1] : [for y in [2] : x + y]]",
            "y",
            "hcl2::rename::captured",
            "x",
        ),
        (
            "a = [for x in [1] : [for |y in [2] : x + y]]",
            "x",
            "hcl2::rename::captured",
            "x",
        ),
        ("a = [for |x in [1] : x]", "2", "hcl2::rename::invalid-name", "x"),
    ];
    for (text, new, code, covered) in cases {
        let text = format!("locals {{\n  {text}\n}}\n");
        assert_eq!(
            rename("main.tf", &text, new),
            Err((code, covered.to_owned())),
            "{text}"
        );
    }
    for (new, covered) in [("inner", "setting"), ("s", "setting")] {
        let problem = rename("main.tf", DYNAMIC, new);
        assert_eq!(
            problem,
            Err(("hcl2::rename::captured", covered.to_owned())),
            "{new}"
        );
    }
}
