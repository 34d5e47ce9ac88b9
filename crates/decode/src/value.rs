//! Conversions between values and Rust types without a source, as providers need them.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use hcl2_diagnostics::{Code, Diagnostic, Diagnostics, Outcome, Severity, SourceId, Span};
use hcl2_model::{EvalContext, Expression, ExpressionRef, FunctionReference, Traversal};
use hcl2_value::{Knowable, Path, PathStep, Type, Value};

use crate::Decoder;
use crate::attribute::{DecodeAttribute, Place, Reading};
use crate::body::Definitions;
use crate::encode::{EncodeAttribute, EncodeError, Encoded};
use crate::schema::AttributeKind;

/// Decodes a value into a Rust type.
///
/// An object is decoded into a struct with `#[derive(Decode)]`, and an unknown value into [`Knowable`].
///
/// # Errors
///
/// [`ValueError`] with every part of the value that does not fit, with codes of `hcl2::decode` and `hcl2::body`.
///
/// # Examples
///
/// ```
/// use hcl2_decode::{decode_value, encode_value};
/// use hcl2_value::{Knowable, Type, Value};
///
/// #[derive(hcl2_derive::Decode, hcl2_derive::Encode, Debug, PartialEq)]
/// #[hcl(crate = hcl2_decode)]
/// struct Disk {
///     id: Knowable<String>,
///     size: u32,
///     note: Option<String>,
/// }
///
/// let planned = Value::object([
///     ("id", Value::unknown_not_null(Type::STRING)),
///     ("size", Value::from(10)),
///     ("note", Value::null(Type::STRING)),
/// ]);
/// let mut disk: Disk = decode_value(&planned)?;
/// assert!(!disk.id.is_known());
/// disk.id = Knowable::Known("d-1".to_owned());
/// assert_eq!(encode_value(&disk)?.get("id"), Some(&Value::from("d-1")));
///
/// let negative = Value::object([("id", Value::from("d-2")), ("size", Value::from(-1))]);
/// let error = decode_value::<Disk>(&negative).unwrap_err();
/// assert_eq!(error.problems[0].path.to_string(), ".size");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decode_value<T: DecodeAttribute>(value: &Value) -> Result<T, ValueError> {
    let places = Places::default();
    let whole: ExpressionRef = Arc::new(Part {
        value: value.clone(),
        path: Path::new(),
        places: places.clone(),
    });
    let mut decoder = Decoder::new(None);
    let decoded = T::decode_expression(&whole, &mut decoder);
    let diagnostics = decoder.diagnostics();
    match decoded {
        Some(decoded) if !diagnostics.has_errors() => Ok(decoded),
        _ => Err(ValueError {
            problems: places.problems(diagnostics),
        }),
    }
}

/// Encodes a Rust type as a value: structs as objects, and sequences as tuples. Absent attributes are left out.
///
/// The result has not been converted to a schema; `Block::coerce` of the wire format does that.
///
/// # Errors
///
/// [`EncodeError`] if a part is an expression, or a number is not finite.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// #[derive(hcl2_derive::Encode)]
/// #[hcl(crate = hcl2_decode)]
/// struct Disk {
///     size: u32,
///     note: Option<String>,
/// }
///
/// let disk = hcl2_decode::encode_value(&Disk { size: 10, note: None })?;
/// assert_eq!(disk, Value::object([("size", Value::from(10))]));
/// # Ok::<(), hcl2_decode::encode::EncodeError>(())
/// ```
pub fn encode_value<T: EncodeAttribute + ?Sized>(value: &T) -> Result<Value, EncodeError> {
    match value.encode_attribute()? {
        Some(encoded) => encoded_value(encoded),
        None => Ok(Value::null(Type::DYNAMIC)),
    }
}

/// Converts an encoded attribute to a value. The recursion is as deep as the Rust type.
pub(crate) fn encoded_value(encoded: Encoded) -> Result<Value, EncodeError> {
    match encoded {
        Encoded::Value(value) => Ok(value),
        Encoded::List(items) => {
            let items: Result<Vec<Value>, EncodeError> = items.into_iter().map(encoded_value).collect();
            Ok(Value::tuple(items?))
        }
        Encoded::Object(fields) => {
            let mut values = Vec::with_capacity(fields.len());
            for (name, field) in fields {
                let value = encoded_value(field).map_err(|error| error.inside(&name))?;
                values.push((name, value));
            }
            Ok(Value::object(values))
        }
        Encoded::Expression(_) | Encoded::Static(_) => Err(EncodeError::new(
            "an expression is not a value; evaluate it first",
        )),
    }
}

/// The reasons why a value does not fit a Rust type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    /// The parts that do not fit, in the order of the type's fields; at least one.
    pub problems: Vec<ValueProblem>,
}

