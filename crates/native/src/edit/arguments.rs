//! What edits take: anything that converts to an address, an expression or an item.

use super::{Address, EditError, Fragment, NewItem};

/// An address as edits take it: an [`Address`], a reference to one, or a string.
///
/// # Examples
///
/// ```
/// use hcl2_native::edit::{Address, EditError, IntoAddress};
///
/// fn depth(address: impl IntoAddress) -> Result<usize, EditError> {
///     Ok(address.into_address()?.steps().len())
/// }
///
/// assert_eq!(depth("server.web.port")?, 3);
/// assert_eq!(depth(&Address::ROOT)?, 0);
/// # Ok::<(), EditError>(())
/// ```
pub trait IntoAddress {
    /// Converts it.
    ///
    /// # Errors
    ///
    /// [`EditError::Address`] for a string that is not an address.
    fn into_address(self) -> Result<Address, EditError>;
}

impl<T: TryInto<Address, Error: Into<EditError>>> IntoAddress for T {
    fn into_address(self) -> Result<Address, EditError> {
        self.try_into().map_err(Into::into)
    }
}

/// An expression as edits take it: a [`Fragment`], a parsed [`ExpressionRef`](hcl2_model::ExpressionRef), or what has a literal,
/// such as a number, a string or a [`Value`](hcl2_value::Value).
///
/// # Examples
///
/// ```
/// use hcl2_native::edit::{EditError, Fragment, IntoFragment};
///
/// assert_eq!(80.into_fragment()?.as_str(), "80");
/// assert_eq!("a b".into_fragment()?.as_str(), "\"a b\"");
/// assert_eq!(Fragment::expression("a.b")?.into_fragment()?.as_str(), "a.b");
/// # Ok::<(), EditError>(())
/// ```
pub trait IntoFragment {
    /// Converts it.
    ///
    /// # Errors
    ///
    /// [`EditError::NoLiteral`] for a value without a literal.
    fn into_fragment(self) -> Result<Fragment, EditError>;
}

impl<T: TryInto<Fragment, Error: Into<EditError>>> IntoFragment for T {
    fn into_fragment(self) -> Result<Fragment, EditError> {
        self.try_into().map_err(Into::into)
    }
}

/// An attribute or a block as edits take it: a [`NewItem`], a reference to one, or the source of one.
///
/// # Examples
///
/// ```
/// use hcl2_native::edit::{EditError, IntoItem};
///
/// assert_eq!("port=80".into_item()?.as_str(), "port = 80\n");
/// assert_eq!("port".into_item().unwrap_err().to_string(), "expected an attribute or a block: Missing attribute or block (item:1:1)");
/// # Ok::<(), EditError>(())
/// ```
pub trait IntoItem {
    /// Converts it.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] for a string that is not one attribute or block.
    fn into_item(self) -> Result<NewItem, EditError>;
}

impl<T: TryInto<NewItem, Error: Into<EditError>>> IntoItem for T {
    fn into_item(self) -> Result<NewItem, EditError> {
        self.try_into().map_err(Into::into)
    }
}
