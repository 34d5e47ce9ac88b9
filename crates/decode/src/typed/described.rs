//! Bodies checked against a schema, without a Rust type.

use hcl2_diagnostics::{Diagnostics, Outcome, Span};
use hcl2_model::{Attributes, Block, BodyContent, BodyRef, ExpressionRef, Label, Name};
use hcl2_value::{Number, Type, Value};

use super::blocks::Blocks;
use super::decoder::Decoder;
use super::layout::{Laid, Layout};
use super::misspelled::explains;
use super::object::{ObjectSource, object_content};
use super::scalars::out_of_range;
use super::sensitive::{possible_secrets, repeated_secrets};
use super::statics::not_static;
use super::{DecodeAttribute, DecodeRemain, Place, Site, choose, choose_keyword, choose_label};
use crate::schema::{AttributeKind, BlockDefinition, BodyDefinition, Rest, Schema, body_schema};

impl Schema {
    /// Checks a body against the schema, without decoding it.
    ///
    /// What decoding would report is reported: unknown, missing and repeated items, wrong labels, and values of a wrong
    /// kind. Expressions with variables or functions are not evaluated, so nothing is assumed about their values.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hcl2_decode::Decode;
    /// use hcl2_decode::schema::Schema;
    /// use hcl2_diagnostics::Source;
    /// use hcl2_model::BodyRef;
    /// use hcl2_native::NativeBody;
    ///
    /// #[derive(hcl2_derive::Decode)]
    /// #[hcl(crate = hcl2_decode)]
    /// struct Config {
    ///     port: u16,
    /// }
    ///
    /// let document = Config::schema().to_json_document().unwrap();
    /// let source = Source::new("app.hcl", "port = 80000\n")?;
    /// let file = hcl2_native::parse_file(&source).into_result().expect("the source is valid");
    /// let root = file.root().body().expect("the source is a file");
    /// let body: BodyRef = Arc::new(NativeBody::new(file, root));
    /// let problems = Schema::from_json_document(&document).unwrap().check(&body);
    /// assert_eq!(problems[0].detail, "Expected a whole number from 0 to 65535, found 80000.");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn check(&self, body: &BodyRef) -> Diagnostics {
        let mut checker = Checker {
            schema: self,
            decoder: Decoder::new(None),
        };
        checker.body(&self.root, body, &[]);
        Outcome::new((), checker.decoder.into_diagnostics()).diagnostics
    }

    /// Returns the ranges of sensitive values in a body, and of values that a misspelled name may hide, which messages must not
    /// show. The problems are those of parsing, which may be about further values of the same attributes.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_decode::schema::Schema;
    /// use hcl2_diagnostics::{Diagnostics, SourceMap};
    /// use hcl2_model::BodyRef;
    ///
    /// /// Hides the sensitive values of a file in its messages.
    /// fn conceal(schema: &Schema, body: &BodyRef, problems: &Diagnostics, sources: &mut SourceMap) {
    ///     sources.conceal(&schema.secrets(body, problems));
    /// }
    /// ```
    #[must_use]
    pub fn secrets(&self, body: &BodyRef, problems: &Diagnostics) -> Vec<Span> {
        let mut attributes = self.bodies.values().flat_map(|body| &body.attributes);
        if !attributes.any(|attribute| attribute.sensitive) {
            return Vec::new();
        }
        let mut checker = Checker {
            schema: self,
            decoder: Decoder::new(None),
        };
        checker.body(&self.root, body, &[]);
        let mut secrets = checker.decoder.secrets().to_vec();
        secrets.extend(repeated_secrets(body, problems, &secrets));
        secrets
    }
}

struct Checker<'s> {
    schema: &'s Schema,
    decoder: Decoder<'static>,
}

impl<'s> Checker<'s> {
    /// Checks the body of a block with these labels, or of a file.
    fn body(&mut self, name: &Name, body: &BodyRef, labels: &[Label]) {
        let Some(definition) = self.schema.bodies.get(name) else {
            return;
        };
        if let [first, rest @ ..] = labels
            && !definition.variants.is_empty()
        {
            let names: Vec<&str> = definition
                .variants
                .iter()
                .map(|variant| variant.label.as_str())
                .collect();
            let chosen = choose_label(&names, first, &mut self.decoder);
            match chosen.map(|position| &definition.variants[position].body) {
                Some(Some(inner)) => self.body(inner, body, rest),
                Some(None) => self.decoder.empty_body(&**body),
                None => {}
            }
            return;
        }
        let layout = layout(self.schema, definition);
        let Laid {
            content,
            remain,
            explained,
            problems,
        } = layout.read(body);
        if let (Rest::Attributes, Some(remain)) = (definition.rest, remain) {
            Attributes::decode_remain(&remain, &mut self.decoder);
        }
        if layout.has_secrets && !problems.is_empty() {
            for secret in possible_secrets(body, &layout.schema, &problems) {
                self.decoder.conceal(secret);
            }
        }
        self.decoder.append(problems);
        for block in &definition.blocks {
            let name = &block.block_type;
            let found: Vec<&Block> = content
                .blocks
                .iter()
                .filter(|own| own.block_type == *name)
                .collect();
            let found = Blocks::new(
                name,
                &found,
                explains(&explained, name),
                content.missing_item_span,
            );
            self.blocks(block, found, block.keys.len());
        }
        self.attributes(definition, &content);
    }

