//! How a command parses the files and expressions that its command line names.

use clap::ValueEnum;
use hcl2::diagnostics::{Outcome, Source};
use hcl2::json::Options;
use hcl2::model::{BodyRef, ExpressionRef, Limits};
use hcl2::native::{Input, parse_file};
use hcl2::{ParseOptions, Syntax};

/// The syntax named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SyntaxName {
    /// The native syntax.
    #[value(alias = "hcl")]
    Native,
    /// The JSON syntax.
    Json,
}

impl From<SyntaxName> for Syntax {
    fn from(name: SyntaxName) -> Self {
        match name {
            SyntaxName::Native => Self::Native,
            SyntaxName::Json => Self::Json,
        }
    }
}

/// Maximum nesting depth that can be asked for, for which the stack of the command's threads is large enough.
const MAX_DEPTH: i64 = 2_000;

/// The heading of the options that limit what commands take.
pub(super) const LIMITS: &str = "Limits";

/// The options about the syntax of files.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct SyntaxArguments {
    /// The syntax of all files [default: JSON for names that end in `.json`, native otherwise].
    #[arg(long, value_enum)]
    syntax: Option<SyntaxName>,
    /// Accept comments and trailing commas in JSON.
    #[arg(long)]
    jsonc: bool,
    #[command(flatten)]
    depth: DepthArguments,
}

/// The option about the depth of sources.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct DepthArguments {
    /// The maximum nesting depth of brackets, templates and blocks [default: 250 in native syntax, 10000 in JSON].
    #[arg(long, help_heading = LIMITS, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MAX_DEPTH))]
    max_depth: Option<u32>,
}

impl DepthArguments {
    /// Returns the limits of parsing.
    pub(crate) fn limits(self) -> Limits {
        match self.max_depth {
            Some(depth) => Limits::new().with_nesting_depth(depth),
            None => Limits::new(),
        }
    }
}

impl From<DepthArguments> for SyntaxArguments {
    fn from(depth: DepthArguments) -> Self {
        Self {
            depth,
            ..Self::default()
        }
    }
}

impl SyntaxArguments {
    /// Returns the syntax of all files, if it is named.
    pub(crate) fn syntax(self) -> Option<Syntax> {
        self.syntax.map(Syntax::from)
    }

    /// Returns the limits of parsing.
    pub(crate) fn limits(self) -> Limits {
        self.depth.limits()
    }

    /// Returns the options of parsing.
    fn options(self) -> ParseOptions {
        ParseOptions::new()
            .limits(self.limits())
            .json(self.json_options())
    }

    /// Parses a file.
    pub(crate) fn parse(self, source: &Source, syntax: Syntax) -> Outcome<BodyRef> {
        self.options().parse(source, syntax)
    }

    /// Returns the options of parsing JSON.
    pub(crate) fn json_options(self) -> Options {
        Options {
            limits: self.limits(),
            jsonc: self.jsonc,
            ..Options::default()
        }
    }

    /// Parses a file for its problems, with warnings that its evaluation does not need.
    pub(crate) fn check(self, source: &Source, syntax: Syntax) -> Outcome<()> {
        match syntax {
            Syntax::Json => self.parse(source, syntax).map(|_| ()),
            Syntax::Native => {
                let parsed = parse_file(Input::whole(source).with_limits(self.limits()));
                let mut diagnostics = parsed.diagnostics;
                diagnostics.append(parsed.value.duplicate_keys());
                Outcome::new((), diagnostics)
            }
        }
    }

    /// Parses an expression of the native syntax.
    pub(crate) fn parse_expression(self, source: &Source) -> Outcome<ExpressionRef> {
        self.options().parse_expression(source)
    }
}
