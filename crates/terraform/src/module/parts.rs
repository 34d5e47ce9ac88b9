//! The parts of resources, outputs and calls that matter to those who evaluate a module.

use std::fmt;
use std::sync::Arc;

use hcl2_diagnostics::Span;
use hcl2_model::{
    Attribute, BodyRef, BodySchema, ExpressionRef, Name, PartialContent, Traversal, TraversalStep,
    merge_bodies,
};
use indexmap::IndexMap;

use super::constants::{name_of, reference, unquoted};
use super::declaration::Declaration;
use super::overridden::Overridden;
use super::{ModuleCall, Resource, Validation};
use crate::address::{ModuleAddress, ResourceAddress};
use crate::table::{Describes, Language, Rest, names};

/// The settings of a resource's life cycle.
#[derive(Clone, Debug, Default)]
pub struct Lifecycle {
    /// Whether a replacement is created before the old object is destroyed.
    pub create_before_destroy: bool,
    /// Whether a plan that destroys it is an error.
    pub prevent_destroy: Option<ExpressionRef>,
    /// Whether its objects are forgotten where they would be destroyed.
    pub is_kept: bool,
    /// The changes to ignore.
    pub ignore_changes: IgnoreChanges,
    /// References whose changes replace the resource.
    pub replace_triggered_by: Vec<ExpressionRef>,
    /// OpenTofu's condition for its existence.
    pub enabled: Option<ExpressionRef>,
    /// The conditions that must hold before it is planned.
    pub preconditions: Vec<Validation>,
    /// The conditions that must hold afterwards.
    pub postconditions: Vec<Validation>,
    /// The actions that changes of an object trigger.
    pub action_triggers: Vec<ActionTrigger>,
}

/// Actions that changes of an object trigger.
#[derive(Clone, Debug)]
pub struct ActionTrigger {
    /// The header of the block.
    pub span: Span,
    /// The names of the changes, such as `after_create`.
    pub events: Vec<String>,
}

/// The argument that determines the instances of a resource or of a module call.
#[derive(Clone, Copy, Debug)]
pub enum Repetition<'e> {
    /// No argument: there is one instance, without a key.
    One,
    /// `count`: the instances have indices.
    Count(&'e ExpressionRef),
    /// `for_each`: the instances have strings as keys.
    ForEach(&'e ExpressionRef),
    /// OpenTofu's `enabled`: there is one instance without a key, or none.
    Enabled(&'e ExpressionRef),
}

impl<'e> Repetition<'e> {
    fn of(
        count: &'e Option<ExpressionRef>,
        for_each: &'e Option<ExpressionRef>,
        enabled: &'e Option<ExpressionRef>,
    ) -> Self {
        match (count, for_each, enabled) {
            (Some(count), ..) => Self::Count(count),
            (_, Some(for_each), _) => Self::ForEach(for_each),
            (.., Some(enabled)) => Self::Enabled(enabled),
            (None, None, None) => Self::One,
        }
    }

    /// Returns the value of the argument.
    #[must_use]
    pub const fn expression(self) -> Option<&'e ExpressionRef> {
        match self {
            Self::One => None,
            Self::Count(expression) | Self::ForEach(expression) | Self::Enabled(expression) => {
                Some(expression)
            }
        }
    }

    /// Returns whether instances have keys.
    #[must_use]
    pub const fn has_keys(self) -> bool {
        matches!(self, Self::Count(_) | Self::ForEach(_))
    }
}

impl Resource {
    /// Returns the address of the resource in an instance of its module.
    #[must_use]
    pub fn address(&self, module: ModuleAddress) -> ResourceAddress {
        ResourceAddress {
            module,
            kind: self.kind,
            ty: self.ty.clone(),
            name: self.name.clone(),
            key: None,
        }
    }

    /// Returns the argument that determines the instances.
    #[must_use]
    pub fn repetition(&self) -> Repetition<'_> {
        Repetition::of(&self.count, &self.for_each, &self.lifecycle.enabled)
    }
}

/// Displays the address in the module, such as `data.aws_ami.base`.
impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.address(ModuleAddress::default()).fmt(f)
    }
}

impl ModuleCall {
    /// Returns the argument that determines the instances.
    #[must_use]
    pub fn repetition(&self) -> Repetition<'_> {
        Repetition::of(&self.count, &self.for_each, &self.enabled)
    }
}

/// The changes of a resource that are ignored.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum IgnoreChanges {
    /// None.
    #[default]
    None,
    /// Changes of all arguments.
    All,
    /// Changes of the parts at these paths.
    Of(Vec<Traversal>),
}

