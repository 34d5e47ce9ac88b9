//! Functions of values alone.

use hcl2_functions::terraform;
use hcl2_terraform::allows_version;
use hcl2_value::{Function, Parameter, Type, Value};

use super::of_strings;
use crate::terragrunt::values::deep_merged;

/// Returns the functions of values alone.
pub(super) fn functions() -> Vec<Function> {
    let anything = Parameter::new("maps", Type::DYNAMIC)
        .allow_null()
        .allow_unknown()
        .allow_dynamic();
    let merge = Function::new("deep_merge", |arguments, _| {
        let mut maps = arguments.iter().filter(|map| !map.is_null());
        let first = maps
            .next()
            .cloned()
            .unwrap_or_else(|| Value::object([] as [(&str, Value); 0]));
        Ok(maps.fold(first, |all, over| deep_merged(&all, over, true)))
    });
    vec![
        merge.variadic(anything),
        of_strings("constraint_check", 2..=2, |arguments| {
            Ok(Value::from(allows_version(
                arguments[1],
                arguments[0].trim_start_matches('v'),
            )))
        }),
        terraform::startswith(),
        terraform::endswith(),
        terraform::strcontains(),
        terraform::timecmp(),
    ]
}
