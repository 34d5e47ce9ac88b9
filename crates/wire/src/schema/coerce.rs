//! Configured values as values of a block.

use hcl2_value::{PathStep, Str, Value};

use super::{Block, NestedBlock, Nesting, Presence, items};
use crate::collect::expect_unmarked;
use crate::{WireError, WireErrorKind};

/// Coercing configuration to the schema.
impl Block {
    /// Coerces a value to the type of the block: attributes are converted, missing optional ones are null, and kinds of
    /// blocks without blocks have their empty value.
    ///
    /// # Errors
    ///
    /// [`WireErrorKind::Mismatch`], [`MissingAttribute`](WireErrorKind::MissingAttribute),
    /// [`UnsupportedAttribute`](WireErrorKind::UnsupportedAttribute),
    /// [`NotConvertible`](WireErrorKind::NotConvertible) and [`Marked`](WireErrorKind::Marked), with the path of the
    /// first part that does not fit.
    pub fn coerce(&self, value: &Value) -> Result<Value, WireError> {
        expect_unmarked(value)?;
        self.coerce_unmarked(value)
    }

    fn coerce_unmarked(&self, value: &Value) -> Result<Value, WireError> {
        if value.is_null() {
            return Ok(Value::null(self.implied_type()));
        }
        if !value.is_known() {
            return Ok(Value::unknown(self.implied_type()));
        }
        let Some(fields) = value.fields().filter(|_| value.ty().is_object()) else {
            return Err(mismatch("an object", value));
        };
        let known = |name: &str| self.attributes.contains_key(name) || self.blocks.contains_key(name);
        if let Some((name, _)) = fields.iter().find(|(name, _)| !known(name)) {
            let kind = WireErrorKind::UnsupportedAttribute(name.to_string());
            return Err(WireError::new(kind));
        }
        let mut coerced = Vec::with_capacity(self.attributes.len() + self.blocks.len());
        for (name, attribute) in &self.attributes {
            let ty = attribute.constraint();
            let value = match fields.get(name) {
                Some(value) => value.convert(&ty).map_err(|error| {
                    WireError::on(error.path, WireErrorKind::NotConvertible(error.reason))
                        .inside(PathStep::Attribute(Str::from(name)))
                })?,
                None if attribute.presence == Presence::Required => {
                    return Err(WireError::new(WireErrorKind::MissingAttribute(name.clone())));
                }
                None => Value::null(attribute.implied_type()),
            };
            coerced.push((Str::from(name), value));
        }
        for (name, block) in &self.blocks {
            let value = match fields.get(name) {
                Some(value) => block
                    .coerce(value)
                    .map_err(|error| error.inside(PathStep::Attribute(Str::from(name))))?,
                None => block.empty_value(),
            };
            coerced.push((Str::from(name), value));
        }
        Ok(Value::object(coerced))
    }
}

impl NestedBlock {
    fn coerce(&self, value: &Value) -> Result<Value, WireError> {
        if matches!(self.nesting, Nesting::Single | Nesting::Group) {
            return self.block.coerce_unmarked(value);
        }
        if !value.is_known() {
            return Ok(Value::unknown(self.implied_type()));
        }
        // Missing and null both mean no blocks.
        if value.is_null() {
            return Ok(self.empty_value());
        }
        let Some(blocks) = items::split(self.nesting, value) else {
            let required = match self.nesting {
                Nesting::Map => "a map or an object",
                Nesting::Set => "a set, a list or a tuple",
                _ => "a list, a set or a tuple",
            };
            return Err(mismatch(required, value));
        };
        let mut coerced = Vec::with_capacity(blocks.len());
        for (index, (key, block)) in blocks.into_iter().enumerate() {
            let step = || match &key {
                Some(key) => PathStep::Index(Value::from(key.clone())),
                None => PathStep::Index(Value::from(index)),
            };
            if block.is_null() {
                let error = mismatch("an object", &block);
                return Err(error.inside(step()));
            }
            let value = self.block.coerce_unmarked(&block);
            let value = value.map_err(|error| error.inside(step()))?;
            coerced.push((key, value));
        }
        items::collect(self, coerced).map_err(|_| WireError::new(WireErrorKind::InconsistentTypes))
    }
}

/// Counting blocks.
impl Block {
    /// Checks that each kind of blocks, here and in nested blocks, has as many blocks as the schema requires and allows.
    ///
    /// Kinds with unknown parts are not counted: `dynamic` blocks may still expand to more or fewer blocks. `value` must
    /// have the type of the block, as [`coerce`](Self::coerce) returns it.
    ///
    /// # Errors
    ///
    /// [`WireErrorKind::TooFewBlocks`] and [`TooManyBlocks`](WireErrorKind::TooManyBlocks), with the path of the blocks.
    pub fn check_counts(&self, value: &Value) -> Result<(), WireError> {
        let Some(fields) = value.fields() else {
            return Ok(());
        };
        for (name, block) in &self.blocks {
            if let Some(value) = fields.get(name) {
                block
                    .check_counts(value)
                    .map_err(|error| error.inside(PathStep::Attribute(Str::from(name))))?;
            }
        }
        Ok(())
    }
}

impl NestedBlock {
    fn check_counts(&self, value: &Value) -> Result<(), WireError> {
        if value.is_null() || !value.is_known() {
            return Ok(());
        }
        let blocks = items::split(self.nesting, value).unwrap_or_default();
        if matches!(self.nesting, Nesting::List | Nesting::Set) && value.is_wholly_known() {
            let found = blocks.len() as u64;
            if found < self.min_items {
                let required = self.min_items;
                return Err(WireError::new(WireErrorKind::TooFewBlocks { required, found }));
            }
            if self.max_items > 0 && found > self.max_items {
                let allowed = self.max_items;
                return Err(WireError::new(WireErrorKind::TooManyBlocks { allowed, found }));
            }
        }
        for (index, (key, block)) in blocks.iter().enumerate() {
            let inside = |error: WireError| match (self.nesting, key) {
                (Nesting::Single | Nesting::Group, _) => error,
                (_, Some(key)) => error.inside(PathStep::Index(Value::from(key.clone()))),
                (_, None) => error.inside(PathStep::Index(Value::from(index))),
            };
            self.block.check_counts(block).map_err(inside)?;
        }
        Ok(())
    }
}

fn mismatch(required: &'static str, value: &Value) -> WireError {
    let found = match value.ty() {
        _ if value.is_null() => "null",
        ty if ty.is_object() => "an object",
        ty if ty.is_map() => "a map",
        ty if ty.is_list() => "a list",
        ty if ty.is_set() => "a set",
        ty if ty.is_tuple() => "a tuple",
        _ => "a value without parts",
    };
    WireError::new(WireErrorKind::Mismatch { required, found })
}
