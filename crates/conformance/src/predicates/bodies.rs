//! Attributes that are missing from a body, and blocks that a schema took from it.

use hcl2_diagnostics::Source;
use hcl2_native::tree::Item;
use serde_json::{Value as Json, json};

use crate::case::Case;
use crate::compare::Difference;

/// Returns whether the reference has no range for an item missing in a `dynamic` block whose `for_each` is unknown,
/// and ours is the start of the `content` of a `dynamic` block of that type.
pub(super) fn missing_item_of_unknown(case: &Case, difference: &Difference) -> Option<bool> {
    let block = difference.what.strip_suffix("].missing item")?;
    let (path, _) = block.rsplit_once('[')?;
    let block_type = path.rsplit('.').next()?;
    let at = |index: usize| usize::try_from(difference.have[index].as_u64()?).ok();
    let (start, end) = (at(2)?, at(5)?);
    let (before, behind) = case.given["src"].as_str()?.split_at_checked(start)?;
    let (_, dynamic) = before.rsplit_once(&format!("dynamic \"{block_type}\" {{"))?;
    let opens_content = dynamic.trim_end().ends_with("content") && behind.starts_with('{');
    let is_nowhere = difference.want == json!([0, 0, 0, 0, 0, 0]);
    Some(is_nowhere && start == end && opens_content && dynamic.contains("for_each"))
}

/// Returns whether the specification requires an attribute, and the only further diagnostics of the case are at the
/// place where such an attribute, which exists, would be added.
pub(super) fn required_attribute_is_there(case: &Case, difference: &Difference) -> Option<bool> {
    let (spec, source) = (case.given["spec"].as_str()?, case.given["src"].as_str()?);
    let is_there = |name: &str| {
        let definitions = source
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix(name));
        definitions
            .into_iter()
            .any(|rest| rest.trim_start().starts_with('='))
    };
    if !required_names(spec).any(is_there) {
        return None;
    }
    let mut ours = difference.have.as_array()?.iter().peekable();
    let mut others = difference
        .want
        .as_array()?
        .iter()
        .filter(|wanted| ours.next_if_eq(wanted).is_none());
    let is_place = |range: &Json| range.is_array() && range[2] == range[5];
    let only_missing = others.all(|wanted| wanted["in"] == "input" && is_place(&wanted["range"]));
    drop(others);
    Some(only_missing && ours.next().is_none())
}

/// Returns the names of the attributes that a specification requires: explicit ones, or the labels of their properties.
fn required_names(spec: &str) -> impl Iterator<Item = &str> {
    let required = spec.split("}\n").filter(|part| part.contains("required = true"));
    required.filter_map(|part| {
        let (_, attribute) = part.rsplit_once("attr ")?;
        let (label, arguments) = attribute.split_once('{')?;
        let name = arguments.split_once("name = ").map_or(label, |(_, name)| name);
        name.split('"').nth(1)
    })
}

/// Returns whether the reference reports a block in what remains of a body, although the schema took all blocks of it.
pub(super) fn taken_blocks_remain(case: &Case, difference: &Difference) -> Option<bool> {
    let path = difference.what.strip_suffix("remain")?;
    let source = Source::new("case.hcl", case.given["src"].as_str()?).ok()?;
    let file = hcl2_native::parse_file(&source).value;
    let blocks_of = |body| {
        let items = file.items(file.body(body).items).iter();
        items.filter_map(|item| match item {
            Item::Block(id) => Some(file.block(*id)),
            _ => None,
        })
    };
    let (mut body, mut schema, mut want) = (file.root().body()?, &case.given["schema"], &case.want);
    for step in path.split_terminator('.') {
        let (block_type, index) = step.strip_suffix(']')?.split_once('[')?;
        want = &want["blocks"][index.parse::<usize>().ok()?];
        let start = want["def_range"][2].as_u64()?;
        body = blocks_of(body)
            .find(|block| u64::from(block.block_type.start) == start)?
            .body;
        let schemas = schema["blocks"].as_array()?;
        schema = schemas.iter().find(|schema| schema["type"] == block_type)?;
        schema = &schema["body"];
    }
    let taken = schema["blocks"].as_array()?;
    let is_taken = |name: &str| taken.iter().any(|schema| schema["type"] == name);
    let all_taken = blocks_of(body).all(|block| is_taken(file.str(block.block_type)));
    let mut without = difference.want.clone();
    without["errors"] = json!(false);
    Some(
        difference.want["errors"] == true
            && difference.have == without
            && all_taken
            && blocks_of(body).count() > 0,
    )
}
