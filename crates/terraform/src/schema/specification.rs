//! How configurations of blocks are decoded.

use hcl2_spec::{Sequence, Spec};
use hcl2_wire::schema::{Block, NestedBlock, Nesting, Presence};

/// Returns the specification by which Terraform decodes a block: its values have [the type](Block::implied_type) of the block.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::specification_of;
/// use hcl2_value::Type;
/// use hcl2_wire::schema::{Attribute, Block, NestedBlock, Nesting};
///
/// let rule = Block::new().attribute("port", Attribute::required(Type::NUMBER));
/// let firewall = Block::new().block("rule", NestedBlock::new(Nesting::Set, rule));
/// assert_eq!(specification_of(&firewall).implied_type(), firewall.implied_type());
/// ```
#[must_use]
pub fn specification_of(block: &Block) -> Spec {
    described(block).0
}

/// Returns the specification of a block, and whether some value in the block may have any type.
fn described(block: &Block) -> (Spec, bool) {
    let mut has_dynamic = false;
    let mut specs = Vec::new();
    for (name, attribute) in &block.attributes {
        let ty = attribute.constraint();
        has_dynamic |= ty.has_dynamic();
        let spec = match attribute.presence {
            Presence::Required => Spec::required(name.as_str(), ty),
            _ => Spec::optional(name.as_str(), ty),
        };
        specs.push((name.as_str(), spec));
    }
    for (name, nested) in &block.blocks {
        let (inner, is_dynamic) = described(&nested.block);
        has_dynamic |= is_dynamic;
        specs.push((name.as_str(), of_blocks(name, nested, inner, is_dynamic)));
    }
    (Spec::object(specs), has_dynamic)
}

/// Returns the specification of the blocks of one type. Those whose types may differ form tuples and objects.
fn of_blocks(name: &str, nested: &NestedBlock, inner: Spec, is_dynamic: bool) -> Spec {
    let counted = |spec: Spec| {
        let spec = spec.at_least(usize::try_from(nested.min_items).unwrap_or(usize::MAX));
        match nested.max_items {
            0 => spec,
            most => spec.at_most(usize::try_from(most).unwrap_or(usize::MAX)),
        }
    };
    match nested.nesting {
        Nesting::Single | Nesting::Group => {
            let spec = Spec::block(name, inner);
            let spec = if nested.min_items == 1 {
                spec.make_required()
            } else {
                spec
            };
            match nested.nesting {
                Nesting::Group => spec.or(Spec::Literal(nested.block.empty_value())),
                _ => spec,
            }
        }
        Nesting::List if is_dynamic => counted(Spec::blocks(name, Sequence::Tuple, inner)),
        Nesting::List => counted(Spec::blocks(name, Sequence::List, inner)),
        Nesting::Set => counted(Spec::blocks(name, Sequence::Set, inner)),
        Nesting::Map if is_dynamic => Spec::block_object(name, ["key"], inner),
        Nesting::Map => Spec::block_map(name, ["key"], inner),
    }
}
