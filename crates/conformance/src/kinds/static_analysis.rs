//! `static`: static analysis of an expression.

use hcl2_diagnostics::SourceMap;
use serde_json::{Value as Json, json};

use super::expression;
use crate::case::Case;
use crate::compare::{Verdict, write_range};
use crate::notation::write_traversal;
use crate::scope::Scope;

pub(super) fn run(case: &Case, _: &Scope, verdict: &mut Verdict) -> Result<(), String> {
    let mut sources = SourceMap::new();
    let kind = if case.given["syntax"] == "json" {
        "json_expr"
    } else {
        "expr"
    };
    let Some(expression) = expression::parse_as_wanted(case, kind, &mut sources, verdict)? else {
        return Ok(());
    };
    let range = |span| write_range(span, &sources);
    let list = expression
        .static_list()
        .map(|items| items.iter().map(|item| range(item.span())).collect::<Json>());
    let map = expression.static_map().map(|pairs| {
        pairs
            .iter()
            .map(|(key, value)| json!([range(key.span()), range(value.span())]))
            .collect::<Json>()
    });
    let call = expression.static_call();
    let arguments = call.as_ref().map(|call| {
        json!({
            "args": call.arguments.iter().map(|argument| range(argument.span())).collect::<Json>(),
            "args_range": range(call.arguments_span),
            "name": call.name.as_str(),
            "name_range": range(call.name_span),
        })
    });
    let want = &case.want;
    verdict.same(
        "list",
        &json!(list.as_ref().map(length)),
        &json!(want["list"].as_array().map(Vec::len)),
    );
    verdict.same(
        "map",
        &json!(map.as_ref().map(length)),
        &json!(want["map"].as_array().map(Vec::len)),
    );
    let shape = |call: &Json| json!([call["name"], call["args"].as_array().map(Vec::len)]);
    let have = arguments.unwrap_or(Json::Null);
    verdict.same("call", &shape(&have), &shape(&want["call"]));
    let traversal = expression
        .static_traversal()
        .map(|traversal| write_traversal(&traversal));
    verdict.same("traversal", &json!(traversal), &want["traversal"]);
    let keyword = expression.keyword().map(|keyword| keyword.as_str().to_owned());
    verdict.same("keyword", &json!(keyword), &want["keyword"]);
    verdict.same_range("list", &json!(list), &want["list"]);
    verdict.same_range("map", &json!(map), &want["map"]);
    verdict.same_range("call", &have, &want["call"]);
    Ok(())
}

fn length(json: &Json) -> usize {
    json.as_array().map_or(0, Vec::len)
}
