//! Functions of the application that check a field which can be absent, or a struct.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use super::Check;

/// A function that checks a field with the type `Option<T>`. `M` is the type of its argument.
#[diagnostic::on_unimplemented(
    message = "this function cannot check an optional `{T}`",
    label = "not a function of `&{T}` or `&Option<{T}>`",
    note = "write `fn(&{T}) -> Result<(), impl Display>`"
)]
pub trait ValidateOption<T, M> {
    /// Checks a field.
    fn validate(&self, found: &Option<T>) -> Result<(), String>;
}

/// The argument is the `Option`.
#[derive(Debug)]
pub struct Whole<E>(PhantomData<E>);

/// The argument is what the `Option` contains; of `None` nothing is checked.
#[derive(Debug)]
pub struct Inner<E>(PhantomData<E>);

/// The argument is what the content of the `Option` dereferences to, such as a `str`; of `None` nothing is checked.
#[derive(Debug)]
pub struct Target<E>(PhantomData<E>);

impl<T, E: fmt::Display, F: Fn(&Option<T>) -> Result<(), E>> ValidateOption<T, Whole<E>> for F {
    fn validate(&self, found: &Option<T>) -> Result<(), String> {
        self(found).map_err(|error| error.to_string())
    }
}

impl<T, E: fmt::Display, F: Fn(&T) -> Result<(), E>> ValidateOption<T, Inner<E>> for F {
    fn validate(&self, found: &Option<T>) -> Result<(), String> {
        found
            .as_ref()
            .map_or(Ok(()), |found| self(found).map_err(|error| error.to_string()))
    }
}

impl<T: Deref, E: fmt::Display, F: Fn(&T::Target) -> Result<(), E>> ValidateOption<T, Target<E>> for F {
    fn validate(&self, found: &Option<T>) -> Result<(), String> {
        found
            .as_ref()
            .map_or(Ok(()), |found| self(found).map_err(|error| error.to_string()))
    }
}

/// Checks a field by a function of `&Option<T>`, of `&T`, or of what that dereferences to.
pub fn validate_option<T, M>(found: &Option<T>, check: &impl ValidateOption<T, M>) -> Result<(), String> {
    check.validate(found)
}

/// A function that checks a struct. `M` is the type of its arguments and its result.
#[diagnostic::on_unimplemented(
    message = "this function cannot check `{T}`",
    label = "not a function of `&{T}`",
    note = "write `fn(&{T}) -> Result<(), impl Display>`, or `fn(&{T}, &mut Check<'_, '_>)` to report problems of single fields"
)]
pub trait ValidateStruct<T, M> {
    /// Checks a struct.
    fn validate(&self, found: &T, check: &mut Check<'_, '_>);
}

/// The function reports problems by its second argument.
#[derive(Debug)]
pub struct Reporting;

impl<T, F: Fn(&T, &mut Check<'_, '_>)> ValidateStruct<T, Reporting> for F {
    fn validate(&self, found: &T, check: &mut Check<'_, '_>) {
        self(found, check);
    }
}

impl<T, E: fmt::Display, F: Fn(&T) -> Result<(), E>> ValidateStruct<T, Whole<E>> for F {
    fn validate(&self, found: &T, check: &mut Check<'_, '_>) {
        if let Err(message) = self(found) {
            check.invalid(message);
        }
    }
}

/// Checks a struct by a function of it, which returns the problem, or also has a [`Check`].
pub fn validate_struct<T, M>(found: &T, validate: &impl ValidateStruct<T, M>, check: &mut Check<'_, '_>) {
    validate.validate(found, check);
}
