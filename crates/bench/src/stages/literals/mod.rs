//! Reading native syntax and the values of its literals.

#[cfg(feature = "peers")]
mod peers;

use std::hint::black_box;
use std::sync::Arc;

use hcl2_native::parse_file;
use hcl2_native::tree::{Event, Expr, File, Node, Step};
use hcl2_value::{Number, Str};

use super::native::our_shape;
use crate::checksum::Checksum;
use crate::contest::{Contest, GoWork, timed_each};
use crate::failure::Failure;
use crate::input::Text;
use crate::report::{Measurement, Unit};
use crate::setting::Setting;

/// Visits the values of literals in order: numbers, and quoted strings without interpolation. Labels and the content of
/// templates are left out: `hcl-rs` does not parse templates.
trait Taker {
    fn number<N>(&mut self, number: N, to_float: impl Fn(&N) -> Option<f64>);

    fn string(&mut self, text: &str);
}

/// Visits values and ignores them.
struct Visited;

impl Taker for Visited {
    fn number<N>(&mut self, number: N, _: impl Fn(&N) -> Option<f64>) {
        black_box(number);
    }

    fn string(&mut self, text: &str) {
        black_box(text);
    }
}

/// The number and checksum of literals.
#[derive(Default)]
struct Literals {
    numbers: usize,
    strings: usize,
    checksum: Checksum,
}

impl Taker for Literals {
    fn number<N>(&mut self, number: N, to_float: impl Fn(&N) -> Option<f64>) {
        self.numbers += 1;
        let float = to_float(&number).unwrap_or(f64::NAN);
        self.checksum.add(float.to_bits().to_le_bytes());
    }

    fn string(&mut self, text: &str) {
        self.strings += 1;
        self.checksum.add(text);
        self.checksum.add([0xff]);
    }
}

impl std::fmt::Display for Literals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} numbers and {} strings with the checksum {}",
            self.numbers, self.strings, self.checksum
        )
    }
}

/// Parses sources to trees and creates the value of every literal.
pub(super) fn read(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let input = &setting.native;
    let shape = our_shape(stage, &input.files)?.to_string();
    let mut literals = Literals::default();
    for file in &input.files {
        let _ = read_ours(file, &mut literals);
    }
    let mut contest = Contest::new(
        stage,
        Unit::MegabytesPerSecond,
        input.work(),
        literals.to_string(),
        || timed_each(&input.files, input.repeat, |file| read_ours(file, &mut Visited)),
    );
    if setting.peers {
        #[cfg(feature = "peers")]
        peers::add(stage, setting, &mut contest)?;
        // The peer creates the values while parsing, and needs no visit.
        let work = GoWork {
            stage: "native.parse",
            shape: &shape,
            repeat: input.repeat,
            is_peer: true,
        };
        contest.add_go_work(setting, &work, input.texts())?;
    }
    contest.run(setting.rounds)
}

fn read_ours(file: &Text, taker: &mut impl Taker) -> hcl2_diagnostics::Outcome<Arc<File>> {
    let parsed = parse_file(&file.source);
    visit_ours(&parsed.value, taker);
    parsed
}

fn visit_ours(file: &File, taker: &mut impl Taker) {
    let mut walk = file.walk(file.root_node());
    while let Some(event) = walk.next() {
        match event {
            Event::Enter(Node::Expr(id)) => match file.expr(id) {
                Expr::Number => {
                    if let Ok(number) = Number::parse(file.str(file.expr_range(id))) {
                        taker.number(number, |number| Some(number.to_f64().0));
                    }
                }
                Expr::String { text, .. } if file.slice(file.expr_range(id)).starts_with(b"\"") => {
                    taker.string(&Str::from(file.text(text)));
                }
                Expr::Template { .. } | Expr::TemplateWrap { .. } => walk.skip_children(),
                _ => {}
            },
            Event::Enter(Node::Step(Step::LegacyIndex { .. })) => walk.skip_children(),
            _ => {}
        }
    }
}
