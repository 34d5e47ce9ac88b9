//! A policy file: who may do what.

use hcl2::decode::Keyword;
use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Policy {
    version: u8,
    #[hcl(block, name = "rule")]
    rules: Vec<Rule>,
}

#[derive(Decode, Debug, PartialEq)]
struct Rule {
    #[hcl(label)]
    name: String,
    effect: Effect,
    actions: Vec<Keyword>,
    resources: Vec<String>,
    #[hcl(block)]
    condition: Option<Condition>,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(keyword)]
enum Effect {
    Allow,
    Deny,
}

#[derive(Decode, Debug, PartialEq)]
struct Condition {
    #[hcl(default)]
    source_networks: Vec<String>,
    mfa: Option<bool>,
}

#[test]
fn a_policy_is_decoded() {
    let loader = Loader::new().variable("account", "acme").dynamic_blocks();
    let policy: Policy = super::check("policy", &loader);
    let names: Vec<&str> = policy.rules.iter().map(|rule| rule.name.as_str()).collect();
    assert_eq!(names, ["read", "no-delete-logs", "no-delete-backups"]);
    assert_eq!(policy.rules[0].actions[1], Keyword::from("get"));
    assert_eq!(policy.rules[2].resources, ["acme/backups/*"]);
}
