//! Providers under the real Terraform.
//!
//! Without `terraform` on the path, each test is reported as ignored.
#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "all of it is a test, under a harness that can leave tests out"
)]

mod bad;
mod files;
mod identity;
mod queries;
mod workshop;

use std::process::ExitCode;

use hcl2_provider::testing::Terraform;
use libtest_mimic::{Arguments, Trial};

/// The name of a test, the version of Terraform that it needs, and the test.
type Test = (&'static str, (u32, u32), fn());

fn main() -> ExitCode {
    // Terraform starts this program as a provider, too.
    if std::env::var_os("TF_PLUGIN_MAGIC_COOKIE").is_some() {
        let is_trouble = std::env::var_os(bad::VARIABLE).is_some();
        let serve = if is_trouble { bad::serve } else { workshop::serve };
        return match serve() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    const ANY: (u32, u32) = (1, 0);
    let tests: [Test; 24] = [
        ("an_attached_provider_keeps_files", ANY, files::attached),
        ("a_provider_from_overrides_is_started", ANY, files::overridden),
        (
            "a_provider_from_a_mirror_is_installed_and_started",
            ANY,
            files::mirrored,
        ),
        (
            "a_provider_is_started_without_certificates",
            ANY,
            files::without_certificates,
        ),
        ("logs_are_shown_by_their_level", ANY, files::logged),
        (
            "objects_are_created_changed_replaced_and_destroyed",
            ANY,
            workshop::life,
        ),
        ("calls_run_in_parallel_and_are_retried", ANY, workshop::parallel),
        ("version_5_of_the_protocol_is_served", ANY, workshop::version_5),
        (
            "objects_are_imported_and_moved",
            ANY,
            workshop::imported_and_moved,
        ),
        (
            "functions_data_and_ephemeral_values_work_together",
            ANY,
            workshop::values,
        ),
        (
            "objects_are_imported_by_their_identity",
            (1, 12),
            identity::imported_by_identity,
        ),
        ("objects_are_listed", (1, 14), queries::listed),
        ("actions_are_invoked", (1, 14), queries::invoked),
        ("configurations_are_generated", (1, 14), queries::generated),
        (
            "lists_and_actions_are_printed_as_terraform_does",
            (1, 14),
            queries::schemas,
        ),
        ("schemas_are_printed_as_terraform_does", ANY, workshop::schemas),
        ("modules_send_metadata", ANY, queries::metadata),
        ("failures_keep_the_state", ANY, workshop::failures),
        ("a_killed_provider_leaves_the_state", ANY, workshop::killed),
        ("a_hanging_operation_is_ended_by_its_timeout", ANY, bad::timed_out),
        ("a_hanging_provider_ends_with_terraform", ANY, bad::hanging),
        ("a_state_of_many_megabytes_is_kept", ANY, bad::large),
        (
            "an_interrupted_provider_ends_its_calls",
            ANY,
            workshop::interrupted,
        ),
        (
            "what_the_provider_does_wrong_is_explained",
            ANY,
            workshop::inconsistent,
        ),
    ];
    let version = Terraform::version();
    if version.is_none() {
        eprintln!("SKIPPED: there is no `terraform` on the path, and these tests need one");
    }
    let is_late = |since: (u32, u32)| version < Some(since);
    for (name, since, _) in tests {
        if version.is_some() && is_late(since) {
            let (major, minor) = since;
            eprintln!(
                "SKIPPED: {name} needs Terraform {major}.{minor}, which TF_ACC_TERRAFORM_PATH can name"
            );
        }
    }
    let trials = tests.into_iter().map(|(name, since, test)| {
        let run = move || {
            test();
            Ok(())
        };
        Trial::test(name, run).with_ignored_flag(is_late(since))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
