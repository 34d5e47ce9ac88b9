//! `hcl2 decode`: decodes files by a specification and prints the result as JSON.

use std::path::PathBuf;

use clap::ValueEnum;
use hcl2::Syntax;
use hcl2::decode::{JsonOptions, value_to_json};
use hcl2::diagnostics::{Diagnostics, Outcome, SourceMap, Span, render};
use hcl2::model::{BodyRef, EvalContext, Name, Traversal, TraversalStep, merge_bodies};
use hcl2::spec::SpecFile;
use hcl2::value::Value;
use serde_json::{Value as Json, json};

use super::budget::BudgetArguments;
use super::syntax::SyntaxArguments;
use crate::files::Input;
use crate::output::{Failure, Output, write_error, write_json};
use crate::replace::write_result;

#[derive(clap::Args)]
#[command(
    after_help = "The specification describes the attributes and blocks of a file and the value to make of them. For \
                        example:\n\n  object {\n    attr \"port\" {\n      type     = number\n      required = true\n    }\n  }"
)]
pub(crate) struct Arguments {
    /// The specification, in the format of `hcldec`.
    #[arg(long, short, value_name = "FILE")]
    spec: PathBuf,
    /// Variables for the input: a JSON object, or a file whose attributes are the variables. May be given several
    /// times; later ones override earlier ones and those of the specification.
    #[arg(long, short = 'V', value_name = "JSON|FILE")]
    vars: Vec<String>,
    /// Write the result to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print diagnostics to standard error in the JSON format of `hcldec`.
    #[arg(long, value_enum, value_name = "FORMAT")]
    diags: Option<HcldecFormat>,
    /// Print the type of the result beside it.
    #[arg(long)]
    with_type: bool,
    /// Keep attributes that are null instead of omitting them.
    #[arg(long)]
    keep_nulls: bool,
    /// Print the variables the input refers to instead of decoding it.
    #[arg(long)]
    var_refs: bool,
    #[command(flatten)]
    syntax: SyntaxArguments,
    #[command(flatten)]
    pub(crate) budget: BudgetArguments,
    /// The input files, merged into one body; standard input if there are none or for `-`.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// The formats of `hcldec --diags`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HcldecFormat {
    /// A JSON object with all diagnostics.
    Json,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let mut session = Session {
        output: *output,
        diags: arguments.diags,
        sources: SourceMap::new(),
    };
    let spec = session.read_specification(arguments)?;
    let mut more = Vec::new();
    for (index, given) in arguments.vars.iter().enumerate() {
        more.extend(session.read_variables(given, index)?);
    }
    let context = spec.context(more);
    let body = session.read_input(arguments)?;
    if arguments.var_refs {
        let references = spec.spec.variables(&*body);
        return session.write(
            arguments,
            &format!(
                "{:#}",
                write_references(&references, context.as_ref(), &session.sources)
            ),
        );
    }
    let limiter = arguments.budget.start();
    let context = context.map(|mut context| {
        context.set_budget(limiter.budget());
        context
    });
    let Outcome { value, diagnostics } = spec.spec.decode(&*body, context.as_ref());
    session.check(&diagnostics)?;
    let options = JsonOptions {
        with_type: arguments.with_type,
        keep_nulls: arguments.keep_nulls,
        max_bytes: None,
    };
    match limiter.json(&value, options, spec.spec.source_range(&*body)) {
        Ok(text) => session.write(arguments, &text),
        Err(problem) => session.check(&(*problem).into()),
    }
}

/// A run of the command: its sources, and the format of diagnostics.
struct Session {
    output: Output,
    diags: Option<HcldecFormat>,
    sources: SourceMap,
}

impl Session {
    /// Shows diagnostics, and fails if one is an error.
    fn check(&self, diagnostics: &Diagnostics) -> Result<(), Failure> {
        match self.diags {
            Some(HcldecFormat::Json) if !diagnostics.is_empty() => {
                let shown = self.output.limited(diagnostics);
                write_error(&(render::hcldec_json(&shown, &self.sources) + "\n"));
            }
            Some(HcldecFormat::Json) => {}
            None => self.output.show(diagnostics, &self.sources),
        }
        if diagnostics.has_errors() {
            Err(Failure::Input)
        } else {
            Ok(())
        }
    }

