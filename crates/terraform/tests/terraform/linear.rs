//! Checks that take linear time, however many problems there are.

use crate::support::{codes, tree_problems};
use hcl2_diagnostics::Diagnostics;

/// Returns the problems of a module that calls another as `net`.
fn problems(text: &str, called: &str) -> Diagnostics {
    tree_problems(&[("main.tf", text)], called).0
}

#[test]
fn cycles_are_found_in_linear_time_and_large_ones_named_in_part() {
    let ring = |count: usize| {
        let local = |index: usize| format!("  a{index} = local.a{}\n", (index + 1) % count);
        format!("locals {{\n{}}}\n", (0..count).map(local).collect::<String>())
    };
    let found = problems(&ring(20), "");
    assert_eq!(codes(&found), ["hcl2::terraform::reference-cycle"]);
    assert!(
        found[0].detail.contains("`local.a15`, and 4 more, `local.a0`."),
        "{}",
        found[0].detail
    );
    assert_eq!(found[0].labels.len(), 16);

    // Objects between two cycles, from each of which all later ones are reached.
    let between = |count: usize| {
        let local = |index: usize| format!("  a{index} = local.a{}\n", index + 1);
        let chain: String = (1..count).map(local).collect();
        format!("locals {{\n  a0 = [local.a0, local.a1]\n{chain}  a{count} = local.a{count}\n}}\n")
    };
    assert_eq!(problems(&between(20), "").len(), 2);
    hcl2_testing::assert_linear("a ring", 500, ring, |text| problems(&text, ""));
    hcl2_testing::assert_linear("a chain", 500, between, |text| problems(&text, ""));
}

#[test]
fn unknown_arguments_and_configurations_are_reported_in_linear_time() {
    let call = |count: usize| {
        let arguments = (0..count).map(|index| format!("  given_{index} = 1\n"));
        let variables = (0..count).map(|index| format!("variable \"a{index}_own\" {{\n  default = 1\n}}\n"));
        (
            format!(
                "module \"net\" {{\n  source = \"./net\"\n{}}}\n",
                arguments.collect::<String>()
            ),
            variables.collect::<String>(),
        )
    };
    let (text, called) = call(20);
    let found = problems(&text, &called);
    assert_eq!(codes(&found)[0], "hcl2::body::unsupported-attribute");
    let detail = &found[0].detail;
    assert!(detail.ends_with(", a14_own, a15_own and 4 more."), "{detail}");
    hcl2_testing::assert_linear("unknown arguments", 300, call, |(text, called)| {
        problems(&text, &called)
    });

    let providers = |count: usize| -> String {
        let blocks = (0..count).map(|index| {
            format!(
                "provider \"aws\" {{\n  alias  = \"own{index}\"\n  region = \"\"\n}}\nresource \"aws_vpc\" \"r{index}\" {{\n  \
                 provider = aws.given_{index}\n}}\n"
            )
        });
        blocks.collect()
    };
    let found = problems(&providers(20), "");
    assert_eq!(codes(&found), ["hcl2::terraform::provider-configuration"; 20]);
    hcl2_testing::assert_linear("missing configurations", 300, providers, |text| {
        problems(&text, "")
    });
}
