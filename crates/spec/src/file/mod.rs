//! Specification files: specifications that are written in HCL themselves.

mod arguments;
mod type_expression;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use hcl2_diagnostics::{Code, Diagnostic, Diagnostics, Outcome, Span, codes::decode as codes};
use hcl2_ext::functions::{UserFunctions, user_functions};
use hcl2_model::{Block, BodyContent, BodyRef, BodySchema, EvalContext, FunctionTable, Name, PartialContent};
use hcl2_value::{Type, Value};

use crate::parts::{
    AttributeSpec, BlockAttributesSpec, BlockSpec, BlocksSpec, Keyed, LabelledBlocksSpec, TransformSpec,
    Transformation,
};
use crate::{Sequence, Spec};
use arguments::Arguments;
use type_expression::read_type;

/// The kinds of specifications, which are block types in a specification file.
const KINDS: [&str; 11] = [
    "object",
    "array",
    "literal",
    "attr",
    "block",
    "block_attrs",
    "block_list",
    "block_map",
    "block_set",
    "default",
    "transform",
];

/// The functions that expressions in a specification file can call.
const FUNCTIONS: [&str; 15] = [
    "abs",
    "coalesce",
    "concat",
    "hasindex",
    "int",
    "jsondecode",
    "jsonencode",
    "length",
    "lower",
    "max",
    "min",
    "reverse",
    "strlen",
    "substr",
    "upper",
];

static CONTEXT: LazyLock<Arc<EvalContext<'static>>> = LazyLock::new(|| {
    let mut context = EvalContext::new();
    context.set_functions(functions());
    Arc::new(context)
});

/// Returns the functions that expressions in a specification file can call.
fn functions() -> FunctionTable {
    hcl2_functions::standard()
        .into_iter()
        .filter(|function| FUNCTIONS.contains(&function.name()))
        .collect()
}

/// The content of a specification file.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_native::NativeBody;
/// use hcl2_spec::SpecFile;
/// use hcl2_value::Value;
///
/// let mut sources = SourceMap::new();
/// let mut body = |text: &str| {
///     let parsed = hcl2_native::parse_file(&sources.add("file", text).unwrap());
///     NativeBody::new(Arc::clone(&parsed.value), parsed.value.root().body().unwrap())
/// };
/// let spec = body("object {\n  attr \"port\" {\n    type = number\n  }\n}\n");
/// let file = SpecFile::from_body(&(Arc::new(spec) as _)).into_result().unwrap();
///
/// let value = file.spec.decode(&body("port = 8080\n"), file.context([]).as_ref()).value;
/// assert_eq!(value, Value::object([("port", Value::from(8080))]));
/// ```
#[derive(Clone, Debug)]
pub struct SpecFile {
    /// The variables that the file defines for the input, by name.
    pub variables: BTreeMap<Name, Value>,
    /// The functions that the file defines for the input.
    pub functions: FunctionTable,
    /// The specification itself.
    pub spec: Spec,
}

impl SpecFile {
    /// Reads a specification file: `variables` and `function` blocks, and the only other block, which is the
    /// specification.
    ///
    /// If there are errors, the specification is usable but incomplete.
    pub fn from_body(body: &BodyRef) -> Outcome<Self> {
        let Outcome {
            value: UserFunctions { functions, remain },
            diagnostics,
        } = user_functions(body, "function", &CONTEXT);
        let mut reader = Reader { diagnostics };
        let (variables, body) = reader.variables(&remain);
        let spec = reader.only(
            &body,
            "A specification file needs exactly one block that describes what to decode, such as `object { … }`.",
        );
        let file = Self {
            variables,
            functions,
            spec: spec.unwrap_or_else(placeholder),
        };
        Outcome::new(file, reader.diagnostics)
    }

    /// Returns the context for the input: the functions of the file, its variables, and `more` variables, which take
    /// precedence.
    ///
    /// Without variables and functions it is `None`, so that references are reported as not allowed at all.
    #[must_use]
    pub fn context(&self, more: impl IntoIterator<Item = (Name, Value)>) -> Option<EvalContext<'static>> {
        let mut variables = self.variables.clone();
        variables.extend(more);
        let has_functions = self.functions.iter().next().is_some();
        if variables.is_empty() && !has_functions {
            return None;
        }
        let mut context = EvalContext::new();
        for (name, value) in variables {
            context.set_variable(name, value);
        }
        if has_functions {
            context.set_functions(self.functions.clone());
        }
        Some(context)
    }
}

