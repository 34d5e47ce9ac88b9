//! The names of Terraform's functions, which are known without them.

/// The names of the functions that Terraform has in addition to the standard ones, sorted. They are defined with the feature
/// `terraform`.
///
/// # Examples
///
/// ```
/// assert!(hcl2_functions::TERRAFORM_NAMES.contains(&"startswith"));
/// assert!(!hcl2_functions::TERRAFORM_NAMES.contains(&"upper"));
/// ```
pub const TERRAFORM_NAMES: &[&str] = &[
    "abspath",
    "alltrue",
    "anytrue",
    "base64decode",
    "base64encode",
    "base64gzip",
    "base64sha256",
    "base64sha512",
    "basename",
    "bcrypt",
    "cidrhost",
    "cidrnetmask",
    "cidrsubnet",
    "cidrsubnets",
    "dirname",
    "endswith",
    "ephemeralasnull",
    "file",
    "filebase64",
    "filebase64sha256",
    "filebase64sha512",
    "fileexists",
    "filemd5",
    "fileset",
    "filesha1",
    "filesha256",
    "filesha512",
    "issensitive",
    "matchkeys",
    "md5",
    "nonsensitive",
    "one",
    "pathexpand",
    "plantimestamp",
    "rsadecrypt",
    "sensitive",
    "sha1",
    "sha256",
    "sha512",
    "startswith",
    "strcontains",
    "strrev",
    "sum",
    "templatefile",
    "templatestring",
    "textdecodebase64",
    "textencodebase64",
    "timecmp",
    "timestamp",
    "tobool",
    "tolist",
    "tomap",
    "tonumber",
    "toset",
    "tostring",
    "transpose",
    "urlencode",
    "uuid",
    "uuidv5",
    "yamldecode",
    "yamlencode",
];

#[cfg(all(test, feature = "terraform"))]
mod tests {
    use std::collections::BTreeSet;

    use super::TERRAFORM_NAMES;

    #[test]
    fn names_of_terraform_are_those_of_its_functions_alone() {
        let names = |examples: Vec<crate::Example>| -> BTreeSet<&str> {
            examples.iter().map(|example| example.function).collect()
        };
        let standard = names(crate::standard_examples());
        let terraform = names(crate::terraform_examples());
        assert_eq!(
            TERRAFORM_NAMES,
            terraform.difference(&standard).copied().collect::<Vec<_>>()
        );
    }
}
