//! Type expressions: types as configuration authors write them.
//!
//! A type expression is never evaluated. It is read from the form of the expression: a keyword, a call, a list or a
//! map. A *concrete type* is a type that values can have. A *type constraint* can also contain `any` and optional
//! attributes, possibly with default values.

mod defaults;

use std::collections::BTreeMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes::decode as codes};
use hcl2_model::{Expression, ExpressionRef, StaticCall};
use hcl2_value::{Str, Type, Value};

pub use defaults::Defaults;

/// The forms that a type expression may contain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Neither `any` nor `optional`.
    Concrete,
    /// `any` and `optional(type)`.
    Constraint,
    /// `any`, `optional(type)` and `optional(type, default)`.
    WithDefaults,
}

/// A type constraint, with the default values of its optional attributes.
///
/// Apply the defaults to a value before converting it to the type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeConstraint {
    /// The type.
    pub ty: Type,
    /// The default values; `None` if there are none.
    pub defaults: Option<Defaults>,
}

/// Reads a type that values can have: without `any` and without optional attributes.
///
/// If there are errors, the parts with errors are `any`.
pub fn concrete_type(expression: &dyn Expression) -> Outcome<Type> {
    read(expression, Mode::Concrete).map(|constraint| constraint.ty)
}

/// Reads a type constraint without default values: a type that may contain `any` and optional attributes.
///
/// If there are errors, the parts with errors are `any`.
pub fn plain_type_constraint(expression: &dyn Expression) -> Outcome<Type> {
    read(expression, Mode::Constraint).map(|constraint| constraint.ty)
}

/// Reads a type constraint with the default values of its optional attributes.
///
/// If there are errors, the parts with errors are `any`.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_ext::types::type_constraint;
/// use hcl2_native::NativeExpression;
/// use hcl2_value::{Type, Value};
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("type", "object({ name = string, port = optional(number, 80) })")?;
/// let parsed = hcl2_native::parse_expression(&source);
/// let expression = NativeExpression::new(Arc::clone(&parsed.value), parsed.value.root().expr().unwrap());
///
/// let constraint = type_constraint(&expression).into_result().unwrap();
/// let given = Value::object([("name", Value::from("web"))]);
/// let value = constraint.defaults.unwrap().apply(&given).convert(&constraint.ty)?;
/// assert_eq!(value.get("port"), Some(&Value::from(80)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn type_constraint(expression: &dyn Expression) -> Outcome<TypeConstraint> {
    read(expression, Mode::WithDefaults)
}

fn read(expression: &dyn Expression, mode: Mode) -> Outcome<TypeConstraint> {
    let mut reader = Reader::new(mode);
    let (ty, defaults) = reader.read(expression);
    Outcome::new(TypeConstraint { ty, defaults }, reader.diagnostics)
}

/// A type with its defaults.
type Read = (Type, Option<Defaults>);

/// The outermost form of a type expression, with its unread argument.
enum Head {
    Leaf(Type),
    List(ExpressionRef),
    Set(ExpressionRef),
    Map(ExpressionRef),
    Object(ExpressionRef),
    Tuple(ExpressionRef),
}

/// An attribute of an object type, before its type is read.
struct AttributeType {
    ty: ExpressionRef,
    optional: bool,
    default: Option<(Value, Span)>,
}

struct Reader {
    mode: Mode,
    diagnostics: Diagnostics,
}

impl Reader {
    fn new(mode: Mode) -> Self {
        Self {
            mode,
            diagnostics: Diagnostics::new(),
        }
    }

    /// Reads one type. The recursion is as deep as the expression, which its parser limits.
    fn read(&mut self, expression: &dyn Expression) -> Read {
        let Some(head) = self.head(expression) else {
            return (Type::DYNAMIC, None);
        };
        match head {
            Head::Leaf(ty) => (ty, None),
            Head::List(element) => self.collection(&element, Type::list),
            Head::Set(element) => self.collection(&element, Type::set),
            Head::Map(element) => self.collection(&element, Type::map),
            Head::Object(attributes) => self.object(&attributes, expression),
            Head::Tuple(elements) => self.tuple(&elements, expression),
        }
    }

