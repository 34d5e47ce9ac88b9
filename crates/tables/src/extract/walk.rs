//! Rows of blocks, their attributes, and the functions that these call.

use std::collections::HashMap;
use std::io::Result;

use hcl2_model::{Attribute, Block, BodyRef, BodySchema, Expression, Name};
use hcl2_terraform::table::{BodyType, Form, MODULE, Mode, Rest, VARIABLE_DEFINITIONS};
use hcl2_terraform::{Address, join_paths};

use super::context::Context;
use super::{Parsed, Reading, SecretNames, SecretsOf, text};
use crate::Table;
use crate::rows::Cell;

/// The type of blocks that call modules, and the argument that says which.
const MODULE_CALL: &str = "module";
const SOURCE: &str = "source";

/// The type of blocks whose attributes set variables.
const VARIABLES: &str = "variables";

/// The outermost block around an attribute or a block.
#[derive(Clone, Default)]
struct Outer {
    address: Option<String>,
    /// Whether the object is a variable or an output whose value must not be shown.
    is_secret: bool,
    kind: Option<Name>,
    ty: Option<Name>,
}

/// A body with what is known of it.
struct Place<'p> {
    body: &'p BodyRef,
    /// Its type, if the language knows it.
    ty: Option<&'static BodyType>,
    is_native: bool,
    /// `None` for the body of a file.
    outer: Option<&'p Outer>,
    /// The path of the block in its object; `None` for the block of the object itself.
    path: Option<String>,
    /// Whether its attributes set variables of the module.
    sets_variables: bool,
    /// The attributes that set sensitive variables of other modules.
    secrets: &'p SecretNames,
}

impl Reading<'_, '_> {
    pub(super) fn walk(&mut self, files: &[Parsed], context: &Context) -> Result<()> {
        let walked = [Table::Blocks, Table::Attributes, Table::Functions];
        if !self.extractor.selection.has_any(&walked) {
            return Ok(());
        }
        files.iter().try_for_each(|file| {
            let sets_variables = std::ptr::eq(file.ty, &VARIABLE_DEFINITIONS);
            let of_others = match sets_variables && !context.has_module {
                true => self.secrets_of_any(),
                false => SecretNames::default(),
            };
            let place = Place {
                body: &file.body,
                ty: Some(file.ty),
                is_native: file.is_native,
                outer: None,
                path: None,
                sets_variables,
                secrets: &of_others,
            };
            self.body(&place, context)
        })
    }

    fn body(&mut self, place: &Place<'_>, context: &Context) -> Result<()> {
        let language = self.extractor.language;
        let content = match place.ty {
            // Only a schema distinguishes the attributes of JSON from its blocks.
            Some(ty) if !place.is_native => {
                let mut read = place.body.partial_content(&ty.schema(language)).value;
                if ty.rest != Rest::Nothing {
                    let rest = read.remain.attributes().value;
                    read.content.attributes.extend(rest);
                }
                read.content
            }
            _ => place.body.implied_content(),
        };
        for attribute in &content.attributes {
            self.attribute(attribute, place, context)?;
        }
        let mut counts: HashMap<&Name, usize> = HashMap::new();
        for block in &content.blocks {
            let index = counts.entry(&block.block_type).or_default();
            let nested = format!("{}[{index}]", block.block_type);
            *index += 1;
            let mut labels = block.labels.iter().map(|label| &label.text);
            let own;
            let mut secrets = SecretNames::default();
            let (outer, path) = match place.outer {
                Some(outer) => {
                    let path = place
                        .path
                        .as_ref()
                        .map_or(nested.clone(), |path| format!("{path}.{nested}"));
                    (outer, Some(path))
                }
                None => {
                    let is_module = place.ty.is_some_and(|ty| std::ptr::eq(ty, &MODULE));
                    let address = is_module.then(|| context.address_of_block(block)).flatten();
                    own = Outer {
                        address: address.as_ref().map(Address::to_string),
                        is_secret: address.is_some_and(|address| context.is_sensitive(&address)),
                        kind: Some(block.block_type.clone()),
                        ty: labels.next().filter(|_| block.labels.len() > 1).cloned(),
                    };
                    if is_module && *block.block_type == *MODULE_CALL {
                        secrets = self.secrets_of_called(block);
                    }
                    (&own, None)
                }
            };
            let labels: Vec<String> = block.labels.iter().map(|label| label.text.to_string()).collect();
            let ty = labels.first().filter(|_| labels.len() > 1);
            let cells = [
                Cell::Text(&block.block_type),
                ty.into(),
                labels.last().into(),
                Cell::Names(&labels),
                outer.address.as_ref().into(),
                path.as_ref().into(),
            ];
            self.push_at(Table::Blocks, block.header_span, &cells)?;
            let ty = place.ty.and_then(|ty| ty.block(&block.block_type, language));
            let inner = Place {
                body: &block.body,
                ty: ty.map(|ty| ty.body),
                is_native: place.is_native,
                outer: Some(outer),
                path,
                // Those of a test, or of one of its runs.
                sets_variables: &*block.block_type == VARIABLES,
                secrets: &secrets,
            };
            self.body(&inner, context)?;
        }
        Ok(())
    }