/// A provisioner of a resource.
#[derive(Clone, Debug)]
pub struct Provisioner {
    /// The type.
    pub ty: Name,
    /// The body without the arguments of the language.
    pub body: BodyRef,
}

/// A check: assertions, and possibly a data source of its own.
#[derive(Clone, Debug)]
pub struct Check {
    /// The name.
    pub name: Name,
    /// The header of the block.
    pub span: Span,
    /// The data source.
    pub data: Option<Resource>,
    /// The assertions.
    pub asserts: Vec<Validation>,
}

/// An object that is imported.
#[derive(Clone, Debug)]
pub struct Import {
    /// The header of the block.
    pub span: Span,
    /// The address of the resource instance, whose keys are expressions.
    pub to: Option<ExpressionRef>,
    /// The identifier of the object.
    pub id: Option<ExpressionRef>,
    /// The attributes that identify the object, in place of an identifier.
    pub identity: Option<ExpressionRef>,
    /// The `for_each` argument.
    pub for_each: Option<ExpressionRef>,
    /// The explicit provider configuration.
    pub provider: Option<String>,
}

/// A new address of a resource or module.
#[derive(Clone, Debug)]
pub struct Moved {
    /// The header of the block.
    pub span: Span,
    /// The old address.
    pub from: Option<Traversal>,
    /// The new address.
    pub to: Option<Traversal>,
}

/// The address of a resource or module that no longer exists.
#[derive(Clone, Debug)]
pub struct Removed {
    /// The header of the block.
    pub span: Span,
    /// The address.
    pub from: Option<Traversal>,
    /// Whether its objects are destroyed rather than forgotten.
    pub destroys: bool,
}

impl Declaration {
    /// Returns the resource that the block declares.
    pub(super) fn resource(&self, language: Language) -> Option<Resource> {
        let lifecycle = self.blocks_of(names::LIFECYCLE).next();
        Some(Resource {
            kind: self.resource_kind()?,
            ty: self.first_label()?.clone(),
            name: self.labels.get(1)?.text.clone(),
            span: self.span,
            provider: self
                .argument(names::PROVIDER)
                .and_then(|argument| path_of(&argument.expression)),
            count: self.expression(names::COUNT),
            for_each: self.expression(names::FOR_EACH),
            depends_on: self.dependencies(),
            lifecycle: lifecycle.map(Self::lifecycle).unwrap_or_default(),
            provisioners: self
                .blocks_of(names::PROVISIONER)
                .filter_map(|block| {
                    Some(Provisioner {
                        ty: block.first_label()?.clone(),
                        body: block.foreign_body(&block.own_schema(language), language),
                    })
                })
                .collect(),
            body: self.foreign_body(&self.own_schema(language), language),
        })
    }

    /// Returns OpenTofu's condition for the existence of a resource or of a module call.
    pub(crate) fn enabled(&self) -> Option<&Attribute> {
        let mut lifecycles = self.blocks_of(names::LIFECYCLE);
        lifecycles.find_map(|lifecycle| lifecycle.argument(names::ENABLED))
    }

    fn lifecycle(&self) -> Lifecycle {
        Lifecycle {
            create_before_destroy: self.flag(names::CREATE_BEFORE_DESTROY, false),
            prevent_destroy: self.expression(names::PREVENT_DESTROY),
            is_kept: !self.flag(names::DESTROY, true),
            ignore_changes: self.ignored(),
            replace_triggered_by: self
                .expression(names::REPLACE_TRIGGERED_BY)
                .and_then(|list| list.static_list())
                .into_iter()
                .flatten()
                .map(unquoted)
                .collect(),
            enabled: self.expression(names::ENABLED),
            preconditions: self.conditions(names::PRECONDITION),
            postconditions: self.conditions(names::POSTCONDITION),
            action_triggers: self
                .blocks_of(names::ACTION_TRIGGER)
                .map(|trigger| {
                    let events = trigger
                        .expression(names::EVENTS)
                        .and_then(|list| list.static_list());
                    let events = events.unwrap_or_default();
                    ActionTrigger {
                        span: trigger.span,
                        events: events.iter().filter_map(name_of).collect(),
                    }
                })
                .collect(),
        }
    }

    fn ignored(&self) -> IgnoreChanges {
        let Some(changes) = self.expression(names::IGNORE_CHANGES) else {
            return IgnoreChanges::None;
        };
        match changes.static_list() {
            Some(paths) => IgnoreChanges::Of(paths.iter().filter_map(reference).collect()),
            None => IgnoreChanges::All,
        }
    }

