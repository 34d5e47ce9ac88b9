//! Functions of the application that check a field which can be absent.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// A function that checks a field with the type `Option<T>`. `M` is the type of its argument.
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
