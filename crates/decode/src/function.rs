//! Functions from closures over Rust types.

use std::any::Any;
use std::fmt::Display;

use hcl2_diagnostics::Error;
use hcl2_value::{Function, FunctionError, Parameter, Type, Value};

use crate::attribute::DecodeAttribute;
use crate::body::Definitions;
use crate::encode::EncodeAttribute;
use crate::schema::AttributeKind;
use crate::{decode_value, encode_value};

/// A closure that is a function of the language: it takes none or up to four arguments of types that attributes are decoded to,
/// and returns a type that attributes are encoded from, or a `Result` with such a type.
///
/// The last arguments may be left out if they are `Option`, and the last one may be [`Variadic`].
pub trait TypedFunction<Arguments>: Send + Sync + 'static {
    /// Returns the parameters: the type of each, and how often it is given.
    fn parameters() -> Vec<(Type, Arity)>;

    /// Returns the type of the result.
    fn result_type() -> Type;

    /// Calls the closure.
    ///
    /// # Errors
    ///
    /// [`FunctionError`] if an argument does not fit, or with what the closure says.
    fn call(&self, arguments: &[Value]) -> Result<Value, FunctionError>;
}

/// How often a parameter is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Once.
    Required,
    /// Once or not at all.
    Optional,
    /// Any number of times.
    Variadic,
}

/// The last parameter of a closure, for any number of arguments.
///
/// # Examples
///
/// ```
/// use hcl2_decode::function::Variadic;
/// use hcl2_value::Value;
///
/// let sum = hcl2_decode::function("sum", |start: i64, Variadic(rest): Variadic<i64>| start + rest.iter().sum::<i64>());
/// assert_eq!(sum.call(&[Value::from(1)])?, Value::from(1));
/// assert_eq!(sum.call(&[Value::from(1), Value::from(2), Value::from(3)])?, Value::from(6));
/// # Ok::<(), hcl2_value::FunctionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variadic<T>(pub Vec<T>);

/// A parameter of a closure: a type that attributes are decoded to, or [`Variadic`].
pub trait TypedParameter: Sized {
    /// Returns the type, and how often the parameter is given.
    fn parameter() -> (Type, Arity);

    /// Reads the parameter from the arguments from a position on.
    ///
    /// # Errors
    ///
    /// [`FunctionError`] if an argument is missing or does not fit.
    fn take(arguments: &[Value], position: usize) -> Result<Self, FunctionError>;
}

impl<T: DecodeAttribute> TypedParameter for T {
    fn parameter() -> (Type, Arity) {
        let arity = if T::is_optional() {
            Arity::Optional
        } else {
            Arity::Required
        };
        (type_of(&T::kind(&mut Definitions::new())), arity)
    }

    fn take(arguments: &[Value], position: usize) -> Result<Self, FunctionError> {
        match arguments.get(position) {
            Some(value) => argument(value, position),
            None => T::absent()
                .ok_or_else(|| FunctionError::new(format!("expected an argument for `{}`", NAMES[position]))),
        }
    }
}

impl<T: DecodeAttribute> TypedParameter for Variadic<T> {
    fn parameter() -> (Type, Arity) {
        (T::parameter().0, Arity::Variadic)
    }

    fn take(arguments: &[Value], position: usize) -> Result<Self, FunctionError> {
        let given = arguments.iter().enumerate().skip(position);
        let decoded = given.map(|(position, value)| argument(value, position));
        decoded.collect::<Result<_, _>>().map(Self)
    }
}

/// Decodes an argument.
fn argument<T: DecodeAttribute>(value: &Value, position: usize) -> Result<T, FunctionError> {
    decode_value(value).map_err(|error| FunctionError::for_argument(position, error.to_string()))
}

/// What a closure returns: a value, or a `Result`.
pub trait Returned {
    /// The type of the value.
    type Value: DecodeAttribute + EncodeAttribute;

    /// Returns the value, or what is wrong.
    ///
    /// # Errors
    ///
    /// What the closure says.
    fn returned(self) -> Result<Self::Value, String>;
}

impl<T: DecodeAttribute + EncodeAttribute> Returned for T {
    type Value = T;

    fn returned(self) -> Result<T, String> {
        Ok(self)
    }
}

impl<T: DecodeAttribute + EncodeAttribute, E: Display + 'static> Returned for Result<T, E> {
    type Value = T;

    fn returned(self) -> Result<T, String> {
        self.map_err(|error| match (&error as &dyn Any).downcast_ref() {
            Some(error) => first_problem(error),
            None => error.to_string(),
        })
    }
}

