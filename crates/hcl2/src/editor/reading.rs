//! Reading a file under edit.

use hcl2_model::{Attribute, Attributes, Block, BodyRef, Name};
use hcl2_native::edit::{Address, EditError, IntoAddress};

use super::{Editor, File};

/// Reading.
impl Editor {
    /// Returns the body of the file in its current state, to be read with a schema or walked.
    #[must_use]
    pub fn body(&self) -> BodyRef {
        let read = || match &self.file {
            File::Native(editor) => editor.body(),
            File::Json(editor) => hcl2_json::parse(editor.tree().source()).value,
        };
        self.body.get_or_init(read).clone()
    }

    /// Returns the blocks of a type in the file, as [`Document::blocks`](crate::Document::blocks) does.
    ///
    /// # Examples
    ///
    /// ```
    /// let doc: hcl2::Editor = "resource \"vm\" \"web\" {\n  size = var.size\n}\n".parse()?;
    /// for block in doc.blocks("resource") {
    ///     assert_eq!(block.labels[1].text, "web");
    ///     assert_eq!(block.text("size").as_deref(), Some("var.size"));
    /// }
    /// assert!(doc.block("resource", ["vm", "web"]).is_some());
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn blocks(&self, block_type: &str) -> Vec<Block> {
        self.body().blocks(block_type)
    }

    /// Returns the first block with a type and these labels.
    #[must_use]
    pub fn block<'l>(&self, block_type: &str, labels: impl IntoIterator<Item = &'l str>) -> Option<Block> {
        let labels: Vec<Name> = labels.into_iter().map(Name::from).collect();
        let has_labels = |block: &Block| block.labels.iter().map(|label| &label.text).eq(&labels);
        self.blocks(block_type).into_iter().find(has_labels)
    }

    /// Returns the attributes of the file, as [`Document::attributes`](crate::Document::attributes) does.
    ///
    /// # Examples
    ///
    /// ```
    /// let doc: hcl2::Editor = "a = 1\nb {}\nc = 2\n".parse()?;
    /// let names: Vec<String> = doc.attributes().iter().map(|attribute| attribute.name.to_string()).collect();
    /// assert_eq!(names, ["a", "c"]);
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn attributes(&self) -> Attributes {
        self.body().implied_content().attributes
    }

    /// Returns the attribute of the file with a name, as [`Document::attribute`](crate::Document::attribute) does.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        self.body().attribute(name)
    }

    /// Returns the source of the first value that an address selects, or of the first block; `None` if it selects nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// let doc: hcl2::Editor = "server {\n  ports = [80, 443]\n}\n".parse()?;
    /// assert_eq!(doc.get("server.ports[1]"), Some("443"));
    /// assert_eq!(doc.get("server.port"), None);
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn get(&self, address: impl IntoAddress) -> Option<&str> {
        match &self.file {
            File::Native(editor) => editor.get(address),
            File::Json(editor) => editor.get(address),
        }
    }

    /// Returns the addresses of everything that an address selects, in source order. The address may have `*`, `**`,
    /// patterns and conditions.
    ///
    /// # Errors
    ///
    /// [`EditError::Address`] for a string that is not an address.
    ///
    /// # Examples
    ///
    /// ```
    /// let doc: hcl2::Editor = "a {\n  x = 1\n}\nb {\n  x = 2\n}\n".parse()?;
    /// let found: Vec<String> = doc.select("*.x")?.iter().map(ToString::to_string).collect();
    /// assert_eq!(found, ["a.x", "b.x"]);
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn select(&self, address: impl IntoAddress) -> Result<Vec<Address>, EditError> {
        let address = address.into_address()?;
        Ok(match &self.file {
            File::Native(editor) => {
                let found = editor.select(&address).into_iter();
                found.map(|found| found.address).collect()
            }
            File::Json(editor) => {
                let found = editor.select(&address).into_iter();
                found.map(|found| found.address).collect()
            }
        })
    }
}
