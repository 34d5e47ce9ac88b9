//! Encoding of values that are not shown.

use hcl2_value::Mark;

use super::{EncodeAttribute, EncodeError, Encoded};
use crate::Sensitive;

/// Encodes as a value with the mark `sensitive`, which neither syntax can write.
impl<T: EncodeAttribute> EncodeAttribute for Sensitive<T> {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        let Some(encoded) = self.expose().encode_attribute()? else {
            return Ok(None);
        };
        let value = encoded.into_value()?.with_mark(Mark::new("sensitive"));
        Ok(Some(Encoded::Value(value)))
    }
}

#[cfg(feature = "zeroize")]
#[cfg_attr(docsrs, doc(cfg(feature = "zeroize")))]
impl<T: EncodeAttribute + zeroize::Zeroize> EncodeAttribute for zeroize::Zeroizing<T> {
    fn encode_attribute(&self) -> Result<Option<Encoded>, EncodeError> {
        T::encode_attribute(self)
    }
}
