//! Errors of the layers as errors of the facade.

use hcl2::diagnostics::codes::{decode, edit, encode, source};
use hcl2::diagnostics::{Source, SourceTooLarge};
use hcl2::edit::Address;
use hcl2::json::write_value;
use hcl2::model::Syntax;
use hcl2::value::{Number, Type, Value};
use hcl2::{Decode, Error};

#[derive(Decode, Debug)]
struct Port {
    #[expect(dead_code, reason = "only decoding is tested")]
    port: u16,
}

#[test]
fn an_error_of_a_layer_is_one_problem_without_a_place() {
    let too_large = SourceTooLarge {
        name: "huge.hcl".to_owned(),
        bytes: Source::MAX_BYTES + 1,
    };
    let number = Value::from("many").convert(&Type::NUMBER);
    let strings = Vec::<String>::try_from(&Value::from(1));
    let unknown = Value::unknown(Type::STRING);
    let object = Value::object([("port", Value::from(-1))]);
    for (error, code, place, detail) in [
        (
            Error::from(too_large),
            source::UNREADABLE,
            None,
            "huge.hcl has 4294967295 bytes",
        ),
        (
            number.expect_err("it is no number").into(),
            decode::INVALID_VALUE,
            None,
            "A number is required",
        ),
        (
            strings.expect_err("it is no list").into(),
            decode::INVALID_VALUE,
            None,
            "",
        ),
        (
            "1x".parse::<Number>().expect_err("it is no number").into(),
            decode::INVALID_VALUE,
            None,
            "",
        ),
        (
            "yaml".parse::<Syntax>().expect_err("it is unknown").into(),
            decode::INVALID_VALUE,
            None,
            "Expected `native`",
        ),
        (
            hcl2::decode_value::<Port>(&object).expect_err("it is negative"),
            decode::OUT_OF_RANGE,
            None,
            ".port: ",
        ),
        (
            write_value(&unknown).expect_err("it is unknown").into(),
            encode::UNREPRESENTABLE,
            None,
            "unknown",
        ),
        (
            "a..b".parse::<Address>().expect_err("a name is missing").into(),
            edit::REFUSED,
            None,
            "`a..b`",
        ),
    ] {
        let [problem] = error.diagnostics() else {
            panic!("{error}")
        };
        assert_eq!((problem.code, problem.subject), (code, place), "{error}");
        assert!(
            problem.detail.contains(detail) && problem.detail.ends_with('.'),
            "{error}"
        );
        assert!(
            error.to_string().starts_with(&format!("error[{}]: ", code.id())),
            "{error}"
        );
    }
}
