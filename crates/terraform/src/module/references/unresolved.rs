//! Reports of references that name nothing, with what they were probably meant for.

use hcl2_diagnostics::{Diagnostic, Span, codes::terraform as codes, nearest_name};
use hcl2_model::{Name, Traversal};

use super::super::constants::LITERALS;
use super::{Declared, invalid, is_alike};
use crate::address::{Address, ResourceKind};
use crate::problems::did_you_mean;
use crate::table::{MISTAKEN_ROOTS, ROOT_LOCAL, ROOT_RESOURCE, ROOT_VARIABLE, names};

impl Declared {
    /// Reports a reference that does not name an object.
    pub(super) fn incomplete(&self, traversal: &Traversal, root: &Name, span: Span) -> Diagnostic {
        let of_two =
            |first: &str| format!("Expected {first} and a name after `{root}`, as in `{root}.TYPE.NAME`.");
        let detail = match root.as_str() {
            ROOT_VARIABLE => format!("Expected the name of a variable after `{root}`, as in `{root}.NAME`."),
            ROOT_LOCAL => format!("Expected the name of a local value after `{root}`, as in `{root}.NAME`."),
            names::MODULE => {
                format!("Expected the name of a module call after `{root}`, as in `{root}.NAME`.")
            }
            names::DATA | names::EPHEMERAL | ROOT_RESOURCE => of_two("a type"),
            _ => {
                for (prefix, address) in [
                    (ROOT_VARIABLE, Address::Variable(root.clone())),
                    (ROOT_LOCAL, Address::Local(root.clone())),
                ] {
                    if self.objects.contains_key(&address) && traversal.steps().len() == 1 {
                        let detail = format!("`{root}` alone refers to nothing. Did you mean `{address}`?");
                        return invalid("Incomplete reference", detail, span).with_suggestion(
                            span,
                            address.to_string(),
                            format!("write `{prefix}.` before it"),
                        );
                    }
                }
                if traversal.steps().len() == 1
                    && let Some(near) = nearest_name(root, LITERALS)
                {
                    let problem = invalid("Incomplete reference", String::new(), span);
                    let sentence = format!("`{root}` alone refers to nothing.");
                    return did_you_mean(problem, &sentence, span, near, near);
                }
                format!(
                    "`{root}` alone refers to nothing. Write a variable as `{ROOT_VARIABLE}.NAME`, a local value as \
                     `{ROOT_LOCAL}.NAME`, a resource as `TYPE.NAME`, and a string in quotes."
                )
            }
        };
        invalid("Incomplete reference", detail, span)
    }

    /// Reports a reference to an undeclared object.
    pub(in crate::module) fn undeclared(&self, address: &Address, span: Span) -> Diagnostic {
        let (what, name) = match address {
            Address::Variable(name) => ("input variable", name),
            Address::Local(name) => ("local value", name),
            Address::Module(name) => ("module call", name),
            Address::Resource(ResourceKind::Data, _, name) => ("data source", name),
            Address::Resource(ResourceKind::Ephemeral, _, name) => ("ephemeral resource", name),
            Address::Resource(_, _, name) => ("resource", name),
            Address::Output(name) => ("output", name),
            Address::Check(name) => ("check", name),
            Address::Provider(name, _) => ("provider configuration", name),
        };
        let diagnostic =
            Diagnostic::error(codes::UNDECLARED, format!("Undeclared {what}")).with_subject(span);
        let detail = match address {
            Address::Resource(..) => format!("The module declares no {what} `{address}`."),
            _ => format!("The module declares no {what} `{name}`."),
        };
        // Similar names of the same kind of object come first.
        let near = self.nearest(address, name).map(|near| address.with_name(near));
        match near.or_else(|| self.meant(address)) {
            Some(near) => did_you_mean(diagnostic, &detail, span, &near, near.to_string()),
            None => diagnostic.with_detail(detail),
        }
    }

    /// Returns the name of an object of the kind of an address that is most like another name.
    pub(in crate::module) fn nearest(&self, address: &Address, name: &str) -> Option<&str> {
        let objects = self.suggestions.among(self.objects.keys());
        let alike = objects.filter(|other| is_alike(other, address));
        nearest_name(name, alike.filter_map(|address| address.name()))
    }

    /// Returns a declared object that the address of an undeclared resource may be meant for.
    fn meant(&self, address: &Address) -> Option<Address> {
        let Address::Resource(kind, ty, name) = address else {
            return None;
        };
        let of_root = MISTAKEN_ROOTS.iter().find(|(wrong, _)| ty == *wrong);
        let same = |right: &str| match right {
            ROOT_VARIABLE => Some(Address::Variable(name.clone())),
            ROOT_LOCAL => Some(Address::Local(name.clone())),
            names::MODULE => Some(Address::Module(name.clone())),
            _ => None,
        };
        let roots = [ROOT_VARIABLE, ROOT_LOCAL, names::MODULE];
        let root = of_root
            .map(|(_, right)| *right)
            .or_else(|| nearest_name(ty, roots));
        let has = |meant: &Address| of_root.is_some() || self.objects.contains_key(meant);
        if let Some(meant) = root.and_then(same).filter(has) {
            return Some(meant).filter(|meant| self.objects.contains_key(meant));
        }
        let objects = self.suggestions.among(self.objects.keys());
        let others = objects.filter_map(|other| match other {
            Address::Resource(other_kind, other, own) if own == name => Some((*other_kind, other.clone())),
            _ => None,
        });
        let others: Vec<(ResourceKind, Name)> = others.collect();
        if let Some((other, _)) = others.iter().find(|(other, same)| other != kind && same == ty) {
            return Some(Address::Resource(*other, ty.clone(), name.clone()));
        }
        let types = others
            .iter()
            .filter(|(other, _)| other == kind)
            .map(|(_, ty)| ty.as_str());
        let near = nearest_name(ty, types)?;
        Some(Address::Resource(*kind, near.into(), name.clone()))
    }
}
