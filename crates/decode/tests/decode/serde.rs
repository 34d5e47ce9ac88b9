//! Bodies read by serde.

use hcl2_decode::serde::from_body;
use hcl2_diagnostics::codes::{body, decode as codes, expr};
use hcl2_diagnostics::{Code, Source};
use hcl2_native::NativeBody;
use serde::Deserialize;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only problems are looked at")]
struct Config {
    port: u16,
    mode: Option<Mode>,
    #[serde(default)]
    listen: Vec<Config>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Fast,
}

/// The codes and ranges of the problems of a source.
fn problems(source: &str) -> Vec<(Code, usize, usize)> {
    let source = Source::new("test.hcl", source).expect("it is short");
    let file = hcl2_native::parse_file(&source)
        .into_result()
        .expect("it has no errors");
    let root = file.root().body().expect("it is a file");
    let read = from_body::<Config>(&NativeBody::new(file, root), None);
    assert!(read.value.is_none());
    let places = read.diagnostics.iter().map(|problem| {
        let range = problem.subject.expect("problems have ranges").range();
        (problem.code, range.start, range.end)
    });
    places.collect()
}

#[test]
fn each_problem_has_a_code_and_a_range() {
    assert_eq!(problems("port = 80000"), [(codes::OUT_OF_RANGE, 7, 12)]);
    assert_eq!(problems("port = []"), [(codes::WRONG_TYPE, 7, 9)]);
    assert_eq!(problems("port = null"), [(codes::NULL_VALUE, 7, 11)]);
    assert_eq!(problems("port = 1\nmode = 7"), [(codes::INVALID_VALUE, 16, 17)]);
    assert_eq!(
        problems("port = 1\nmode = \"slow\""),
        [(codes::UNKNOWN_VARIANT, 16, 22)]
    );
    assert_eq!(
        problems("port = 1\nprot = 1"),
        [(body::UNSUPPORTED_ATTRIBUTE, 9, 13)]
    );
    assert_eq!(problems("port = 1\nserve {}"), [(body::UNSUPPORTED_BLOCK, 9, 14)]);
    assert_eq!(problems("port = x"), [(expr::VARIABLES_NOT_ALLOWED, 7, 8)]);
}

#[test]
fn problems_do_not_hide_each_other() {
    assert_eq!(
        problems("mode = 1\nlisten {\n  prot = 1\n  mode = 2\n}\nlisten {\n  port = -1\n}\nserve {}\n"),
        [
            (body::MISSING_ATTRIBUTE, 0, 0),
            (codes::INVALID_VALUE, 7, 8),
            (body::UNSUPPORTED_ATTRIBUTE, 20, 24),
            (codes::INVALID_VALUE, 38, 39),
            (codes::OUT_OF_RANGE, 60, 62),
            (body::UNSUPPORTED_BLOCK, 65, 70),
        ]
    );
}

#[test]
fn labels_are_not_ignored_where_a_struct_is_expected() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct File {
        project: Project,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    struct Project {
        image: Option<String>,
        web: Option<Box<Project>>,
    }

    let read = |text: &str| {
        let source = Source::new("test.hcl", text).expect("it is short");
        let file = hcl2_native::parse_file(&source).value;
        let root = file.root().body().expect("it is a file");
        from_body::<File>(&NativeBody::new(file, root), None)
    };
    for text in [
        "project \"api\" {\n  image = \"1\"\n}\n",
        "project \"api\" {\n  image = \"1\"\n}\nproject \"db\" {\n}\n",
        "project \"api\" {\n  image = \"1\"\n}\nproject \"api\" {\n}\n",
    ] {
        let found = read(text);
        let problem = &found.diagnostics[0];
        assert_eq!((found.value, problem.code), (None, body::EXTRANEOUS_LABEL));
        assert_eq!(problem.subject.expect("it has a place").range(), 8..13);
        assert_eq!(
            problem.detail,
            "Expected a block without labels; a map by label takes blocks with labels."
        );
    }
    let found = read("project \"web\" {\n  image = \"1\"\n}\n");
    let web = found.value.and_then(|file| file.project.web);
    assert_eq!(web.and_then(|web| web.image).as_deref(), Some("1"));
}
