//! What is said of each function beside its own description: an example that runs, and what the functions of expressions
//! do.

mod standard;
#[cfg(feature = "terraform")]
mod terraform;

/// A call and its result, both as expressions. The result is to be converted to the type of what the call gives.
///
/// The examples run in tests, with a host at 2006-01-02T15:04:05Z whose random bytes are all zero, in the directory
/// `/work` with a file `greeting.txt` that says `hello` and a file `greeting.tftpl` that says `hello, ${name}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The name of the function.
    pub function: &'static str,
    /// The call.
    pub call: &'static str,
    /// What the call gives.
    pub result: &'static str,
}

const fn example(function: &'static str, call: &'static str, result: &'static str) -> Example {
    Example {
        function,
        call,
        result,
    }
}

/// A function that sees its arguments as expressions, and is defined elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpressionFunction {
    /// The name.
    pub name: &'static str,
    /// The names of the parameters, with what they are for; three dots stand behind one that takes all further arguments.
    pub parameters: &'static [(&'static str, &'static str)],
    /// What the function does.
    pub description: &'static str,
}

/// An example of each standard function, `try`, `can` and `convert` among them, in the order of their names.
///
/// # Examples
///
/// ```
/// let first = hcl2_functions::standard_examples()[0];
/// assert_eq!((first.call, first.result), ("abs(-1.5)", "1.5"));
/// ```
#[must_use]
pub fn standard_examples() -> &'static [Example] {
    standard::EXAMPLES
}

/// The standard functions that see their arguments as expressions.
#[must_use]
pub fn standard_expression_functions() -> &'static [ExpressionFunction] {
    standard::OF_EXPRESSIONS
}

/// An example of each function of Terraform, in the order of their names.
#[cfg(feature = "terraform")]
#[must_use]
pub fn terraform_examples() -> Vec<Example> {
    terraform::all_examples()
}

/// The functions of Terraform that see their arguments as expressions, or that need somebody who renders templates.
#[cfg(feature = "terraform")]
#[must_use]
pub fn terraform_expression_functions() -> &'static [ExpressionFunction] {
    terraform::OF_EXPRESSIONS
}
