//! What a partial plan does not know, and Terraform would.

use std::fmt;

use hcl2_diagnostics::codes::plan::INCOMPLETE;
use hcl2_diagnostics::{Diagnostic, SourceMap, Span};
use hcl2_json_text::{Escapes, Writer};

/// The address of the workspace, as references have it.
pub(crate) const WORKSPACE: &str = "terraform.workspace";

/// Something that a partial plan does not know or leaves out, although Terraform would know it or refuse the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// Why it is not known.
    pub reason: GapReason,
    /// The address of the object, such as `var.size`, `module.net`, `data.acme_image.a` or `module.net.acme_disk.d`; the full
    /// name of a provider.
    pub address: String,
    /// What was found, if the reason does not say it all.
    pub detail: Option<String>,
    /// Where it is written.
    pub place: Option<Span>,
}

impl Gap {
    /// Returns the gap as a note with the code `hcl2::plan::incomplete`.
    #[must_use]
    pub fn note(&self) -> Diagnostic {
        let described = self.reason.described(1);
        let article = if described.starts_with(['e', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        let mut detail = format!("`{}` is {article} {described}.", self.address);
        if let Some(more) = &self.detail {
            detail += " ";
            detail += more;
        }
        let note = Diagnostic::note(INCOMPLETE, "Incomplete plan").with_detail(detail);
        match self.place {
            Some(place) => note.with_subject(place),
            None => note,
        }
    }

    /// Returns the gap with its place as people read it.
    #[must_use]
    pub fn located(&self, sources: &SourceMap) -> LocatedGap {
        let place = self.place.and_then(|place| {
            let source = sources.get(place.source)?;
            let start = source.position(place.start);
            Some(Place {
                file: source.name().to_owned(),
                line: start.line,
                column: start.column,
            })
        });
        LocatedGap {
            reason: self.reason,
            address: self.address.clone(),
            detail: self.detail.clone(),
            place,
        }
    }
}

/// A [`Gap`] that needs no sources to be shown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LocatedGap {
    /// Why something is not known.
    pub reason: GapReason,
    /// The address of the object.
    pub address: String,
    /// Where it is written, if the source is known.
    pub place: Option<Place>,
    /// What was found, if the reason does not say it all.
    pub detail: Option<String>,
}

/// A position in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// How many objects with the same gap are named.
const MAX_NAMED: usize = 5;
/// How many characters of a detail are shown.
const MAX_DETAIL: usize = 160;

/// Returns gaps as lines for people, by their reasons, in which the first few objects are named with their places. Nothing is
/// returned without gaps.
///
/// The gaps are sorted by their reasons.
#[must_use]
pub fn gaps_to_text(gaps: &[LocatedGap]) -> String {
    let mut lines = Vec::new();
    for alike in gaps.chunk_by(|a, b| a.reason == b.reason) {
        let count = alike.len();
        lines.push(format!("  {count} {}:", alike[0].reason.described(count)));
        lines.extend(alike.iter().take(MAX_NAMED).map(|gap| format!("    {gap}")));
        let more = count.saturating_sub(MAX_NAMED);
        lines.extend((more > 0).then(|| format!("    and {more} more")));
    }
    let lines = lines.iter().map(|line| format!("{line}\n"));
    let heading = (!gaps.is_empty()).then(|| "Not complete:\n".to_owned());
    heading.into_iter().chain(lines).collect()
}

/// Returns gaps as a JSON array of objects.
#[must_use]
pub fn gaps_to_json(gaps: &[LocatedGap]) -> String {
    let mut writer = Writer::compact(Escapes::HTML);
    write(gaps, &mut writer);
    writer.finish()
}

/// Writes gaps as a JSON array of objects.
pub(crate) fn write(gaps: &[LocatedGap], writer: &mut Writer) {
    writer.open('[');
    for gap in gaps {
        writer.element();
        writer.open('{');
        writer.property("reason");
        writer.string(gap.reason.name());
        writer.property("address");
        writer.string(&gap.address);
        if let Some(detail) = &gap.detail {
            writer.property("detail");
            writer.string(detail);
        }
        if let Some(place) = &gap.place {
            writer.property("filename");
            writer.string(&place.file);
            writer.property("line");
            writer.integer(place.line.into());
            writer.property("column");
            writer.integer(place.column.into());
        }
        writer.close('}');
    }
    writer.close(']');
}

/// Displays the address, the place and the start of the detail, on one line.
impl fmt::Display for LocatedGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)?;
        if let Some(place) = &self.place {
            write!(f, " ({}:{})", place.file, place.line)?;
        }
        write_start(f, self.detail.as_deref())
    }
}

