//! The function protocol: parameters, and the handling of unknown, null, dynamic and marked arguments.

mod error;
mod parameter;

use std::fmt;
use std::sync::Arc;

pub use error::{ErrorCause, FunctionError};
pub use parameter::Parameter;

use crate::{Marks, Meter, RefinementError, Refiner, Type, Value};

type ComputeType = dyn Fn(&[Value], &mut Meter<'_>) -> Result<Type, FunctionError> + Send + Sync;
type ResultValue = dyn Fn(&[Value], &Type, &mut Meter<'_>) -> Result<Value, FunctionError> + Send + Sync;
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
    /// Whether a call neither reads all of its collections nor creates anything.
    selects: bool,
    /// The steps of each call, and the steps for each step of reading its arguments.
    cost: (u32, u32),
    refinement: Option<ResultRefinement>,
}

#[derive(Clone)]
enum ResultType {
    Fixed(Type),
    Computed(Arc<ComputeType>),
}

impl ResultType {
    fn of(&self, arguments: &[Value], meter: &mut Meter<'_>) -> Result<Type, FunctionError> {
        match self {
            Self::Fixed(ty) => Ok(ty.clone()),
            Self::Computed(compute) => compute(arguments, meter),
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
        Self::metered(name, move |arguments, ty, _| result(arguments, ty))
    }

    /// Creates a function like [`new`](Self::new) whose results may be much larger than its arguments. `result` counts
    /// parts of the result and temporary values before it creates them. The steps for reading the arguments, and the
    /// elements or bytes of the result itself, are counted for all functions.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Allowance, Budget, Function, Meter, Parameter, Type, Value};
    ///
    /// let pairs = Function::metered("pairs", |arguments, _, meter| {
    ///     let items = arguments[0].elements().unwrap_or_default();
    ///     meter.elements(items.len() * items.len() * 2)?;
    ///     let pair = |a: &Value, b: &Value| Value::tuple([a.clone(), b.clone()]);
    ///     let all = items.iter().flat_map(|a| items.iter().map(move |b| pair(a, b)));
    ///     Ok(Value::tuple(all.collect::<Vec<_>>()))
    /// })
    /// .parameter(Parameter::new("list", Type::DYNAMIC));
    ///
    /// let budget = Budget::new(Allowance { elements: 100_000, ..Allowance::default() });
    /// let list = Value::tuple(vec![Value::from(1); 1_000]);
    /// let error = pairs.call_metered(&[list], &mut Meter::new(&budget)).unwrap_err();
    /// assert_eq!(error.message, "the evaluation exceeds the limit of 100000 elements");
    /// ```
    #[must_use]
    pub fn metered(
        name: &'static str,
        result: impl Fn(&[Value], &Type, &mut Meter<'_>) -> Result<Value, FunctionError> + Send + Sync + 'static,
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
                selects: false,
                cost: (0, 1),
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

    /// Makes the result of every call unknown, with the result type, since a later call may return another result.
    /// Arguments are still checked, and refinements of all results still apply.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Function, Type, Value};
    ///
    /// let now = Function::new("now", |_, _| Ok(Value::from("12:00"))).returns(Type::STRING);
    /// assert_eq!(now.clone().unpredictable().call(&[])?, Value::unknown(Type::STRING));
    /// assert_eq!(now.never_null().unpredictable().call(&[])?, Value::unknown_not_null(Type::STRING));
    /// # Ok::<(), hcl2_value::FunctionError>(())
    /// ```
    #[must_use]
    pub fn unpredictable(self) -> Self {
        self.change(|definition| definition.result = Arc::new(|_, ty, _| Ok(Value::unknown(ty.clone()))))
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
    pub fn returns_computed(
        self,
        ty: impl Fn(&[Value]) -> Result<Type, FunctionError> + Send + Sync + 'static,
    ) -> Self {
        self.returns_computed_metered(move |arguments, _| ty(arguments))
    }

    /// Computes the type of the result like [`returns_computed`](Self::returns_computed), and counts the cost of this, apart
    /// from reading the arguments.
    #[must_use]
    pub fn returns_computed_metered(
        self,
        ty: impl Fn(&[Value], &mut Meter<'_>) -> Result<Type, FunctionError> + Send + Sync + 'static,
    ) -> Self {
        self.change(|definition| definition.result_type = ResultType::Computed(Arc::new(ty)))
    }

    /// Computes the type of the result from the arguments if one of them is unknown. Otherwise it is the type of the
    /// computed value, and the function does not receive a type. This is for functions whose result type is as costly
    /// as the result.
    #[must_use]
    pub fn returns_with_result(
        self,
        of_unknown: impl Fn(&[Value], &mut Meter<'_>) -> Result<Type, FunctionError> + Send + Sync + 'static,
    ) -> Self {
        self.returns_computed_metered(of_unknown)
            .change(|definition| definition.decided_by_result = true)
    }

    /// Declares that a call reads none of its collections and creates nothing, since its result is a part or a property
    /// of an argument. Other calls count a step for each part of an argument, and the elements or bytes of the result.
    #[must_use]
    pub fn selects(self) -> Self {
        self.change(|definition| definition.selects = true)
    }

    /// Declares the number of steps of a call apart from reading its arguments, and the number for each step of reading
    /// them: 0 and 1 by default. A step stands for about 30 ns in a release build.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Budget, Function, Meter, Parameter, Type, Value};
    ///
    /// let count = Function::new("count", |arguments, _| {
    ///     Ok(Value::from(arguments[0].as_str().unwrap_or_default().chars().count() as i64))
    /// });
    /// let count = count.parameter(Parameter::new("text", Type::STRING)).costs(10, 4);
    /// let budget = Budget::default();
    /// let before = budget.left().steps;
    /// count.call_metered(&["x".repeat(640).into()], &mut Meter::without_free(&budget))?;
    /// assert_eq!(before - budget.left().steps, 10 + 4 * 10);
    /// # Ok::<(), hcl2_value::FunctionError>(())
    /// ```
    #[must_use]
    pub fn costs(self, call: u32, reading: u32) -> Self {
        self.change(|definition| definition.cost = (call, reading))
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

    /// Returns the description of the function.
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
    /// [`FunctionError`] if the call is invalid or exceeds a default [`Budget`](crate::Budget).
    pub fn result_type(&self, arguments: &[Value]) -> Result<Type, FunctionError> {
        self.result_type_metered(arguments, &mut Meter::default())
    }

    /// Returns the type of the result like [`result_type`](Self::result_type), and counts the cost.
    ///
    /// # Errors
    ///
    /// [`FunctionError`] if the call is invalid or exceeds a limit of the meter.
    pub fn result_type_metered(
        &self,
        arguments: &[Value],
        meter: &mut Meter<'_>,
    ) -> Result<Type, FunctionError> {
        if self.definition.decided_by_result {
            return self
                .call_metered(arguments, meter)
                .map(|result| result.ty().clone());
        }
        let checked = self.check(arguments, meter)?;
        checked.result_type.map_or_else(|| Ok(Type::DYNAMIC), Ok)
    }

    /// Calls the function as the section "Functions" of the specification defines it. Arguments are checked against
    /// the parameters, an unexpected null is an error, an unknown argument makes the result unknown, and marks of
    /// arguments become marks of the result.
    ///
    /// # Errors
    ///
    /// [`FunctionError`] if the number of arguments or an argument is wrong, the function fails, or the call exceeds a
    /// default [`Budget`](crate::Budget).
    pub fn call(&self, arguments: &[Value]) -> Result<Value, FunctionError> {
        self.call_metered(arguments, &mut Meter::default())
    }

    /// Calls the function like [`call`](Self::call), and counts the cost.
    ///
    /// # Errors
    ///
    /// [`FunctionError`] if the number of arguments or an argument is wrong, the function fails, or the call exceeds a limit
    /// of the meter.
    pub fn call_metered(&self, arguments: &[Value], meter: &mut Meter<'_>) -> Result<Value, FunctionError> {
        let definition = &*self.definition;
        let read = arguments
            .iter()
            .filter(|argument| !definition.selects || argument.is_scalar())
            .fold(0, |steps, argument| steps + argument.reading_steps());
        let (call, reading) = definition.cost;
        meter.steps((call as usize).saturating_add(read.saturating_mul(reading as usize)))?;
        if let ResultType::Fixed(ty) = &definition.result_type
            && self.takes_plain(arguments)
        {
            return match (definition.result)(arguments, ty, meter) {
                Ok(value) if value.is_plain(ty) => self.counted(value, meter),
                Ok(value) => self.counted(self.refined(value), meter),
                Err(error) => Err(error.settled(arguments)),
            };
        }
        self.call_with_any(arguments, meter)
    }

    /// Counts a result, without the parts of its elements.
    #[inline]
    fn counted(&self, result: Value, meter: &mut Meter<'_>) -> Result<Value, FunctionError> {
        if !self.definition.selects {
            result.count_made(meter)?;
        }
        Ok(result)
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

    /// Refines a result with the refinements of all results.
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
    fn call_with_any(&self, arguments: &[Value], meter: &mut Meter<'_>) -> Result<Value, FunctionError> {
        let checked = self.check(arguments, meter)?;
        let Some(ty) = checked.result_type else {
            return Ok(Value::DYNAMIC.with_marks(&checked.marks));
        };
        let call = checked.arguments.as_deref().unwrap_or(arguments);
        let value = if checked.unknown {
            Value::unknown(ty)
        } else {
            (self.definition.result)(call, &ty, meter).map_err(|error| error.settled(arguments))?
        };
        self.counted(self.refined(value).with_marks(&checked.marks), meter)
    }

    fn check(&self, arguments: &[Value], meter: &mut Meter<'_>) -> Result<Checked, FunctionError> {
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
                .of(call, meter)
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