    /// Reads a keyword, or the name and argument of a constructor; `None` if that is an error.
    fn head(&mut self, expression: &dyn Expression) -> Option<Head> {
        if let Some(keyword) = expression.keyword() {
            return self.keyword(&keyword, expression.span()).map(Head::Leaf);
        }
        let Some(call) = expression.static_call() else {
            return self.fail(
                "Expected a type: `string`, `number`, `bool`, or a constructor call such as `list(string)`.",
                expression.span(),
            );
        };
        let name = call.name.as_str();
        match name {
            "bool" | "string" | "number" | "any" => {
                let detail = format!("The type `{name}` takes no arguments. Remove the parentheses.");
                return self.fail(detail, call.arguments_span);
            }
            "list" | "set" | "map" | "object" | "tuple" => {}
            "optional" => {
                return self.fail(
                    "`optional(…)` is only allowed around the type of an attribute of an `object`.",
                    call.name_span,
                );
            }
            _ => {
                let detail = format!(
                    "Unknown type constructor `{name}`. The constructors are `list`, `set`, `map`, `object` and `tuple`."
                );
                return self.fail(detail, expression.span());
            }
        }
        let [argument] = call.arguments.as_slice() else {
            return self.wrong_arguments(&call);
        };
        let argument = argument.clone();
        Some(match name {
            "list" => Head::List(argument),
            "set" => Head::Set(argument),
            "map" => Head::Map(argument),
            "object" => Head::Object(argument),
            _ => Head::Tuple(argument),
        })
    }

    fn keyword(&mut self, keyword: &str, span: Span) -> Option<Type> {
        match keyword {
            "bool" => Some(Type::BOOL),
            "string" => Some(Type::STRING),
            "number" => Some(Type::NUMBER),
            "any" if self.mode != Mode::Concrete => Some(Type::DYNAMIC),
            "any" => self.fail("`any` is not allowed here. Write the exact type.", span),
            "list" | "set" | "map" | "object" | "tuple" => self.fail(needs(keyword), span),
            _ => {
                let detail =
                    format!("Unknown type `{keyword}`. The types are `string`, `number` and `bool`.");
                self.fail(detail, span)
            }
        }
    }

    /// Reports a constructor without exactly one argument.
    fn wrong_arguments<T>(&mut self, call: &StaticCall) -> Option<T> {
        let subject = match call.arguments.as_slice() {
            [_, second, .., last] => second.span().to(last.span()),
            [_, second] => second.span(),
            _ => call.arguments_span,
        };
        self.diagnostics
            .push(invalid(needs(&call.name), subject).with_context(call.arguments_span));
        None
    }

    fn collection(&mut self, element: &ExpressionRef, make: fn(Type) -> Type) -> Read {
        let (ty, defaults) = self.read(&**element);
        (make(ty), defaults.map(Defaults::of_elements))
    }

    fn tuple(&mut self, elements: &ExpressionRef, whole: &dyn Expression) -> Read {
        let Some(elements) = elements.static_list() else {
            return self.wrong_form(
                "The argument of `tuple` must be a list of types: `tuple([string, number])`.",
                &**elements,
                whole,
            );
        };
        let mut types = Vec::with_capacity(elements.len());
        let mut children = BTreeMap::new();
        for (index, element) in elements.iter().enumerate() {
            let (ty, defaults) = self.read(&**element);
            types.push(ty);
            if let Some(defaults) = defaults {
                children.insert(index, defaults);
            }
        }
        let defaults = (!children.is_empty()).then(|| Defaults::of_positions(children));
        (Type::tuple(types), defaults)
    }

    fn object(&mut self, attributes: &ExpressionRef, whole: &dyn Expression) -> Read {
        let Some(items) = attributes.static_map() else {
            return self.wrong_form(
                "The argument of `object` must be a map of names to types: `object({ name = string })`.",
                &**attributes,
                whole,
            );
        };
        let mut types: BTreeMap<Str, (Type, bool)> = BTreeMap::new();
        let mut values = BTreeMap::new();
        let mut children = BTreeMap::new();
        for (key, ty) in items {
            let Some(name) = self.attribute_name(&*key, whole, &types) else {
                continue;
            };
            let Some(attribute) = self.attribute_type(ty) else {
                continue;
            };
            let (ty, defaults) = self.read(&*attribute.ty);
            if let Some(default) = attribute.default.and_then(|given| self.convert(&given, &ty)) {
                values.insert(name.clone(), default);
            }
            if let Some(defaults) = defaults {
                children.insert(name.clone(), defaults);
            }
            types.insert(name, (ty, attribute.optional));
        }
        let ty = Type::object_with_optional(
            types
                .into_iter()
                .map(|(name, (ty, optional))| (name, ty, optional)),
        );
        let is_empty = values.is_empty() && children.is_empty();
        let inside = |defaults: Defaults, (name, child)| defaults.inside(name, child);
        let defaults =
            (!is_empty).then(|| children.into_iter().fold(Defaults::of_attributes(values), inside));
        (ty, defaults)
    }

