//! What bake files declare, all of them together: later files win.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span};
use hcl2_model::{Block, Body, BodyRef, BodySchema, ExpressionRef};

use super::fields::FIELDS;
use crate::validation::Validation;
use crate::work::Work;

/// A variable, an attribute of a file, or both.
#[derive(Clone, Debug, Default)]
pub(super) struct Named {
    /// Its value as a file sets it: that of an attribute wins.
    pub(super) default: Option<ExpressionRef>,
    /// Whether a block declares it, so that it can be set from outside.
    pub(super) variable: Option<Variable>,
}

/// The block of a variable.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) ty: Option<ExpressionRef>,
    /// The conditions with their messages.
    pub(super) validations: Vec<Validation>,
    pub(super) span: Span,
}

/// The kind of a block that is a group or a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Group,
    Target,
}

impl Kind {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Group => "group",
            Self::Target => "target",
        }
    }
}

/// A group or a target.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) kind: Kind,
    pub(super) label: String,
    pub(super) label_span: Span,
    pub(super) matrix: Option<ExpressionRef>,
    pub(super) name: Option<ExpressionRef>,
    /// The attributes that are set, by their positions among those of its kind.
    pub(super) fields: Vec<(usize, ExpressionRef)>,
}

/// What bake files declare.
#[derive(Debug, Default)]
pub(super) struct Declarations {
    pub(super) named: Vec<(String, Named)>,
    pub(super) functions: Vec<(String, Block)>,
    pub(super) blocks: Vec<Declared>,
}

/// The attributes of groups.
pub(super) const GROUP_FIELDS: [&str; 2] = ["description", "targets"];

/// The names that variables cannot have, since references to blocks start with them.
const RESERVED: [&str; 2] = ["group", "target"];

/// The variables that exist without a block.
pub(super) const BUILT_IN: [&str; 2] = ["BAKE_CMD_CONTEXT", "BAKE_LOCAL_PLATFORM"];

impl Declarations {
    /// Reads what all files declare.
    pub(super) fn read(work: &mut Work<'_>, bodies: &[BodyRef]) -> Self {
        let mut declarations = Self::default();
        let mut positions: HashMap<String, usize> = HashMap::new();
        let mut functions: HashMap<String, usize> = HashMap::new();
        let schema = BodySchema::new()
            .block("variable", ["name"])
            .block("function", ["name"])
            .block("group", ["name"])
            .block("target", ["name"]);
        let problems = &mut work.reader.diagnostics;
        for body in bodies {
            let read = body.partial_content(&schema).report_into(problems);
            for block in &read.content.blocks {
                let Some(label) = block.labels.first() else {
                    continue;
                };
                let name = label.text.to_string();
                let is_free = !RESERVED.contains(&&*name) && !BUILT_IN.contains(&&*name);
                match block.block_type.as_str() {
                    "variable" if is_free => {
                        let position = declarations.position(&mut positions, &name);
                        let (variable, default) = variable(block, problems);
                        let own = &mut declarations.named[position].1;
                        // All of an earlier block is replaced.
                        (own.variable, own.default) = (Some(variable), default);
                    }
                    "function" => match functions.get(&name) {
                        Some(position) => declarations.functions[*position].1 = block.clone(),
                        None => {
                            functions.insert(name.clone(), declarations.functions.len());
                            declarations.functions.push((name, block.clone()));
                        }
                    },
                    "group" => declarations.blocks.extend(declared(Kind::Group, block, problems)),
                    "target" => declarations
                        .blocks
                        .extend(declared(Kind::Target, block, problems)),
                    _ => {}
                }
            }
        }
        // Attributes win over the defaults of variables, in whatever file they are.
        for body in bodies {
            let remain = body.partial_content(&schema).value.remain;
            let attributes = remain.attributes();
            // Blocks of other types are not read.
            let is_own = |problem: &&Diagnostic| !problem.code.id().ends_with("-block");
            problems.extend(attributes.diagnostics.iter().filter(is_own).cloned());
            for attribute in &attributes.value {
                let name = attribute.name.to_string();
                if RESERVED.contains(&&*name) || BUILT_IN.contains(&&*name) {
                    continue;
                }
                let position = declarations.position(&mut positions, &name);
                declarations.named[position].1.default = Some(attribute.expression.clone());
            }
        }
        declarations
    }

    /// Returns the position of a variable with a name, which is added unless it exists.
    fn position(&mut self, positions: &mut HashMap<String, usize>, name: &str) -> usize {
        *positions.entry(name.to_owned()).or_insert_with(|| {
            self.named.push((name.to_owned(), Named::default()));
            self.named.len() - 1
        })
    }
}

fn variable(block: &Block, problems: &mut Diagnostics) -> (Variable, Option<ExpressionRef>) {
    let schema = BodySchema::new()
        .optional("type")
        .optional("default")
        .block("validation", [""; 0]);
    let content = block.body.partial_content(&schema).report_into(problems).content;
    let expression = |name: &str| content.attributes.get(name).map(|own| own.expression.clone());
    let variable = Variable {
        ty: expression("type"),
        validations: Validation::read(&content.blocks, problems),
        span: block.labels.first().map_or(block.type_span, |label| label.span),
    };
    (variable, expression("default"))
}

fn declared(kind: Kind, block: &Block, problems: &mut Diagnostics) -> Option<Declared> {
    let names: Vec<&str> = match kind {
        Kind::Group => GROUP_FIELDS.to_vec(),
        Kind::Target => FIELDS.iter().map(|spec| spec.name).collect(),
    };
    let schema = names.iter().fold(
        BodySchema::new().optional("matrix").optional("name"),
        |schema, name| match kind {
            Kind::Group if *name == "targets" => schema.required(*name),
            _ => schema.optional(*name),
        },
    );
    // Other attributes and blocks are not read.
    let content = block.body.partial_content(&schema).report_into(problems).content;
    let expression = |name: &str| content.attributes.get(name).map(|own| own.expression.clone());
    let fields = names.iter().enumerate();
    let fields = fields.filter_map(|(position, name)| Some((position, expression(name)?)));
    let label = block.labels.first()?;
    Some(Declared {
        kind,
        label: label.text.to_string(),
        label_span: label.span,
        matrix: expression("matrix"),
        name: expression("name"),
        fields: fields.collect(),
    })
}