/// A part of a value that does not fit a Rust type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueProblem {
    /// The path to the part. Elements of sets are numbered from 0 in their order.
    pub path: Path,
    /// The code of the problem.
    pub code: Code,
    /// The description of the problem, a sentence.
    pub message: String,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            f.write_str(if index > 0 { "\n" } else { "" })?;
            if !problem.path.is_empty() {
                write!(f, "{}: ", problem.path)?;
            }
            f.write_str(&problem.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for ValueError {}

impl From<ValueError> for hcl2_diagnostics::Error {
    /// Creates an error with a problem for each part that does not fit.
    fn from(error: ValueError) -> Self {
        let problems = error.problems.into_iter().map(|problem| {
            let detail = if problem.path.is_empty() {
                problem.message
            } else {
                format!("{}: {}", problem.path, problem.message)
            };
            Diagnostic::error(problem.code, "Invalid value").with_detail(detail)
        });
        Self::new(problems.collect::<Diagnostics>())
    }
}

/// The parts of a value whose spans were requested: the start of a span is the index of its part.
#[derive(Clone, Debug, Default)]
struct Places(Arc<Mutex<Vec<Path>>>);

impl Places {
    fn span(&self, path: &Path) -> Span {
        let mut paths = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        paths.push(path.clone());
        let index = u32::try_from(paths.len() - 1).unwrap_or(u32::MAX);
        Span::empty(SourceId::default(), index)
    }

    fn problems(&self, diagnostics: &Diagnostics) -> Vec<ValueProblem> {
        let paths = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let errors = diagnostics
            .iter()
            .filter(|problem| problem.severity == Severity::Error);
        errors
            .map(|problem| ValueProblem {
                path: problem
                    .subject
                    .and_then(|subject| paths.get(usize::try_from(subject.start).ok()?))
                    .cloned()
                    .unwrap_or_default(),
                code: problem.code,
                message: problem.detail.to_string(),
            })
            .collect()
    }
}

/// A part of a value, in the form of an expression.
#[derive(Debug)]
struct Part {
    value: Value,
    path: Path,
    places: Places,
}

impl Part {
    fn part(&self, step: PathStep, value: &Value) -> ExpressionRef {
        let mut path = self.path.clone();
        path.push(step);
        Arc::new(Self {
            value: value.clone(),
            path,
            places: self.places.clone(),
        })
    }
}

impl Expression for Part {
    fn evaluate_in(&self, _context: Option<&EvalContext<'_>>) -> Outcome<Value> {
        self.value.clone().into()
    }

    fn variables(&self) -> Vec<Traversal> {
        Vec::new()
    }

    fn functions(&self) -> Vec<FunctionReference> {
        Vec::new()
    }

    fn span(&self) -> Span {
        self.places.span(&self.path)
    }

    fn start_span(&self) -> Span {
        self.span()
    }

    fn static_list(&self) -> Option<Vec<ExpressionRef>> {
        let items = self.value.elements()?.iter().enumerate();
        Some(
            items
                .map(|(index, item)| self.part(PathStep::Index(Value::from(index)), item))
                .collect(),
        )
    }

    /// Returns the fields. The place of a key is that of its field.
    fn static_map(&self) -> Option<Vec<(ExpressionRef, ExpressionRef)>> {
        let is_map = self.value.ty().is_map();
        let fields = self.value.fields()?.iter();
        Some(
            fields
                .map(|(key, field)| {
                    let step = if is_map {
                        PathStep::Index(Value::from(key.clone()))
                    } else {
                        PathStep::Attribute(key.clone())
                    };
                    let name = self.part(step.clone(), &Value::from(key.clone()));
                    (name, self.part(step, field))
                })
                .collect(),
        )
    }
}

impl<T: DecodeAttribute> DecodeAttribute for Knowable<T> {
    fn kind(definitions: &mut Definitions) -> AttributeKind {
        T::kind(definitions)
    }

    fn is_optional() -> bool {
        T::is_optional()
    }

    fn absent() -> Option<Self> {
        T::absent().map(Self::Known)
    }

    fn reading() -> Reading {
        T::reading()
    }

    fn decode_expression(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        let written = || expression.static_map().is_some() || expression.static_list().is_some();
        match T::reading() {
            Reading::Parts if written() => T::decode_expression(expression, decoder).map(Self::Known),
            Reading::Expression => T::decode_expression(expression, decoder).map(Self::Known),
            Reading::Parts | Reading::Value => {
                let value = decoder.evaluate(&**expression)?;
                Self::decode_value(&value, &Place::whole(&**expression), decoder)
            }
        }
    }

    fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        if !value.is_known() && !value.is_marked() {
            return Some(Self::Unknown(value.clone()));
        }
        T::decode_value(value, place, decoder).map(Self::Known)
    }
}

impl<T: EncodeAttribute> EncodeAttribute for Knowable<T> {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        match self {
            Self::Known(known) => known.encode_attribute(),
            Self::Unknown(unknown) => Ok(Some(Encoded::Value(unknown.clone()))),
        }
    }
}
