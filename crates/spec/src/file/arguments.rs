//! The arguments of specifications in a specification file.

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::decode as codes};
use hcl2_model::{BodyContent, Name};
use hcl2_value::{Type, Value};

/// The arguments of one specification.
pub(super) struct Arguments<'a> {
    pub(super) content: &'a BodyContent,
    pub(super) diagnostics: &'a mut Diagnostics,
}

impl Arguments<'_> {
    /// Evaluates an argument. Only that of `literal` can call functions.
    pub(super) fn value(&mut self, name: &str) -> Option<Value> {
        let attribute = self.content.attributes.get(name)?;
        Some(
            attribute
                .expression
                .evaluate(&**super::CONTEXT)
                .report_into(self.diagnostics),
        )
    }

    /// Evaluates a constant argument, converts it to a type and reads it; `None` if it is absent or null.
    fn constant<T>(
        &mut self,
        name: &str,
        ty: &Type,
        expected: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Option<T> {
        let expression = &self.content.attributes.get(name)?.expression;
        let errors = self.diagnostics.error_count();
        let value = expression.evaluate(None).report_into(self.diagnostics);
        if self.diagnostics.error_count() > errors || value.is_null() {
            return None;
        }
        let read = value.convert(ty).ok().and_then(|value| read(&value));
        if read.is_none() {
            self.report(name, expected);
        }
        read
    }

    /// Reports an invalid argument.
    pub(super) fn report(&mut self, name: &str, expected: &str) {
        let Some(attribute) = self.content.attributes.get(name) else {
            return;
        };
        self.diagnostics.push(
            Diagnostic::error(codes::INVALID_ARGUMENT, "Invalid argument")
                .with_detail(format!("The argument `{name}` must be {expected}."))
                .with_subject(attribute.expression.start_span())
                .with_context(attribute.expression.span()),
        );
    }

    pub(super) fn string(&mut self, name: &str) -> Option<Name> {
        self.constant(name, &Type::STRING, "a string", |value| {
            value.as_str().map(Name::from)
        })
    }

    pub(super) fn truth(&mut self, name: &str) -> bool {
        self.constant(name, &Type::BOOL, "`true` or `false`", Value::as_bool)
            .unwrap_or(false)
    }

    pub(super) fn count(&mut self, name: &str) -> usize {
        let count = self.constant(name, &Type::NUMBER, "a whole number", |value| {
            i64::try_from(value.as_number()?).ok()
        });
        usize::try_from(count.unwrap_or(0).max(0)).unwrap_or(usize::MAX)
    }

    pub(super) fn strings(&mut self, name: &str) -> Vec<Name> {
        let all = self.constant(name, &Type::list(Type::STRING), "a list of strings", |value| {
            let items = value.elements()?.iter();
            items.map(|item| item.as_str().map(Name::from)).collect()
        });
        all.unwrap_or_default()
    }
}
