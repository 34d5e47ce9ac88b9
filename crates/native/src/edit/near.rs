//! What an address that selects nothing was probably meant as.

use std::collections::BTreeMap;

use hcl2_diagnostics::nearest_name;

use super::{Address, AddressStep};

/// Longest address that is compared with others, in steps.
const MAX_STEPS: usize = 16;

impl Address {
    /// Returns the address that was probably meant instead of this one, which selects nothing: that of a part further in, such as
    /// a resource without the type of its block, or one with a similar name. `select` returns the addresses of what an
    /// address selects.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::{Address, Editor};
    ///
    /// let editor = Editor::parse("server \"web\" {\n  port = 80\n}\n")?;
    /// let select = |address: &Address| editor.select(address).into_iter().map(|found| found.address).collect();
    /// let address: Address = "servr.web.port".parse()?;
    /// assert_eq!(address.similar(&select).unwrap().to_string(), "server.web.port");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn similar(&self, select: &dyn Fn(&Self) -> Vec<Self>) -> Option<Self> {
        if self.steps.len() > MAX_STEPS {
            return None;
        }
        self.elsewhere(select).or_else(|| self.misspelt(select))
    }

    /// Returns the address of the first part that the address selects further in.
    fn elsewhere(&self, select: &dyn Fn(&Self) -> Vec<Self>) -> Option<Self> {
        if self.steps.first() == Some(&AddressStep::AnyDepth) {
            return None;
        }
        let mut steps = vec![AddressStep::AnyDepth];
        steps.extend_from_slice(&self.steps);
        select(&Self::new(steps)).into_iter().next()
    }

    /// Returns an address with a similar name in the place of the first one that selects nothing, among the names beside it
    /// or one level below.
    fn misspelt(&self, select: &dyn Fn(&Self) -> Vec<Self>) -> Option<Self> {
        let exists = |address: &Self| !select(address).is_empty();
        let steps = &self.steps;
        let wrong = (0..steps.len()).find(|length| !exists(&Self::new(steps[..=*length].to_vec())))?;
        let AddressStep::Name(name) = &steps[wrong] else {
            return None;
        };
        let parent = Self::new(steps[..wrong].to_vec());
        [1, 2].into_iter().find_map(|levels| {
            let children = (0..levels).fold(parent.clone(), |parent, _| parent.then(AddressStep::Any));
            // The steps to each, by its name.
            let mut names: BTreeMap<String, Vec<AddressStep>> = BTreeMap::new();
            for found in select(&children) {
                let own = found.steps.get(wrong..wrong + levels);
                if let Some((own, AddressStep::Name(name))) = own.and_then(|own| Some((own, own.last()?))) {
                    names.entry(name.clone()).or_insert_with(|| own.to_vec());
                }
            }
            let near = nearest_name(name, names.keys().map(String::as_str))?;
            let own = names.get(near)?.as_slice();
            let to = |rest: &[AddressStep]| Self::new([parent.steps(), own, rest].concat());
            let whole = to(&steps[wrong + 1..]);
            Some(if exists(&whole) { whole } else { to(&[]) })
        })
    }
}
