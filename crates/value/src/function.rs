//! The function protocol: parameters, and the handling of unknown, null, dynamic and marked arguments.

use std::fmt;
use std::sync::Arc;

use crate::{Marks, Path, RefinementError, Refiner, Type, Value};

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name, for documentation and messages.
    pub name: &'static str,
    /// The purpose, in a sentence; may be empty.
    pub description: &'static str,
    /// The type specification that arguments must match.
    pub ty: Type,
    /// Whether null is accepted.
    pub allow_null: bool,
    /// Whether the function receives unknown values.
    pub allow_unknown: bool,
    /// Whether the function receives values of the dynamic pseudo-type.
    pub allow_dynamic: bool,
    /// Whether arguments keep their marks, for the function to handle.
    pub allow_marked: bool,
}

impl Parameter {
    /// Creates a parameter that accepts known values of a type other than null. Marks of its argument become marks of
    /// the result.
    #[must_use]
    pub const fn new(name: &'static str, ty: Type) -> Self {
        Self {
            name,
            description: "",
            ty,
            allow_null: false,
            allow_unknown: false,
            allow_dynamic: false,
            allow_marked: false,
        }
    }

    /// Sets the description of the parameter.
    #[must_use]
    pub const fn describe(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }

    /// Accepts null.
    #[must_use]
    pub const fn allow_null(mut self) -> Self {
        self.allow_null = true;
        self
    }

    /// Passes unknown values to the function.
    #[must_use]
    pub const fn allow_unknown(mut self) -> Self {
        self.allow_unknown = true;
        self
    }

    /// Passes values of the dynamic pseudo-type to the function.
    #[must_use]
    pub const fn allow_dynamic(mut self) -> Self {
        self.allow_dynamic = true;
        self
    }

    /// Leaves marks on arguments.
    #[must_use]
    pub const fn allow_marked(mut self) -> Self {
        self.allow_marked = true;
        self
    }
}

/// The reason why a call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionError {
    /// The position of the argument at fault, from 0; `None` if it is not a single argument.
    pub argument: Option<usize>,
    /// The path from the argument to the part at fault.
    pub path: Path,
    /// What is wrong: a clause without a full stop.
    pub message: String,
    /// The message that quotes arguments, for calls without marked arguments.
    revealing: Option<String>,
}

impl FunctionError {
    /// Creates an error of the call as a whole.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            argument: None,
            path: Path::new(),
            message: message.into(),
            revealing: None,
        }
    }

    /// Creates an error of the argument at a position, from 0.
    #[must_use]
    pub fn for_argument(argument: usize, message: impl Into<String>) -> Self {
        Self {
            argument: Some(argument),
            path: Path::new(),
            message: message.into(),
            revealing: None,
        }
    }

    /// Sets the position of the argument at fault, from 0.
    #[must_use]
    pub fn in_argument(mut self, argument: usize) -> Self {
        self.argument = Some(argument);
        self
    }

    /// Sets the path from the argument to the part at fault.
    #[must_use]
    pub fn at(mut self, path: Path) -> Self {
        self.path = path;
        self
    }

    /// Sets a better message, which may quote arguments. It is used only if no argument of the call is marked, so
    /// that a marked value never reaches a message.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Function, FunctionError, Mark, Parameter, Type, Value};
    ///
    /// let port = Function::new("port", |arguments, _| {
    ///     let name = arguments[0].as_str().unwrap_or_default();
    ///     Err(FunctionError::for_argument(0, "no such service").revealing(format!("no service {name:?}")))
    /// })
    /// .parameter(Parameter::new("service", Type::STRING));
    ///
    /// assert_eq!(port.call(&[Value::from("web")]).unwrap_err().message, "no service \"web\"");
    /// let secret = Value::from("web").with_mark(Mark::new("sensitive"));
    /// assert_eq!(port.call(&[secret]).unwrap_err().message, "no such service");
    /// ```
    #[must_use]
    pub fn revealing(mut self, message: impl Into<String>) -> Self {
        self.revealing = Some(message.into());
        self
    }

    /// Returns the error with the message for the caller.
    fn settled(mut self, arguments: &[Value]) -> Self {
        if let Some(message) = self.revealing.take()
            && !arguments.iter().any(Value::contains_marked)
        {
            self.message = message;
        }
        self
    }
}

