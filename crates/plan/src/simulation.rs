//! What providers answer in a test: mocks and overrides, in place of values that are unknown without them.

use std::collections::{BTreeMap, HashMap};

use hcl2_diagnostics::{Diagnostic, Outcome, Span, codes::terraform as codes};
use hcl2_model::{EvalContext, ExpressionRef, Name, TakenBranches};
use hcl2_terraform::{ModuleAddress, ResourceAddress, ResourceKind};
use hcl2_value::{InconsistentTypes, Path, PathStep, Str, Type, TypeKind, Value};
use hcl2_wire::schema::{Attribute, AttributeContent, Block, Nesting};

/// The answers of providers while a plan is made or applied. By default, providers answer nothing.
#[derive(Debug, Default)]
pub(crate) struct Simulation {
    /// Whether a test runs the module.
    pub(crate) is_test: bool,
    /// Whether the plan is applied: what providers set is no longer unknown.
    pub(crate) applies: bool,
    /// Whether nothing changes but what was changed elsewhere.
    pub(crate) only_refreshes: bool,
    /// The configurations of providers that the test has, by the names in the root module, and the mocks among them.
    pub(crate) providers: HashMap<String, Option<MockProvider>>,
    /// The overridden objects by their addresses.
    pub(crate) resources: HashMap<ResourceAddress, Answer>,
    /// The outputs of overridden modules by their addresses.
    pub(crate) modules: HashMap<ModuleAddress, Value>,
    /// Where the values of variables are written in the test.
    pub(crate) places: BTreeMap<String, Span>,
    /// What generated strings depend on besides their place.
    pub(crate) seed: u64,
    /// Where to record which results of conditionals are taken, and whether `count` and `for_each` make instances.
    pub(crate) taken: Option<TakenBranches>,
}

/// The mock of a provider.
#[derive(Debug, Default)]
pub(crate) struct MockProvider {
    /// The answers for objects by their types.
    pub(crate) objects: HashMap<(ResourceKind, Name), Answer>,
    /// Those for single objects, by their addresses.
    pub(crate) overrides: HashMap<ResourceAddress, Answer>,
}

/// What a mock sets in an object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    /// The values of attributes: an object. Others are generated.
    pub(crate) values: Option<Value>,
    /// Whether they are set while planning already.
    pub(crate) during_plan: bool,
    /// Whether it is the answer for a single object.
    pub(crate) is_override: bool,
}

/// Evaluates the values of a mock or of an override, which must be an object; `None` if they are not.
pub(crate) fn mocked(values: &ExpressionRef, context: &EvalContext<'_>) -> Outcome<Option<Value>> {
    let Outcome { value, diagnostics } = values.evaluate(Some(context));
    if diagnostics.has_errors() {
        return Outcome::new(None, diagnostics);
    }
    if !value.ty().is_object() || value.is_null() {
        let problem = Diagnostic::error(codes::INVALID_VALUE, "Invalid mocked value")
            .with_detail(format!(
                "Expected an object, found {}.",
                value.ty().friendly_name()
            ))
            .with_subject(values.span());
        return Outcome::new(None, problem.into());
    }
    Outcome::new(Some(value), diagnostics)
}

impl Simulation {
    /// Returns the answer for an object; `provider` is the name of its configuration in the root module. `None` if nothing is
    /// known about it.
    pub(crate) fn answer(&self, address: &ResourceAddress, provider: Option<&str>) -> Option<Answer> {
        let mock = provider.and_then(|name| self.providers.get(name)?.as_ref());
        let without_key = address.without_key();
        let single = [address, &without_key].into_iter().find_map(|address| {
            let own = self.resources.get(address);
            own.or_else(|| mock?.overrides.get(address))
        });
        single.cloned().or_else(|| {
            let own = mock?.objects.get(&(address.kind, address.ty.clone()));
            Some(own.cloned().unwrap_or_default())
        })
    }

    /// Returns the outputs of an overridden module instance.
    pub(crate) fn outputs(&self, module: &ModuleAddress) -> Option<&Value> {
        if self.modules.is_empty() {
            return None;
        }
        let (last, outer) = module.steps().split_last()?;
        let outer: ModuleAddress = outer.iter().cloned().collect();
        let own = self.modules.get(module);
        own.or_else(|| self.modules.get(&outer.child(&last.name, None)))
    }

