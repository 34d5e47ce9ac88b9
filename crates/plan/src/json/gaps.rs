//! What a partial plan does not know.

use hcl2_diagnostics::SourceMap;
use hcl2_json_text::Writer;

use super::change;
use crate::gaps::{self, Gap, GapReason, LocatedGap};
use crate::model::ResourceInstance;

/// Writes the changes of instances whose number is not known, as Terraform writes the changes that it defers.
pub(super) fn write_deferred(deferred: &[ResourceInstance], writer: &mut Writer) {
    if deferred.is_empty() {
        return;
    }
    writer.property("deferred_changes");
    writer.open('[');
    for resource in deferred {
        writer.element();
        writer.open('{');
        writer.property("reason");
        writer.string(GapReason::UnknownInstances.name());
        writer.property("resource_change");
        change(resource, writer);
        writer.close('}');
    }
    writer.close(']');
}

/// Writes why a plan is not complete, with places in the files that `sources` has.
pub(super) fn write(gaps: &[Gap], sources: &SourceMap, writer: &mut Writer) {
    if gaps.is_empty() {
        return;
    }
    writer.property("incomplete");
    let mut located: Vec<LocatedGap> = gaps.iter().map(|gap| gap.located(sources)).collect();
    located.sort();
    gaps::write(&located, writer);
}