impl fmt::Display for FunctionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FunctionError {}

type ComputeType = dyn Fn(&[Value]) -> Result<Type, FunctionError> + Send + Sync;
type ResultValue = dyn Fn(&[Value], &Type) -> Result<Value, FunctionError> + Send + Sync;
type ResultRefinement = fn(Refiner) -> Result<Refiner, RefinementError>;

/// A function that expressions can call. Clones share it.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Function, Parameter, Type, Value};
///
/// let shout = Function::new("shout", |arguments, _| {
///     let text = arguments[0].as_str().unwrap_or_default();
///     Ok(Value::from(format!("{}!", text.to_uppercase())))
/// })
/// .parameter(Parameter::new("text", Type::STRING))
/// .returns(Type::STRING);
///
/// assert_eq!(shout.call(&[Value::from("hi")])?, Value::from("HI!"));
/// assert_eq!(shout.call(&[Value::unknown(Type::STRING)])?, Value::unknown(Type::STRING));
/// # Ok::<(), hcl2_value::FunctionError>(())
/// ```
#[derive(Clone)]
pub struct Function {
    definition: Arc<Definition>,
}

/// An example of a call in the documentation of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The call, as an expression.
    pub call: &'static str,
    /// The result, as an expression.
    pub result: &'static str,
}

#[derive(Clone)]
struct Definition {
    name: &'static str,
    description: &'static str,
    examples: Vec<Example>,
    parameters: Vec<Parameter>,
    variadic: Option<Parameter>,
    result_type: ResultType,
    result: Arc<ResultValue>,
    /// Whether the type of the result for known arguments is that of the computed value.
    decided_by_result: bool,
    refinement: Option<ResultRefinement>,
}

#[derive(Clone)]
enum ResultType {
    Fixed(Type),
    Computed(Arc<ComputeType>),
}

impl ResultType {
    fn of(&self, arguments: &[Value]) -> Result<Type, FunctionError> {
        match self {
            Self::Fixed(ty) => Ok(ty.clone()),
            Self::Computed(compute) => compute(arguments),
        }
    }
}

/// Definition of functions.
impl Function {
    /// Creates a function without parameters whose results may have any type. `result` computes a result from the
    /// arguments and the result type.
    #[must_use]
    pub fn new(
        name: &'static str,
        result: impl Fn(&[Value], &Type) -> Result<Value, FunctionError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            definition: Arc::new(Definition {
                name,
                description: "",
                examples: Vec::new(),
                parameters: Vec::new(),
                variadic: None,
                result_type: ResultType::Fixed(Type::DYNAMIC),
                result: Arc::new(result),
                decided_by_result: false,
                refinement: None,
            }),
        }
    }

    fn change(mut self, change: impl FnOnce(&mut Definition)) -> Self {
        change(Arc::make_mut(&mut self.definition));
        self
    }

    /// Renames the function and removes its examples, which have the old name.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        self.change(|definition| {
            definition.name = name;
            definition.examples.clear();
        })
    }

    /// Sets the description of the function, in a sentence or two.
    #[must_use]
    pub fn describe(self, description: &'static str) -> Self {
        self.change(|definition| definition.description = description)
    }

    /// Adds an example for the documentation: a call and its result, both as expressions.
    #[must_use]
    pub fn example(self, call: &'static str, result: &'static str) -> Self {
        self.change(|definition| definition.examples.push(Example { call, result }))
    }

    /// Adds a positional parameter.
    #[must_use]
    pub fn parameter(self, parameter: Parameter) -> Self {
        self.change(|definition| definition.parameters.push(parameter))
    }

    /// Sets the variadic parameter, which accepts all further arguments.
    #[must_use]
    pub fn variadic(self, parameter: Parameter) -> Self {
        self.change(|definition| definition.variadic = Some(parameter))
    }

    /// Fixes the type of the result.
    #[must_use]
    pub fn returns(self, ty: Type) -> Self {
        self.change(|definition| definition.result_type = ResultType::Fixed(ty))
    }

    /// Computes the type of the result from the arguments, which may be unknown.
    #[must_use]
    pub fn returns_with(
        self,
        ty: impl Fn(&[Value]) -> Result<Type, FunctionError> + Send + Sync + 'static,
    ) -> Self {
        self.change(|definition| definition.result_type = ResultType::Computed(Arc::new(ty)))
    }

    /// Computes the type of the result from the arguments if one of them is unknown. Otherwise it is the type of the
    /// computed value, and the function does not receive a type. This is for functions whose result type is as costly
    /// as the result.
    #[must_use]
    pub fn returns_with_result(
        self,
        of_unknown: impl Fn(&[Value]) -> Result<Type, FunctionError> + Send + Sync + 'static,
    ) -> Self {
        self.returns_with(of_unknown)
            .change(|definition| definition.decided_by_result = true)
    }

    /// Refines every unknown result of the function.
    #[must_use]
    pub fn refines(self, refinement: fn(Refiner) -> Result<Refiner, RefinementError>) -> Self {
        self.change(|definition| definition.refinement = Some(refinement))
    }

    /// Declares that no result of the function is null.
    #[must_use]
    pub fn never_null(self) -> Self {
        self.refines(Refiner::not_null)
    }
}

