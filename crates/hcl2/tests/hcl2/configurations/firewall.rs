//! A firewall, whose rules are made of lists.

use std::collections::BTreeSet;

use hcl2::ext::dynamic::DynamicBlocks;
use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Firewall {
    default_action: Action,
    #[hcl(block, name = "rule", min = 1)]
    rules: Vec<Rule>,
}

#[derive(Decode, Clone, Copy, Debug, PartialEq)]
enum Action {
    Accept,
    Drop,
}

#[derive(Decode, Debug, PartialEq)]
struct Rule {
    #[hcl(label)]
    name: String,
    #[hcl(default)]
    sources: BTreeSet<String>,
    #[hcl(block, name = "port")]
    ports: Vec<Port>,
    action: Action,
    #[hcl(default)]
    log: bool,
}

#[derive(Decode, Debug, PartialEq)]
struct Port {
    from: u16,
    to: Option<u16>,
    #[hcl(default = Protocol::Tcp)]
    protocol: Protocol,
}

#[derive(Decode, Debug, PartialEq)]
enum Protocol {
    Tcp,
    Udp,
}

#[test]
fn a_firewall_is_decoded() {
    let few = DynamicBlocks::new().check_for_each(|for_each| {
        let is_much = for_each.value.element_count().is_some_and(|count| count > 8);
        is_much.then(|| for_each.problem("A dynamic block makes at most 8 blocks here."))
    });
    let loader = Loader::new().standard_functions().dynamic_block_rules(few);
    let firewall: Firewall = super::check("firewall", &loader);
    let names: Vec<&str> = firewall.rules.iter().map(|rule| rule.name.as_str()).collect();
    assert_eq!(names, ["ssh", "allow-dns", "allow-web"]);
    let web = &firewall.rules[2];
    assert_eq!(
        web.ports.iter().map(|port| port.from).collect::<Vec<_>>(),
        [80, 443]
    );
    assert_eq!(firewall.rules[1].ports[0].protocol, Protocol::Udp);
}