    /// Checks blocks of a type, which have this many further keys.
    fn blocks(&mut self, definition: &BlockDefinition, blocks: Blocks<'_>, keys: usize) {
        if keys > 0 {
            for (_, found) in blocks.grouped() {
                self.blocks(definition, blocks.of_key(&found), keys - 1);
            }
            return;
        }
        match (definition.min_items, definition.max_items) {
            (min, Some(1)) => blocks.check_one(min > 0, &mut self.decoder),
            bounds => {
                blocks.check_count(bounds, &mut self.decoder);
            }
        }
        for block in blocks.found() {
            match &definition.body {
                Some(body) => self.body(
                    body,
                    &block.body,
                    block.labels.get(definition.keys.len()..).unwrap_or_default(),
                ),
                None => self.decoder.empty_body(&*block.body),
            }
        }
    }

    /// Checks the attributes of a body or an object, and reports what is deprecated.
    fn attributes(&mut self, definition: &BodyDefinition, content: &BodyContent) {
        let site = Site::new(content, &[], None, None);
        for block in &definition.blocks {
            if let Some(instead) = &block.deprecated {
                site.deprecated_blocks(&block.block_type, instead, &mut self.decoder);
            }
        }
        for attribute in &definition.attributes {
            if let Some(instead) = &attribute.deprecated {
                site.deprecated_attribute(&attribute.name, instead, &mut self.decoder);
            }
            if let Some(given) = content.attributes.get(&attribute.name) {
                if attribute.sensitive {
                    self.decoder.conceal(given.expression.span());
                }
                self.expression(&attribute.kind, !attribute.required, &given.expression);
            }
        }
    }

    /// Checks an expression, as far as its value does not depend on variables and functions.
    fn expression(&mut self, kind: &AttributeKind, is_optional: bool, expression: &ExpressionRef) {
        match (kind, expression.static_list()) {
            (AttributeKind::Expression, _) => return,
            (AttributeKind::Traversal, _) => {
                hcl2_model::Traversal::decode_expression(expression, &mut self.decoder);
                return;
            }
            (AttributeKind::Keyword(names), _) => {
                self.keyword(names, expression);
                return;
            }
            (AttributeKind::List(element) | AttributeKind::Set(element), Some(elements)) => {
                for given in &elements {
                    self.expression(element, false, given);
                }
                return;
            }
            (AttributeKind::Tuple(kinds), Some(elements)) if kinds.len() == elements.len() => {
                for (kind, given) in kinds.iter().zip(&elements) {
                    self.expression(kind, false, given);
                }
                return;
            }
            _ => {}
        }
        match (kind, expression.static_map()) {
            (AttributeKind::Map(element), Some(items)) => {
                for (_, given) in &items {
                    self.expression(element, false, given);
                }
            }
            (AttributeKind::Object(name), Some(_)) => self.object(name, ObjectSource::Expression(expression)),
            _ if expression.variables().is_empty() && expression.functions().is_empty() => {
                if let Some(value) = self.decoder.evaluate(&**expression)
                    && !(is_optional && value.is_null())
                {
                    self.value(kind, &value, &Place::whole(&**expression));
                }
            }
            _ => {}
        }
    }

    fn keyword(&mut self, names: &[Name], expression: &ExpressionRef) {
        if names.is_empty() {
            super::Keyword::decode_expression(expression, &mut self.decoder);
        } else {
            let names: Vec<&str> = names.iter().map(Name::as_str).collect();
            choose_keyword(&names, &**expression, &mut self.decoder);
        }
    }

    /// Checks the attributes of an object.
    fn object(&mut self, name: &Name, source: ObjectSource<'_>) {
        let Some(definition) = self.schema.bodies.get(name) else {
            return;
        };
        let layout = layout(self.schema, definition);
        if let Some((content, _)) = object_content(source, &layout, &mut self.decoder) {
            self.attributes(definition, &content);
        }
    }

    /// Checks a value that is known.
    fn value(&mut self, kind: &AttributeKind, value: &Value, place: &Place<'_>) {
        let fits = match kind {
            AttributeKind::Value(ty) => !value.is_null() && value.convert(ty).is_ok(),
            AttributeKind::Integer { min, max } => {
                let number = value.convert(&Type::NUMBER).ok();
                let number = number.as_ref().and_then(Value::as_number);
                let is_outside = |number: &Number| !number.is_integer() || number < min || number > max;
                if number.is_some_and(is_outside) {
                    out_of_range(kind, value, place, &mut self.decoder);
                }
                number.is_some()
            }
            AttributeKind::OneOf(names) => {
                let names: Vec<&str> = names.iter().map(Name::as_str).collect();
                choose(&names, value, place, &mut self.decoder);
                true
            }
            AttributeKind::List(element) | AttributeKind::Set(element) => {
                let elements = value.elements();
                for (index, value) in elements.unwrap_or_default().iter().enumerate() {
                    self.value(element, value, &place.element(index));
                }
                elements.is_some()
            }
            AttributeKind::Tuple(kinds) => {
                let elements = value.elements().filter(|elements| elements.len() == kinds.len());
                for (index, (kind, value)) in kinds.iter().zip(elements.unwrap_or_default()).enumerate() {
                    self.value(kind, value, &place.element(index));
                }
                elements.is_some()
            }
            AttributeKind::Map(element) => {
                let fields = value.fields();
                for (key, value) in fields.iter().flat_map(|fields| fields.iter()) {
                    self.value(element, value, &place.key(key));
                }
                fields.is_some()
            }
            AttributeKind::Object(name) => {
                self.object(name, ObjectSource::Value(value, place));
                true
            }
            AttributeKind::Keyword(_) | AttributeKind::Traversal => {
                not_static::<()>(kind, place, &mut self.decoder);
                true
            }
            AttributeKind::Expression => true,
        };
        if !fits {
            self.decoder.unfit_for::<()>(kind, value, place);
        }
    }
}

fn layout(schema: &Schema, definition: &BodyDefinition) -> Layout {
    Layout::new(definition, body_schema(definition, &schema.bodies))
}
