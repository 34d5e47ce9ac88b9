//! Reading native syntax.

use std::hint::black_box;

use hcl2_native::lexer::{self, Start, TokenKind, Tokens};
use hcl2_native::tree::{BodyId, File, Item, TextRange};
use hcl2_native::{format as format_text, parse_file};

use crate::checksum::Checksum;
use crate::contest::{Contest, GoWork, OURS, timed_each};
use crate::failure::Failure;
use crate::generate;
use crate::input::Text;
use crate::memory::Heap;
use crate::report::{Measurement, Unit};
use crate::setting::Setting;

fn lex_one(file: &Text) -> Tokens {
    let bytes = file.source.bytes();
    lexer::lex(bytes, TextRange::new(0, bytes.len() as u32), Start::Code)
}

pub(super) fn lex(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let input = &setting.native;
    let (mut identifiers, mut checksum, mut covered) = (0, Checksum::default(), 0);
    for file in &input.files {
        for token in lex_one(file).iter() {
            if token.kind == TokenKind::Identifier {
                identifiers += 1;
                checksum.add(
                    file.source
                        .slice(file.source.span_of(token.range.start, token.range.end)),
                );
            }
            covered += u64::from(token.range.end - token.range.start);
        }
    }
    if covered != input.bytes() {
        let text = format!(
            "{stage}: the tokens of {OURS} cover {covered} of {} bytes",
            input.bytes()
        );
        return Err(Failure::Contestant(text));
    }
    let shape = format!("{identifiers} identifiers with the checksum {checksum}");
    let mut contest = Contest::new(stage, Unit::MegabytesPerSecond, input.work(), shape, || {
        timed_each(&input.files, input.repeat, lex_one)
    });
    if setting.peers {
        contest.add_go(setting, input.repeat, input.texts())?;
    }
    contest.run(setting.rounds)
}

/// Parses sources to trees. The peers create the values of literals too, which is other work; `native.read` measures
/// that for ours.
pub(super) fn parse(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let input = &setting.native;
    let shape = our_shape(stage, &input.files)?.to_string();
    let mut contest = Contest::new(
        stage,
        Unit::MegabytesPerSecond,
        input.work(),
        shape.clone(),
        || timed_each(&input.files, input.repeat, |file| parse_file(&file.source)),
    );
    if setting.peers {
        match edit_shape(&input.files) {
            Ok(shape) => {
                contest.check("hcl-edit", &shape.to_string())?;
                contest.add_unlike("hcl-edit", || {
                    timed_each(&input.files, input.repeat, |file| {
                        hcl_edit::parser::parse_body(file.as_str())
                    })
                });
            }
            Err(reason) => setting.note(&format!("{stage}: hcl-edit is left out: {reason}")),
        }
        match rs_shape(&input.files) {
            Ok(shape) => {
                contest.check("hcl-rs", &shape.to_string())?;
                contest.add_unlike("hcl-rs", || {
                    timed_each(&input.files, input.repeat, |file| hcl::parse(file.as_str()))
                });
            }
            Err(reason) => setting.note(&format!("{stage}: hcl-rs is left out: {reason}")),
        }
        let work = GoWork {
            stage,
            shape: &shape,
            repeat: input.repeat,
            is_peer: false,
        };
        contest.add_go_work(setting, &work, input.texts())?;
    }
    contest.run(setting.rounds)
}

pub(super) fn parse_growth(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    const SIZES: [usize; 2] = [1_000_000, 100_000_000];
    super::growth_of_file(stage, setting, SIZES, generate::one_native, |source| {
        let parsed = parse_file(source);
        (parsed.value, parsed.diagnostics)
    })
}

pub(super) fn format(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let input = &setting.native;
    let (mut bytes, mut checksum) = (0, Checksum::default());
    for file in &input.files {
        let text = format_text(file.source.bytes());
        bytes += text.len();
        checksum.add(text);
    }
    let shape = format!("{bytes} bytes with the checksum {checksum}");
    let mut contest = Contest::new(stage, Unit::MegabytesPerSecond, input.work(), shape, || {
        timed_each(&input.files, input.repeat, |file| {
            format_text(file.source.bytes())
        })
    });
    if setting.peers {
        contest.add_go(setting, input.repeat, input.texts())?;
    }
    contest.run(setting.rounds)
}

