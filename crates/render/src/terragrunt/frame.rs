//! A file as one configuration sees it: how its expressions are evaluated.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span};
use hcl2_functions::Host;
use hcl2_model::{Attributes, Block, EvalContext, ExpressionRef, FunctionTable};
use hcl2_value::{Type, Value};

use super::place::Place;
use super::tables::{Absent, Field, Kind, Table, schema_of};
use super::unknown::{AN_ERROR, explained, unknown};
use super::world::Below;

/// The evaluation of one file.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) place: Arc<Place>,
    functions: Arc<FunctionTable>,
    /// The roots of references with their values.
    roots: Vec<(&'static str, Value)>,
}

impl Frame {
    pub(super) fn new(place: Arc<Place>) -> Self {
        let host: Arc<dyn Host> = Arc::new(Below::of_file(&place.world, &place.file));
        let base = match place.world.version {
            Some(version) => hcl2_terraform::versioned_functions(version, &host),
            None => hcl2_terraform::functions(&host),
        };
        let asked = Arc::clone(&place);
        let own = place.functions;
        let functions = FunctionTable::deferred(Arc::new(base), own.has, move || (own.make)(&asked));
        Self {
            place,
            functions: Arc::new(functions),
            roots: Vec::new(),
        }
    }

    /// Sets the value of a root of references.
    pub(super) fn set(&mut self, name: &'static str, value: Value) {
        self.roots.retain(|(own, _)| *own != name);
        self.roots.push((name, value));
    }

    /// Sets the values that a stack gives.
    pub(super) fn roots_from(&mut self, values: &Option<Value>) {
        if let Some(values) = values {
            self.set("values", values.clone());
        }
    }

    /// Returns the value of a root of references.
    pub(super) fn root(&self, name: &str) -> Option<&Value> {
        let mut roots = self.roots.iter();
        roots.find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// Returns the context of expressions.
    pub(super) fn context(&self) -> EvalContext<'static> {
        let mut context = EvalContext::new();
        context.set_functions(Arc::clone(&self.functions));
        context.allow_variables();
        for (name, value) in &self.roots {
            context.set_variable(*name, value.clone());
        }
        context.set_budget(self.place.world.given.budget.clone());
        context
    }

    /// Evaluates an expression; unknown parts have a reason.
    pub(super) fn value(
        &self,
        expression: &ExpressionRef,
        context: &EvalContext<'_>,
        problems: &mut Diagnostics,
    ) -> Value {
        let span = expression.span();
        let evaluated = expression.evaluate(context);
        if evaluated.has_errors() {
            let _ = evaluated.report_into(problems);
            return unknown(Type::DYNAMIC, AN_ERROR, Some(span));
        }
        let value = evaluated.report_into(problems);
        explained(value, "it depends on a value that is not known", span)
    }

    /// Returns the properties that a table shows of a body, without its blocks.
    pub(super) fn fields(
        &self,
        table: &Table,
        attributes: &Attributes,
        context: &EvalContext<'_>,
        problems: &mut Diagnostics,
    ) -> Vec<(&'static str, Value)> {
        let fields = table.fields.iter().filter_map(|field| {
            let absent = || field.absent.value(field.kind);
            let value = match attributes.get(field.name) {
                None => absent(),
                Some(attribute) => {
                    let value = self.value(&attribute.expression, context, problems);
                    let value = converted(value, field, attribute.expression.span(), problems);
                    let is_absent = value.is_null() && field.absent != Absent::Error;
                    if is_absent { absent() } else { Some(value) }
                }
            };
            value.map(|value| (field.shown, value))
        });
        fields.collect()
    }

    /// Returns the properties that a table shows of a block without blocks.
    pub(super) fn block(
        &self,
        table: &Table,
        block: &Block,
        context: &EvalContext<'_>,
        problems: &mut Diagnostics,
    ) -> Vec<(&'static str, Value)> {
        let content = block.body.content(&schema_of(table)).report_into(problems);
        self.fields(table, &content.attributes, context, problems)
    }

    /// Returns the properties that a table shows of a value, an object that stands for a block.
    pub(super) fn of_value(
        table: &Table,
        value: &Value,
        span: Span,
        problems: &mut Diagnostics,
    ) -> Vec<(&'static str, Value)> {
        let fields = table.fields.iter().filter_map(|field| {
            let own = value.get(field.name).filter(|own| !own.is_null());
            if own.is_none() && field.absent == Absent::Error {
                let detail = format!("The attribute `{}` is required here. Add it.", field.name);
                problems.push(Diagnostic::invalid_value(span, "an attribute is missing").with_detail(detail));
            }
            let value = match own {
                Some(own) => converted(own.clone(), field, span, problems),
                None => field.absent.value(field.kind)?,
            };
            Some((field.shown, value))
        });
        fields.collect()
    }
}

/// Returns a value with the type of a field; one that does not fit is a problem.
fn converted(value: Value, field: &Field, span: Span, problems: &mut Diagnostics) -> Value {
    if field.kind == Kind::Any || !value.is_known() {
        return value;
    }
    let converted = value.convert(&field.kind.ty()).map_err(|error| error.to_string());
    let fitting = converted.and_then(|value| match (field.kind, value.unmark().0.as_str()) {
        (Kind::OneOf(names), Some(own)) if !names.contains(&own) => {
            Err(format!("expected one of {}, found `{own}`", names.join(", ")))
        }
        _ => Ok(value),
    });
    fitting.unwrap_or_else(|error| {
        let message = format!("`{}` does not fit: {error}", field.name);
        problems.push(Diagnostic::invalid_value(span, message));
        unknown(field.kind.ty(), AN_ERROR, Some(span))
    })
}

/// Creates an object from properties; later ones win.
pub(super) fn object(properties: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    Value::object(properties)
}
