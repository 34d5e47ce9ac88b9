//! Errors of function calls.

use std::borrow::Cow;
use std::fmt;

use crate::{Exceeded, Path, Value};

/// The reason why a call failed.
///
/// A marked value never reaches a message. A constant message is always used. A message made at run time may quote
/// arguments: if one of them is marked, a general message replaces it, unless it is known to be
/// [`general`](Self::general) itself.
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
    /// Whether `message` quotes no argument.
    general: bool,
    /// The kind of failure, if callers may treat it differently from others.
    pub cause: Option<ErrorCause>,
}

/// A kind of failure, named by the layer that raises it.
///
/// # Examples
///
/// ```
/// use hcl2_value::{ErrorCause, FunctionError};
///
/// const OFFLINE: ErrorCause = ErrorCause("offline");
/// let error = FunctionError::new("the service cannot be reached").caused_by(OFFLINE);
/// assert_eq!(error.cause, Some(OFFLINE));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ErrorCause(pub &'static str);

/// The message instead of one that may quote a marked argument.
const CONCEALED: &str = "the call is invalid; the reason is not shown, because an argument is sensitive";

impl FunctionError {
    /// Creates an error of the call as a whole.
    #[must_use]
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        let message = message.into();
        Self {
            argument: None,
            path: Path::new(),
            general: matches!(message, Cow::Borrowed(_)),
            message: message.into_owned(),
            revealing: None,
            cause: None,
        }
    }

    /// Creates an error of the argument at a position, from 0.
    #[must_use]
    pub fn for_argument(argument: usize, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(message).in_argument(argument)
    }

    /// Sets the position of the argument at fault, from 0.
    #[must_use]
    pub fn in_argument(mut self, argument: usize) -> Self {
        self.argument = Some(argument);
        self
    }

    /// Sets the kind of failure. An evaluation puts it into the diagnostic of the call.
    #[must_use]
    pub const fn caused_by(mut self, cause: ErrorCause) -> Self {
        self.cause = Some(cause);
        self
    }

    /// Sets the path from the argument to the part at fault.
    #[must_use]
    pub fn at(mut self, path: Path) -> Self {
        self.path = path;
        self
    }

    /// Declares that the message quotes no argument: it consists of numbers of arguments, types and fixed words.
    #[must_use]
    pub fn general(mut self) -> Self {
        self.general = true;
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
        self.general()
    }

    /// Returns the error with the message for the caller.
    pub(crate) fn settled(mut self, arguments: &[Value]) -> Self {
        if !arguments.iter().any(Value::contains_marked) {
            if let Some(message) = self.revealing.take() {
                self.message = message;
                // The caller may be another function that handles the marks of the arguments itself.
                self.general = false;
            }
            return self;
        }
        self.revealing = None;
        self.path = self.path.without_names();
        if !self.general {
            CONCEALED.clone_into(&mut self.message);
        }
        self
    }
}

impl From<Exceeded> for FunctionError {
    /// Creates the error of a call that would exceed a limit of its meter.
    fn from(exceeded: Exceeded) -> Self {
        Self::new(exceeded.to_string()).general()
    }
}

impl fmt::Display for FunctionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FunctionError {}
