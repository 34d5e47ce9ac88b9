//! The state that a change of the configuration proposes.

use std::collections::{BTreeMap, HashMap};

use hcl2_value::{Str, Type, Value};

use super::{Attribute, AttributeContent, Block, NestedBlock, Nesting, Presence, items};

/// The schema of an object: the parts of a block, or the attributes of an attribute's objects.
#[derive(Clone, Copy)]
pub(super) struct Parts<'s> {
    pub(super) attributes: &'s BTreeMap<String, Attribute>,
    pub(super) blocks: &'s BTreeMap<String, NestedBlock>,
}

pub(super) static NO_BLOCKS: BTreeMap<String, NestedBlock> = BTreeMap::new();

/// Planning.
impl Block {
    /// Returns the state that a configuration proposes in place of the prior one: as configured, with prior values where
    /// the provider sets what the configuration omits.
    ///
    /// Both are values of the block's type, as [`coerce`](Self::coerce) returns them; `prior` is null if nothing existed.
    /// Blocks of lists keep the prior values of the block at the same position, those of maps of the same label, and
    /// those of sets of a block with equal configured values. A provider continues from there: it makes unknown what it
    /// cannot know before applying the plan.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Type, Value};
    /// use hcl2_wire::schema::{Attribute, Block};
    ///
    /// let disk = Block::new()
    ///     .attribute("id", Attribute::computed(Type::STRING))
    ///     .attribute("size", Attribute::required(Type::NUMBER));
    /// let prior = Value::object([("id", Value::from("d-1")), ("size", Value::from(10))]);
    /// let config = disk.coerce(&Value::object([("size", Value::from(20))]))?;
    /// let proposed = disk.proposed_new(&prior, &config);
    /// assert_eq!(proposed, Value::object([("id", Value::from("d-1")), ("size", Value::from(20))]));
    /// # Ok::<(), hcl2_wire::WireError>(())
    /// ```
    #[must_use]
    pub fn proposed_new(&self, prior: &Value, config: &Value) -> Value {
        if config.is_null() {
            return config.clone();
        }
        self.parts().merged(prior, config)
    }

    pub(super) fn parts(&self) -> Parts<'_> {
        Parts {
            attributes: &self.attributes,
            blocks: &self.blocks,
        }
    }
}

impl Parts<'_> {
    /// Returns the values of the attributes of an object that only the configuration sets.
    fn fixed(self, object: &Value) -> Value {
        let attributes = self.attributes.iter();
        let fixed = attributes.filter(|(_, attribute)| {
            !attribute.presence.is_computed() && matches!(attribute.content, AttributeContent::Type(_))
        });
        Value::tuple(fixed.filter_map(|(name, _)| object.get(name).cloned()))
    }

    /// Returns the configured object, with the prior values that the provider set.
    fn merged(self, prior: &Value, config: &Value) -> Value {
        let Some(configured) = config.fields() else {
            return if config.is_known() { prior } else { config }.clone();
        };
        let before = |name: &str, ty: &dyn Fn() -> Type| {
            let known = prior.get(name).cloned();
            known.unwrap_or_else(|| Value::null(ty()))
        };
        let of_attributes = self.attributes.iter().filter_map(|(name, attribute)| {
            let config = configured.get(name)?;
            let prior = before(name, &|| attribute.implied_type());
            Some((Str::from(name), attribute.merged(&prior, config)))
        });
        let of_blocks = self.blocks.iter().filter_map(|(name, block)| {
            let config = configured.get(name)?;
            let prior = before(name, &|| block.implied_type());
            let parts = block.block.parts();
            let merged = parts.merged_items(block.nesting, &block.block.implied_type(), &prior, config);
            Some((Str::from(name), merged))
        });
        Value::object(of_attributes.chain(of_blocks))
    }

    /// Returns the configured objects, each with the values that the provider set in its prior object.
    fn merged_items(self, nesting: Nesting, object: &Type, prior: &Value, config: &Value) -> Value {
        if config.is_null() || !config.is_known() {
            return config.clone();
        }
        if matches!(nesting, Nesting::Single | Nesting::Group) {
            return self.merged(prior, config);
        }
        let configured = items::split(nesting, config).unwrap_or_default();
        let before = items::split(nesting, prior).unwrap_or_default();
        let null = Value::null(object.clone());
        let mut kept = Kept::new(self, nesting, &before);
        let merged = configured
            .into_iter()
            .enumerate()
            .map(|(index, (key, config))| {
                let value = match nesting {
                    Nesting::Set => kept.take(self, &config),
                    Nesting::Map => {
                        let same = prior.fields().zip(key.as_ref());
                        let prior = same.and_then(|(fields, key)| fields.get(key));
                        Some(self.merged(prior.unwrap_or(&null), &config))
                    }
                    _ => before.get(index).map(|(_, prior)| self.merged(prior, &config)),
                };
                (key, value.unwrap_or_else(|| self.merged(&null, &config)))
            })
            .collect();
        items::collect_as(nesting, object, merged).unwrap_or_else(|_| config.clone())
    }
}

