//! Templates of Packer: what `packer inspect` lists, as JSON.

use std::path::{Path, PathBuf};

use hcl2_diagnostics::codes::{self, source};
use hcl2_diagnostics::{Diagnostic, Span, nearest_name};
use hcl2_ext::dynamic::expand_dynamic_blocks;
use hcl2_model::{Block, BodySchema, EvalContext};
use hcl2_project::directory_of;
use hcl2_terraform::table::Version;
use hcl2_terraform::with_templates;
use hcl2_value::{Function, Parameter, Type, Value};

use crate::inputs::{Input, Local, declared, local_blocks, locals, object, report_duplicates, set};
use crate::work::Work;
use crate::{Json, Language, functions};

/// The start of the names of variables of the environment that set variables.
const PREFIX: &str = "PKR_VAR_";

/// The standard functions of templates, besides those that Nomad has, too.
const STANDARD: [&str; 2] = ["regex", "regexall"];

/// The functions of templates that are Terraform's, besides those that Nomad has, too.
const OF_TERRAFORM: [&str; 13] = [
    "alltrue",
    "anytrue",
    "base64gzip",
    "coalesce",
    "endswith",
    "index",
    "length",
    "reverse",
    "startswith",
    "strcontains",
    "sum",
    "textdecodebase64",
    "textencodebase64",
];

/// The function that renders a template from a file.
const TEMPLATE_FILE: &str = "templatefile";

/// The functions that ask services or whose results only a run knows.
const OF_A_RUN: [&str; 6] = [
    "aws_secretsmanager",
    "aws_secretsmanager_raw",
    "consul_key",
    "legacy_isotime",
    "legacy_strftime",
    "vault",
];

/// Returns the variables, local values, data sources and builds of templates.
pub(crate) fn render(work: &mut Work<'_>, paths: &[PathBuf]) -> Option<Json> {
    let (templates, automatic) = files(work, paths);
    let schema = BodySchema::new()
        .block("variable", ["name"])
        .block("variables", [""; 0])
        .block("local", ["name"])
        .block("locals", [""; 0])
        .block("data", ["type", "name"])
        .block("source", ["type", "name"])
        .block("build", [""; 0])
        .block("packer", [""; 0])
        .block("hcp_packer_registry", [""; 0]);
    let mut blocks: Vec<Block> = Vec::new();
    for path in &templates {
        if let Some(body) = work.parse(path) {
            blocks.extend(
                body.content(&schema)
                    .report_into(&mut work.reader.diagnostics)
                    .blocks,
            );
        }
    }
    let root = templates
        .first()
        .map_or_else(|| PathBuf::from("."), |path| directory_of(path).to_owned());
    let base = base(work, &root);
    let mut defaults = base.child();
    defaults.set_function("env", env(work));
    let mut inputs = declared(work, &blocks, &defaults);
    set(work, &mut inputs, PREFIX, &base, Some(&automatic));
    for input in &mut inputs {
        input.value = input.value.as_ref().map(|value| input.marked(value));
    }
    let mut own = local_blocks(work, &blocks);
    own.extend(single_locals(work, &blocks));
    let variables = object(&inputs);
    let scope = |known: Value| {
        let mut scope = base.child();
        scope.set_variable("var", variables.clone());
        scope.set_variable("local", known);
        scope
    };
    let values = locals(work, &own, &["local"], |_, known| scope(known));
    let all = scope(Value::object(values.clone()));
    for (block_type, summary) in [("source", "Duplicate source"), ("data", "Duplicate data source")] {
        let own = blocks.iter().filter(|block| block.block_type == *block_type);
        let names: Vec<(String, Span)> = own.map(|block| (name(block), block.header_span)).collect();
        let declarations = names.iter().map(|(name, span)| (name.as_str(), *span));
        report_duplicates(work, summary, declarations);
    }
    if work.reader.diagnostics.has_errors() {
        return None;
    }
    let sources = named(&blocks, "source");
    let builds = blocks.iter().filter(|block| block.block_type == *"build");
    let builds: Vec<Json> = builds.map(|block| build(work, block, &all, &sources)).collect();
    let locals = values
        .iter()
        .map(|(name, value)| (name.as_str(), shown(value, &[])));
    let texts = |names: Vec<String>| Json::Array(names.into_iter().map(Json::from).collect());
    Some(Json::object([
        (
            "variables",
            Json::object(inputs.iter().map(|input| (input.name.as_str(), variable(input)))),
        ),
        ("locals", Json::object(locals)),
        ("data", texts(named(&blocks, "data"))),
        ("sources", texts(sources)),
        ("builds", Json::Array(builds)),
    ]))
}

