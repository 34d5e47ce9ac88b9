//! Translations: strings with arbitrary keys, and plural forms.

use std::collections::BTreeMap;

use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Translations {
    #[hcl(validate = tag)]
    fallback: String,
    #[hcl(block, name = "language")]
    languages: BTreeMap<String, Language>,
}

#[derive(Decode, Debug, PartialEq)]
struct Language {
    #[hcl(default = false)]
    right_to_left: bool,
    #[hcl(block, name = "plural")]
    plurals: BTreeMap<String, Plural>,
    #[hcl(remain)]
    texts: BTreeMap<String, String>,
}

#[derive(Decode, Debug, PartialEq)]
struct Plural {
    zero: Option<String>,
    one: String,
    #[hcl(name = "other")]
    many: String,
}

fn tag(tag: &str) -> Result<(), String> {
    match tag.len() == 2 && tag.bytes().all(|byte| byte.is_ascii_lowercase()) {
        true => Ok(()),
        false => Err(format!(
            "a language has two lower-case letters, as in `en`, not {tag:?}"
        )),
    }
}

#[test]
fn translations_are_decoded() {
    let translations: Translations = super::check("translations", &Loader::new());
    let arabic = &translations.languages["ar"];
    assert!(arabic.right_to_left);
    assert_eq!(arabic.texts["save"], "حفظ");
    assert_eq!(translations.languages["en"].plurals["files"].many, "%d files");
    assert_eq!(translations.languages["en"].texts.len(), 2);
}