/// Returns what replaces a specification with errors.
fn placeholder() -> Spec {
    Spec::Literal(Value::null(Type::DYNAMIC))
}

/// Returns the schema of a body of specifications with these labels.
fn specifications(labels: &[&str]) -> BodySchema {
    KINDS.iter().fold(BodySchema::new(), |schema, kind| {
        schema.block(*kind, labels.iter().copied())
    })
}

struct Reader {
    diagnostics: Diagnostics,
}

impl Reader {
    fn report(&mut self, code: Code, summary: &'static str, detail: impl Into<String>, subject: Span) {
        self.diagnostics.push(
            Diagnostic::error(code, summary)
                .with_detail(detail.into())
                .with_subject(subject),
        );
    }

    /// Evaluates the variables that the file defines, and returns them with the rest of the body.
    fn variables(&mut self, body: &BodyRef) -> (BTreeMap<Name, Value>, BodyRef) {
        let no_labels: [&str; 0] = [];
        let schema = BodySchema::new().block("variables", no_labels);
        let PartialContent { content, remain } =
            body.partial_content(&schema).report_into(&mut self.diagnostics);
        let mut variables = BTreeMap::new();
        for block in &content.blocks {
            let attributes = block.body.attributes().report_into(&mut self.diagnostics);
            for attribute in attributes {
                let value = attribute
                    .expression
                    .evaluate(&**CONTEXT)
                    .report_into(&mut self.diagnostics);
                variables.insert(attribute.name, value);
            }
        }
        (variables, remain)
    }

    /// Returns the blocks of a body of specifications without labels, and whether the body has errors.
    fn nested_blocks(&mut self, body: &BodyRef) -> (Vec<Block>, bool) {
        let Outcome {
            value: content,
            diagnostics: problems,
        } = body.content(&specifications(&[]));
        let failed = problems.has_errors();
        self.diagnostics.append(problems);
        (content.blocks, failed)
    }

    /// Reads the only specification of a body.
    fn only(&mut self, body: &BodyRef, expected: &'static str) -> Option<Spec> {
        let (blocks, failed) = self.nested_blocks(body);
        match blocks.as_slice() {
            [only] => Some(self.specification(only)),
            // The errors against the schema explain why it is missing.
            [] if failed => None,
            [] => {
                self.report(
                    codes::MISSING_SPEC,
                    "Missing specification",
                    expected,
                    body.missing_item_span(),
                );
                None
            }
            [_, second, ..] => {
                let detail =
                    format!("{expected} To decode several things, put them into an `object` or `array`.");
                self.report(
                    codes::EXTRANEOUS_SPEC,
                    "Extraneous specification",
                    detail,
                    second.header_span,
                );
                None
            }
        }
    }

    /// Reads one block. The recursion is as deep as the blocks, which the parser limits.
    fn specification(&mut self, block: &Block) -> Spec {
        let name = block.labels.first().map(|label| &label.text);
        let body = &block.body;
        let spec = match block.block_type.as_str() {
            "object" => return self.object(body),
            "array" => return self.array(body),
            "attr" => self.attribute(body, name),
            "block" => self.block(body, name),
            "block_list" => self.blocks(body, name, Sequence::List),
            "block_set" => self.blocks(body, name, Sequence::Set),
            "block_map" => self.block_map(body, name),
            "block_attrs" => self.block_attributes(body, name),
            "default" => self.default(body),
            "transform" => self.transform(body),
            _ => self.literal(body),
        };
        spec.unwrap_or_else(placeholder)
    }

    fn object(&mut self, body: &BodyRef) -> Spec {
        let content = body
            .content(&specifications(&["key"]))
            .report_into(&mut self.diagnostics);
        let mut properties = BTreeMap::new();
        for block in &content.blocks {
            let spec = self.specification(block);
            if let Some(key) = block.labels.first() {
                properties.insert(key.text.clone(), spec);
            }
        }
        Spec::Object(properties)
    }

    fn array(&mut self, body: &BodyRef) -> Spec {
        let (blocks, _) = self.nested_blocks(body);
        Spec::Tuple(blocks.iter().map(|block| self.specification(block)).collect())
    }