/// Returns the first problem of an error in a line, with its place: the whole error has the lines of its source.
fn first_problem(error: &Error) -> String {
    let Some(problem) = error.iter().next() else {
        return error.to_string();
    };
    let text = match problem.detail.trim_end_matches('.') {
        "" => &problem.summary,
        detail => detail,
    };
    let place = problem
        .subject
        .and_then(|span| Some((error.sources().shown(span.source)?, span.start)));
    match place {
        Some((source, offset)) => {
            let position = source.position(offset);
            format!("{text} ({}:{}:{})", source.name(), position.line, position.column)
        }
        None => text.to_owned(),
    }
}

/// Creates a function of the language from a closure.
///
/// Its arguments are converted as attributes are, and unknown or sensitive ones are handled for it.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// let half = hcl2_decode::function("half", |number: i64| {
///     if number % 2 == 0 { Ok(number / 2) } else { Err(format!("{number} is odd")) }
/// });
/// assert_eq!(half.call(&[Value::from(8)])?, Value::from(4));
/// assert_eq!(half.call(&[Value::from(7)]).unwrap_err().message, "7 is odd");
/// # Ok::<(), hcl2_value::FunctionError>(())
/// ```
pub fn function<A, F: TypedFunction<A>>(name: &'static str, closure: F) -> Function {
    let parameters = F::parameters();
    let required = parameters
        .iter()
        .rposition(|(_, arity)| *arity == Arity::Required)
        .map_or(0, |last| last + 1);
    let call = move |arguments: &[Value], _: &Type| closure.call(arguments);
    let mut function = Function::new(name, call).returns(F::result_type());
    for ((ty, arity), name) in parameters.iter().zip(NAMES).take(required) {
        let parameter = Parameter::new(name, ty.clone());
        function = function.parameter(if *arity == Arity::Optional {
            parameter.allow_null()
        } else {
            parameter
        });
    }
    match &parameters[required..] {
        [] => function,
        [(ty, Arity::Variadic)] => function.variadic(Parameter::new(NAMES[required], ty.clone())),
        [(ty, _)] => function.variadic(Parameter::new(NAMES[required], ty.clone()).allow_null()),
        _ => function.variadic(Parameter::new(NAMES[required], Type::DYNAMIC).allow_null()),
    }
}

/// The names of parameters, which closures do not tell.
const NAMES: [&str; 4] = ["first", "second", "third", "fourth"];

/// Returns the type of a value of a kind.
fn type_of(kind: &AttributeKind) -> Type {
    match kind {
        AttributeKind::Value(ty) => ty.clone(),
        AttributeKind::Integer { .. } => Type::NUMBER,
        AttributeKind::OneOf(_) => Type::STRING,
        AttributeKind::List(element) => Type::list(type_of(element)),
        AttributeKind::Set(element) => Type::set(type_of(element)),
        AttributeKind::Map(element) => Type::map(type_of(element)),
        AttributeKind::Tuple(elements) => Type::tuple(elements.iter().map(type_of)),
        _ => Type::DYNAMIC,
    }
}

macro_rules! closures {
    ($(($($argument:ident $index:tt),*);)*) => {
        $(
            impl<F, R, $($argument),*> TypedFunction<($($argument,)*)> for F
            where
                F: Fn($($argument),*) -> R + Send + Sync + 'static,
                R: Returned,
                $($argument: TypedParameter,)*
            {
                fn parameters() -> Vec<(Type, Arity)> {
                    vec![$($argument::parameter()),*]
                }

                fn result_type() -> Type {
                    type_of(&R::Value::kind(&mut Definitions::new()))
                }

                fn call(&self, arguments: &[Value]) -> Result<Value, FunctionError> {
                    let parameters = Self::parameters();
                    let count = parameters.len();
                    let is_variadic = matches!(parameters.last(), Some((_, Arity::Variadic)));
                    if arguments.len() > count && !is_variadic {
                        return Err(FunctionError::new(format!("expected at most {count} arguments")));
                    }
                    let returned = self($($argument::take(arguments, $index)?),*).returned();
                    let value = encode_value(&returned.map_err(FunctionError::new)?);
                    let value = value.map_err(|error| FunctionError::new(error.to_string()))?;
                    value.convert(&Self::result_type()).map_err(|error| FunctionError::new(error.to_string()))
                }
            }
        )*
    };
}

closures! {
    ();
    (A 0);
    (A 0, B 1);
    (A 0, B 1, C 2);
    (A 0, B 1, C 2, D 3);
}
