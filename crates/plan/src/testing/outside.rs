//! References of a file of tests to variables that have values only from outside of it.

use std::collections::BTreeMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::ExpressionRef;
use hcl2_terraform::table::behaviours::OUTSIDE_VARIABLES_ARE_DEFINED;
use hcl2_terraform::table::roots;
use hcl2_terraform::{Module, TestRun};

use super::variables::second_name;
use super::{GivenValue, Tester};

impl Tester<'_> {
    /// Returns whether only the variables that a file of tests defines have types in it, not those of its module.
    pub(super) fn needs_definitions(&self) -> bool {
        OUTSIDE_VARIABLES_ARE_DEFINED.is_in(self.inputs.module.0.module.version())
    }

    /// Reports the references of a run to variables from outside: values that are not expressions, in assertions, and with the
    /// versions that want one, the lack of a definition. The first run reports the references of its file, too.
    pub(super) fn outside(&self, run: &TestRun, module: &Module) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        let mut undefined: BTreeMap<String, Span> = BTreeMap::new();
        let asserted = run.asserts.iter();
        let asserted = asserted.flat_map(|one| one.condition.iter().chain(&one.error_message));
        for (name, place) in self.undefined_in(asserted) {
            if run.variables.get(&name).is_some() || module.variables.named(&name).is_some() {
                continue;
            }
            diagnostics.extend(self.malformed(&name, place));
            undefined.insert(name, place);
        }
        if self.needs_definitions() {
            let own = run.variables.iter().map(|variable| &variable.expression);
            // As in Terraform, the last reference to a variable is reported, of a run and of a file.
            undefined.extend(self.undefined_in(own));
            diagnostics.extend(undefined.into_iter().map(without_definition));
            let is_first = self.file.runs.first().is_some_and(|first| first.name == run.name);
            if is_first {
                let of_file = self.file.variables.iter().map(|variable| &variable.expression);
                let undefined: BTreeMap<String, Span> = self.undefined_in(of_file).collect();
                diagnostics.extend(undefined.into_iter().map(without_definition));
            }
        }
        diagnostics
    }

    /// Returns the variables from outside to which expressions refer and which the file neither sets nor defines.
    fn undefined_in<'e>(
        &self,
        expressions: impl Iterator<Item = &'e ExpressionRef>,
    ) -> impl Iterator<Item = (String, Span)> {
        let references = expressions.flat_map(|expression| expression.variables());
        references.filter_map(|reference| {
            let name = second_name(&reference, roots::VARIABLE)?;
            let is_here =
                self.file.variables.get(&name).is_some() || self.file.definitions.named(&name).is_some();
            let place = reference.span()?;
            (self.inputs.variables.contains_key(&name) && !is_here).then_some((name, place))
        })
    }

    /// Returns the problem of a string from outside that must be an expression, and is not.
    pub(super) fn malformed(&self, name: &str, place: Span) -> Option<Diagnostic> {
        let is_malformed = self
            .inputs
            .variables
            .get(name)
            .is_some_and(GivenValue::is_malformed);
        is_malformed.then(|| {
            let advice = match self.needs_definitions() {
                true => format!("Add a block `variable \"{name}\" {{}}` to this file, or quote the value."),
                false => "Quote the value.".to_owned(),
            };
            Diagnostic::error(codes::INVALID_VALUE, "Value without a type")
                .with_detail(format!(
                    "Nothing says here that the variable `{name}` is a string, so its value from outside must be an expression. \
                     {advice}"
                ))
                .with_subject(place)
        })
    }
}

impl GivenValue {
    /// Returns whether the value is a string that is not an expression.
    pub(super) fn is_malformed(&self) -> bool {
        matches!(self, Self::Text { text, value } if *value == **text)
    }
}

fn without_definition((name, place): (String, Span)) -> Diagnostic {
    Diagnostic::warning(codes::DEPRECATED, "Variable without a definition")
        .with_detail(format!(
            "The variable `{name}` has a value from outside of this file, which does not define it. Add a block \
             `variable \"{name}\" {{}}` to the file, which later versions of Terraform require."
        ))
        .with_subject(place)
}