    /// Returns the conditions in the nested blocks of a type.
    pub(super) fn conditions(&self, block_type: &str) -> Vec<Validation> {
        self.blocks_of(block_type)
            .map(|block| Validation {
                condition: block.expression(names::CONDITION),
                error_message: block.expression(names::ERROR_MESSAGE),
            })
            .collect()
    }

    /// Returns the references in `depends_on`.
    pub(super) fn dependencies(&self) -> Vec<Traversal> {
        let list = self
            .expression(names::DEPENDS_ON)
            .and_then(|list| list.static_list());
        list.unwrap_or_default().iter().filter_map(reference).collect()
    }

    /// Returns the pairs of `providers`: names of configurations in the called module, and in the caller.
    pub(super) fn passed_providers(&self) -> IndexMap<String, String> {
        let map = self.expression(names::PROVIDERS).and_then(|map| map.static_map());
        map.unwrap_or_default()
            .iter()
            .filter_map(|(inner, outer)| {
                let inner = path_of(inner).or_else(|| name_of(inner))?;
                Some((inner, path_of(outer)?))
            })
            .collect()
    }

    /// Returns the check that the block declares.
    pub(super) fn check(&self, language: Language) -> Option<Check> {
        Some(Check {
            name: self.first_label()?.clone(),
            span: self.span,
            data: self
                .blocks_of(names::DATA)
                .find_map(|block| block.resource(language)),
            asserts: self.conditions(names::ASSERT),
        })
    }

    pub(super) fn import(&self) -> Import {
        Import {
            span: self.span,
            to: self.expression(names::TO).map(unquoted),
            id: self.expression(names::ID),
            identity: self.expression(names::IDENTITY),
            for_each: self.expression(names::FOR_EACH),
            provider: self
                .expression(names::PROVIDER)
                .and_then(|provider| path_of(&provider)),
        }
    }

    pub(super) fn moved(&self) -> Moved {
        let target = |name| reference(&self.expression(name)?);
        Moved {
            span: self.span,
            from: target(names::FROM),
            to: target(names::TO),
        }
    }

    pub(super) fn removed(&self, language: Language) -> Removed {
        // The last one counts.
        let lifecycle = self.blocks_of(names::LIFECYCLE).last();
        let default = language == Language::Terraform;
        Removed {
            span: self.span,
            from: self.expression(names::FROM).and_then(|from| reference(&from)),
            destroys: lifecycle.map_or(default, |lifecycle| lifecycle.flag(names::DESTROY, default)),
        }
    }

    /// Returns the part of the block that is not of the language, with its dynamic blocks and with the blocks that
    /// override it. `own` is the [part of the language](Self::own_schema).
    pub(crate) fn foreign_body(&self, own: &BodySchema, language: Language) -> BodyRef {
        let part = |body| self.foreign_part(body, own, language);
        if self.overriding.is_empty() {
            return part(&self.body);
        }
        let bodies = std::iter::once(&self.body).chain(&self.overriding);
        Arc::new(Overridden::new(bodies.map(part).collect()))
    }

    /// Returns the schema of the part of the block's body that is of the language, without dynamic blocks.
    pub(crate) fn own_schema(&self, language: Language) -> BodySchema {
        let own = self.block_type.body;
        let mut schema = own.schema(language);
        schema
            .attributes
            .iter_mut()
            .for_each(|attribute| attribute.required = false);
        if let Rest::Provider(_) = own.rest {
            schema.blocks.retain(|block| {
                let own = own.block(&block.block_type, language);
                own.is_none_or(|own| own.schema != Describes::Labelled)
            });
        }
        schema
    }

    /// Returns the part of a body of the block that is not of the language, with its dynamic blocks, by the block's
    /// [own schema](Self::own_schema).
    fn foreign_part(&self, body: &BodyRef, own_schema: &BodySchema, language: Language) -> BodyRef {
        let own = self.block_type.body;
        let PartialContent {
            content,
            remain: rest,
        } = body.partial_content(own_schema).value;
        let escaped = content.blocks.into_iter().filter(|block| {
            own.block(&block.block_type, language)
                .is_some_and(|own| own.name == names::ESCAPE)
        });
        let mut bodies = vec![rest];
        bodies.extend(escaped.map(|block| block.body));
        merge_bodies(bodies)
    }
}

/// Returns the source text of a reference without layout.
pub(super) fn path_of(expression: &ExpressionRef) -> Option<String> {
    let traversal = reference(expression)?;
    let names = traversal.steps().iter().filter_map(|step| match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => Some(name.as_str()),
        _ => None,
    });
    Some(names.collect::<Vec<_>>().join("."))
}
