//! Tables of functions for languages that have some of the standard ones and some of Terraform's.

use std::sync::Arc;

use hcl2_ext::functions::{can_function, convert_function, try_function};
use hcl2_functions::{Host, standard, terraform};
use hcl2_model::FunctionTable;
use hcl2_value::Function;

/// The standard functions of Nomad and Packer.
pub(crate) const STANDARD: &[&str] = &[
    "abs",
    "ceil",
    "chomp",
    "chunklist",
    "coalescelist",
    "compact",
    "concat",
    "contains",
    "csvdecode",
    "distinct",
    "element",
    "flatten",
    "floor",
    "format",
    "formatdate",
    "formatlist",
    "indent",
    "join",
    "jsondecode",
    "jsonencode",
    "keys",
    "log",
    "lookup",
    "lower",
    "max",
    "merge",
    "min",
    "parseint",
    "pow",
    "range",
    "regex_replace",
    "replace",
    "setintersection",
    "setproduct",
    "setunion",
    "signum",
    "slice",
    "sort",
    "split",
    "strlen",
    "strrev",
    "substr",
    "timeadd",
    "title",
    "trim",
    "trimprefix",
    "trimspace",
    "trimsuffix",
    "upper",
    "values",
    "zipmap",
];

/// Functions of Terraform that Nomad and Packer have.
pub(crate) const OF_TERRAFORM: &[&str] = &[
    "abspath",
    "base64decode",
    "base64encode",
    "basename",
    "bcrypt",
    "cidrhost",
    "cidrnetmask",
    "cidrsubnet",
    "cidrsubnets",
    "dirname",
    "file",
    "filebase64",
    "fileexists",
    "fileset",
    "md5",
    "pathexpand",
    "rsadecrypt",
    "sha1",
    "sha256",
    "sha512",
    "timestamp",
    "urlencode",
    "uuidv4",
    "uuidv5",
    "yamldecode",
    "yamlencode",
];

/// Functions that have other names here, with the names of the originals.
const RENAMED: [(&str, &str); 4] = [
    ("absolute", "abs"),
    ("regex_replace", "regexreplace"),
    ("strrev", "reverse"),
    ("uuidv4", "uuid"),
];

/// Returns functions by their names: some of the standard ones, some of Terraform's, and those for errors and types.
///
/// Where both have a function of a name, they differ: the standard `reverse` is for strings, for example, and Terraform's for
/// lists.
pub(crate) fn table(
    host: &Arc<dyn Host>,
    of_standard: impl IntoIterator<Item = &'static str>,
    of_terraform: impl IntoIterator<Item = &'static str>,
) -> FunctionTable {
    let mut table = FunctionTable::new();
    add(&mut table, &standard(), of_standard);
    add(&mut table, &terraform::functions(host), of_terraform);
    table.insert("try", try_function());
    table.insert("can", can_function());
    table.insert("convert", convert_function());
    table
}

fn add(table: &mut FunctionTable, functions: &[Function], names: impl IntoIterator<Item = &'static str>) {
    for name in names {
        let renamed = RENAMED.iter().find(|(new, _)| *new == name);
        let original = renamed.map_or(name, |(_, original)| original);
        let function = functions.iter().find(|function| function.name() == original);
        if let Some(function) = function {
            table.insert(name, function.clone().named(name));
        }
    }
}
