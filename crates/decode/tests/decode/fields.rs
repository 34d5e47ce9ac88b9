//! Options of fields: strings that `FromStr` parses, transparent types, other names, and conditions.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::net::IpAddr;

use hcl2_decode::encode::{EncodedBody, EncodedItem};
use hcl2_decode::{Encode, decode_into};
use hcl2_derive::{Decode, Encode};
use hcl2_value::Value;

use crate::support::{body, shown, want};

#[derive(Decode, Encode, Debug, PartialEq, Default)]
#[hcl(crate = hcl2_decode)]
struct Parsed {
    #[hcl(from_str)]
    one: Option<IpAddr>,
    #[hcl(from_str, default)]
    many: Vec<IpAddr>,
    #[hcl(from_str, default)]
    set: HashSet<IpAddr>,
    #[hcl(from_str, default)]
    sorted: BTreeSet<IpAddr>,
    #[hcl(from_str, default)]
    named: HashMap<String, IpAddr>,
    #[hcl(from_str, default)]
    nested: BTreeMap<String, Vec<Option<IpAddr>>>,
}

fn address(text: &str) -> IpAddr {
    text.parse().expect("an address")
}

/// Returns the codes of problems and the text of their ranges.
#[track_caller]
fn problems<T: hcl2_decode::Decode>(text: &str) -> Vec<(&'static str, String)> {
    shown(&decode_into::<T>(&body(text), None).diagnostics, text)
}

#[track_caller]
fn decoded<T: hcl2_decode::Decode>(text: &str) -> T {
    let outcome = decode_into::<T>(&body(text), None);
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    outcome.value.expect("a value")
}

#[test]
fn collections_of_parsed_strings_are_decoded_and_encoded() {
    let text = "one = \"::1\"\nmany = [\"::1\", \"10.0.0.1\"]\nset = [\"::1\", \"::1\"]\nsorted = [\"::2\", \"::1\"]\nnamed = { a = \
                \"::1\" }\nnested = { b = [\"::1\", null] }\n";
    let config: Parsed = decoded(text);
    assert_eq!(config.one, Some(address("::1")));
    assert_eq!(config.many, [address("::1"), address("10.0.0.1")]);
    assert_eq!(config.set.len(), 1);
    assert_eq!(config.sorted.first(), Some(&address("::1")));
    assert_eq!(config.named["a"], address("::1"));
    assert_eq!(config.nested["b"], [Some(address("::1")), None]);
    let mut written = EncodedBody::default();
    config.encode(&mut written).expect("it can be encoded");
    let names: Vec<&str> = written
        .items
        .iter()
        .map(|item| match item {
            EncodedItem::Attribute(name, _) => name.as_str(),
            EncodedItem::Block(..) => "a block",
        })
        .collect();
    assert_eq!(names, ["one", "many", "set", "sorted", "named", "nested"]);
    assert_eq!(decoded::<Parsed>(""), Parsed::default());
    assert_eq!(decoded::<Parsed>("one = null\nmany = null\n"), Parsed::default());
}

#[test]
fn each_string_that_cannot_be_parsed_is_reported_in_its_place() {
    let text = "one = \"x\"\nmany = [\"::1\", \"y\", 5]\nnamed = { a = \"z\" }\nset = [true, []]\n";
    assert_eq!(
        problems::<Parsed>(text),
        want(&[
            ("hcl2::decode::invalid-value", "\"x\""),
            ("hcl2::decode::invalid-value", "\"y\""),
            ("hcl2::decode::invalid-value", "5"),
            ("hcl2::decode::invalid-value", "\"z\""),
            ("hcl2::decode::invalid-value", "true"),
            ("hcl2::decode::wrong-type", "[]"),
        ])
    );
}

#[derive(Decode, Encode, Debug, PartialEq)]
#[hcl(crate = hcl2_decode, transparent)]
struct Port(u16);

#[derive(Decode, Encode, Debug, PartialEq, Eq, Hash)]
#[hcl(crate = hcl2_decode, transparent, label)]
struct Name {
    text: String,
}