    /// Returns the names of the sensitive variables of the module that a block calls by a local path.
    fn secrets_of_called(&self, call: &Block) -> SecretNames {
        let find = self.extractor.secrets.as_ref();
        let find = find.filter(|_| self.extractor.selection.has_any(&[Table::Attributes]));
        let secrets = find.and_then(|find| {
            let content = call
                .body
                .partial_content(&BodySchema::new().optional(SOURCE))
                .value
                .content;
            let source = content.attributes.get(SOURCE)?.expression.evaluate(None).value;
            let source = source.as_str().filter(|source| source.starts_with('.'))?;
            Some(find(SecretsOf::Module(&join_paths(self.module, source))))
        });
        secrets.unwrap_or_default()
    }

    /// Returns the names of the sensitive variables that definitions may set in a directory without a module.
    fn secrets_of_any(&self) -> SecretNames {
        let find = self.extractor.secrets.as_ref();
        let find = find.filter(|_| self.extractor.selection.has_any(&[Table::Attributes]));
        find.map(|find| find(SecretsOf::Repository(self.repository)))
            .unwrap_or_default()
    }

    fn attribute(&mut self, attribute: &Attribute, place: &Place<'_>, context: &Context) -> Result<()> {
        let none = Outer::default();
        let outer = place.outer.unwrap_or(&none);
        let language = self.extractor.language;
        let mode = place.ty.and_then(|ty| ty.mode_of(&attribute.name, language));
        let form = mode.unwrap_or(Mode::Expression).form();
        let expression = &*attribute.expression;
        let is_local = place.path.is_none() && outer.kind.as_deref() == Some("locals");
        let local = is_local.then(|| Address::Local(attribute.name.clone()).to_string());
        let address = local.as_ref().or(outer.address.as_ref());
        if form != Form::Bare && self.extractor.selection.has_any(&[Table::Functions]) {
            for function in expression.functions() {
                let cells = [Cell::Text(&function.name), address.into()];
                self.push_at(Table::Functions, function.span, &cells)?;
            }
        }
        if !self.extractor.selection.has_any(&[Table::Attributes]) {
            return Ok(());
        }
        // The other arguments of a variable or an output are about it. The text of a constant is its value.
        let is_value = place.path.is_none() && ["default", "value"].contains(&&*attribute.name);
        let is_set = || context.is_sensitive(&Address::Variable(attribute.name.clone()));
        let is_secret = outer.is_secret && is_value || place.sets_variables && is_set();
        let is_secret = is_secret && expression.variables().is_empty();
        // A reference shows nothing, and what is around one may be a part of the secret.
        let is_of_other = place.secrets.contains(attribute.name.as_str());
        let is_secret = is_secret || is_of_other && expression.static_traversal().is_none();
        let value = self.extractor.constants.constant(expression, form);
        let is_secret = is_secret || value.is_sensitive;
        let span = expression.span();
        let source =
            (!is_secret && self.wants(Table::Attributes, "expression")).then(|| text(self.sources, span));
        let cells = [
            address.into(),
            outer.kind.as_deref().into(),
            outer.ty.as_deref().into(),
            place.path.as_ref().into(),
            Cell::Text(&attribute.name),
            source.as_ref().into(),
            form_of(expression, form, value.is_known).into(),
            value.json.as_ref().filter(|_| !is_secret).into(),
            value.ty.as_ref().filter(|_| !is_secret).into(),
            value.is_known.into(),
            (is_secret || context.uses_sensitive(expression)).into(),
        ];
        self.push_at(Table::Attributes, span, &cells)
    }
}

/// Returns the form of an expression.
fn form_of(expression: &dyn Expression, form: Form, is_known: bool) -> &'static str {
    if form == Form::Literal {
        return "literal";
    }
    if expression.static_traversal().is_some() {
        "reference"
    } else if expression.static_call().is_some() {
        "call"
    } else if expression.static_list().is_some() {
        "list"
    } else if expression.static_map().is_some() {
        "object"
    } else if is_known && expression.functions().is_empty() {
        "literal"
    } else if expression.template_text().is_some() {
        "template"
    } else if expression
        .native_text()
        .is_some_and(|text| text.starts_with(['[', '{']))
    {
        "for"
    } else {
        "operation"
    }
}