    /// Reads the arguments that a schema names; `None` if there are errors.
    fn arguments<T>(
        &mut self,
        body: &BodyRef,
        schema: &BodySchema,
        read: impl FnOnce(&mut Arguments<'_>) -> T,
    ) -> Option<T> {
        let Outcome {
            value: content,
            diagnostics: problems,
        } = body.content(schema);
        self.read_arguments(&content, problems, read)
    }

    /// Reads the arguments that a schema names, and returns them with the rest of the body.
    fn arguments_and_rest<T>(
        &mut self,
        body: &BodyRef,
        schema: &BodySchema,
        read: impl FnOnce(&mut Arguments<'_>) -> T,
    ) -> Option<(T, BodyRef)> {
        let Outcome {
            value: PartialContent {
                content,
                remain: rest,
            },
            diagnostics: problems,
        } = body.partial_content(schema);
        let read = self.read_arguments(&content, problems, read)?;
        Some((read, rest))
    }

    fn read_arguments<T>(
        &mut self,
        content: &BodyContent,
        problems: Diagnostics,
        read: impl FnOnce(&mut Arguments<'_>) -> T,
    ) -> Option<T> {
        let errors = self.diagnostics.error_count();
        self.diagnostics.append(problems);
        let mut arguments = Arguments {
            content,
            diagnostics: &mut self.diagnostics,
        };
        let read = read(&mut arguments);
        (self.diagnostics.error_count() == errors).then_some(read)
    }

    /// Returns the name that an argument sets, or else the label of the property.
    fn name(
        &mut self,
        given: Option<Name>,
        implied: Option<&Name>,
        argument: &str,
        body: &BodyRef,
    ) -> Option<Name> {
        let name = given.or_else(|| implied.cloned()).filter(|name| !name.is_empty());
        if name.is_none() {
            let detail = format!("Add `{argument} = \"…\"`, with the name that the input uses.");
            self.report(
                codes::MISSING_NAME,
                "Missing name",
                detail,
                body.missing_item_span(),
            );
        }
        name
    }

    fn attribute(&mut self, body: &BodyRef, implied: Option<&Name>) -> Option<Spec> {
        let schema = BodySchema::new()
            .optional("name")
            .optional("required")
            .optional("type");
        let Outcome {
            value: content,
            diagnostics: problems,
        } = body.content(&schema);
        let (name, required) = self.read_arguments(&content, problems, |arguments| {
            (arguments.string("name"), arguments.truth("required"))
        })?;
        let ty = self.type_of(&content, "type");
        let name = self.name(name, implied, "name", body)?;
        Some(Spec::Attribute(AttributeSpec { name, ty, required }))
    }

    fn type_of(&mut self, content: &BodyContent, argument: &str) -> Type {
        match content.attributes.get(argument) {
            Some(attribute) => read_type(&*attribute.expression, &mut self.diagnostics),
            None => Type::DYNAMIC,
        }
    }

    /// Reads the specification of the bodies of blocks.
    fn of_block(&mut self, rest: &BodyRef) -> Box<Spec> {
        let expected = "A specification of blocks needs exactly one block that describes their bodies, such as `object { … }`.";
        Box::new(self.only(rest, expected).unwrap_or_else(placeholder))
    }

    fn block(&mut self, body: &BodyRef, implied: Option<&Name>) -> Option<Spec> {
        let schema = BodySchema::new().optional("block_type").optional("required");
        let ((block_type, required), rest) = self.arguments_and_rest(body, &schema, |arguments| {
            (arguments.string("block_type"), arguments.truth("required"))
        })?;
        let nested = self.of_block(&rest);
        let block_type = self.name(block_type, implied, "block_type", body)?;
        Some(Spec::Block(BlockSpec {
            block_type,
            nested,
            required,
        }))
    }

    fn blocks(&mut self, body: &BodyRef, implied: Option<&Name>, sequence: Sequence) -> Option<Spec> {
        let schema = BodySchema::new()
            .optional("block_type")
            .optional("max_items")
            .optional("min_items");
        let (read, rest) = self.arguments_and_rest(body, &schema, |arguments| {
            let counts = (arguments.count("min_items"), arguments.count("max_items"));
            if (1..counts.0).contains(&counts.1) {
                arguments.report("max_items", "not less than `min_items`");
            }
            (arguments.string("block_type"), counts)
        })?;
        let (block_type, (min_items, max_items)) = read;
        let nested = self.of_block(&rest);
        let block_type = self.name(block_type, implied, "block_type", body)?;
        Some(Spec::Blocks(BlocksSpec {
            block_type,
            nested,
            sequence,
            min_items,
            max_items: (max_items > 0).then_some(max_items),
        }))
    }

    fn block_map(&mut self, body: &BodyRef, implied: Option<&Name>) -> Option<Spec> {
        let schema = BodySchema::new().optional("block_type").required("labels");
        let ((block_type, label_names), rest) = self.arguments_and_rest(body, &schema, |arguments| {
            (arguments.string("block_type"), arguments.strings("labels"))
        })?;
        let nested = self.of_block(&rest);
        let block_type = self.name(block_type, implied, "block_type", body)?;
        if label_names.is_empty() {
            self.report(
                codes::INVALID_ARGUMENT,
                "No labels",
                "At least one label is required, because labels are the keys of the map. Add one, as in `labels = [\"name\"]`.",
                body.missing_item_span(),
            );
            return None;
        }
        let spec = LabelledBlocksSpec {
            block_type,
            label_names,
            nested,
            keyed: Keyed::Map,
        };
        if spec.implied_type().has_dynamic() {
            self.report(
                codes::DYNAMIC_MAP,
                "Map elements of any type",
                "All elements of a map must have the same type. Give each `attr` in this block a `type` without `any`.",
                body.missing_item_span(),
            );
        }
        Some(Spec::LabelledBlocks(spec))
    }

    fn block_attributes(&mut self, body: &BodyRef, implied: Option<&Name>) -> Option<Spec> {
        let schema = BodySchema::new()
            .optional("block_type")
            .optional("element_type")
            .optional("required");
        let Outcome {
            value: content,
            diagnostics: problems,
        } = body.content(&schema);
        let (block_type, required) = self.read_arguments(&content, problems, |arguments| {
            (arguments.string("block_type"), arguments.truth("required"))
        })?;
        let element_type = self.type_of(&content, "element_type");
        let block_type = self.name(block_type, implied, "block_type", body)?;
        Some(Spec::BlockAttributes(BlockAttributesSpec {
            block_type,
            element_type,
            required,
        }))
    }

    fn literal(&mut self, body: &BodyRef) -> Option<Spec> {
        let schema = BodySchema::new().required("value");
        let value = self.arguments(body, &schema, |arguments| arguments.value("value"))?;
        value.map(Spec::Literal)
    }

    fn default(&mut self, body: &BodyRef) -> Option<Spec> {
        let (blocks, failed) = self.nested_blocks(body);
        match blocks.as_slice() {
            [] if failed => return None,
            [] => self.report(
                codes::MISSING_SPEC,
                "Missing specification",
                "A `default` needs at least two blocks. Its value is the first one that is not null.",
                body.missing_item_span(),
            ),
            [only] if !failed => self.diagnostics.push(
                Diagnostic::warning(codes::USELESS_DEFAULT, "Useless default")
                    .with_detail("A `default` with only one block has no effect. Add a fallback, or remove the `default`.")
                    .with_subject(only.header_span),
            ),
            _ => {}
        }
        let mut all: Option<Spec> = None;
        for block in &blocks {
            let errors = self.diagnostics.error_count();
            let next = self.specification(block);
            if self.diagnostics.error_count() == errors {
                all = Some(match all {
                    Some(primary) => primary.or(next),
                    None => next,
                });
            }
        }
        all
    }

    fn transform(&mut self, body: &BodyRef) -> Option<Spec> {
        let schema = BodySchema::new().required("result");
        let (result, rest) = self.arguments_and_rest(body, &schema, |arguments| {
            let result = arguments.content.attributes.get("result");
            result.map(|attribute| attribute.expression.clone())
        })?;
        let nested = self.only(
            &rest,
            "A `transform` needs exactly one block that describes what to decode, such as `attr { … }`.",
        )?;
        Some(Spec::Transform(Box::new(TransformSpec {
            nested,
            by: Transformation::Expression {
                result: result?,
                variable: Name::from("nested"),
                context: Arc::clone(&CONTEXT),
            },
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_functions_of_specification_files_exist() {
        assert_eq!(functions().iter().count(), 15);
    }
}
