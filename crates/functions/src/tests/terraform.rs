//! Laws of the functions of Terraform.

use std::sync::Arc;

use hcl2_value::{Function, FunctionError, Type, Value};
use proptest::prelude::*;

use super::laws::json_value;
use super::s;
use crate::terraform::{functions, host_functions};
use crate::{Host, NoHost, terraform};

fn call(name: &str, arguments: impl AsRef<[Value]>) -> Result<Value, FunctionError> {
    let found = functions(&(Arc::new(NoHost) as _)).into_iter();
    let found = found
        .chain(terraform::opentofu_functions())
        .find(|function| function.name() == name);
    found
        .unwrap_or_else(|| panic!("no function {name}"))
        .call(arguments.as_ref())
}

fn ok(name: &str, arguments: impl AsRef<[Value]>) -> Value {
    call(name, arguments).unwrap_or_else(|error| panic!("{name}: {error}"))
}

proptest! {
    #[test]
    fn yaml_reads_back_as_the_same_value(value in json_value()) {
        let yaml = ok("yamlencode", [value.clone()]);
        prop_assert_eq!(ok("yamldecode", [yaml.clone()]), value, "{:?}", yaml);
    }

    #[test]
    fn texts_in_yaml_read_back(text in "[ab :#\\-\\n\\t\"'\\\\é👍\u{85}\u{2028}|>&*!%@`]{0,40}") {
        let value = Value::object([(text.as_str(), Value::tuple([s(&text)]))]);
        let yaml = ok("yamlencode", [value.clone()]);
        prop_assert_eq!(ok("yamldecode", [yaml.clone()]), value, "{:?}", yaml);
    }

    #[test]
    fn reading_yaml_never_panics(text in "[\\[\\]{}\",:0-9eE.+\\-?!&*|>'~ \\n\\ta-c<]{0,40}") {
        if let Ok(value) = call("yamldecode", [s(&text)])
            && let Ok(yaml) = call("yamlencode", [value.clone()])
        {
            prop_assert_eq!(call("yamldecode", [yaml]), Ok(value));
        }
    }

    #[test]
    fn urls_and_gzip_read_back(text in ".{0,60}") {
        let text = s(&text);
        prop_assert_eq!(ok("urldecode", [ok("urlencode", [text.clone()])]), text.clone());
        prop_assert_eq!(ok("base64gunzip", [ok("base64gzip", [text.clone()])]), text);
    }

    #[test]
    fn base64_reads_back(text in ".{0,20}") {
        let text = s(&text);
        prop_assert_eq!(ok("base64decode", [ok("base64encode", [text.clone()])]), text);
    }

    #[test]
    fn character_encodings_read_back(text in "[a-zé€日本👍]{0,20}", encoding in 0_usize..6) {
        let encoding = s(["UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "GB18030", "Shift_JIS"][encoding]);
        if let Ok(encoded) = call("textencodebase64", [s(&text), encoding.clone()]) {
            prop_assert_eq!(ok("textdecodebase64", [encoded, encoding]), s(&text));
        }
    }

    #[test]
    fn transposing_twice_gives_back_what_is_not_empty(
        lists in prop::collection::btree_map("[a-c]", prop::collection::btree_set("[x-z]", 1..3), 0..4),
    ) {
        let list = |texts: std::collections::BTreeSet<String>| {
            Value::list(Type::STRING, texts.into_iter().map(Value::from)).unwrap()
        };
        let fields = lists.into_iter().map(|(key, texts)| (key, list(texts)));
        let map = Value::map(Type::list(Type::STRING), fields).unwrap();
        prop_assert_eq!(ok("transpose", [ok("transpose", [map.clone()])]), map);
    }

    #[test]
    fn subnets_are_in_order_and_hosts_are_in_their_range(bits in 0_u32..16, number in any::<u16>()) {
        let number = u32::from(number) % (1 << bits);
        let range = s("10.0.0.0/8");
        let subnet = ok("cidrsubnet", [range, Value::from(bits), Value::from(number)]);
        let first = ok("cidrhost", [subnet.clone(), Value::from(0)]);
        let address = first.as_str().unwrap().parse::<core::net::Ipv4Addr>().unwrap();
        prop_assert_eq!(address.to_bits(), (10 << 24) + (number << (24 - bits)));
        let last = ok("cidrhost", [subnet, Value::from(-1)]);
        let last = last.as_str().unwrap().parse::<core::net::Ipv4Addr>().unwrap();
        prop_assert_eq!(last.to_bits() - address.to_bits(), (1 << (24 - bits)) - 1);
    }
}

#[test]
fn gzip_reads_back() {
    use std::io::Read;

    for text in ["", "hello", &"long ".repeat(1000)] {
        let encoded = ok("base64gzip", [s(text)]);
        let encoded = encoded.as_str().unwrap();
        let bytes = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, encoded).unwrap();
        let mut plain = String::new();
        flate2::read::GzDecoder::new(bytes.as_slice())
            .read_to_string(&mut plain)
            .unwrap();
        assert_eq!(plain, text);
    }
}

#[test]
fn deep_yaml_needs_no_deep_stack_and_is_an_error_beyond_512_levels() {
    let deep = (0..600).fold(s("x"), |inner, _| Value::tuple([inner]));
    let yaml = ok("yamlencode", [deep]);
    let error = call("yamldecode", [yaml]).unwrap_err();
    assert!(error.message.contains("more than 512 levels"), "{error}");
    let flow = s(&format!("{}1{}", "[".repeat(100), "]".repeat(100)));
    assert_eq!(ok("flatten", [ok("yamldecode", [flow])]).element_count(), Some(1));
}

#[test]
fn aliases_cannot_make_a_value_without_bound() {
    let mut yaml = String::from("a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n");
    for level in 1..12 {
        let inner = format!("*a{}", level - 1);
        yaml.push_str(&format!("a{level}: &a{level} [{}]\n", vec![inner; 10].join(", ")));
    }
    let error = call("yamldecode", [s(&yaml)]).unwrap_err();
    assert!(error.message.contains("more than 4,000,000 elements"), "{error}");
}

#[test]
fn ephemeral_parts_become_null() {
    let secret = s("x")
        .with_mark(terraform::ephemeral_mark())
        .with_mark(terraform::sensitive_mark());
    let value = Value::object([("a", secret), ("b", s("y"))]);
    let stored = ok("ephemeralasnull", [value]);
    let expected = Value::null(Type::STRING).with_mark(terraform::sensitive_mark());
    assert_eq!(stored.get("a"), Some(&expected));
    assert_eq!(stored.get("b"), Some(&s("y")));
}

#[test]
fn a_known_prefix_tells_whether_a_text_starts_with_another() {
    let unknown = Value::unknown(Type::STRING)
        .refine()
        .string_prefix_full("https://")
        .unwrap()
        .build();
    let starts = |prefix: &str| ok("startswith", [unknown.clone(), s(prefix)]).as_bool();
    assert_eq!(
        [starts("http"), starts("ftp"), starts("https://a")],
        [Some(true), Some(false), None]
    );
}

#[test]
fn addresses_beyond_64_bits_are_counted() {
    let host = |number: &str| {
        let number = hcl2_value::Number::parse(number).unwrap();
        call("cidrhost", [s("fd00::/8"), Value::from(number)])
    };
    assert_eq!(host("18446744073709551616"), Ok(s("fd00:0:0:1::")));
    assert_eq!(host("-1"), Ok(s("fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")));
    assert!(host("1e40").unwrap_err().message.contains("no address number"));
    let subnet = |bits: i64, number: i64| call("cidrsubnet", [s("10.0.0.0/8"), bits.into(), number.into()]);
    assert_eq!(subnet(-1, 0).unwrap_err().argument, Some(1));
    assert_eq!(subnet(8, -1).unwrap_err().argument, Some(2));
}

#[test]
fn numbers_of_addresses_are_exact_whatever_their_precision() {
    // As in `terraform console` 1.11, all digits count, not the shortest ones.
    let power = |exponent: u32| ok("pow", [Value::from(2), Value::from(exponent)]);
    let negative = ok("parseint", [s("-1180591620717411303424"), Value::from(10)]);
    assert_eq!(ok("cidrhost", [s("fd00::/8"), power(70)]), s("fd00:0:0:40::"));
    assert_eq!(
        ok("cidrhost", [s("fd00::/8"), negative]),
        s("fdff:ffff:ffff:ffc0::")
    );
    for (bits, exponent, subnet) in [(100, 70, "fd00:0:400::/108"), (64, 63, "fd80::/72")] {
        let arguments = [s("fd00::/8"), Value::from(bits), power(exponent)];
        assert_eq!(ok("cidrsubnet", arguments), s(subnet));
    }
}

#[test]
fn lookup_needs_no_more_of_a_map_than_the_key() {
    let unknown = Value::unknown(Type::STRING);
    let object = Value::object([("a", unknown.clone()), ("b", s("k"))]);
    assert_eq!(ok("lookup", [object.clone(), s("b"), s("z")]), s("k"));
    assert_eq!(ok("lookup", [object.clone(), s("c"), s("z")]), s("z"));
    assert_eq!(ok("lookup", [object, s("a"), s("z")]), unknown);
}

#[test]
fn functions_of_opentofu_refuse_what_they_cannot_read() {
    let message = |name: &str, arguments: &[&str]| {
        let arguments: Vec<Value> = arguments.iter().map(|text| s(text)).collect();
        call(name, arguments).map_err(|error| (error.argument, error.to_string()))
    };
    for text in ["%", "%2", "%zz", "a%2"] {
        let expected = "`%` must be followed by two hexadecimal digits".to_owned();
        assert_eq!(message("urldecode", &[text]), Err((Some(0), expected)));
    }
    assert_eq!(
        message("urldecode", &["%ff"]).unwrap_err().1,
        "the decoded bytes are not valid UTF-8"
    );
    assert_eq!(
        message("base64gunzip", &["aGVsbG8="]).unwrap_err().1,
        "the decoded bytes are not valid gzip"
    );
    for (outer, inner, result) in [
        ("192.168.2.0/20", "192.168.2.1", true),
        ("192.168.2.0/20", "192.168.2.0/22", true),
        ("192.168.2.0/20", "192.126.2.1", false),
        ("192.168.2.0/20", "192.168.2.0/18", false),
        ("fe80::/48", "fe80::1", true),
        ("fe80::/48", "fe81::1", false),
        ("0.0.0.0/0", "255.255.255.255", true),
    ] {
        assert_eq!(
            message("cidrcontains", &[outer, inner]),
            Ok(Value::from(result)),
            "{outer} {inner}"
        );
    }
    assert_eq!(
        message("cidrcontains", &["10.0.0.0/8", "fe80::1"]).map_err(|(argument, _)| argument),
        Err(Some(1))
    );
    assert_eq!(
        message("cidrcontains", &["10.0.0.0", "10.0.0.1"]).map_err(|(argument, _)| argument),
        Err(Some(0))
    );
}

#[test]
fn a_short_text_that_decompresses_to_a_huge_one_is_refused() {
    use base64::Engine as _;
    let text = vec![b'a'; 65 << 20];
    let mut bytes = Vec::new();
    let mut encoder = flate2::read::GzEncoder::new(text.as_slice(), flate2::Compression::fast());
    std::io::Read::read_to_end(&mut encoder, &mut bytes).expect("compressed bytes");
    let encoded = base64::engine::general_purpose::STANDARD.encode(bytes);
    assert!(encoded.len() < 1 << 20);
    let error = call("base64gunzip", [s(&encoded)]).expect_err("too long a text");
    assert!(error.to_string().contains("64 MiB"), "{error}");
}

#[test]
fn assumptions_refine_unknown_values_and_refuse_known_ones() {
    let unknown = |ty: &Type| Value::unknown(ty.clone());
    let id = ok("assumestringprefix", [unknown(&Type::STRING), s("vpc-")]);
    assert_eq!(
        id,
        unknown(&Type::STRING)
            .refine()
            .string_prefix("vpc-")
            .unwrap()
            .build()
    );
    assert!(ok("assumenotnull", [unknown(&Type::STRING)]).is_definitely_not_null());
    let list = Type::list(Type::STRING);
    let bounds = |name: &str, lengths: &[u64]| {
        let lengths = lengths.iter().map(|length| Value::from(*length));
        let arguments: Vec<Value> = std::iter::once(unknown(&list)).chain(lengths).collect();
        ok(name, arguments).length_bounds()
    };
    assert_eq!(bounds("assumelistlength", &[1, 3]), Some((1, Some(3))));
    assert_eq!(bounds("assumelistlengthmin", &[2]), Some((2, None)));
    assert_eq!(bounds("assumelistlengthmax", &[2]), Some((0, Some(2))));
    assert_eq!(ok("assumestringprefix", [s("ab"), s("a")]), s("ab"));
    let secret = s("a").with_mark(terraform::sensitive_mark());
    assert_eq!(ok("assumeequal", [secret.clone(), s("a")]), s("a"));
    assert_eq!(ok("assumeequal", [s("a"), secret.clone()]), secret);
    assert_eq!(ok("assumeequal", [unknown(&Type::STRING), s("a")]), s("a"));

    let refused = |name: &str, arguments: &[Value]| call(name, arguments).unwrap_err().argument;
    let one = Value::list(Type::STRING, [s("a")]).unwrap();
    assert_eq!(
        refused("assumelistlengthmin", &[one.clone(), Value::from(2)]),
        Some(0)
    );
    assert_eq!(
        refused("assumelistlengthmax", &[one.clone(), Value::from(-1)]),
        Some(1)
    );
    assert_eq!(
        refused("assumelistlength", &[one, Value::from(0), Value::from(0)]),
        Some(0)
    );
    assert_eq!(refused("assumestringprefix", &[s("ab-c"), s("b-")]), Some(0));
    assert_eq!(refused("assumenotnull", &[Value::null(Type::STRING)]), Some(0));
    assert_eq!(refused("assumenotnull", &[Value::DYNAMIC]), Some(0));
    assert_eq!(refused("assumeequal", &[s("a"), s("b")]), Some(0));
    assert_eq!(refused("assumeequal", &[Value::tuple([]), s("b")]), Some(0));
}

#[test]
fn conversions_of_unknown_values_know_only_their_type() {
    let unknown = Value::unknown_not_null(Type::STRING);
    assert_eq!(ok("tostring", [unknown.clone()]), Value::unknown(Type::STRING));
    assert_eq!(ok("tonumber", [unknown]), Value::unknown(Type::NUMBER));
    let list = Value::unknown_not_null(Type::list(Type::STRING));
    assert_eq!(ok("toset", [list]), Value::unknown(Type::set(Type::DYNAMIC)));
}

#[test]
fn keys_that_may_be_unknown_ones_match_nothing() {
    let found = |keys: [&str; 2], wanted: [Value; 2]| {
        let strings = |items: [Value; 2]| Value::list(Type::STRING, items).expect("one type");
        let arguments = [["a", "b"].map(s), keys.map(s), wanted].map(strings);
        ok("matchkeys", arguments).element_count()
    };
    let unknown = || Value::unknown_not_null(Type::STRING);
    assert_eq!(found(["x", "y"], [s("y"), unknown()]), Some(0));
    assert_eq!(found(["x", "y"], [s("y"), s("x")]), Some(2));
    assert_eq!(found(["x", "x"], [s("x"), unknown()]), Some(2));
}

#[test]
fn only_host_functions_ask_the_host() {
    let host: Arc<dyn Host> = Arc::new(NoHost);
    let asking: Vec<_> = host_functions(&host).iter().map(Function::name).collect();
    assert_eq!(Arc::strong_count(&host), 1);
    let (those, others): (Vec<_>, Vec<_>) = functions(&host)
        .into_iter()
        .partition(|function| asking.contains(&function.name()));
    assert_eq!(those.len(), asking.len());
    assert_eq!(Arc::strong_count(&host), 1 + asking.len());
    drop(those);
    assert!(others.len() > asking.len());
    assert_eq!(Arc::strong_count(&host), 1);
}