/// Displays the address, what the object is, and the start of the detail, on one line.
impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.address, self.reason.described(1))?;
        write_start(f, self.detail.as_deref())
    }
}

/// Writes the start of a detail on the same line.
fn write_start(f: &mut fmt::Formatter<'_>, detail: Option<&str>) -> fmt::Result {
    let Some(detail) = detail else {
        return Ok(());
    };
    let detail = detail.split_whitespace().collect::<Vec<_>>().join(" ");
    match detail.char_indices().nth(MAX_DETAIL) {
        Some((end, _)) => write!(f, ": {}...", &detail[..end]),
        None => write!(f, ": {detail}"),
    }
}

/// Why a partial plan does not know something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum GapReason {
    /// A variable of the root module has neither a value nor a default.
    MissingValue,
    /// The name of the workspace is not known.
    UnknownWorkspace,
    /// The module of a call was not read: it is not installed, or its source is not known.
    UnreadModule,
    /// The root module expects the configuration of a provider from its caller.
    ProviderConfiguration,
    /// The resources of a provider have no schema, and are planned as they are written.
    MissingSchema,
    /// A data source that Terraform would read while it plans has no answer.
    UnreadData,
    /// Only the provider knows attributes of a resource.
    UnknownAttributes,
    /// The instances of a resource or call depend on something unknown.
    UnknownInstances,
    /// Whether an object of the state is changed or replaced depends on something unknown.
    UnknownAction,
    /// A condition fails with values that are defaults or not known.
    FailedCondition,
    /// An expression fails with values that are defaults or not known, or reads a file that cannot be read here.
    FailedEvaluation,
    /// The plan does not obey something that the module declares.
    Unsupported,
}

impl GapReason {
    /// Returns a name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MissingValue => "missing_value",
            Self::UnknownWorkspace => "unknown_workspace",
            Self::UnreadModule => "module_not_read",
            Self::ProviderConfiguration => "provider_configuration",
            Self::MissingSchema => "missing_schema",
            Self::UnreadData => "data_not_read",
            Self::UnknownAttributes => "unknown_attributes",
            // As Terraform calls it where it defers a change.
            Self::UnknownInstances => "instance_count_unknown",
            Self::UnknownAction => "action_unknown",
            Self::FailedCondition => "failed_condition",
            Self::FailedEvaluation => "failed_evaluation",
            Self::Unsupported => "unsupported",
        }
    }

    /// Returns what objects with this reason are, of which there are `count`.
    #[must_use]
    pub const fn described(self, count: usize) -> &'static str {
        let is_one = count == 1;
        match self {
            Self::MissingValue if is_one => "variable without a value",
            Self::MissingValue => "variables without a value",
            Self::UnknownWorkspace => "unknown workspace",
            Self::UnreadModule if is_one => "module that was not read",
            Self::UnreadModule => "modules that were not read",
            Self::ProviderConfiguration if is_one => "provider configuration that a caller passes",
            Self::ProviderConfiguration => "provider configurations that a caller passes",
            Self::MissingSchema if is_one => "provider without a schema",
            Self::MissingSchema => "providers without a schema",
            Self::UnreadData if is_one => "data source that was not read",
            Self::UnreadData => "data sources that were not read",
            Self::UnknownAttributes if is_one => "resource with attributes that only its provider knows",
            Self::UnknownAttributes => "resources with attributes that only their providers know",
            Self::UnknownInstances if is_one => "object with unknown instances",
            Self::UnknownInstances => "objects with unknown instances",
            Self::UnknownAction if is_one => "object with an unknown action",
            Self::UnknownAction => "objects with unknown actions",
            Self::FailedCondition if is_one => "condition that fails with defaults or unknown values",
            Self::FailedCondition => "conditions that fail with defaults or unknown values",
            Self::FailedEvaluation if is_one => "expression that cannot be evaluated",
            Self::FailedEvaluation => "expressions that cannot be evaluated",
            Self::Unsupported if is_one => "declaration that the plan does not obey",
            Self::Unsupported => "declarations that the plan does not obey",
        }
    }
}

impl fmt::Display for GapReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
