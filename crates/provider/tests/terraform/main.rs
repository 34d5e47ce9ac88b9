//! Providers under the real Terraform.
//!
//! Without `terraform` on the path, each test is reported as ignored.
#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "all of it is a test, under a harness that can leave tests out"
)]

mod files;
mod identity;
mod workshop;

use std::process::ExitCode;

use hcl2_provider::testing::Terraform;
use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    // Terraform starts this program as a provider, too.
    if std::env::var_os("TF_PLUGIN_MAGIC_COOKIE").is_some() {
        return match workshop::serve() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    let tests: [(&str, fn()); 15] = [
        ("an_attached_provider_keeps_files", files::attached),
        ("a_provider_from_overrides_is_started", files::overridden),
        (
            "a_provider_from_a_mirror_is_installed_and_started",
            files::mirrored,
        ),
        (
            "a_provider_is_started_without_certificates",
            files::without_certificates,
        ),
        ("logs_are_shown_by_their_level", files::logged),
        (
            "objects_are_created_changed_replaced_and_destroyed",
            workshop::life,
        ),
        ("calls_run_in_parallel_and_are_retried", workshop::parallel),
        ("version_5_of_the_protocol_is_served", workshop::version_5),
        ("objects_are_imported_and_moved", workshop::imported_and_moved),
        (
            "functions_data_and_ephemeral_values_work_together",
            workshop::values,
        ),
        (
            "objects_are_imported_by_their_identity",
            identity::imported_by_identity,
        ),
        ("failures_keep_the_state", workshop::failures),
        ("a_killed_provider_leaves_the_state", workshop::killed),
        ("an_interrupted_provider_ends_its_calls", workshop::interrupted),
        (
            "what_the_provider_does_wrong_is_explained",
            workshop::inconsistent,
        ),
    ];
    let version = Terraform::version();
    let missing = version.is_none();
    if missing {
        eprintln!("SKIPPED: there is no `terraform` on the path, and these tests need one");
    } else if version < Some((1, 12)) {
        eprintln!("SKIPPED: identities need Terraform 1.12, which TF_ACC_TERRAFORM_PATH can name");
    }
    let trials = tests.into_iter().map(|(name, test)| {
        let run = move || {
            test();
            Ok(())
        };
        let is_late = version < Some((1, 12)) && name == "objects_are_imported_by_their_identity";
        Trial::test(name, run).with_ignored_flag(missing || is_late)
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