/// The prior elements of a set that no configured element continues yet.
struct Kept<'a> {
    elements: Vec<Option<&'a Value>>,
    /// The positions of elements with equal values of the attributes that only the configuration sets.
    by_fixed: HashMap<Value, Vec<usize>>,
}

impl<'a> Kept<'a> {
    fn new(parts: Parts<'_>, nesting: Nesting, before: &'a [items::Item]) -> Self {
        let mut kept = Self {
            elements: Vec::new(),
            by_fixed: HashMap::new(),
        };
        if nesting != Nesting::Set {
            return kept;
        }
        for (_, element) in before {
            let fixed = kept.by_fixed.entry(parts.fixed(element)).or_default();
            fixed.push(kept.elements.len());
            kept.elements.push(Some(element));
        }
        kept
    }

    /// Takes the element that the configured one continues: the one that it would not change.
    fn take(&mut self, parts: Parts<'_>, config: &Value) -> Option<Value> {
        let candidates = self.by_fixed.get(&parts.fixed(config))?;
        candidates.iter().find_map(|position| {
            let slot = self.elements.get_mut(*position)?;
            let prior = (*slot)?;
            parts.is_continued(prior, config).then(|| {
                *slot = None;
                parts.merged(prior, config)
            })
        })
    }
}

/// Which elements of sets the configuration continues.
impl Parts<'_> {
    /// Returns whether the configured object differs from the prior one only by what the provider set.
    ///
    /// Sets that differ are not looked into, even if the provider set them.
    fn is_continued(self, prior: &Value, config: &Value) -> bool {
        if prior == config || prior.is_null() {
            return true;
        }
        let (Some(before), Some(configured)) = (prior.fields(), config.fields()) else {
            return false;
        };
        let both = |name: &str| Some((before.get(name)?, configured.get(name)?));
        let attributes = self.attributes.iter().all(|(name, attribute)| {
            both(name).is_some_and(|(prior, config)| attribute.is_continued(prior, config))
        });
        attributes
            && self.blocks.iter().all(|(name, block)| {
                both(name).is_some_and(|(prior, config)| {
                    let parts = block.block.parts();
                    parts.are_continued(block.nesting, prior, config)
                })
            })
    }

    /// Returns whether each of the prior objects is continued by the configured one at its place.
    fn are_continued(self, nesting: Nesting, prior: &Value, config: &Value) -> bool {
        if prior == config {
            return true;
        }
        match nesting {
            Nesting::Set => false,
            Nesting::Single | Nesting::Group => self.is_continued(prior, config),
            Nesting::Map => match (prior.fields(), config.fields()) {
                (Some(before), Some(configured)) => before.iter().all(|(key, prior)| {
                    let config = configured.get(key);
                    config.is_some_and(|config| self.is_continued(prior, config))
                }),
                _ => prior.is_null(),
            },
            Nesting::List => match (prior.elements(), config.elements()) {
                (Some(before), Some(configured)) => before.iter().enumerate().all(|(index, prior)| {
                    let config = configured.get(index);
                    config.is_some_and(|config| self.is_continued(prior, config))
                }),
                _ => prior.is_null(),
            },
        }
    }
}

impl Attribute {
    /// Returns whether the configured value differs from the prior one only by what the provider set.
    fn is_continued(&self, prior: &Value, config: &Value) -> bool {
        if prior == config {
            return true;
        }
        match &self.content {
            AttributeContent::Nested { attributes, nesting } => {
                let parts = Parts {
                    attributes,
                    blocks: &NO_BLOCKS,
                };
                parts.are_continued(*nesting, prior, config)
            }
            AttributeContent::Type(_) => {
                !config.ty().is_set() && self.presence.is_computed() && config.is_null()
            }
        }
    }

    fn merged(&self, prior: &Value, config: &Value) -> Value {
        if config.is_null() {
            return if self.presence.is_computed() && !self.was_configured(prior) {
                prior
            } else {
                config
            }
            .clone();
        }
        match &self.content {
            AttributeContent::Nested { attributes, nesting } => {
                let parts = Parts {
                    attributes,
                    blocks: &NO_BLOCKS,
                };
                let object = match (config.ty().element_type(), nesting) {
                    (Some(element), Nesting::List | Nesting::Set | Nesting::Map) => element.clone(),
                    _ => config.ty().clone(),
                };
                parts.merged_items(*nesting, &object, prior, config)
            }
            AttributeContent::Type(_) => config.clone(),
        }
    }

    /// Returns whether the configuration must have set parts of a prior value that it could omit: its objects have an
    /// attribute that the provider does not set.
    fn was_configured(&self, prior: &Value) -> bool {
        let AttributeContent::Nested { attributes, nesting } = &self.content else {
            return false;
        };
        let has_configured = |object: &Value| {
            attributes.iter().any(|(name, attribute)| {
                let part = object.get(name).filter(|part| !part.is_null());
                part.is_some_and(|part| !attribute.presence.is_computed() || attribute.was_configured(part))
            })
        };
        self.presence == Presence::OptionalComputed
            && match nesting {
                Nesting::Single | Nesting::Group => has_configured(prior),
                _ => items::split(*nesting, prior)
                    .unwrap_or_default()
                    .iter()
                    .any(|(_, object)| has_configured(object)),
            }
    }
}
