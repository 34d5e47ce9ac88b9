//! What an address that selects nothing was probably meant as.

use std::collections::BTreeMap;

use hcl2::diagnostics::nearest_name;
use hcl2::edit::{Address, AddressStep};

use super::edit::Document;

/// Returns the end of a message about an address that selects nothing in any of some documents: a question, or nothing.
pub(super) fn question(documents: &[Document], address: &Address) -> String {
    let exists = |address: &Address| documents.iter().any(|document| document.has(address));
    if let Some(quoted) = quoted(address).filter(|quoted| exists(quoted)) {
        return format!(
            "; did you mean `{quoted}`? What is in brackets without quotes is a condition, and a shell removes quotes unless \
             they are inside of others"
        );
    }
    let near = elsewhere(documents, address).or_else(|| misspelt(documents, address));
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

/// Returns the address of the first part that an address selects further in, such as that of a resource without the type of its
/// block.
fn elsewhere(documents: &[Document], address: &Address) -> Option<Address> {
    if address.steps().first() == Some(&AddressStep::AnyDepth) {
        return None;
    }
    let mut steps = vec![AddressStep::AnyDepth];
    steps.extend_from_slice(address.steps());
    let anywhere = Address::new(steps);
    documents
        .iter()
        .find_map(|document| document.addresses(&anywhere).into_iter().next())
}

/// Returns an address with a similar name in the place of the first one that selects nothing, among the names beside it or one
/// level below.
fn misspelt(documents: &[Document], address: &Address) -> Option<Address> {
    let exists = |address: &Address| documents.iter().any(|document| document.has(address));
    let steps = address.steps();
    let wrong = (0..steps.len()).find(|length| !exists(&Address::new(steps[..=*length].to_vec())))?;
    let AddressStep::Name(name) = &steps[wrong] else {
        return None;
    };
    let parent = Address::new(steps[..wrong].to_vec());
    [1, 2].into_iter().find_map(|levels| {
        let children = (0..levels).fold(parent.clone(), |parent, _| parent.then(AddressStep::Any));
        let found = documents
            .iter()
            .flat_map(|document| document.addresses(&children));
        // The steps to each, by its name.
        let mut names: BTreeMap<String, Vec<AddressStep>> = BTreeMap::new();
        for found in found {
            let own = found.steps().get(wrong..wrong + levels);
            if let Some((own, AddressStep::Name(name))) = own.and_then(|own| Some((own, own.last()?))) {
                names.entry(name.clone()).or_insert_with(|| own.to_vec());
            }
        }
        let near = nearest_name(name, names.keys().map(String::as_str))?;
        let own = names.get(near)?.as_slice();
        let to = |rest: &[AddressStep]| Address::new([parent.steps(), own, rest].concat());
        let whole = to(&steps[wrong + 1..]);
        Some(if exists(&whole) { whole } else { to(&[]) })
    })
}
