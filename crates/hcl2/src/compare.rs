//! Comparing documents.

use crate::{Change, Document, Error, native};

/// Compares what two documents mean, possibly of different syntaxes. Layout, comments and the order of attributes mean
/// nothing.
///
/// [`native::compare`] compares bodies, and says more on what counts.
///
/// # Errors
///
/// [`Error`] if the bodies do not fit each other, such as a property in JSON that is a block in the other document and not
/// an object.
///
/// # Examples
///
/// ```
/// let before = hcl2::parse("name = \"web\"\nport = 80\n")?;
/// let after = hcl2::parse("port = 8080\nname = \"web\"\n")?;
/// let changes = hcl2::compare(&before, &after)?;
/// assert_eq!(changes.len(), 1);
/// assert_eq!(changes[0].to_string(), "~ port");
/// # Ok::<(), hcl2::Error>(())
/// ```
pub fn compare(before: &Document, after: &Document) -> Result<Vec<Change>, Error> {
    let compared = native::compare(before.body(), after.body());
    let mut error = Error::new(compared.problems_before).with_sources(before);
    error.append(Error::new(compared.problems_after).with_sources(after));
    if error.iter().any(|problem| problem.is_error()) {
        Err(error)
    } else {
        Ok(compared.changes)
    }
}
