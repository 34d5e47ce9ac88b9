//! The versions of Terraform whose results are recorded.

use hcl2::terraform::table::{Language, Version};

/// The minor version of Terraform whose results are recorded in full.
pub const RECORDED: u16 = 11;

/// Returns the minor version of Terraform.
#[must_use]
pub const fn terraform(minor: u16) -> Version {
    Version {
        language: Language::Terraform,
        minor,
    }
}