#[derive(Decode, Encode, Debug, PartialEq)]
#[hcl(crate = hcl2_decode, transparent)]
struct Wrapped<T>(T);

#[derive(Decode, Encode, Debug, PartialEq)]
#[hcl(crate = hcl2_decode)]
struct Listener {
    #[hcl(label)]
    name: Name,
    port: Port,
    more: Wrapped<Option<Vec<Port>>>,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(crate = hcl2_decode)]
struct Listeners {
    #[hcl(block, name = "listener")]
    listeners: Vec<Listener>,
    #[hcl(block, name = "by_name")]
    by_name: HashMap<Name, Other>,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(crate = hcl2_decode)]
struct Other {}

#[test]
fn transparent_types_stand_for_their_field() {
    let text = "listener \"a\" {\n  port = 80\n  more = [81]\n}\nlistener \"b\" {\n  port = 80\n}\nby_name \"c\" {\n}\n";
    let config: Listeners = decoded(text);
    assert_eq!(config.listeners[0].name.text, "a");
    assert_eq!(config.listeners[0].port, Port(80));
    assert_eq!(config.listeners[0].more, Wrapped(Some(vec![Port(81)])));
    assert_eq!(config.listeners[1].more, Wrapped(None));
    assert!(config.by_name.contains_key(&Name { text: "c".to_owned() }));
    assert_eq!(
        problems::<Listeners>("listener \"a\" {\n  port = 80000\n}\n"),
        want(&[("hcl2::decode::out-of-range", "80000")])
    );
    assert_eq!(hcl2_decode::encode_value(&Port(80)), Ok(80.into()));
}

#[derive(Decode, Debug)]
#[hcl(crate = hcl2_decode)]
#[expect(dead_code, reason = "what matters is what is wrong")]
struct Conditions {
    #[hcl(alias = "listen")]
    port: u16,
    #[hcl(alias = "title", default = "web")]
    name: String,
    #[hcl(block, alias = "check", name = "health_check")]
    checks: Vec<Other>,
    #[hcl(requires = "key", requires = "port", conflicts_with = "insecure")]
    certificate: Option<String>,
    key: Option<String>,
    insecure: Option<bool>,
}

#[test]
fn either_name_is_accepted() {
    let config: Conditions = decoded("listen = 80\ntitle = \"api\"\ncheck {\n}\ncheck {\n}\n");
    assert_eq!(
        (config.port, config.name.as_str(), config.checks.len()),
        (80, "api", 2)
    );
    let config: Conditions = decoded("port = 80\n");
    assert_eq!(
        (config.port, config.name.as_str(), config.checks.len()),
        (80, "web", 0)
    );
    assert_eq!(
        problems::<Conditions>("port = 80\nlisten = 81\nhealth_check {\n}\ncheck {\n}\n"),
        want(&[
            ("hcl2::decode::conflicting-items", "listen"),
            ("hcl2::decode::conflicting-items", "check"),
        ])
    );
    assert_eq!(
        problems::<Conditions>("listen = 80000\n"),
        want(&[("hcl2::decode::out-of-range", "80000")])
    );
    assert_eq!(
        problems::<Conditions>("key = \"k\"\n")[0].0,
        "hcl2::body::missing-attribute"
    );
}

#[test]
fn conditions_on_other_items_are_checked() {
    let valid = "port = 80\ncertificate = \"c\"\nkey = \"k\"\n";
    assert_eq!(problems::<Conditions>(valid), want(&[]));
    assert_eq!(
        problems::<Conditions>("port = 80\ncertificate = \"c\"\ninsecure = true\n"),
        want(&[
            ("hcl2::decode::conflicting-items", "certificate"),
            ("hcl2::decode::missing-companion", "certificate"),
        ])
    );
    let absent = "port = 80\ncertificate = null\ninsecure = true\n";
    assert_eq!(problems::<Conditions>(absent), want(&[]));
}

#[derive(Decode, Encode, Debug, PartialEq)]
#[hcl(crate = hcl2_decode)]
struct Collections {
    by_number: BTreeMap<u16, String>,
    by_address: HashMap<IpAddr, Wrapped<u8>>,
    pair: [u8; 2],
    queue: std::collections::VecDeque<std::sync::Arc<str>>,
    text: Box<str>,
    borrowed: std::borrow::Cow<'static, str>,
}

