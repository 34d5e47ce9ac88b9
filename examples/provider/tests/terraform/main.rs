//! The sample provider under the real Terraform, which attaches to it in the process of the test.
//!
//! Without `terraform` on the path, each test is reported as ignored.
#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "all of it is a test, under a harness that can leave tests out"
)]

mod directory;
mod modules;
mod values;
mod watched;
mod worlds;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let tests: [(&str, fn()); 12] = [
        (
            "values_of_every_type_arrive_and_return_unchanged",
            values::of_every_type,
        ),
        (
            "a_change_and_an_import_leave_an_empty_plan",
            values::changed_and_imported,
        ),
        ("a_set_of_300_objects_arrives_and_returns", values::large_set),
        (
            "a_set_keeps_what_the_provider_chose_in_its_elements",
            values::set_with_computed_parts,
        ),
        (
            "data_sources_and_functions_see_what_is_written",
            values::read_and_called,
        ),
        ("a_refined_unknown_value_shows_in_the_plan", worlds::refined),
        ("a_broken_refinement_is_refused", worlds::broken),
        (
            "a_note_is_replaced_and_kept_by_its_private_state",
            worlds::replaced,
        ),
        ("state_of_an_older_schema_is_upgraded", worlds::upgraded),
        (
            "what_the_provider_refuses_is_shown_where_it_is_written",
            worlds::refused,
        ),
        ("modules_are_planned_alike_in_both_syntaxes", modules::converted),
        (
            "resources_are_checked_by_schemas_as_terraform_checks_them",
            modules::checked,
        ),
    ];
    let missing = !directory::terraform_is_there();
    if missing {
        eprintln!("SKIPPED: there is no `terraform` on the path, and these tests need one");
    }
    let trials = tests.into_iter().map(|(name, test)| {
        let run = move || {
            test();
            Ok(())
        };
        Trial::test(name, run).with_ignored_flag(missing)
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
