//! INI files as bodies.

use std::sync::Arc;

use hcl2_diagnostics::{Code, Diagnostic, Diagnostics, Outcome, Source, Span, codes::body as codes};
use hcl2_model::{
    Attribute, Attributes, Block, Body, BodyContent, BodyRef, BodySchema, ConstantExpression, Name,
    PartialContent,
};
use hcl2_value::Value;

/// A file, or a section of one.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    name: Name,
    attributes: Attributes,
    sections: Vec<Section>,
    header: Span,
}

/// Parses sections and lines with `=`; other lines are ignored.
pub(crate) fn parse(source: &Source, text: &str) -> Section {
    let section = |name: &str, header| Section {
        name: Name::from(name),
        attributes: Attributes::new(),
        sections: Vec::new(),
        header,
    };
    let mut file = section("", Span::empty(source.id(), 0));
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = |part: &str| {
            let offset = start + (part.as_ptr() as usize - line.as_ptr() as usize) as u32;
            Span::new(source.id(), offset, offset + part.len() as u32)
        };
        let bare = line.trim();
        if let Some(name) = bare.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            file.sections.push(section(name, span(bare)));
        } else if let Some((name, value)) = bare.split_once('=') {
            let (name, value) = (name.trim(), value.trim());
            let attribute = Attribute {
                name: Name::from(name),
                expression: Arc::new(ConstantExpression {
                    value: Value::from(value),
                    span: span(value),
                }),
                span: span(bare),
                name_span: span(name),
            };
            let place = match file.sections.last_mut() {
                Some(section) => &mut section.attributes,
                None => &mut file.attributes,
            };
            // Of two lines with the same name, the first wins.
            let _ = place.insert(attribute);
        }
        start += line.len() as u32;
    }
    file
}

impl Section {
    fn problem(code: Code, summary: &'static str, detail: String, span: Span) -> Diagnostic {
        Diagnostic::error(code, summary)
            .with_detail(detail)
            .with_subject(span)
    }

    fn block(&self) -> Block {
        Block {
            block_type: self.name.clone(),
            labels: Vec::new(),
            body: Arc::new(self.clone()),
            header_span: self.header,
            type_span: self.header,
        }
    }

    /// Splits the body into what the schema names and the rest.
    fn split(&self, schema: &BodySchema) -> (BodyContent, Self, Diagnostics) {
        let mut problems = Diagnostics::new();
        let mut taken = Attributes::new();
        let mut rest = Self {
            attributes: Attributes::new(),
            sections: Vec::new(),
            ..self.clone()
        };
        for attribute in self.attributes.clone() {
            let place = match schema.attribute_named(&attribute.name) {
                Some(_) => &mut taken,
                None => &mut rest.attributes,
            };
            // Each name of the collection is unique.
            let _ = place.insert(attribute);
        }
        for wanted in schema.attributes.iter().filter(|wanted| wanted.required) {
            if taken.get(&wanted.name).is_none() {
                let detail = format!("Add a line `{} = …` here.", wanted.name);
                problems.push(Self::problem(
                    codes::MISSING_ATTRIBUTE,
                    "Missing setting",
                    detail,
                    self.header,
                ));
            }
        }
        let mut blocks = Vec::new();
        for section in &self.sections {
            match schema.block_named(&section.name) {
                Some(_) => blocks.push(section.block()),
                None => rest.sections.push(section.clone()),
            }
        }
        let content = BodyContent {
            attributes: taken,
            blocks,
            missing_item_span: self.header,
        };
        (content, rest, problems)
    }
}

impl Body for Section {
    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        let (content, rest, mut problems) = self.split(schema);
        for attribute in rest.attributes {
            let detail = format!("No setting is named `{}` here.", attribute.name);
            let problem = Self::problem(
                codes::UNSUPPORTED_ATTRIBUTE,
                "Unknown setting",
                detail,
                attribute.name_span,
            );
            problems.push(problem);
        }
        for section in rest.sections {
            let detail = format!("No section is named `{}` here.", section.name);
            problems.push(Self::problem(
                codes::UNSUPPORTED_BLOCK,
                "Unknown section",
                detail,
                section.header,
            ));
        }
        Outcome::new(content, problems)
    }

    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent> {
        let (content, rest, problems) = self.split(schema);
        let remain: BodyRef = Arc::new(rest);
        Outcome::new(PartialContent { content, remain }, problems)
    }

    fn attributes(&self) -> Outcome<Attributes> {
        self.attributes.clone().into()
    }

    fn missing_item_span(&self) -> Span {
        self.header
    }
}
