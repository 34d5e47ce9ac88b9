//! Writing maps, references and secrets.

use std::collections::{BTreeMap, HashMap};

use hcl2::value::Mark;
use hcl2::{Decode, Encode, Sensitive, Value};

#[test]
fn maps_objects_and_references_are_files() {
    let map = BTreeMap::from([("b".to_owned(), 2), ("a".to_owned(), 1)]);
    let expected = "a = 1\nb = 2\n";
    assert_eq!(hcl2::to_string(&map).expect("it is written"), expected);
    assert_eq!(
        hcl2::to_json_syntax(&map).expect("it is written"),
        "{\"a\":1,\"b\":2}"
    );
    let hashed: HashMap<String, i32> = map.into_iter().collect();
    assert_eq!(hcl2::to_string(&hashed).expect("it is written"), expected);
    let value = hcl2::value!({ "a": 1, "b": { "c": [true] } });
    assert_eq!(
        hcl2::to_string(&value).expect("it is written"),
        "a = 1\nb = {\n  c = [true]\n}\n"
    );
    let error = hcl2::to_string(&Value::from(1)).expect_err("a number is no file");
    assert_eq!(error.diagnostics()[0].code.id(), "hcl2::encode::unrepresentable");
    assert_eq!(error.diagnostics()[0].detail, "a file is an object, not number.");
    let error =
        hcl2::to_string(&BTreeMap::from([("a b".to_owned(), 1)])).expect_err("an attribute has a name");
    assert_eq!(error.diagnostics()[0].code.id(), "hcl2::encode::unrepresentable");
    #[derive(Encode)]
    struct Config {
        port: u16,
    }
    let config = Config { port: 1 };
    assert_eq!(hcl2::to_string(&&config).expect("it is written"), "port = 1\n");
}

#[derive(Decode, Encode, Debug)]
struct Login {
    user: String,
    password: Sensitive<String>,
}

#[test]
fn a_secret_is_encoded_with_a_mark_and_not_written() {
    let login: Login = hcl2::from_str("user = \"a\"\npassword = \"hunter2\"\n").expect("the text is valid");
    let value = hcl2::encode_value(&login).expect("a value can be sensitive");
    let password = value.get("password").expect("the password is there");
    assert_eq!(password.unmark().1, Mark::new("sensitive").into());
    assert!(!value.to_string().contains("hunter2"), "{value}");
    for written in [hcl2::to_string(&login), hcl2::to_json_syntax(&login)] {
        let error = written.expect_err("a secret is not written");
        assert_eq!(error.diagnostics()[0].code.id(), "hcl2::encode::unrepresentable");
        assert_eq!(
            error.diagnostics()[0].detail,
            "password: a marked value cannot be written; remove its marks, or write what `Sensitive::expose` returns."
        );
        assert!(!format!("{error} {error:?}").contains("hunter2"));
    }
    let again: Login = hcl2::decode_value(&value).expect("a sensitive value is decoded");
    assert_eq!(again.password, login.password);
}

#[cfg(feature = "zeroize")]
#[test]
fn a_secret_can_overwrite_its_memory() {
    use zeroize::{Zeroize, Zeroizing};

    #[derive(Decode, Debug)]
    struct Token {
        token: Sensitive<Zeroizing<String>>,
    }
    let mut token: Token = hcl2::from_str("token = \"hunter2\"\n").expect("the text is valid");
    assert_eq!(token.token.expose().as_str(), "hunter2");
    assert_eq!(format!("{token:?}"), "Token { token: Sensitive(…) }");
    token.token.zeroize();
    assert_eq!(token.token.expose().as_str(), "");
}
