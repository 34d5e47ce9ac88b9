//! Rules for provisioners and connections.

use hcl2_diagnostics::{
    Diagnostic, Diagnostics, codes::body as body_codes, codes::terraform as codes, nearest_name,
};
use hcl2_model::Attribute;

use super::declaration::Declaration;
use crate::problems::did_you_mean;
use crate::table::{EXCLUSIVE, HELPERS, HOST, REMOVED_PROVISIONERS, names};

/// Checks the provisioners and connections of a declaration.
pub(super) fn check(declaration: &Declaration, diagnostics: &mut Diagnostics) {
    let around = declaration.blocks_of(names::CONNECTION).next();
    for provisioner in declaration.blocks_of(names::PROVISIONER) {
        diagnostics.extend(unknown(provisioner).or_else(|| not_exclusive(provisioner)));
        diagnostics.extend(without_host(provisioner, around));
    }
}

/// Reports a provisioner of an unknown type.
fn unknown(provisioner: &Declaration) -> Option<Diagnostic> {
    let label = provisioner.labels.first()?;
    let types = || HELPERS.iter().filter_map(|(_, label, _)| *label);
    if types().any(|own| label.text == *own) {
        return None;
    }
    let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, "Unknown type").with_subject(label.span);
    if REMOVED_PROVISIONERS.contains(&label.text.as_str()) {
        let detail = format!("The provisioner `{}` was removed from Terraform.", label.text);
        return Some(diagnostic.with_detail(detail));
    }
    let detail = format!("There is no provisioner `{}`.", label.text);
    Some(match nearest_name(&label.text, types()) {
        Some(near) => did_you_mean(diagnostic, &detail, label.span, near, format!("\"{near}\"")),
        None => {
            let all: Vec<&str> = types().collect();
            diagnostic.with_detail(format!("{detail} Expected one of: {}.", all.join(", ")))
        }
    })
}

/// Reports a provisioner that sets none or several of the arguments of which it needs one.
fn not_exclusive(provisioner: &Declaration) -> Option<Diagnostic> {
    let label = provisioner.first_label()?;
    let (_, names) = EXCLUSIVE.iter().find(|(own, _)| label == *own)?;
    if provisioner.blocks_of(names::ESCAPE).next().is_some() {
        return None;
    }
    let is_set = |name: &&&str| {
        let argument = provisioner.argument(name);
        argument.is_some_and(|argument| !argument.expression.evaluate(None).value.is_null())
    };
    let set = names.iter().filter(is_set).count();
    (set != 1).then(|| {
        let code = if set == 0 {
            body_codes::MISSING_ATTRIBUTE
        } else {
            codes::CONFLICTING_ARGUMENTS
        };
        Diagnostic::error(code, "Exactly one argument expected")
            .with_detail(format!(
                "A provisioner `{label}` needs exactly one of the arguments `{}`, found {set}.",
                names.join("`, `")
            ))
            .with_subject(provisioner.span)
    })
}

/// Reports a connection without a host, which the connection around it may set.
fn without_host(provisioner: &Declaration, around: Option<&Declaration>) -> Option<Diagnostic> {
    let own = provisioner.blocks_of(names::CONNECTION).next();
    let has_host = |connection: &Declaration| connection.argument(HOST).is_some();
    let connection = own.or(around)?;
    if own.is_some_and(has_host) || around.is_some_and(has_host) {
        return None;
    }
    Some(
        Diagnostic::error(body_codes::MISSING_ATTRIBUTE, "Missing attribute")
            .with_detail(format!(
                "A connection needs the argument `{HOST}`, the address of the machine."
            ))
            .with_subject(connection.span),
    )
}

impl Declaration {
    /// Returns whether Terraform looks at a nested block: at a connection only with provisioners whose own connections do
    /// not set all the same arguments.
    pub(crate) fn reads(&self, block: &Self) -> bool {
        let is_own = |block| self.blocks.iter().any(|own| std::ptr::eq(own, block));
        let is_connection = block.block_type.name == names::CONNECTION;
        if !is_connection || self.block_type.name == names::PROVISIONER || !is_own(block) {
            return true;
        }
        let replaces = |provisioner: &Self| {
            let own = provisioner.blocks_of(names::CONNECTION).next();
            let is_set = |argument: &Attribute| own.is_some_and(|own| own.argument(&argument.name).is_some());
            !provisioner.is_after() && block.arguments.iter().all(is_set)
        };
        !self.blocks_of(names::PROVISIONER).all(replaces)
    }
}
