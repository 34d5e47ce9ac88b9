//! Optional problems: what the products accept, and what is hardly meant.

mod comparisons;
mod count;
mod dependencies;
mod impure;
mod quoted;
mod unused;

use hcl2_diagnostics::{Code, Diagnostic, Diagnostics, Outcome, codes::terraform as codes};

use super::Module;

/// An optional problem and the names that OpenTofu has for it.
struct Rule {
    code: Code,
    /// The names: that of its documentation first, that of its first proposal otherwise.
    names: &'static [&'static str],
    /// The groups of rules that have it.
    groups: &'static [&'static str],
}

const CONFUSING: &str = "core:confusing";
const IMPROVEMENT: &str = "core:improvement";
const MISTAKE: &str = "core:mistake";
/// The group of all rules, whoever has them.
const ALL: &str = "all";
/// The group of all rules of OpenTofu.
const ALL_OF_OPENTOFU: &str = "core:all";

const RULES: [Rule; 9] = [
    Rule {
        code: codes::UNUSED_VARIABLE,
        names: &["core:unused-variable"],
        groups: &[IMPROVEMENT],
    },
    Rule {
        code: codes::UNUSED_LOCAL,
        names: &["core:unused-local"],
        groups: &[IMPROVEMENT],
    },
    Rule {
        code: codes::UNUSED_DATA,
        names: &[],
        groups: &[],
    },
    Rule {
        code: codes::UNTYPED_VARIABLE,
        names: &["core:no-type-variable"],
        groups: &[CONFUSING],
    },
    Rule {
        code: codes::COUNT_AS_CONDITION,
        names: &["core:count-instead-enabled"],
        groups: &[IMPROVEMENT],
    },
    Rule {
        code: codes::REDUNDANT_DEPENDENCY,
        names: &["core:redundant-depends-on", "core:unuseddeps"],
        groups: &[CONFUSING],
    },
    Rule {
        code: codes::QUOTED_REFERENCE,
        names: &["core:quotedref"],
        groups: &[CONFUSING, MISTAKE],
    },
    Rule {
        code: codes::INEFFECTIVE_COMPARISON,
        names: &["core:ineffeq"],
        groups: &[MISTAKE],
    },
    Rule {
        code: codes::IMPURE_FUNCTION,
        names: &["core:impurefunc"],
        groups: &["core:noconverge"],
    },
];

impl Module {
    /// The codes of [`lints`](Self::lints), which a program reports only if it is asked to.
    pub const OPTIONAL_CODES: [Code; RULES.len()] = {
        let mut codes = [codes::UNUSED_VARIABLE; RULES.len()];
        let mut at = 0;
        while at < RULES.len() {
            codes[at] = RULES[at].code;
            at += 1;
        }
        codes
    };

    /// Returns the optional codes that a name of OpenTofu selects: that of a lint rule, such as `core:unused-local`, or of a group of
    /// them, such as `core:improvement`; all codes for `all`. No code if OpenTofu has no such name.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_terraform::Module;
    ///
    /// assert_eq!(Module::codes_of_rule("core:ineffeq")[0].id(), "hcl2::terraform::ineffective-comparison");
    /// assert_eq!(Module::codes_of_rule("core:mistake").len(), 2);
    /// ```
    #[must_use]
    pub fn codes_of_rule(name: &str) -> Vec<Code> {
        let rules = RULES.iter().filter(|rule| match name {
            ALL => true,
            ALL_OF_OPENTOFU => !rule.names.is_empty(),
            name => rule.names.contains(&name) || rule.groups.contains(&name),
        });
        rules.map(|rule| rule.code).collect()
    }

    /// Returns the names of OpenTofu that [`codes_of_rule`](Self::codes_of_rule) knows.
    pub fn names_of_rules() -> impl Iterator<Item = &'static str> {
        let names = RULES.iter().flat_map(|rule| rule.names.iter().chain(rule.groups));
        names.copied().chain([ALL, ALL_OF_OPENTOFU])
    }

    /// Returns warnings about what is hardly meant, although the products accept it: unused declarations, variables without a
    /// type, and the other problems of [`OPTIONAL_CODES`](Self::OPTIONAL_CODES).
    ///
    /// They are no part of the other checks.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile};
    ///
    /// let source = Source::new("main.tf", "variable \"size\" {}\noutput \"size\" {\n  value = var.size\n}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let module = Module::from_files(&[file], Language::Terraform).value;
    /// assert_eq!(module.lints()[0].code.id(), "hcl2::terraform::untyped-variable");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn lints(&self) -> Diagnostics {
        let mut problems = self.unused();
        problems.extend(self.untyped());
        self.counts(&mut problems);
        self.redundant_dependencies(&mut problems);
        self.quoted_references(&mut problems);
        self.ineffective_comparisons(&mut problems);
        self.impure_functions(&mut problems);
        Outcome::new((), problems).diagnostics
    }

    /// Returns warnings about variables without a type.
    fn untyped(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        let untyped = self.variables.iter().filter(|variable| !variable.is_typed);
        untyped.map(|variable| {
            Diagnostic::warning(codes::UNTYPED_VARIABLE, "Variable without a type")
                .with_detail(format!(
                    "`{}` accepts any value. Add the type that it must have, or `type = any` if any will do.",
                    variable.name
                ))
                .with_subject(variable.span)
        })
    }
}
