//! `body`: the content of a body by a schema, with the values of its attributes.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, SourceMap};
use hcl2_model::{Attributes, BodyContent, BodyRef, BodySchema, EvalContext};
use hcl2_native::NativeBody;
use serde_json::{Map, Value as Json, json};

use super::{expression, json_options, source_bytes};
use crate::case::Case;
use crate::compare::{Verdict, write_range};
use crate::scope::Scope;

pub(super) fn run(case: &Case, scope: &Scope, verdict: &mut Verdict) -> Result<(), String> {
    let mut sources = SourceMap::new();
    let source = sources
        .add("case", source_bytes(case)?)
        .map_err(|error| error.to_string())?;
    if case.given["syntax"] == "json" {
        let parsed = json_options(case).parse(&source);
        return run_parsed(
            case,
            scope,
            Some(parsed.value),
            &parsed.diagnostics,
            &sources,
            verdict,
        );
    }
    let parsed = hcl2_native::parse_file(&source);
    let body = parsed.value.root().body().map(|id| {
        let body: BodyRef = Arc::new(NativeBody::new(Arc::clone(&parsed.value), id));
        body
    });
    run_parsed(case, scope, body, &parsed.diagnostics, &sources, verdict)
}

/// Compares a body with the expectations of a case.
pub(super) fn run_parsed(
    case: &Case,
    scope: &Scope,
    body: Option<BodyRef>,
    problems: &Diagnostics,
    sources: &SourceMap,
    verdict: &mut Verdict,
) -> Result<(), String> {
    if case.want["stage"] == "parse" || problems.has_errors() {
        verdict.same(
            "parse failed",
            &json!(problems.has_errors()),
            &json!(case.want["stage"] == "parse"),
        );
        verdict.same_diagnostics("parse", problems, &case.want["diags"], sources);
        return Ok(());
    }
    let Some(body) = body else {
        verdict.fail("no body although there is no error");
        return Ok(());
    };
    let context = scope.of(case)?;
    let mut check = Check {
        context: context.as_deref(),
        sources,
        verdict,
    };
    check.body(&body, &case.given["schema"], &case.want, String::new());
    Ok(())
}

struct Check<'a> {
    context: Option<&'a EvalContext<'static>>,
    sources: &'a SourceMap,
    verdict: &'a mut Verdict,
}

impl Check<'_> {
    fn body(&mut self, body: &BodyRef, schema: &Json, want: &Json, at: String) {
        let mode = schema["mode"].as_str().unwrap_or("content");
        if mode == "attributes" {
            let Outcome {
                value: attributes,
                diagnostics,
            } = body.attributes();
            self.verdict.same_diagnostics(
                &format!("{at}extraction"),
                &diagnostics,
                &want["diags"],
                self.sources,
            );
            self.attributes(&attributes, want, &at);
            return;
        }
        let body_schema = read_schema(schema);
        let (content, remain, diagnostics) = if mode == "partial" {
            let Outcome { value, diagnostics } = body.partial_content(&body_schema);
            (value.content, Some(value.remain), diagnostics)
        } else {
            let found = body.content(&body_schema);
            (found.value, None, found.diagnostics)
        };
        self.verdict.same_diagnostics(
            &format!("{at}extraction"),
            &diagnostics,
            &want["diags"],
            self.sources,
        );
        self.attributes(&content.attributes, want, &at);
        self.blocks(&content, schema, want, &at);
        let missing = write_range(content.missing_item_span, self.sources);
        self.verdict.same_range(
            &format!("{at}missing item"),
            &missing,
            &want["missing_item_range"],
        );
        if let Some(remain) = remain {
            let Outcome {
                value: attributes,
                diagnostics,
            } = remain.attributes();
            let mut names: Vec<&str> = attributes
                .iter()
                .map(|attribute| attribute.name.as_str())
                .collect();
            names.sort_unstable();
            let have = json!({ "attributes": names, "errors": diagnostics.has_errors() });
            self.verdict.same(&format!("{at}remain"), &have, &want["remain"]);
        }
    }

    fn attributes(&mut self, attributes: &Attributes, want: &Json, at: &str) {
        let none = Map::new();
        let wanted = want["attributes"].as_object().unwrap_or(&none);
        let mut have: Vec<&str> = attributes
            .iter()
            .map(|attribute| attribute.name.as_str())
            .collect();
        let mut names: Vec<&str> = wanted.keys().map(String::as_str).collect();
        have.sort_unstable();
        names.sort_unstable();
        self.verdict
            .same(&format!("{at}attributes"), &json!(have), &json!(names));
        for attribute in attributes.iter() {
            let Some(want) = wanted.get(attribute.name.as_str()) else {
                continue;
            };
            let at = format!("{at}{}.", attribute.name);
            expression::evaluate(
                &*attribute.expression,
                want,
                self.context,
                self.sources,
                &at,
                self.verdict,
            );
            for (key, span) in [
                ("range", attribute.span),
                ("name_range", attribute.name_span),
                ("expr_range", attribute.expression.span()),
            ] {
                let range = write_range(span, self.sources);
                self.verdict.same_range(&format!("{at}{key}"), &range, &want[key]);
            }
        }
    }

    fn blocks(&mut self, content: &BodyContent, schema: &Json, want: &Json, at: &str) {
        let wanted = want["blocks"].as_array().map(Vec::as_slice).unwrap_or_default();
        let headers: Json = content
            .blocks
            .iter()
            .map(|block| {
                let labels: Vec<&str> = block.labels.iter().map(|label| label.text.as_str()).collect();
                json!([block.block_type.as_str(), labels])
            })
            .collect();
        let wanted_headers: Json = wanted
            .iter()
            .map(|block| json!([block["type"], block["labels"]]))
            .collect();
        self.verdict
            .same(&format!("{at}blocks"), &headers, &wanted_headers);
        for (index, (block, want)) in content.blocks.iter().zip(wanted).enumerate() {
            let at = format!("{at}{}[{index}].", block.block_type);
            for (key, span) in [("def_range", block.header_span), ("type_range", block.type_span)] {
                let range = write_range(span, self.sources);
                self.verdict.same_range(&format!("{at}{key}"), &range, &want[key]);
            }
            let labels: Json = block
                .labels
                .iter()
                .map(|label| write_range(label.span, self.sources))
                .collect();
            self.verdict
                .same_range(&format!("{at}label_ranges"), &labels, &want["label_ranges"]);
            let schemas = schema["blocks"].as_array().map(Vec::as_slice).unwrap_or_default();
            let inner = schemas
                .iter()
                .find(|schema| schema["type"] == block.block_type.as_str());
            if let Some(inner) = inner {
                self.body(&block.body, &inner["body"], &want["body"], at);
            }
        }
    }
}

/// Reads the schema of a case.
fn read_schema(json: &Json) -> BodySchema {
    let mut schema = BodySchema::new();
    for attribute in json["attributes"].as_array().into_iter().flatten() {
        let name = attribute["name"].as_str().unwrap_or_default();
        schema = if attribute["required"] == true {
            schema.required(name)
        } else {
            schema.optional(name)
        };
    }
    for block in json["blocks"].as_array().into_iter().flatten() {
        let labels = block["labels"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Json::as_str);
        schema = schema.block(block["type"].as_str().unwrap_or_default(), labels);
    }
    schema
}
