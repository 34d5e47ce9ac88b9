//! Reading native syntax.

use std::hint::black_box;

use hcl2_native::lexer::{self, Start, TokenKind, Tokens};
use hcl2_native::tree::{BodyId, File, Item, TextRange};
use hcl2_native::{format as format_text, parse_file};

use crate::contest::{Contest, OURS, timed_each};
use crate::failure::Failure;
use crate::generate;
use crate::input::Text;
use crate::memory::{self, Heap};
use crate::report::{Outcome, Unit};
use crate::setting::Setting;

fn lex_one(file: &Text) -> Tokens {
    let bytes = file.source.bytes();
    lexer::lex(bytes, TextRange::new(0, bytes.len() as u32), Start::Code)
}

pub(super) fn lex(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    let input = &setting.native;
    let (mut identifiers, mut covered) = (0, 0);
    for file in &input.files {
        for token in lex_one(file).iter() {
            identifiers += usize::from(token.kind == TokenKind::Identifier);
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
    let shape = format!("{identifiers} identifiers");
    let mut contest = Contest::new(stage, Unit::MegabytesPerSecond, input.work(), shape, || {
        timed_each(&input.files, input.repeat, lex_one)
    });
    if setting.peers {
        contest.add_go(setting, input.repeat, input.texts())?;
    }
    contest.run(setting.rounds)
}

pub(super) fn parse(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    let input = &setting.native;
    let mut ours = Shape::default();
    for file in &input.files {
        let parsed = parse_file(&file.source);
        if parsed.diagnostics.has_errors() {
            return Err(Failure::Contestant(format!(
                "{stage}: {} has errors",
                file.source.name()
            )));
        }
        if let Some(body) = parsed.file.body() {
            ours.add(&parsed.file, body);
        }
    }
    let mut contest = Contest::new(
        stage,
        Unit::MegabytesPerSecond,
        input.work(),
        ours.to_string(),
        || timed_each(&input.files, input.repeat, |file| parse_file(&file.source)),
    );
    if setting.peers {
        match edit_shape(&input.files) {
            Ok(shape) => contest.add("hcl-edit", &shape.to_string(), || {
                timed_each(&input.files, input.repeat, |file| {
                    hcl_edit::parser::parse_body(file.as_str())
                })
            })?,
            Err(reason) => setting.note(&format!("{stage}: hcl-edit is left out: {reason}")),
        }
        match rs_shape(&input.files) {
            Ok(shape) => contest.add("hcl-rs", &shape.to_string(), || {
                timed_each(&input.files, input.repeat, |file| hcl::parse(file.as_str()))
            })?,
            Err(reason) => setting.note(&format!("{stage}: hcl-rs is left out: {reason}")),
        }
        contest.add_go(setting, input.repeat, input.texts())?;
    }
    contest.run(setting.rounds)
}

pub(super) fn parse_growth(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    const SIZES: [usize; 2] = [1_000_000, 100_000_000];
    super::growth_of_file(stage, setting, SIZES, generate::one_native, |source| {
        let parsed = parse_file(source);
        (parsed.file, parsed.diagnostics)
    })
}

pub(super) fn format(stage: &'static str, setting: &Setting) -> Result<Outcome, Failure> {
    let input = &setting.native;
    let (mut bytes, mut checksum) = (0, 0u64);
    for file in &input.files {
        let text = format_text(file.source.bytes());
        bytes += text.len();
        checksum = text.iter().fold(checksum, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(u64::from(*byte))
        });
    }
    let shape = format!("{bytes} bytes with the checksum {checksum:016x}");
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

pub(super) fn lex_memory(stage: &'static str, setting: &Setting, heap: Heap) -> Result<Outcome, Failure> {
    Ok(memory::outcome(
        stage,
        heap.per_byte(&setting.native, lex_one),
        Vec::new(),
    ))
}

pub(super) fn parse_memory(stage: &'static str, setting: &Setting, heap: Heap) -> Result<Outcome, Failure> {
    let input = &setting.native;
    let ours = heap.per_byte(input, |file| parse_file(&file.source));
    let mut peers = Vec::new();
    if setting.peers {
        let edit = heap.per_byte(input, |file| hcl_edit::parser::parse_body(file.as_str()));
        let rs = heap.per_byte(input, |file| hcl::parse(file.as_str()));
        peers.extend([("hcl-edit".to_owned(), edit), ("hcl-rs".to_owned(), rs)]);
    }
    Ok(memory::outcome(stage, ours, peers))
}

/// How much structure there is, at any depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shape {
    attributes: usize,
    blocks: usize,
}

impl Shape {
    fn add(&mut self, file: &File, body: BodyId) {
        for item in &file[file[body].items] {
            match item {
                Item::Attribute(_) => self.attributes += 1,
                Item::Block(id) => {
                    self.blocks += 1;
                    self.add(file, file[*id].body);
                }
                _ => {}
            }
        }
    }

    fn add_edit(&mut self, body: &hcl_edit::structure::Body) {
        self.attributes += body.attributes().count();
        for block in body.blocks() {
            self.blocks += 1;
            self.add_edit(&block.body);
        }
    }

    fn add_rs(&mut self, body: &hcl::Body) {
        self.attributes += body.attributes().count();
        for block in body.blocks() {
            self.blocks += 1;
            self.add_rs(&block.body);
        }
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} attributes and {} blocks", self.attributes, self.blocks)
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

/// Why a peer does not take part, in one line.
fn refused(file: &Text, error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    let last = text
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty())
        .unwrap_or_default();
    format!("it cannot read {}: {last}", file.source.name())
}