pub(super) fn lex_memory(stage: &'static str, setting: &Setting, heap: Heap) -> Result<Measurement, Failure> {
    let ours = heap.per_byte(&setting.native, lex_one);
    Ok(Measurement::new(stage, Unit::HeapPerByte, ours))
}

/// Measures the growth of [`parse`]; the peers create values too.
pub(super) fn parse_memory(
    stage: &'static str,
    setting: &Setting,
    heap: Heap,
) -> Result<Measurement, Failure> {
    let input = &setting.native;
    let ours = heap.per_byte(input, |file| parse_file(&file.source));
    let mut outcome = Measurement::new(stage, Unit::HeapPerByte, ours);
    if setting.peers {
        let edit = heap.per_byte(input, |file| hcl_edit::parser::parse_body(file.as_str()));
        let rs = heap.per_byte(input, |file| hcl::parse(file.as_str()));
        outcome
            .unlike
            .extend([("hcl-edit".to_owned(), edit), ("hcl-rs".to_owned(), rs)]);
    }
    Ok(outcome)
}

/// The amount of structure at any depth, and its names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    attributes: usize,
    blocks: usize,
    /// The checksum of attribute names, block types and labels, in any order: the Go reference does not keep the order of
    /// attributes.
    names: Checksum,
}

/// Returns the shape of our result for the files.
pub(super) fn our_shape(stage: &str, files: &[Text]) -> Result<Shape, Failure> {
    let mut shape = Shape::default();
    for file in files {
        let parsed = parse_file(&file.source);
        if parsed.diagnostics.has_errors() {
            let reason = format!("{stage}: {} has errors", file.source.name());
            return Err(Failure::Contestant(reason));
        }
        if let Some(body) = parsed.value.root().body() {
            shape.add(&parsed.value, body);
        }
    }
    Ok(shape)
}

impl Shape {
    fn name(&mut self, name: impl AsRef<[u8]>) {
        self.names.add_unordered(Checksum::of(name));
    }

    fn add(&mut self, file: &File, body: BodyId) {
        for item in file.items(file.body(body).items) {
            match item {
                Item::Attribute(id) => {
                    self.attributes += 1;
                    self.name(file.str(file.attribute(*id).name));
                }
                Item::Block(id) => {
                    self.blocks += 1;
                    let block = file.block(*id);
                    self.name(file.str(block.block_type));
                    for label in file.labels(block.labels) {
                        self.name(file.text(label.text));
                    }
                    self.add(file, block.body);
                }
                _ => {}
            }
        }
    }

    fn add_edit(&mut self, body: &hcl_edit::structure::Body) {
        for attribute in body.attributes() {
            self.attributes += 1;
            self.name(attribute.key.as_str());
        }
        for block in body.blocks() {
            self.blocks += 1;
            self.name(block.ident.as_str());
            block.labels.iter().for_each(|label| self.name(label.as_str()));
            self.add_edit(&block.body);
        }
    }

    fn add_rs(&mut self, body: &hcl::Body) {
        for attribute in body.attributes() {
            self.attributes += 1;
            self.name(attribute.key.as_str());
        }
        for block in body.blocks() {
            self.blocks += 1;
            self.name(block.identifier.as_str());
            block.labels.iter().for_each(|label| self.name(label.as_str()));
            self.add_rs(&block.body);
        }
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} attributes and {} blocks, whose names have the checksum {}",
            self.attributes, self.blocks, self.names
        )
    }
}

fn edit_shape(files: &[Text]) -> Result<Shape, String> {
    let mut shape = Shape::default();
    for file in files {
        let body = hcl_edit::parser::parse_body(file.as_str()).map_err(|error| refused(file, &error))?;
        shape.add_edit(black_box(&body));
    }
    Ok(shape)
}

fn rs_shape(files: &[Text]) -> Result<Shape, String> {
    let mut shape = Shape::default();
    for file in files {
        let body = hcl::parse(file.as_str()).map_err(|error| refused(file, &error))?;
        shape.add_rs(black_box(&body));
    }
    Ok(shape)
}

/// Returns the reason why a peer does not take part, in one line.
pub(super) fn refused(file: &Text, error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    let last = text
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty())
        .unwrap_or_default();
    format!("it cannot read {}: {last}", file.source.name())
}