    /// Returns a generated string of eight characters: the same for the same place.
    fn string(&self, place: &str) -> String {
        const CHARACTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
        let mut hash = hash(self.seed, place);
        let characters = (0..8).map(|_| {
            let (rest, index) = (hash / 36, hash % 36);
            hash = rest;
            char::from(CHARACTERS[index as usize])
        });
        characters.collect()
    }

    /// Returns a generated identifier in the form of a UUID.
    pub(crate) fn identifier(&self, address: &ResourceAddress) -> String {
        let (a, b) = (
            hash(self.seed, &address.to_string()),
            hash(self.seed + 1, &address.to_string()),
        );
        format!(
            "{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}",
            a >> 32,
            a >> 16 & 0xffff,
            a & 0xfff,
            b >> 52,
            b & 0xffff_ffff_ffff
        )
    }
}

/// Returns a number that depends on every byte: FNV-1a, with its bits mixed at the end.
fn hash(seed: u64, text: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}

/// An object whose computed attributes are set.
pub(crate) struct Answered<'s> {
    pub(crate) simulation: &'s Simulation,
    pub(crate) address: &'s ResourceAddress,
    pub(crate) answer: &'s Answer,
    /// What does not fit: the path of the attribute, and why.
    pub(crate) problems: Vec<String>,
}

