//! Functions from closures over Rust types.

use std::fmt::Display;

use hcl2_value::{Function, FunctionError, Parameter, Type, Value};

use crate::attribute::DecodeAttribute;
use crate::body::Definitions;
use crate::encode::EncodeAttribute;
use crate::schema::AttributeKind;
use crate::{decode_value, encode_value};

/// A closure that is a function of the language: it takes up to four arguments of types that attributes are decoded to,
/// and returns a type that attributes are encoded from, or a `Result` with such a type.
///
/// The last arguments may be left out if they are `Option`.
pub trait TypedFunction<Arguments>: Send + Sync + 'static {
    /// Returns the parameters: the type of each, and whether it may be left out.
    fn parameters() -> Vec<(Type, bool)>;

    /// Returns the type of the result.
    fn result_type() -> Type;

    /// Calls the closure.
    ///
    /// # Errors
    ///
    /// [`FunctionError`] if an argument does not fit, or with what the closure says.
    fn call(&self, arguments: &[Value]) -> Result<Value, FunctionError>;
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

impl<T: DecodeAttribute + EncodeAttribute, E: Display> Returned for Result<T, E> {
    type Value = T;

    fn returned(self) -> Result<T, String> {
        self.map_err(|error| error.to_string())
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
        .rposition(|(_, is_optional)| !is_optional)
        .map_or(0, |last| last + 1);
    let call = move |arguments: &[Value], _: &Type| closure.call(arguments);
    let mut function = Function::new(name, call).returns(F::result_type());
    for ((ty, is_optional), name) in parameters.iter().zip(NAMES).take(required) {
        let parameter = Parameter::new(name, ty.clone());
        function = function.parameter(if *is_optional {
            parameter.allow_null()
        } else {
            parameter
        });
    }
    match &parameters[required..] {
        [] => function,
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

fn parameter<T: DecodeAttribute>() -> (Type, bool) {
    (type_of(&T::kind(&mut Definitions::new())), T::is_optional())
}

fn argument<T: DecodeAttribute>(arguments: &[Value], index: usize) -> Result<T, FunctionError> {
    let Some(value) = arguments.get(index) else {
        let missing = || FunctionError::new(format!("expected an argument for `{}`", NAMES[index]));
        return T::absent().ok_or_else(missing);
    };
    decode_value(value).map_err(|error| FunctionError::for_argument(index, error.to_string()))
}

macro_rules! closures {
    ($(($($argument:ident $index:tt),*);)*) => {
        $(
            impl<F, R, $($argument),*> TypedFunction<($($argument,)*)> for F
            where
                F: Fn($($argument),*) -> R + Send + Sync + 'static,
                R: Returned,
                $($argument: DecodeAttribute,)*
            {
                fn parameters() -> Vec<(Type, bool)> {
                    vec![$(parameter::<$argument>()),*]
                }

                fn result_type() -> Type {
                    type_of(&R::Value::kind(&mut Definitions::new()))
                }

                fn call(&self, arguments: &[Value]) -> Result<Value, FunctionError> {
                    let count = [$($index),*].len();
                    if arguments.len() > count {
                        return Err(FunctionError::new(format!("expected at most {count} arguments")));
                    }
                    let returned = self($(argument::<$argument>(arguments, $index)?),*).returned();
                    let value = encode_value(&returned.map_err(FunctionError::new)?);
                    let value = value.map_err(|error| FunctionError::new(error.to_string()))?;
                    value.convert(&Self::result_type()).map_err(|error| FunctionError::new(error.to_string()))
                }
            }
        )*
    };
}

closures! {
    (A 0);
    (A 0, B 1);
    (A 0, B 1, C 2);
    (A 0, B 1, C 2, D 3);
}
