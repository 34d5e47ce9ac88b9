//! Write-only values, which neither plans nor states contain.

use hcl2_value::{Path, PathStep, Type, Value};

use super::proposed::{NO_BLOCKS, Parts};
use super::{Attribute, AttributeContent, Block, Nesting, items};

/// Write-only values.
impl Block {
    /// Replaces the values of write-only attributes by null, as in every planned value.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Type, Value};
    /// use hcl2_wire::schema::{Attribute, Block};
    ///
    /// let mut password = Attribute::optional(Type::STRING);
    /// password.write_only = true;
    /// let user = Block::new().attribute("password", password);
    /// let value = user.without_write_only(&Value::object([("password", Value::from("secret"))]));
    /// assert_eq!(value, Value::object([("password", Value::null(Type::STRING))]));
    /// ```
    #[must_use]
    pub fn without_write_only(&self, value: &Value) -> Value {
        self.parts().cleared(value)
    }

    /// Returns whether the part of a value at a path is write-only.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Path, PathStep, Type};
    /// use hcl2_wire::schema::{Attribute, Block};
    ///
    /// let mut password = Attribute::optional(Type::STRING);
    /// password.write_only = true;
    /// let user = Block::new().attribute("password", password);
    /// assert!(user.is_write_only(&Path::from_iter([PathStep::Attribute("password".into())])));
    /// assert!(!user.is_write_only(&Path::new()));
    /// ```
    #[must_use]
    pub fn is_write_only(&self, path: &Path) -> bool {
        let names = path.steps().iter().filter_map(|step| match step {
            PathStep::Attribute(name) => Some(name.as_str()),
            PathStep::Index(_) => None,
        });
        let mut parts = self.parts();
        for name in names {
            match (parts.attributes.get(name), parts.blocks.get(name)) {
                (Some(attribute), _) if attribute.write_only => return true,
                (Some(attribute), _) => match attribute.parts() {
                    Some(nested) => parts = nested,
                    None => return false,
                },
                (None, Some(nested)) => parts = nested.block.parts(),
                (None, None) => return false,
            }
        }
        false
    }
}

impl Parts<'_> {
    fn has_write_only(self) -> bool {
        self.attributes.values().any(Attribute::has_write_only)
            || self
                .blocks
                .values()
                .any(|nested| nested.block.parts().has_write_only())
    }

    fn cleared(self, value: &Value) -> Value {
        let Some(fields) = value.fields().filter(|_| self.has_write_only()) else {
            return value.clone();
        };
        Value::object(fields.iter().map(|(name, part)| {
            let attribute = self.attributes.get(name.as_str());
            let nested = self.blocks.get(name.as_str());
            let cleared = match (attribute, nested) {
                (Some(attribute), _) => attribute.cleared(part),
                (None, Some(nested)) => nested.block.parts().cleared_items(nested.nesting, part),
                (None, None) => part.clone(),
            };
            (name.clone(), cleared)
        }))
    }

    fn cleared_items(self, nesting: Nesting, value: &Value) -> Value {
        if value.is_null() || !value.is_known() || !self.has_write_only() {
            return value.clone();
        }
        if matches!(nesting, Nesting::Single | Nesting::Group) {
            return self.cleared(value);
        }
        let cleared: Vec<items::Item> = items::split(nesting, value)
            .unwrap_or_default()
            .into_iter()
            .map(|(key, object)| (key, self.cleared(&object)))
            .collect();
        // Collections of one type have an element type; tuples and objects hold dynamic parts.
        let object = value.ty().element_type().cloned().unwrap_or(Type::DYNAMIC);
        items::collect_as(nesting, &object, cleared).unwrap_or_else(|_| value.clone())
    }
}

impl Attribute {
    fn has_write_only(&self) -> bool {
        self.write_only
            || match &self.content {
                AttributeContent::Nested { attributes, .. } => attributes.values().any(Self::has_write_only),
                AttributeContent::Type(_) => false,
            }
    }

    fn cleared(&self, value: &Value) -> Value {
        if self.write_only {
            return Value::null(value.ty().clone());
        }
        match (&self.content, self.parts()) {
            (AttributeContent::Nested { nesting, .. }, Some(parts)) => parts.cleared_items(*nesting, value),
            _ => value.clone(),
        }
    }

    /// Returns the nested attributes, if the attribute has a nested type.
    fn parts(&self) -> Option<Parts<'_>> {
        match &self.content {
            AttributeContent::Nested { attributes, .. } => Some(Parts {
                attributes,
                blocks: &NO_BLOCKS,
            }),
            AttributeContent::Type(_) => None,
        }
    }
}