impl Answered<'_> {
    /// Sets the computed attributes of a value that are null.
    pub(crate) fn set_nulls(&mut self, block: &Block, value: &Value) -> Value {
        self.set(block, value, Value::is_null)
    }

    /// Sets the computed attributes of a value that are unknown.
    pub(crate) fn set_unknowns(&mut self, block: &Block, value: &Value) -> Value {
        self.set(block, value, |value| !value.is_known())
    }

    fn set(&mut self, block: &Block, value: &Value, is_open: impl Fn(&Value) -> bool) -> Value {
        let made = value.transform(|path, part| -> Result<Value, InconsistentTypes> {
            let attribute = attribute_at(block, path).filter(|own| own.presence.is_computed());
            Ok(match attribute {
                Some(attribute) if is_open(&part) => self.attribute(attribute, path),
                _ => part,
            })
        });
        made.unwrap_or_else(|_| value.clone())
    }

    fn attribute(&mut self, attribute: &Attribute, path: &Path) -> Value {
        let place = format!("{}{path}", self.address);
        if let Some(given) = self.given(path) {
            match self.filled_attribute(&given, attribute, &place) {
                Ok(value) => return value,
                Err(problem) => self.problems.push(format!("`{path}`: {problem}")),
            }
        }
        self.generated_attribute(attribute, &place)
    }

    /// Returns the given value of an attribute. Keys of nested objects do not count: all have the same values.
    fn given(&self, path: &Path) -> Option<Value> {
        let names = path.steps().iter().filter_map(|step| match step {
            PathStep::Attribute(name) => Some(name),
            PathStep::Index(_) => None,
        });
        let values = self.answer.values.clone()?;
        names
            .into_iter()
            .try_fold(values, |value, name| value.get(name).cloned())
    }

    fn generated_attribute(&self, attribute: &Attribute, place: &str) -> Value {
        match &attribute.content {
            AttributeContent::Type(ty) => self.generated(ty, place),
            AttributeContent::Nested { attributes, nesting } if is_single(*nesting) => {
                self.generated_object(attributes, place)
            }
            AttributeContent::Nested { .. } => self.generated(&attribute.implied_type(), place),
        }
    }

    fn generated_object(&self, attributes: &BTreeMap<String, Attribute>, place: &str) -> Value {
        Value::object(attributes.iter().map(|(name, attribute)| {
            let place = format!("{place}.{name}");
            (name.as_str(), self.generated_attribute(attribute, &place))
        }))
    }

    /// Generates a value of a type: zero, false, empty collections, and strings of eight characters.
    fn generated(&self, ty: &Type, place: &str) -> Value {
        let empty = || Value::null(ty.clone());
        match ty.kind() {
            TypeKind::String => Value::from(self.simulation.string(place)),
            TypeKind::Number => Value::from(0),
            TypeKind::Bool => Value::from(false),
            TypeKind::List(element) => Value::list(element.clone(), []).unwrap_or_else(|_| empty()),
            TypeKind::Set(element) => Value::set(element.clone(), []).unwrap_or_else(|_| empty()),
            TypeKind::Map(element) => Value::map::<Str>(element.clone(), []).unwrap_or_else(|_| empty()),
            TypeKind::Object(fields) => Value::object(fields.iter().map(|(name, ty)| {
                let place = format!("{place}.{name}");
                (name.clone(), self.generated(ty, &place))
            })),
            _ => empty(),
        }
    }

    /// Coerces a value to an attribute. Missing attributes of nested objects are generated.
    fn filled_attribute(&self, given: &Value, attribute: &Attribute, place: &str) -> Result<Value, String> {
        let AttributeContent::Nested { attributes, nesting } = &attribute.content else {
            return self.filled(given, &attribute.implied_type(), place);
        };
        let Some(fields) = given.fields().filter(|_| given.ty().is_object()) else {
            return Err(unexpected(&attribute.implied_type(), given));
        };
        if !is_single(*nesting) {
            // Terraform 1.11 does not look at the given values of collections.
            return Ok(self.generated(&attribute.implied_type(), place));
        }
        let parts = attributes.iter().map(|(name, attribute)| {
            let place = format!("{place}.{name}");
            let part = match fields.get(name) {
                Some(part) => self.filled_attribute(part, attribute, &place)?,
                None => self.generated_attribute(attribute, &place),
            };
            Ok((name.as_str(), part))
        });
        Ok(Value::object(parts.collect::<Result<Vec<_>, String>>()?))
    }

    /// Coerces a value to a type: missing attributes of objects are generated, and unknown ones dropped.
    fn filled(&self, given: &Value, ty: &Type, place: &str) -> Result<Value, String> {
        if let Some(fields) = ty.object_type() {
            if !given.ty().is_object() && !given.ty().is_map() || given.is_null() {
                return Err(unexpected(ty, given));
            }
            let parts = fields.iter().map(|(name, ty)| {
                let place = format!("{place}.{name}");
                let part = match given.get(name) {
                    Some(part) => self.filled(part, ty, &place)?,
                    None => self.generated(ty, &place),
                };
                Ok((name.clone(), part))
            });
            return Ok(Value::object(parts.collect::<Result<Vec<_>, String>>()?));
        }
        let Some(element) = ty.element_type().filter(|element| element.is_object()) else {
            return given.convert(ty).map_err(|error| error.to_string());
        };
        let is_keyed = given.ty().is_object() || given.ty().is_map();
        let elements = given.iter_elements().filter(|_| is_keyed == ty.is_map());
        let elements = elements.ok_or_else(|| unexpected(ty, given))?;
        let mut items: Vec<(Value, Value)> = Vec::new();
        for (index, (key, item)) in elements.enumerate() {
            let place = format!("{place}[{index}]");
            items.push((key, self.filled(&item, element, &place)?));
        }
        let values = |items: Vec<(Value, Value)>| items.into_iter().map(|(_, item)| item);
        let made = match ty.kind() {
            TypeKind::List(_) => Value::list(element.clone(), values(items)),
            TypeKind::Set(_) => Value::set(element.clone(), values(items)),
            _ => {
                let named = items
                    .into_iter()
                    .map(|(key, item)| (key.as_str().unwrap_or_default().to_owned(), item));
                Value::map(element.clone(), named)
            }
        };
        made.map_err(|error| error.to_string())
    }
}

fn is_single(nesting: Nesting) -> bool {
    matches!(nesting, Nesting::Single | Nesting::Group)
}

fn unexpected(ty: &Type, given: &Value) -> String {
    format!(
        "expected {}, found {}",
        ty.friendly_name(),
        given.ty().friendly_name()
    )
}

/// Returns the attribute at a path; `None` if it leads to something else.
fn attribute_at<'b>(block: &'b Block, path: &Path) -> Option<&'b Attribute> {
    if !matches!(path.steps().last()?, PathStep::Attribute(_)) {
        return None;
    }
    let mut names = path.steps().iter().filter_map(|step| match step {
        PathStep::Attribute(name) => Some(name.as_str()),
        PathStep::Index(_) => None,
    });
    let mut block = block;
    let mut attribute = loop {
        let name = names.next()?;
        match block.blocks.get(name) {
            Some(nested) => block = &nested.block,
            None => break block.attributes.get(name)?,
        }
    };
    for name in names {
        let AttributeContent::Nested { attributes, .. } = &attribute.content else {
            return None;
        };
        attribute = attributes.get(name)?;
    }
    Some(attribute)
}
