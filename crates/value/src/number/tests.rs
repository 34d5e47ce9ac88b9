use super::*;

fn number(text: &str) -> Number {
    Number::parse(text).unwrap()
}

#[test]
fn fractions_are_binary() {
    let difference = Number::from(1).sub(&number("0.9")).unwrap();
    assert_eq!(number(&difference.to_string()), difference);
    assert_eq!(number("0.1").add(&number("0.2")).unwrap().to_string(), "0.3");
    assert_eq!(number("0.1").add(&number("0.2")).unwrap(), number("0.3"));
    assert_eq!(number("1e30").to_string(), format!("1{}", "0".repeat(30)));
}
