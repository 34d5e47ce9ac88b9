//! The standard function library of HCL 2.
//!
//! [`standard`] returns all functions; each also has a constructor of its own. Unknown and marked arguments follow the
//! [function protocol](Function). What is known about the result for an unknown argument becomes its refinement.
//!
//! # Examples
//!
//! ```
//! use hcl2_functions::{standard, upper};
//! use hcl2_value::Value;
//!
//! assert_eq!(upper().call(&[Value::from("hi")])?, Value::from("HI"));
//! assert!(standard().iter().any(|function| function.name() == "upper"));
//! # Ok::<(), hcl2_value::FunctionError>(())
//! ```
//!
//! # Limits
//!
//! No call uses unbounded memory: a string result has at most 64 MiB, `setproduct` creates at most 4,000,000 elements
//! in its tuples, `range` creates at most 1,024 numbers, and `jsondecode` reads at most 512 levels of nesting. Exceeding
//! a limit is an error of the call.

mod collection;
mod csv;
mod format;
mod general;
mod host;
mod json;
mod names;
mod numeric;
mod product;
mod reference;
mod regex;
mod sequence;
mod set;
mod string;
mod support;
#[cfg(feature = "terraform")]
pub mod terraform;
#[cfg(test)]
mod tests;
mod time;

use hcl2_value::Function;

pub use collection::{contains, element, hasindex, index, keys, length, lookup, merge, values, zipmap};
pub use csv::csvdecode;
pub use format::{format, formatlist};
pub use general::{and, assertnotnull, coalesce, equal, not, notequal, or};
pub use host::{DirectoryEntry, FileKind, Host, HostError, NoHost, PointInTime};
pub use json::{jsondecode, jsonencode};
#[doc(hidden)]
pub use names::TERRAFORM_NAMES;
pub use numeric::{
    abs, add, ceil, divide, floor, greaterthan, greaterthanorequalto, int, lessthan, lessthanorequalto, log,
    max, min, modulo, multiply, negate, parseint, pow, signum, subtract,
};
pub use product::setproduct;
#[doc(hidden)]
pub use reference::{Example, ExpressionFunction, standard_examples, standard_expression_functions};
#[cfg(feature = "terraform")]
#[doc(hidden)]
pub use reference::{opentofu_examples, terraform_examples, terraform_expression_functions};
pub use regex::{regex, regexall, regexreplace};
pub use sequence::{
    chunklist, coalescelist, compact, concat, distinct, flatten, range, reverselist, slice, sort,
};
pub use set::{sethaselement, setintersection, setsubtract, setsymmetricdifference, setunion};
pub use string::{
    chomp, indent, join, lower, replace, reverse, split, strlen, substr, title, trim, trimprefix, trimspace,
    trimsuffix, upper,
};
pub use time::{days_since_1970, formatdate, nanoseconds_of, timeadd};

/// Returns all functions, sorted by name.
#[must_use]
pub fn standard() -> Vec<Function> {
    vec![
        abs(),
        add(),
        and(),
        assertnotnull(),
        ceil(),
        chomp(),
        chunklist(),
        coalesce(),
        coalescelist(),
        compact(),
        concat(),
        contains(),
        csvdecode(),
        distinct(),
        divide(),
        element(),
        equal(),
        flatten(),
        floor(),
        format(),
        formatdate(),
        formatlist(),
        greaterthan(),
        greaterthanorequalto(),
        hasindex(),
        indent(),
        index(),
        int(),
        join(),
        jsondecode(),
        jsonencode(),
        keys(),
        length(),
        lessthan(),
        lessthanorequalto(),
        log(),
        lookup(),
        lower(),
        max(),
        merge(),
        min(),
        modulo(),
        multiply(),
        negate(),
        not(),
        notequal(),
        or(),
        parseint(),
        pow(),
        range(),
        regex(),
        regexall(),
        regexreplace(),
        replace(),
        reverse(),
        reverselist(),
        sethaselement(),
        setintersection(),
        setproduct(),
        setsubtract(),
        setsymmetricdifference(),
        setunion(),
        signum(),
        slice(),
        sort(),
        split(),
        strlen(),
        substr(),
        subtract(),
        timeadd(),
        title(),
        trim(),
        trimprefix(),
        trimspace(),
        trimsuffix(),
        upper(),
        values(),
        zipmap(),
    ]
}