#[test]
fn maps_by_parsed_keys_arrays_and_shared_strings_are_decoded() {
    let text = "by_number = { 80 = \"http\", \"443\" = \"https\" }\nby_address = { \"::1\" = 1 }\npair = [1, 2]\nqueue = \
                [\"a\"]\ntext = \"t\"\nborrowed = \"b\"\n";
    let config: Collections = decoded(text);
    assert_eq!(config.by_number[&443], "https");
    assert_eq!(config.by_address[&address("::1")], Wrapped(1));
    assert_eq!(
        (config.pair, &*config.queue[0], &*config.text),
        ([1, 2], "a", "t")
    );
    let mut written = EncodedBody::default();
    config.encode(&mut written).expect("it can be encoded");
    assert_eq!(written.items.len(), 6);
    let wrong = "by_number = { 80 = \"http\", x = \"https\" }\nby_address = { \"::x\" = 300 }\npair = [1]\nqueue = []\ntext = \
                 \"t\"\nborrowed = \"b\"\n";
    let diagnostics = decode_into::<Collections>(&body(wrong), None).diagnostics;
    assert_eq!(
        diagnostics[0].detail,
        "The key \"x\" is invalid: invalid digit found in string."
    );
    assert_eq!(
        problems::<Collections>(wrong),
        want(&[
            ("hcl2::decode::invalid-value", "x"),
            ("hcl2::decode::invalid-value", "\"::x\""),
            ("hcl2::decode::out-of-range", "300"),
            ("hcl2::decode::wrong-type", "[1]"),
        ])
    );
}

#[test]
fn a_default_of_a_type_without_literals_is_a_string() {
    #[derive(Decode, Debug, PartialEq)]
    #[hcl(crate = hcl2_decode)]
    struct Defaults {
        #[hcl(default = "1m 30s")]
        timeout: std::time::Duration,
        #[hcl(default = "::1")]
        address: IpAddr,
    }
    let (timeout, address) = (std::time::Duration::from_secs, address);
    let expected = |seconds, text| Defaults {
        timeout: timeout(seconds),
        address: address(text),
    };
    assert_eq!(decoded::<Defaults>(""), expected(90, "::1"));
    assert_eq!(
        decoded::<Defaults>("timeout = null\naddress = \"10.0.0.1\"\n"),
        expected(90, "10.0.0.1")
    );
    assert_eq!(decoded::<Defaults>("timeout = 5\n"), expected(5, "::1"));
}

#[test]
fn an_invalid_default_is_an_error_of_decoding() {
    #[derive(Decode, Debug)]
    #[hcl(crate = hcl2_decode)]
    struct Wrong {
        #[hcl(default = "soon")]
        #[expect(dead_code, reason = "only its problem is looked at")]
        timeout: std::time::Duration,
    }
    assert_eq!(
        problems::<Wrong>(""),
        want(&[("hcl2::decode::invalid-value", "@0")])
    );
}

#[test]
fn the_rest_of_a_body_is_a_value_unless_an_attribute_and_a_block_have_one_name() {
    #[derive(Decode, Debug, PartialEq)]
    #[hcl(crate = hcl2_decode)]
    struct Plugin {
        #[hcl(remain)]
        settings: Value,
    }

    let decoded = decode_into::<Plugin>(&body("a = 1\nb \"x\" {\n  c = 2\n}\n"), None).into_result();
    let inner = Value::object([("x", Value::object([("c", Value::from(2))]))]);
    let settings = Value::object([("a", Value::from(1)), ("b", inner)]);
    assert_eq!(decoded, Ok(Some(Plugin { settings })));

    let text = "a = 1\na \"x\" {}\n";
    let decoded = decode_into::<Plugin>(&body(text), None);
    assert_eq!(
        shown(&decoded.diagnostics, text),
        want(&[("hcl2::body::unexpected-block", "a")])
    );
    assert_eq!(decoded.diagnostics[0].subject.map(|span| span.start), Some(6));
}
