//! Blocks of loaded configuration.

use std::fmt;
use std::ops::Deref;

use hcl2_decode::Decode;
use hcl2_value::Value;

use crate::{Document, Error, model};

/// A block of a [`Document`], whose attributes are evaluated with the variables and functions of the document.
///
/// It dereferences to [`model::Block`], which has its type, its labels and its body.
///
/// # Examples
///
/// ```
/// #[derive(hcl2::Decode)]
/// struct Service {
///     #[hcl(label)]
///     name: String,
///     port: u16,
/// }
///
/// let loader = hcl2::Loader::new().variable("base", 8000);
/// let document = loader.load_str("app.hcl", "service \"web\" {\n  port = base + 80\n}\n")?;
/// for block in document.blocks("service") {
///     assert_eq!(block.labels[0].text, "web");
///     assert_eq!(block.get("port")?.unwrap(), 8080);
///
///     let service: Service = block.decode()?;
///     assert_eq!((service.name.as_str(), service.port), ("web", 8080));
/// }
/// # Ok::<(), hcl2::Error>(())
/// ```
#[derive(Clone)]
pub struct Block<'d> {
    block: model::Block,
    document: &'d Document,
}

impl<'d> Block<'d> {
    pub(crate) fn new(block: model::Block, document: &'d Document) -> Self {
        Self { block, document }
    }

    /// Evaluates one attribute of the block; `None` if the block does not set it.
    ///
    /// # Errors
    ///
    /// [`Error`] if the attribute cannot be evaluated.
    pub fn get(&self, name: &str) -> Result<Option<Value>, Error> {
        self.document.get_in(&self.body, name)
    }

    /// Returns the blocks of a type in the block, as [`Document::blocks`] does.
    #[must_use]
    pub fn blocks(&self, block_type: &str) -> Vec<Self> {
        let blocks = self.body.blocks(block_type).into_iter();
        blocks.map(|block| Self::new(block, self.document)).collect()
    }

    /// Decodes the block with its labels into a Rust type, as [`Document::decode`] does with a file.
    ///
    /// # Errors
    ///
    /// Those of [`Document::decode`].
    pub fn decode<T: Decode>(&self) -> Result<T, Error> {
        self.document
            .decode_by(|decoder| decoder.body(&self.body, &self.labels, Some(self.header_span)))
    }
}

impl Deref for Block<'_> {
    type Target = model::Block;

    fn deref(&self) -> &model::Block {
        &self.block
    }
}

impl fmt::Debug for Block<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.block.fmt(f)
    }
}
