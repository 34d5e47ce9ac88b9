//! The output of `terraform providers schema -json`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Source, codes::terraform as codes};
use hcl2_json::{Node, NodeKind, parse_tree};
use hcl2_value::Type;
use hcl2_wire::notation;
use hcl2_wire::schema::{Attribute, Block, NestedBlock, Nesting, Presence};

use super::{BlockSchema, FunctionSchema, ProviderSchema};

/// Reads the output of `terraform providers schema -json`.
///
/// # Errors
///
/// Codes of `hcl2::json` if the source is not JSON; `hcl2::terraform::invalid-schema` if the JSON has another form.
pub(super) fn read(source: &Source) -> Result<BTreeMap<String, ProviderSchema>, Diagnostics> {
    let tree = parse_tree(source).into_result()?;
    let providers = tree.root().property("provider_schemas");
    let Some(providers) = providers.filter(|node| node.kind() == NodeKind::Object) else {
        let detail = "An object with a property `provider_schemas` is expected, as `terraform providers schema -json` \
                      prints it.";
        return Err(invalid(tree.root(), detail).into());
    };
    let mut reader = Reader {
        source,
        problems: Diagnostics::new(),
    };
    let providers = reader.all(Some(providers), Reader::provider);
    Outcome::new(providers, reader.problems).into_result()
}

/// Reads the parts of a document, and collects what has another form.
struct Reader<'s> {
    source: &'s Source,
    problems: Diagnostics,
}

impl Reader<'_> {
    /// Reads the properties of an object, if there is one.
    fn all<T>(
        &mut self,
        object: Option<Node<'_>>,
        read: fn(&mut Self, Node<'_>) -> T,
    ) -> BTreeMap<String, T> {
        let Some(object) = object.filter(|node| node.kind() != NodeKind::Null) else {
            return BTreeMap::new();
        };
        self.expect_object(object);
        fields(object)
            .map(|(name, value)| (name, read(self, value)))
            .collect()
    }

    fn expect_object(&mut self, node: Node<'_>) {
        if node.kind() != NodeKind::Object {
            self.problems.push(invalid(node, "An object is expected here."));
        }
    }

    fn provider(&mut self, provider: Node<'_>) -> ProviderSchema {
        self.expect_object(provider);
        let configuration = provider.property("provider");
        ProviderSchema {
            configuration: configuration.map(|schema| self.versioned(schema)),
            managed: self.all(provider.property("resource_schemas"), Self::versioned),
            data: self.all(provider.property("data_source_schemas"), Self::versioned),
            ephemeral: self.all(provider.property("ephemeral_resource_schemas"), Self::versioned),
            functions: self.all(provider.property("functions"), Self::function),
        }
    }

    fn function(&mut self, function: Node<'_>) -> FunctionSchema {
        self.expect_object(function);
        let parameters = function.property("parameters");
        FunctionSchema {
            parameters: parameters.map_or(0, |parameters| parameters.elements().count()),
            is_variadic: function.property("variadic_parameter").is_some(),
        }
    }

    fn versioned(&mut self, schema: Node<'_>) -> BlockSchema {
        self.expect_object(schema);
        let version = self.number(schema, "version");
        BlockSchema::new(version, self.block(schema))
    }

    /// Reads the property `block`, which Terraform omits if it is empty.
    fn block(&mut self, schema: Node<'_>) -> Block {
        let Some(block) = schema.property("block") else {
            return Block::new();
        };
        self.expect_object(block);
        Block {
            attributes: self.all(block.property("attributes"), Self::attribute),
            blocks: self.all(block.property("block_types"), Self::nested),
            description: description_of(block),
            deprecated: is_set(block, "deprecated"),
        }
    }

    fn nested(&mut self, nested: Node<'_>) -> NestedBlock {
        self.expect_object(nested);
        NestedBlock::new(self.nesting(nested), self.block(nested))
            .min_items(self.number(nested, "min_items"))
            .max_items(self.number(nested, "max_items"))
    }

    fn attribute(&mut self, attribute: Node<'_>) -> Attribute {
        self.expect_object(attribute);
        let is = |name: &str| is_set(attribute, name);
        let presence = match (is("required"), is("optional"), is("computed")) {
            (true, ..) => Presence::Required,
            (_, true, true) => Presence::OptionalComputed,
            (_, false, true) => Presence::Computed,
            _ => Presence::Optional,
        };
        let mut read = match (attribute.property("type"), attribute.property("nested_type")) {
            (Some(ty), _) => Attribute::new(self.ty(ty), presence),
            (None, Some(nested)) => {
                self.expect_object(nested);
                let attributes = self.all(nested.property("attributes"), Self::attribute);
                Attribute::nested(self.nesting(nested), presence, attributes)
            }
            (None, None) => Attribute::new(Type::DYNAMIC, presence),
        };
        read.sensitive = is("sensitive");
        read.write_only = is("write_only");
        read.description = description_of(attribute);
        read.deprecated = is("deprecated");
        read
    }

    fn ty(&mut self, ty: Node<'_>) -> Type {
        notation::read(self.source.slice(ty.span())).unwrap_or_else(|_| {
            let detail = "A type is expected here, such as \"string\" or [\"list\", \"number\"].";
            self.problems.push(invalid(ty, detail));
            Type::DYNAMIC
        })
    }

    fn nesting(&mut self, nested: Node<'_>) -> Nesting {
        let Some(mode) = nested.property("nesting_mode") else {
            return Nesting::Single;
        };
        match mode.text().as_deref() {
            Some("single") => Nesting::Single,
            Some("list") => Nesting::List,
            Some("set") => Nesting::Set,
            Some("map") => Nesting::Map,
            Some("group") => Nesting::Group,
            _ => {
                let detail = "One of \"single\", \"group\", \"list\", \"set\" and \"map\" is expected here.";
                self.problems.push(invalid(mode, detail));
                Nesting::Single
            }
        }
    }

    /// Reads a count, which is 0 if it is absent.
    fn number(&mut self, object: Node<'_>, name: &str) -> u64 {
        let Some(number) = object.property(name) else {
            return 0;
        };
        number.source_text().parse().unwrap_or_else(|_| {
            self.problems
                .push(invalid(number, "A whole number from 0 is expected here."));
            0
        })
    }
}

fn invalid(node: Node<'_>, detail: &'static str) -> Diagnostic {
    Diagnostic::error(codes::INVALID_SCHEMA, "Invalid schemas")
        .with_detail(detail)
        .with_subject(node.open_span())
}

/// Returns the properties of an object by their decoded names.
fn fields(object: Node<'_>) -> impl Iterator<Item = (String, Node<'_>)> {
    object
        .properties()
        .filter_map(|property| Some((property.name.text()?.into_owned(), property.value)))
}

/// Returns the description of a block or an attribute, which may be empty.
fn description_of(object: Node<'_>) -> String {
    let text = object.property("description").and_then(Node::text);
    text.map_or_else(String::new, Cow::into_owned)
}

/// Returns whether a property of an object is true.
fn is_set(object: Node<'_>, name: &str) -> bool {
    let value = object.property(name);
    value.is_some_and(|value| value.source_text() == "true")
}
