//! The targets that contain an address.

use hcl2_terraform::{ResourceAddress, Target, Targets};

fn target(address: &str) -> Target {
    address.parse().expect("it is an address")
}

fn instance(address: &str) -> ResourceAddress {
    target(address).resource.expect("it is the address of a resource")
}

#[test]
fn address_finds_the_targets_that_contain_it() {
    let targets = [
        "module.a",
        "module.a[0].module.b[\"k\"]",
        "module.a[0].module.b.x_y.z",
        "module.a.module.b[\"k\"].x_y.z[1]",
        "module.c[1].x_y.z",
        "x_y.z",
        "x_y.z[1]",
        "x_y.z",
        "data.x_y.z",
    ];
    let all = Targets::new(targets.iter().map(|address| target(address)));
    for (address, found) in [
        ("x_y.z", &[5][..]),
        ("x_y.z[1]", &[5, 6]),
        ("data.x_y.z", &[8]),
        ("x_y.other", &[]),
        ("module.a.x_y.other", &[0]),
        ("module.a[0].module.b[\"k\"].x_y.z[1]", &[0, 1, 2, 3]),
        ("module.a[0].module.b[\"l\"].x_y.z[1]", &[0, 2]),
        ("module.a[1].module.b[\"k\"].x_y.z[2]", &[0]),
        ("module.c[1].x_y.z[\"k\"]", &[4]),
        ("module.c[2].x_y.z", &[]),
        ("module.c.x_y.z", &[]),
        ("module.c[1].module.d.x_y.z", &[]),
    ] {
        let mut of = all.of(&instance(address));
        of.sort_unstable();
        assert_eq!(of, found, "{address}");
    }
    assert_eq!(all.first_of(&target("x_y.z")), Some(5));
    assert_eq!(all.first_of(&target("module.a")), Some(0));
    assert_eq!(all.first_of(&target("module.a[0]")), None);
}

#[test]
fn targets_without_keys_contain_the_resources_of_instances() {
    let targets = [target("module.a[0].x_y.z[1]"), target("module.b[\"k\"]")];
    let all = Targets::without_keys(&targets);
    assert!(all.contain(&instance("module.a.x_y.z")));
    assert!(all.contain(&instance("module.b.module.c.x_y.z")));
    assert!(!all.contain(&instance("module.a.x_y.other")));
}
