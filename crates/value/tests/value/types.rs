//! Types: identity, matching, names and depth.

use hcl2_value::{CapsuleType, Type};

fn server() -> Type {
    Type::object([("name", Type::STRING), ("ports", Type::list(Type::NUMBER))])
}

#[test]
fn types_of_the_same_structure_are_identical() {
    assert_eq!(server(), server());
    assert_ne!(Type::list(Type::STRING), Type::set(Type::STRING));
    assert_ne!(Type::list(Type::STRING), Type::list(Type::NUMBER));
    assert_ne!(
        Type::tuple([Type::STRING]),
        Type::tuple([Type::STRING, Type::STRING])
    );
    assert_ne!(
        Type::object([("a", Type::BOOL)]),
        Type::object_with_optional([("a", Type::BOOL, true)])
    );
    let capsule = CapsuleType::new("bytes");
    assert_eq!(Type::capsule(capsule.clone()), Type::capsule(capsule));
    assert_ne!(
        Type::capsule(CapsuleType::new("bytes")),
        Type::capsule(CapsuleType::new("bytes"))
    );
}

#[test]
fn attributes_are_in_the_order_of_their_names_and_the_last_of_a_name_counts() {
    let ty = Type::object([("b", Type::BOOL), ("a", Type::STRING), ("b", Type::NUMBER)]);
    assert_eq!(ty.to_string(), "object({a=string,b=number})");
}

#[test]
fn types_are_written_as_type_expressions() {
    for (ty, text) in [
        (server(), "object({name=string,ports=list(number)})"),
        (Type::map(Type::DYNAMIC), "map(any)"),
        (
            Type::tuple([Type::BOOL, Type::set(Type::STRING)]),
            "tuple([bool,set(string)])",
        ),
        (
            Type::object_with_optional([("a", Type::STRING, true), ("b", Type::BOOL, false)]),
            "object({a=optional(string),b=bool})",
        ),
        (
            Type::object([("a b", Type::STRING), ("${x", Type::BOOL)]),
            r#"object({"${x"=bool,"a b"=string})"#,
        ),
        (
            Type::object([("é", Type::BOOL), ("\u{1}\n", Type::NUMBER)]),
            r#"object({"\u{1}\n"=number,é=bool})"#,
        ),
        (Type::tuple([]), "tuple([])"),
    ] {
        assert_eq!(ty.to_string(), text);
    }
}

#[test]
fn friendly_names_include_nested_collections() {
    assert_eq!(
        Type::list(Type::map(server())).friendly_name(),
        "list of map of object"
    );
    assert_eq!(Type::DYNAMIC.friendly_name(), "any type");
    assert_eq!(Type::capsule(CapsuleType::new("bytes")).friendly_name(), "bytes");
}

#[test]
fn matching_follows_the_specification() {
    // "Any type matches any type that it is identical to. Any type matches the dynamic pseudo-type."
    let any_list = Type::list(Type::DYNAMIC);
    assert!(Type::list(Type::STRING).matches(&any_list));
    assert!(Type::list(Type::map(Type::BOOL)).matches(&any_list));
    assert!(!Type::set(Type::STRING).matches(&any_list));
    assert!(server().matches(&Type::DYNAMIC));
    assert!(server().matches(&Type::object([
        ("name", Type::DYNAMIC),
        ("ports", Type::list(Type::DYNAMIC))
    ])));
    assert!(!server().matches(&Type::object([("name", Type::DYNAMIC)])));
}

#[test]
fn dynamic_and_optional_parts_are_found_at_every_level() {
    let ty = Type::list(Type::object_with_optional([("a", Type::DYNAMIC, true)]));
    assert!(ty.has_dynamic() && ty.has_optional_attributes());
    let plain = ty.without_optional_attributes();
    assert!(plain.has_dynamic() && !plain.has_optional_attributes());
    assert_eq!(
        plain.with_dynamic_replaced(&Type::BOOL),
        Type::list(Type::object([("a", Type::BOOL)]))
    );
}

#[test]
fn types_may_be_nested_as_deep_as_memory_allows() {
    let deep = || (0..100_000).fold(Type::STRING, |inner, _| Type::list(inner));
    let (a, b) = (deep(), deep());
    assert_eq!(a, b);
    assert_eq!(a.depth(), 100_000);
    assert_eq!(
        a.friendly_name().len(),
        100_000 * "list of ".len() + "string".len()
    );
    assert_eq!(a.to_string().len(), 100_000 * "list()".len() + "string".len());
    assert!(a.matches(&b));
}