    /// Reads files into the session and parses them.
    fn read(&mut self, paths: &[PathBuf], syntax: SyntaxArguments) -> Result<Vec<BodyRef>, Failure> {
        let input = Input::read_into(std::mem::take(&mut self.sources), paths, syntax.syntax())?;
        self.sources = input.sources;
        if !input.diagnostics.is_empty() {
            self.check(&input.diagnostics).map_err(|_| Failure::Usage)?;
        }
        let mut diagnostics = Diagnostics::new();
        let mut bodies = Vec::new();
        for (source, of_file) in &input.files {
            bodies.push(syntax.parse(source, *of_file).report_into(&mut diagnostics));
        }
        self.check(&diagnostics)?;
        Ok(bodies)
    }

    fn read_specification(&mut self, arguments: &Arguments) -> Result<SpecFile, Failure> {
        let bodies = self.read(std::slice::from_ref(&arguments.spec), SyntaxArguments::default())?;
        let Outcome {
            value: spec,
            diagnostics,
        } = SpecFile::from_body(&merge_bodies(bodies));
        self.check(&diagnostics)?;
        Ok(spec)
    }

    fn read_input(&mut self, arguments: &Arguments) -> Result<BodyRef, Failure> {
        let standard_input = [PathBuf::from("-")];
        let files = if arguments.files.is_empty() {
            &standard_input
        } else {
            arguments.files.as_slice()
        };
        let bodies = self.read(files, arguments.syntax)?;
        Ok(merge_bodies(bodies))
    }

    /// Reads the variables of one `--vars` argument; `index` counts from 0.
    fn read_variables(&mut self, given: &str, index: usize) -> Result<Vec<(Name, Value)>, Failure> {
        let body = if given.trim_start().starts_with('{') {
            let source = self
                .sources
                .add(format!("<vars argument {index}>"), given)
                .map_err(|error| Failure::Message(error.to_string()))?;
            let parsed = hcl2::ParseOptions::new().parse(&source, Syntax::Json);
            self.check(&parsed.diagnostics)?;
            parsed.value
        } else {
            merge_bodies(self.read(&[PathBuf::from(given)], SyntaxArguments::default())?)
        };
        let Outcome {
            value: attributes,
            mut diagnostics,
        } = body.attributes();
        let values = attributes
            .iter()
            .map(|attribute| {
                (
                    attribute.name.clone(),
                    attribute.expression.evaluate(None).report_into(&mut diagnostics),
                )
            })
            .collect();
        self.check(&diagnostics)?;
        Ok(values)
    }

    fn write(&self, arguments: &Arguments, text: &str) -> Result<(), Failure> {
        let line = format!("{text}\n");
        match &arguments.out {
            None => write_json(&line),
            Some(path) => write_result(path, &line),
        }
    }
}

/// Prints the references of the input as `hcldec --var-refs` does.
fn write_references(
    references: &[Traversal],
    context: Option<&EvalContext<'_>>,
    sources: &SourceMap,
) -> Json {
    references
        .iter()
        .map(|traversal| {
            let mut json = json!({
                "root_name": traversal.root_name().map(Name::as_str),
                "steps": traversal.steps().iter().map(|step| write_step(step, sources)).collect::<Json>(),
                "range": traversal.span().map(|span| write_range(span, sources)),
            });
            let Outcome { value, diagnostics } = traversal.evaluate(context);
            if !diagnostics.has_errors()
                && let Some(value) = write_value(&value)
            {
                json["value"] = value;
            }
            json
        })
        .collect()
}

fn write_step(step: &TraversalStep, sources: &SourceMap) -> Json {
    let range = write_range(step.span(), sources);
    match step {
        TraversalStep::Root { name, .. } => json!({ "kind": "root", "name": name.as_str(), "range": range }),
        TraversalStep::Attribute { name, .. } => {
            json!({ "kind": "attr", "name": name.as_str(), "range": range })
        }
        TraversalStep::Index { key, .. } => {
            json!({ "kind": "index", "key": write_value(key), "range": range })
        }
        TraversalStep::Splat { .. } => json!({ "kind": "splat", "range": range }),
    }
}

fn write_value(value: &Value) -> Option<Json> {
    let text = value_to_json(
        value,
        JsonOptions {
            with_type: false,
            keep_nulls: true,
            max_bytes: None,
        },
    )
    .ok()?;
    serde_json::from_str(&text).ok()
}

fn write_range(span: Span, sources: &SourceMap) -> Json {
    let Some(source) = sources.get(span.source) else {
        return Json::Null;
    };
    let position = |offset| {
        let position = source.line_index().position(source.bytes(), offset);
        json!({ "line": position.line, "column": position.column, "byte": position.byte })
    };
    json!({ "filename": source.name(), "start": position(span.start), "end": position(span.end) })
}
