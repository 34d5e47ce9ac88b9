//! The identity of a resource: attributes of its state that find the object.

use hcl2_value::{Path, PathStep, Type, Value};
use hcl2_wire::schema::Attribute;

use super::Definition;
use crate::Problem;

/// The role of an attribute in the identity of its resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdentityRole {
    /// An import must set it, and an object always has it.
    Required,
    /// An import may leave it out, because the provider finds it otherwise.
    Optional,
}

impl Definition {
    /// Returns the attributes of the identity, in the order of their names.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_provider::Schema;
    ///
    /// /// A server.
    /// #[derive(Schema)]
    /// struct Server {
    ///     #[schema(identity)]
    ///     name: String,
    ///     size: u32,
    /// }
    ///
    /// let definition = Server::definition();
    /// let names: Vec<&str> = definition.identity().map(|(name, _, _)| name).collect();
    /// assert_eq!(names, ["name"]);
    /// ```
    pub fn identity(&self) -> impl Iterator<Item = (&str, &Attribute, IdentityRole)> {
        self.rules.iter().filter_map(|(name, rule)| {
            let attribute = self.block.attributes.get(name)?;
            Some((name.as_str(), attribute, rule.identity?))
        })
    }

    /// Returns whether the objects have an identity.
    pub(crate) fn has_identity(&self) -> bool {
        self.identity().next().is_some()
    }

    /// Returns the type of identities.
    pub(crate) fn identity_type(&self) -> Type {
        let attributes = self.identity();
        Type::object(attributes.map(|(name, attribute, _)| (name, attribute.implied_type())))
    }

    /// Returns the identity of an object.
    pub(crate) fn identity_of(&self, state: &Value) -> Value {
        let attributes = self.identity().map(|(name, attribute, _)| {
            let null = || Value::null(attribute.implied_type());
            (name, state.get(name).cloned().unwrap_or_else(null))
        });
        Value::object(attributes)
    }

    /// Returns why Terraform cannot have this identity.
    pub(crate) fn identity_problems(&self, type_name: &str) -> Vec<Problem> {
        let refused = self.identity().filter(|(_, attribute, _)| {
            let ty = attribute.implied_type();
            let is_plain = |ty: &Type| ty.is_primitive();
            let fits = is_plain(&ty) || (ty.is_list() && ty.element_type().is_some_and(is_plain));
            !fits || attribute.write_only
        });
        let problem = |(name, _, _): (&str, _, _)| {
            Problem::new(
                "Invalid attribute in an identity",
                format!(
                    "The attribute {name} of {type_name} is not a string, number, bool or list of them that the state stores. Leave it out of the identity."
                ),
            )
        };
        refused.map(problem).collect()
    }

    /// Returns why an identity is not one of an object that exists and had another identity, if any, before.
    pub(crate) fn identity_changes(&self, prior: Option<&Value>, identity: &Value) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (name, _, role) in self.identity() {
            let value = identity.get(name).filter(|value| !value.is_null());
            let before = prior
                .and_then(|prior| prior.get(name))
                .filter(|value| !value.is_null() && value.is_known());
            let detail = match (before, value) {
                (None, None) if role == IdentityRole::Required => {
                    "The attribute identifies the object, and its value is null. Set it."
                }
                (Some(before), value) if value != Some(before) => {
                    "The attribute identifies the object, so its value must not change. Return the prior value, or make a change of it require another object."
                }
                _ => continue,
            };
            problems.push(Problem {
                path: Path::from_iter([PathStep::Attribute(name.into())]),
                ..Problem::new("The provider returned an invalid identity", detail)
            });
        }
        problems
    }
}