/// Use of functions.
impl Function {
    /// Returns the function's own name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.definition.name
    }

    /// Returns what the function does.
    #[must_use]
    pub fn description(&self) -> &'static str {
        self.definition.description
    }

    /// Returns the examples for the documentation.
    #[must_use]
    pub fn examples(&self) -> &[Example] {
        &self.definition.examples
    }

    /// Returns the positional parameters in order.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.definition.parameters
    }

    /// Returns the parameter for all further arguments, if any.
    #[must_use]
    pub fn variadic_parameter(&self) -> Option<&Parameter> {
        self.definition.variadic.as_ref()
    }

    /// Returns the parameter for the argument at `index`, counted from 0.
    #[must_use]
    pub fn parameter_at(&self, index: usize) -> Option<&Parameter> {
        self.definition
            .parameters
            .get(index)
            .or(self.definition.variadic.as_ref())
    }

    /// Returns the type of the result for these arguments, which may be unknown.
    ///
    /// # Errors
    ///
    /// [`FunctionError`] if the call is invalid.
    pub fn result_type(&self, arguments: &[Value]) -> Result<Type, FunctionError> {
        if self.definition.decided_by_result {
            return self.call(arguments).map(|result| result.ty().clone());
        }
        let checked = self.check(arguments)?;
        checked.result_type.map_or_else(|| Ok(Type::DYNAMIC), Ok)
    }

    /// Calls the function as the section "Functions" of the specification defines it. Arguments are checked against
    /// the parameters, an unexpected null is an error, an unknown argument makes the result unknown, and marks of
    /// arguments become marks of the result.
    ///
    /// # Errors
    ///
    /// [`FunctionError`] if the number of arguments or an argument is wrong, or the function fails.
    pub fn call(&self, arguments: &[Value]) -> Result<Value, FunctionError> {
        let definition = &*self.definition;
        if let ResultType::Fixed(ty) = &definition.result_type
            && self.takes_plain(arguments)
        {
            return match (definition.result)(arguments, ty) {
                Ok(value) if value.is_plain(ty) => Ok(value),
                Ok(value) => Ok(self.refined(value)),
                Err(error) => Err(error.settled(arguments)),
            };
        }
        self.call_with_any(arguments)
    }

    /// Returns whether the number of arguments is right and each of them is plain.
    fn takes_plain(&self, arguments: &[Value]) -> bool {
        let positional = &self.definition.parameters;
        let Some((first, rest)) = arguments.split_at_checked(positional.len()) else {
            return false;
        };
        let plain = |value: &Value, parameter: &Parameter| value.is_plain(&parameter.ty);
        first
            .iter()
            .zip(positional)
            .all(|(value, parameter)| plain(value, parameter))
            && match &self.definition.variadic {
                Some(parameter) => rest.iter().all(|value| plain(value, parameter)),
                None => rest.is_empty(),
            }
    }

    /// Refines a result by what is known of all results.
    #[inline(never)]
    fn refined(&self, value: Value) -> Value {
        match self.definition.refinement {
            // Known results need no refinement.
            Some(refine) if !value.is_known() && !value.is_dynamic() => {
                refine(value.clone().refine()).map_or(value, Refiner::build)
            }
            _ => value,
        }
    }

    /// Works as [`call`](Self::call) for any arguments.
    #[inline(never)]
    fn call_with_any(&self, arguments: &[Value]) -> Result<Value, FunctionError> {
        let checked = self.check(arguments)?;
        let Some(ty) = checked.result_type else {
            return Ok(Value::DYNAMIC.with_marks(&checked.marks));
        };
        let call = checked.arguments.as_deref().unwrap_or(arguments);
        let value = if checked.unknown {
            Value::unknown(ty)
        } else {
            (self.definition.result)(call, &ty).map_err(|error| error.settled(arguments))?
        };
        Ok(self.refined(value).with_marks(&checked.marks))
    }

    fn check(&self, arguments: &[Value]) -> Result<Checked, FunctionError> {
        self.check_count(arguments.len())?;
        let mut checked = Checked {
            arguments: None,
            marks: Marks::NONE,
            unknown: false,
            result_type: None,
        };
        let mut dynamic = false;
        for (index, given) in arguments.iter().enumerate() {
            let Some(parameter) = self.parameter_at(index) else {
                continue;
            };
            if given.is_plain(&parameter.ty) {
                continue;
            }
            let mut argument = given;
            let unmarked;
            if given.contains_marked() && !parameter.allow_marked {
                let (value, marks) = given.unmark_deep();
                checked.marks = checked.marks.union(&marks);
                checked.arguments.get_or_insert_with(|| arguments.to_vec())[index] = value.clone();
                unmarked = value;
                argument = &unmarked;
            }
            checked.unknown |= !argument.is_known() && !parameter.allow_unknown;
            if dynamic {
                continue;
            }
            if argument.is_null() && !parameter.allow_null {
                return Err(FunctionError::for_argument(index, "argument must not be null"));
            }
            if argument.ty().is_dynamic() {
                dynamic |= !parameter.allow_dynamic;
            } else if !argument.ty().matches(&parameter.ty) {
                let message = format!(
                    "{} is required, not {}",
                    parameter.ty.friendly_name(),
                    argument.ty().friendly_name()
                );
                return Err(FunctionError::for_argument(index, message));
            }
        }
        if !dynamic && self.definition.decided_by_result && !checked.unknown {
            checked.result_type = Some(Type::DYNAMIC);
        } else if !dynamic {
            let call = checked.arguments.as_deref().unwrap_or(arguments);
            let ty = self
                .definition
                .result_type
                .of(call)
                .map_err(|error| error.settled(arguments))?;
            checked.result_type = Some(ty);
        }
        if checked.unknown || dynamic {
            // The function does not receive its arguments, so it cannot pass on the marks that it handles itself.
            for given in arguments {
                checked.marks = checked.marks.union(&given.marks());
            }
        }
        Ok(checked)
    }

    fn check_count(&self, count: usize) -> Result<(), FunctionError> {
        let least = self.definition.parameters.len();
        if count < least || (count > least && self.definition.variadic.is_none()) {
            let wanted = if self.definition.variadic.is_some() {
                "at least "
            } else {
                ""
            };
            let plural = if least == 1 { "" } else { "s" };
            return Err(FunctionError::new(format!(
                "{wanted}{least} argument{plural} required, not {count}"
            )));
        }
        Ok(())
    }
}

/// A call whose arguments have been checked against the parameters.
struct Checked {
    /// The arguments without their marks, if any had marks that the function does not handle.
    arguments: Option<Vec<Value>>,
    marks: Marks,
    unknown: bool,
    /// `None` if a dynamic argument leaves the type open.
    result_type: Option<Type>,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Function({})", self.definition.name)
    }
}
