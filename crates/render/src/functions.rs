//! Tables of functions for languages that have some of the standard ones and some of Terraform's.

use std::sync::Arc;

use hcl2_ext::functions::{can_function, convert_function, try_function};
use hcl2_functions::{Host, standard, terraform};
use hcl2_model::FunctionTable;

/// Functions that have another name here.
const RENAMED: [(&str, &str); 4] = [
    ("strrev", "reverse"),
    ("regex_replace", "regexreplace"),
    ("absolute", "abs"),
    ("uuidv4", "uuid"),
];

/// Returns the functions of some names: the standard ones, or else those of Terraform.
pub(crate) fn table(host: &Arc<dyn Host>, names: &[&'static str]) -> FunctionTable {
    let (standard, terraform) = (standard(), terraform::functions(host));
    let mut table = FunctionTable::new();
    for name in names {
        let own = RENAMED.iter().find(|(new, _)| new == name);
        let own = own.map_or(*name, |(_, own)| own);
        let mut all = standard.iter().chain(&terraform);
        if let Some(function) = all.find(|function| function.name() == own) {
            table.insert(*name, function.clone().named(name));
        }
    }
    table.insert("try", try_function());
    table.insert("can", can_function());
    table.insert("convert", convert_function());
    table
}
