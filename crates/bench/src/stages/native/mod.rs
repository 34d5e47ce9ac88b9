//! Reading native syntax.

#[cfg(feature = "peers")]
mod peers;

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
        #[cfg(feature = "peers")]
        peers::add_parse(stage, setting, &mut contest)?;
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
    let measurement = Measurement::new(stage, Unit::HeapPerByte, ours);
    #[cfg(feature = "peers")]
    if setting.peers {
        let unlike = peers::memory(input, heap).to_vec();
        return Ok(Measurement {
            unlike,
            ..measurement
        });
    }
    Ok(measurement)
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

    fn attribute(&mut self, name: &str) {
        self.attributes += 1;
        self.name(name);
    }

    fn block(&mut self, block_type: &str) {
        self.blocks += 1;
        self.name(block_type);
    }

    fn add(&mut self, file: &File, body: BodyId) {
        for item in file.items(file.body(body).items) {
            match item {
                Item::Attribute(id) => {
                    self.attribute(file.str(file.attribute(*id).name));
                }
                Item::Block(id) => {
                    let block = file.block(*id);
                    self.block(file.str(block.block_type));
                    for label in file.labels(block.labels) {
                        self.name(file.text(label.text));
                    }
                    self.add(file, block.body);
                }
                _ => {}
            }
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