/// Returns the templates that paths stand for, and the files beside them that set variables.
fn files(work: &mut Work<'_>, paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut templates, mut automatic) = (Vec::new(), Vec::new());
    for path in paths {
        if !work.reader.files.is_directory(path) {
            templates.push(path.clone());
            continue;
        }
        let mut all = work.reader.files.list(path).unwrap_or_default();
        all.sort();
        let name = |path: &PathBuf| {
            path.file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default()
                .to_owned()
        };
        let is_automatic = |path: &PathBuf| {
            let name = name(path);
            [".auto.pkrvars.hcl", ".auto.pkrvars.json"]
                .iter()
                .any(|ending| name.ends_with(ending))
        };
        automatic.extend(all.iter().filter(|path| is_automatic(path)).cloned());
        let own = all
            .into_iter()
            .filter(|path| Language::of(&name(path)) == Some(Language::Packer));
        let before = templates.len();
        templates.extend(own);
        if templates.len() == before {
            let detail = format!(
                "The directory {} contains no file `*.pkr.hcl` or `*.pkr.json`.",
                path.display()
            );
            work.report(Diagnostic::error(source::NO_FILES, "No files").with_detail(detail));
        }
    }
    (templates, automatic)
}

/// Returns the scope of all expressions, without variables and local values.
fn base(work: &Work<'_>, root: &Path) -> EvalContext<'static> {
    let mut base = EvalContext::new();
    base.set_budget(work.options.budget.clone());
    let standard = functions::STANDARD.iter().chain(&STANDARD).copied();
    let of_terraform = functions::OF_TERRAFORM.iter().chain(&OF_TERRAFORM).copied();
    let mut table = functions::table(&work.options.host(), standard, of_terraform);
    for name in OF_A_RUN {
        let unknown = Function::new(name, |_, _| Ok(Value::unknown(Type::STRING)));
        table.insert(
            name,
            unknown
                .variadic(Parameter::new("arguments", Type::DYNAMIC))
                .returns(Type::STRING),
        );
    }
    let host = work.options.host();
    let newest = Version::newest(hcl2_terraform::table::Language::Terraform);
    let with_templates = with_templates(table.clone(), newest, &host);
    if let Some(function) = with_templates.get(TEMPLATE_FILE) {
        table.insert(TEMPLATE_FILE, function.clone());
    }
    base.set_functions(table);
    // What only a run knows is unknown.
    for name in ["data", "packer", "build", "source"] {
        base.set_variable(name, Value::DYNAMIC);
    }
    let path = [
        ("root", Value::from(root.display().to_string())),
        ("cwd", Value::unknown(Type::STRING)),
    ];
    base.set_variable("path", Value::object(path));
    base
}

/// Returns the function for variables of the environment, which are empty unless the options have them.
fn env(work: &Work<'_>) -> Function {
    let environment = work.options.environment.clone();
    Function::new("env", move |arguments, _| {
        let name = arguments[0].as_str().unwrap_or_default();
        Ok(environment.get(name).map_or("", String::as_str).into())
    })
    .parameter(Parameter::new("name", Type::STRING))
    .returns(Type::STRING)
}

/// Returns the local values that have a block each.
fn single_locals(work: &mut Work<'_>, blocks: &[Block]) -> Vec<Local> {
    let schema = BodySchema::new().required("expression").optional("sensitive");
    let own = blocks.iter().filter(|block| block.block_type == *"local");
    own.filter_map(|block| {
        let content = block
            .body
            .content(&schema)
            .report_into(&mut work.reader.diagnostics);
        let sensitive = content.attributes.get("sensitive");
        let sensitive = sensitive.and_then(|own| own.expression.evaluate(None).value.as_bool());
        Some(Local {
            name: block.labels.first()?.text.to_string(),
            span: block.labels.first()?.span,
            expression: content.attributes.get("expression")?.expression.clone(),
            is_sensitive: sensitive == Some(true),
        })
    })
    .collect()
}

/// Returns the names of blocks with two labels.
fn named(blocks: &[Block], block_type: &str) -> Vec<String> {
    let own = blocks.iter().filter(|block| block.block_type == *block_type);
    own.map(name).collect()
}

/// Returns the labels of a block with dots between them.
fn name(block: &Block) -> String {
    let labels: Vec<&str> = block.labels.iter().map(|label| label.text.as_str()).collect();
    labels.join(".")
}

fn variable(input: &Input) -> Json {
    let description = input.description.as_deref();
    let more: Vec<(&str, Json)> = description
        .map(|text| ("description", text.into()))
        .into_iter()
        .collect();
    let value = input.value.clone().unwrap_or(Value::DYNAMIC);
    shown(&value, &more)
}

/// Returns a value, unless it is sensitive or unknown, with what else is known.
fn shown(value: &Value, more: &[(&str, Json)]) -> Json {
    let value = match (value.is_wholly_known(), value.contains_marked()) {
        (false, _) => ("unknown", true.into()),
        (true, true) => ("sensitive", true.into()),
        (true, false) => ("value", Json::of(value)),
    };
    Json::object([value].into_iter().chain(more.iter().cloned()))
}

/// Shown in place of a sensitive name.
const SECRET: &str = "(sensitive value)";

/// Returns a build with its sources, provisioners and post-processors.
fn build(work: &mut Work<'_>, block: &Block, scope: &EvalContext<'_>, declared: &[String]) -> Json {
    let schema = BodySchema::new()
        .optional("name")
        .optional("description")
        .optional("sources")
        .block("source", ["reference"])
        .block("provisioner", ["type"])
        .block("error-cleanup-provisioner", ["type"])
        .block("post-processor", ["type"])
        .block("post-processors", [""; 0])
        .block("hcp_packer_registry", [""; 0]);
    let body = expand_dynamic_blocks(block.body.clone(), Some(scope));
    let content = body.content(&schema).report_into(&mut work.reader.diagnostics);
    let mut text = |name: &str| {
        let expression = &content.attributes.get(name)?.expression;
        let value = expression
            .evaluate(Some(scope))
            .report_into(&mut work.reader.diagnostics);
        Some(if value.contains_marked() {
            SECRET.into()
        } else {
            Json::of(&value)
        })
    };
    let (own_name, description) = (text("name"), text("description"));
    let mut sources = Vec::new();
    if let Some(attribute) = content.attributes.get("sources") {
        let value = attribute
            .expression
            .evaluate(Some(scope))
            .report_into(&mut work.reader.diagnostics);
        let value = value.unmark().0;
        let elements = value.elements().unwrap_or_default();
        let texts = elements.iter().filter_map(|element| match element.unmark() {
            (_, marks) if !marks.is_empty() => Some(SECRET.to_owned()),
            (bare, _) => bare.as_str().map(str::to_owned),
        });
        sources.extend(texts.map(|text| (text, attribute.expression.span())));
    }
    let of_type = |name: &'static str| {
        content
            .blocks
            .iter()
            .filter(move |block| block.block_type == *name)
    };
    sources.extend(of_type("source").filter_map(|block| {
        let label = block.labels.first()?;
        Some((label.text.to_string(), label.span))
    }));
    let mut names = Vec::new();
    for (source, span) in sources {
        let bare = ["source.", "sources."]
            .iter()
            .find_map(|start| source.strip_prefix(start));
        let bare = bare.unwrap_or(&source).to_owned();
        // The product lists it all the same.
        if !declared.contains(&bare) && bare != SECRET {
            let near = nearest_name(&bare, declared.iter().map(String::as_str));
            let near = near.map_or_else(String::new, |near| format!(" Did you mean `source.{near}`?"));
            let detail = format!("The templates declare no source `{source}`.{near}");
            work.report(
                Diagnostic::warning(codes::terraform::UNDECLARED, "Undeclared source")
                    .with_detail(detail)
                    .with_subject(span),
            );
        }
        names.push(Json::from(bare));
    }
    let types = |name: &'static str| Json::Array(of_type(name).map(name_json).collect());
    let chains = content
        .blocks
        .iter()
        .filter_map(|block| match block.block_type.as_str() {
            "post-processor" => Some(Json::Array(vec![name_json(block)])),
            "post-processors" => {
                let schema = BodySchema::new().block("post-processor", ["type"]);
                let chain = block
                    .body
                    .content(&schema)
                    .report_into(&mut work.reader.diagnostics);
                Some(Json::Array(chain.blocks.iter().map(name_json).collect()))
            }
            _ => None,
        });
    let chains: Vec<Json> = chains.collect();
    let mut properties = vec![("name", own_name.unwrap_or_default())];
    properties.extend(description.map(|text| ("description", text)));
    properties.extend([
        ("sources", Json::Array(names)),
        ("provisioners", types("provisioner")),
        ("error_cleanup_provisioners", types("error-cleanup-provisioner")),
        ("post_processors", Json::Array(chains)),
    ]);
    Json::object(properties)
}

/// Returns the type of a provisioner or post-processor.
fn name_json(block: &Block) -> Json {
    name(block).into()
}
