//! Declarations that nothing refers to.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, codes::terraform as codes};

use super::super::Module;
use crate::address::{Address, ResourceKind};

impl Module {
    /// Returns warnings about the variables, local values and data sources that nothing in the module refers to
    /// (`hcl2::terraform::unused-variable`, `unused-local` and `unused-data`).
    ///
    /// They are no part of the other checks, since Terraform does not care, but of [`lints`](Self::lints).
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile};
    ///
    /// let source = Source::new("main.tf", "variable \"size\" {}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let module = Module::from_files(&[file], Language::Terraform).value;
    /// assert_eq!(module.unused()[0].code.id(), "hcl2::terraform::unused-variable");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn unused(&self) -> Diagnostics {
        let declared = &self.contents.declared;
        let all = declared
            .addresses()
            .zip(&self.contents.references.is_used_by_others);
        let unused = all.filter(|(_, is_used)| !**is_used).map(|(address, _)| address);
        let problems = unused.filter_map(|address| {
            let (code, what) = match address {
                Address::Variable(_) => (codes::UNUSED_VARIABLE, "Unused variable"),
                Address::Local(_) => (codes::UNUSED_LOCAL, "Unused local value"),
                Address::Resource(ResourceKind::Data, ..) => (codes::UNUSED_DATA, "Unused data source"),
                _ => return None,
            };
            Some(
                Diagnostic::warning(code, what)
                    .with_detail(format!("Nothing in the module refers to `{address}`."))
                    .with_subject(declared.span(address)?),
            )
        });
        Outcome::new((), problems.collect()).diagnostics
    }
}