    /// Returns the name of an attribute of an object type. Reports it if it is not a name, or a duplicate.
    fn attribute_name(
        &mut self,
        key: &dyn Expression,
        whole: &dyn Expression,
        taken: &BTreeMap<Str, (Type, bool)>,
    ) -> Option<Str> {
        let name = key.keyword().map(|name| Str::from(name.as_str()));
        let detail = match &name {
            None => "Expected the name of an attribute, without quotes or parentheses.".to_owned(),
            Some(name) if taken.contains_key(name) => {
                format!("Duplicate attribute `{name}`. Remove or rename one of the two.")
            }
            Some(_) => return name,
        };
        self.diagnostics
            .push(invalid(detail, key.span()).with_context(whole.span()));
        None
    }

    /// Removes `optional(…)` from the type of an attribute; `None` if no type is left.
    fn attribute_type(&mut self, expression: ExpressionRef) -> Option<AttributeType> {
        let required = |ty| AttributeType {
            ty,
            optional: false,
            default: None,
        };
        let Some(call) = expression.static_call().filter(|call| call.name == "optional") else {
            return Some(required(expression));
        };
        let context = expression.span();
        let mut report = |detail: &'static str, subject: Span| {
            self.diagnostics
                .push(invalid(detail, subject).with_context(context));
        };
        let Some(ty) = call.arguments.first() else {
            report(
                "`optional` requires the type of the attribute: `optional(string)`.",
                call.arguments_span,
            );
            return None;
        };
        let mut attribute = required(ty.clone());
        match (self.mode, &call.arguments[1..]) {
            (Mode::Concrete, _) => report(
                "Optional attributes are not allowed in an exact type. Write only the attribute's type.",
                call.name_span,
            ),
            (_, []) => attribute.optional = true,
            (Mode::WithDefaults, [default]) => {
                let errors = self.diagnostics.error_count();
                let value = default.evaluate(None).report_into(&mut self.diagnostics);
                if self.diagnostics.error_count() == errors {
                    attribute.optional = true;
                    attribute.default = Some((value, default.span()));
                }
            }
            (Mode::WithDefaults, _) => report(
                "`optional` takes at most two arguments: the type of the attribute and a default value.",
                call.arguments_span,
            ),
            (Mode::Constraint, _) => report(
                "Default values are not allowed here. Write `optional` with only the type of the attribute.",
                call.arguments_span,
            ),
        }
        Some(attribute)
    }

    /// Converts a default value to the type of its attribute.
    fn convert(&mut self, (value, span): &(Value, Span), ty: &Type) -> Option<Value> {
        match value.convert(ty) {
            Ok(converted) => Some(converted),
            Err(error) => {
                self.diagnostics.push(
                    Diagnostic::error(codes::INVALID_DEFAULT, "Invalid default value")
                        .with_detail(format!(
                            "The default value does not fit the attribute's type: {error}."
                        ))
                        .with_subject(*span),
                );
                None
            }
        }
    }

    fn wrong_form(
        &mut self,
        detail: &'static str,
        argument: &dyn Expression,
        whole: &dyn Expression,
    ) -> Read {
        self.diagnostics
            .push(invalid(detail, argument.span()).with_context(whole.span()));
        (Type::DYNAMIC, None)
    }

    fn fail<T>(&mut self, detail: impl Into<std::borrow::Cow<'static, str>>, subject: Span) -> Option<T> {
        self.diagnostics.push(invalid(detail, subject));
        None
    }
}

fn invalid(detail: impl Into<std::borrow::Cow<'static, str>>, subject: Span) -> Diagnostic {
    Diagnostic::error(codes::INVALID_TYPE, "Invalid type")
        .with_detail(detail)
        .with_subject(subject)
}

/// Returns the description of a type constructor's argument.
fn needs(constructor: &str) -> &'static str {
    match constructor {
        "list" => "`list` takes one argument, the type of the elements: `list(string)`.",
        "set" => "`set` takes one argument, the type of the elements: `set(string)`.",
        "map" => "`map` takes one argument, the type of the elements: `map(string)`.",
        "tuple" => "`tuple` takes one argument, a list of types: `tuple([string, number])`.",
        _ => "`object` takes one argument, a map of names to types: `object({ name = string })`.",
    }
}
