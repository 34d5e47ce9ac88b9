//! What an address that selects nothing was probably meant as.

use hcl2::edit::{Address, AddressStep};

use super::Document;

/// Returns the end of a message about an address that selects nothing in any of some documents: a question, or nothing.
pub(in super::super) fn question(documents: &[Document], address: &Address) -> String {
    let exists = |address: &Address| documents.iter().any(|document| document.has(address));
    if let Some(quoted) = quoted(address).filter(|quoted| exists(quoted)) {
        return format!(
            "; did you mean `{quoted}`? What is in brackets without quotes is a condition, and a shell removes quotes unless \
             they are inside of others"
        );
    }
    let select = |address: &Address| -> Vec<Address> {
        let found = documents.iter();
        found.flat_map(|document| document.addresses(address)).collect()
    };
    let near = address.similar(&select);
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// Returns an address with keys in the place of conditions that are a bare name, as a shell without the quotes passes keys.
fn quoted(address: &Address) -> Option<Address> {
    let mut is_changed = false;
    let steps = address.steps().iter().map(|step| match step {
        AddressStep::Where(condition) if condition.compared().is_none() => {
            is_changed = true;
            AddressStep::Name(condition.address().to_string())
        }
        step => step.clone(),
    });
    let steps = steps.collect();
    is_changed.then(|| Address::new(steps))
}
