//! Examples of all functions, and descriptions of the functions of expressions, for documentation.

mod standard;
#[cfg(feature = "terraform")]
mod terraform;

use hcl2_value::Function;

/// An example of a function: a call and its result, both as expressions. The expected result converts to the type of the
/// call's result.
///
/// The examples run in tests, with a host at 2006-01-02T15:04:05Z whose random bytes are all zero, in the directory
/// `/work` with a file `greeting.txt` that contains `hello` and a file `greeting.tftpl` that contains `hello, ${name}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The name of the function.
    pub function: &'static str,
    /// The call.
    pub call: &'static str,
    /// The result of the call.
    pub result: &'static str,
}

/// A function whose arguments are expressions, defined in another crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpressionFunction {
    /// The name.
    pub name: &'static str,
    /// The names and descriptions of the parameters. The name of a variadic parameter ends in three dots.
    pub parameters: &'static [(&'static str, &'static str)],
    /// What the function does.
    pub description: &'static str,
    /// An example.
    pub example: hcl2_value::Example,
}

/// Returns an example of each standard function, including `try`, `can` and `convert`, sorted by name.
///
/// # Examples
///
/// ```
/// let first = hcl2_functions::standard_examples()[0];
/// assert_eq!((first.call, first.result), ("abs(-1.5)", "1.5"));
/// ```
#[must_use]
pub fn standard_examples() -> Vec<Example> {
    examples(&crate::standard(), standard_expression_functions())
}

/// Returns the standard functions of expressions.
#[must_use]
pub fn standard_expression_functions() -> &'static [ExpressionFunction] {
    standard::OF_EXPRESSIONS
}

/// Returns an example of each function of Terraform, sorted by name.
#[cfg(feature = "terraform")]
#[must_use]
pub fn terraform_examples() -> Vec<Example> {
    let host: std::sync::Arc<dyn crate::Host> = std::sync::Arc::new(crate::NoHost);
    examples(
        &crate::terraform::functions(&host),
        terraform_expression_functions(),
    )
}

/// Returns an example of each function that OpenTofu has and Terraform does not, sorted by name.
#[cfg(feature = "terraform")]
#[must_use]
pub fn opentofu_examples() -> Vec<Example> {
    examples(&crate::terraform::opentofu_functions(), &[])
}

/// Returns the functions of Terraform that take expressions or render templates.
#[cfg(feature = "terraform")]
#[must_use]
pub fn terraform_expression_functions() -> &'static [ExpressionFunction] {
    terraform::OF_EXPRESSIONS
}

/// Returns the examples of functions, sorted by name.
fn examples(functions: &[Function], of_expressions: &[ExpressionFunction]) -> Vec<Example> {
    let of_values = functions.iter().flat_map(|function| {
        function
            .examples()
            .iter()
            .map(|example| (function.name(), *example))
    });
    let of_expressions = of_expressions
        .iter()
        .map(|function| (function.name, function.example));
    let mut all: Vec<Example> = of_values
        .chain(of_expressions)
        .map(|(function, hcl2_value::Example { call, result })| Example {
            function,
            call,
            result,
        })
        .collect();
    all.sort_by_key(|example| example.function);
    all
}
