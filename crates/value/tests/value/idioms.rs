//! The conversions and traits that a Rust user tries first.

use std::borrow::Cow;
use std::fmt::Write;

use hcl2_value::{Mark, Marks, Number, Path, PathStep, Str, StrBuilder, Value};

#[test]
fn numbers_parse_and_convert() {
    let number: Number = "1.5e3".parse().expect("a number");
    assert_eq!(number, Number::from(1500));
    assert_eq!(i64::try_from(&number), Ok(1500));
    assert_eq!(f64::try_from(&number), Ok(1500.0));
    assert_eq!(
        Number::try_from(f64::NAN).unwrap_err().to_string(),
        "NaN is not a number"
    );
    assert_eq!(
        (number.to_string(), Number::default()),
        ("1500".to_owned(), Number::ZERO)
    );
}

#[test]
fn strings_are_made_from_strings_of_all_kinds() {
    let composed = Str::from("é");
    assert_eq!("e\u{301}".parse(), Ok(composed.clone()));
    assert_eq!(Str::from(Cow::Borrowed("e\u{301}")), composed);
    assert_eq!(Str::from_iter(["e", "\u{301}"]), composed);
    assert_eq!(Str::from_iter(['e', '\u{301}']), composed);
    assert_eq!(String::from(composed.clone()), "é");
    let owned = String::from("é");
    assert!("é" == composed && composed == *"é" && composed == owned);
    let mut builder = StrBuilder::default();
    builder.extend(["a", "b"]);
    write!(builder, "{}", 1).expect("no failure");
    assert_eq!(Value::from(builder), Value::from("ab1"));
}

#[test]
fn string_under_construction_is_its_pieces_without_normalization() {
    let mut builder = StrBuilder::from(&Str::from("caf"));
    builder.extend(["e", "\u{301}"]);
    assert_eq!(builder.as_str(), "cafe\u{301}");
    assert_eq!(builder.build(), "café");
}

#[test]
fn paths_extend_and_iterate() {
    let steps = [PathStep::Attribute("a".into()), PathStep::Index(Value::from(0))];
    let mut path = Path::from(vec![steps[0].clone()]);
    path.extend([steps[1].clone()]);
    assert_eq!(path.as_ref(), steps);
    assert!((&path).into_iter().eq(&steps));
    assert!(path.into_iter().eq(steps));
}

#[test]
fn marks_extend_and_iterate() {
    let mut marks = Marks::from(Mark::new("b"));
    marks.extend([Mark::new("a"), Mark::new("b")]);
    assert_eq!((marks.len(), Marks::default().len()), (2, 0));
    let mut names: Vec<&&str> = Vec::new();
    for mark in &marks {
        names.extend(mark.downcast_ref::<&str>());
    }
    assert_eq!(names, [&"a", &"b"]);
}

#[test]
fn fields_iterate_in_the_order_of_their_keys() {
    let object = Value::object([("b", Value::from(2)), ("a", Value::from(1))]);
    let mut found = Vec::new();
    for (key, value) in object.fields().expect("an object") {
        found.push((key.as_str(), value.clone()));
    }
    assert_eq!(found, [("a", Value::from(1)), ("b", Value::from(2))]);
}
