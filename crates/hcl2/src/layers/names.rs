//! Names in environment variables, which have neither capital letters nor hyphens.

use hcl2_decode::schema::{AttributeKind, BodyDefinition, Schema};

/// What a path has led to.
#[derive(Clone, Copy)]
enum Place<'s> {
    Body(&'s BodyDefinition),
    /// A block whose next label selects its body.
    Variants(&'s BodyDefinition),
    Value(&'s AttributeKind),
    Unknown,
}

/// Returns a path with the names as a schema spells them. Labels, keys and unknown names stay as they are.
pub(super) fn spelled(schema: &Schema, path: &[String]) -> Vec<String> {
    let body = |name| schema.bodies.get(name).map_or(Place::Unknown, of_body);
    let mut place = schema.root().map_or(Place::Unknown, Place::Body);
    let mut labels = 0;
    let spelled = path.iter().map(|part| {
        if labels > 0 {
            labels -= 1;
            return part.clone();
        }
        if let Place::Value(AttributeKind::Object(name)) = place {
            place = body(name);
        }
        match place {
            Place::Body(definition) => {
                let attribute = named(definition.attributes.iter(), part, |attribute| &attribute.name);
                if let Some(attribute) = attribute {
                    place = Place::Value(&attribute.kind);
                    return attribute.name.to_string();
                }
                let Some(block) = named(definition.blocks.iter(), part, |block| &block.block_type) else {
                    place = Place::Unknown;
                    return part.clone();
                };
                place = block.body.as_ref().map_or(Place::Unknown, body);
                let own = match place {
                    Place::Body(definition) => definition.labels.len(),
                    _ => 0,
                };
                labels = block.keys.len() + own;
                block.block_type.to_string()
            }
            Place::Variants(definition) => {
                let variant = named(definition.variants.iter(), part, |variant| &variant.label);
                place = variant
                    .and_then(|variant| variant.body.as_ref())
                    .map_or(Place::Unknown, body);
                variant.map_or_else(|| part.clone(), |variant| variant.label.to_string())
            }
            Place::Value(AttributeKind::Map(element)) => {
                place = Place::Value(element);
                part.clone()
            }
            Place::Value(_) | Place::Unknown => {
                place = Place::Unknown;
                part.clone()
            }
        }
    });
    spelled.collect()
}

fn of_body(definition: &BodyDefinition) -> Place<'_> {
    match definition.variants.is_empty() {
        true => Place::Body(definition),
        false => Place::Variants(definition),
    }
}

/// Returns the item with a name, or the first whose name differs only in capital letters, hyphens and underscores.
fn named<'s, T>(
    items: impl Iterator<Item = &'s T> + Clone,
    part: &str,
    name: impl Fn(&'s T) -> &'s str,
) -> Option<&'s T> {
    let mut exact = items.clone();
    let mut folded = items;
    exact
        .find(|item| name(item) == part)
        .or_else(|| folded.find(|item| fold(name(item)) == fold(part)))
}

fn fold(name: &str) -> String {
    let letters = name.chars().filter(|character| !['-', '_'].contains(character));
    letters.flat_map(char::to_lowercase).collect()
}
