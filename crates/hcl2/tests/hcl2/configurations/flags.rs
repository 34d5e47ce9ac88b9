//! Feature flags with arbitrary names, and with conditions by group.

use std::collections::BTreeMap;

use hcl2::value::Number;
use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Flags {
    #[hcl(block)]
    defaults: Option<Defaults>,
    #[hcl(block, name = "group")]
    groups: BTreeMap<String, Group>,
    #[hcl(block, name = "flag")]
    flags: BTreeMap<String, Flag>,
}

#[derive(Decode, Debug, PartialEq)]
struct Defaults {
    #[hcl(remain)]
    states: BTreeMap<String, bool>,
}

#[derive(Decode, Debug, PartialEq)]
struct Group {
    members: Vec<String>,
    #[hcl(default)]
    percent: Option<Number>,
}

#[derive(Decode, Debug, PartialEq)]
struct Flag {
    state: State,
    #[hcl(default)]
    groups: Vec<String>,
    #[hcl(default)]
    variants: BTreeMap<String, (u8, String)>,
    #[hcl(validate = iso_date)]
    expires: Option<String>,
}

#[derive(Decode, Debug, PartialEq)]
enum State {
    On,
    Off,
    #[hcl(name = "gradual")]
    Gradually,
}

fn iso_date(date: &Option<String>) -> Result<(), &'static str> {
    let is_date = |date: &String| {
        let parts: Vec<&str> = date.split('-').collect();
        parts.iter().map(|part| part.len()).eq([4, 2, 2])
            && date.bytes().all(|b| b == b'-' || b.is_ascii_digit())
    };
    match date.as_ref().is_none_or(is_date) {
        true => Ok(()),
        false => Err("a date is a year, a month and a day, as in 2027-01-31"),
    }
}

#[test]
fn flags_are_decoded() {
    let flags: Flags = super::check("flags", &Loader::new().standard_functions());
    assert_eq!(
        flags
            .defaults
            .as_ref()
            .map(|defaults| defaults.states["new-cart"]),
        Some(false)
    );
    assert_eq!(flags.flags["search"].variants["b"], (30, "vectors".to_owned()));
    assert_eq!(flags.flags["search"].state, State::Gradually);
    let percent = flags.groups["beta"].percent.as_ref().map(ToString::to_string);
    assert_eq!(percent.as_deref(), Some("0.1"));
}
