//! Converting modules of the Terraform language.

use hcl2_json::parse_tree;
use hcl2_terraform::Converter;

use crate::contest::{Contest, timed_each};
use crate::failure::Failure;
use crate::report::{Outcome, Unit};
use crate::setting::Setting;

/// From the bytes of a file in native syntax to its text in JSON.
pub(super) fn to_json(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    let input = &setting.native;
    let converter = Converter::new();
    let mut properties = 0;
    for file in &input.files {
        let text = converter.to_json(&file.source).text;
        let read = text.and_then(|text| {
            let source = hcl2_diagnostics::SourceMap::new().add("converted", text).ok()?;
            let (tree, problems) = parse_tree(&source);
            (!problems.has_errors()).then(|| tree.root().properties().count())
        });
        properties += read.ok_or_else(|| {
            Failure::Contestant(format!("{stage}: {} cannot be converted", file.source.name()))
        })?;
    }
    let shape = format!("{properties} properties at the top");
    let contest = Contest::new(stage, Unit::MegabytesPerSecond, input.work(), shape, || {
        timed_each(&input.files, input.repeat, |file| converter.to_json(&file.source))
    });
    contest.run(setting.rounds)
}
