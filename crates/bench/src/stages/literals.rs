//! Reading native syntax and the values of its literals.

use std::hint::black_box;
use std::sync::Arc;

use hcl::expr as rs;
use hcl_edit::visit::{Visit, visit_body};
use hcl2_native::parse_file;
use hcl2_native::tree::{Event, Expr, File, Node, Step};
use hcl2_value::{Number, Str};

use super::native::{our_shape, refused};
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
        match literals_of(&input.files, |file, literals| read_edit(file, literals).map(drop)) {
            Ok(shape) => contest.add("hcl-edit", &shape, || {
                timed_each(&input.files, input.repeat, |file| read_edit(file, &mut Visited))
            })?,
            Err(reason) => setting.note(&format!("{stage}: hcl-edit is left out: {reason}")),
        }
        match literals_of(&input.files, |file, literals| read_rs(file, literals).map(drop)) {
            Ok(shape) => contest.add("hcl-rs", &shape, || {
                timed_each(&input.files, input.repeat, |file| read_rs(file, &mut Visited))
            })?,
            Err(reason) => setting.note(&format!("{stage}: hcl-rs is left out: {reason}")),
        }
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

/// Returns the shape of a peer's result for all files, or the reason why it does not take part.
fn literals_of(
    files: &[Text],
    read: impl Fn(&Text, &mut Literals) -> Result<(), String>,
) -> Result<String, String> {
    let mut literals = Literals::default();
    for file in files {
        read(file, &mut literals)?;
    }
    Ok(literals.to_string())
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

fn read_edit(file: &Text, taker: &mut impl Taker) -> Result<hcl_edit::structure::Body, String> {
    let body = hcl_edit::parser::parse_body(file.as_str()).map_err(|error| refused(file, &error))?;
    visit_body(&mut EditVisitor(taker), &body);
    Ok(body)
}

struct EditVisitor<'t, T>(&'t mut T);

impl<T: Taker> Visit for EditVisitor<'_, T> {
    fn visit_number(&mut self, number: &hcl_edit::Formatted<hcl_edit::Number>) {
        self.0.number(*number.value(), hcl_edit::Number::as_f64);
    }

    fn visit_string(&mut self, text: &hcl_edit::Decorated<String>) {
        self.0.string(text.as_str());
    }

    fn visit_block_label(&mut self, _: &hcl_edit::structure::BlockLabel) {}

    fn visit_string_template(&mut self, _: &hcl_edit::template::StringTemplate) {}

    fn visit_heredoc_template(&mut self, _: &hcl_edit::template::HeredocTemplate) {}
}

fn read_rs(file: &Text, taker: &mut impl Taker) -> Result<hcl::Body, String> {
    let body = hcl::parse(file.as_str()).map_err(|error| refused(file, &error))?;
    visit_rs_body(&body, taker);
    Ok(body)
}

fn visit_rs_body(body: &hcl::Body, taker: &mut impl Taker) {
    for structure in body.iter() {
        match structure {
            hcl::Structure::Attribute(attribute) => visit_rs(&attribute.expr, taker),
            hcl::Structure::Block(block) => visit_rs_body(&block.body, taker),
        }
    }
}

fn visit_rs<T: Taker>(expression: &rs::Expression, taker: &mut T) {
    use rs::Expression;
    let mut each = |expressions: &[&Expression]| expressions.iter().for_each(|inner| visit_rs(inner, taker));
    match expression {
        Expression::Number(number) => taker.number(*number, hcl::Number::as_f64),
        Expression::String(text) => taker.string(text),
        Expression::Array(elements) => elements.iter().for_each(|element| visit_rs(element, taker)),
        Expression::Object(object) => {
            for (key, value) in object {
                if let rs::ObjectKey::Expression(key) = key {
                    visit_rs(key, taker);
                }
                visit_rs(value, taker);
            }
        }
        Expression::Traversal(traversal) => {
            visit_rs(&traversal.expr, taker);
            for operator in &traversal.operators {
                if let rs::TraversalOperator::Index(key) = operator {
                    visit_rs(key, taker);
                }
            }
        }
        Expression::FuncCall(call) => call.args.iter().for_each(|argument| visit_rs(argument, taker)),
        Expression::Parenthesis(inner) => visit_rs(inner, taker),
        Expression::Conditional(conditional) => each(&[
            &conditional.cond_expr,
            &conditional.true_expr,
            &conditional.false_expr,
        ]),
        Expression::Operation(operation) => match &**operation {
            rs::Operation::Unary(unary) => visit_rs(&unary.expr, taker),
            rs::Operation::Binary(binary) => each(&[&binary.lhs_expr, &binary.rhs_expr]),
        },
        Expression::ForExpr(for_expr) => {
            each(&[&for_expr.collection_expr]);
            for_expr.key_expr.iter().for_each(|key| visit_rs(key, taker));
            visit_rs(&for_expr.value_expr, taker);
            for_expr
                .cond_expr
                .iter()
                .for_each(|condition| visit_rs(condition, taker));
        }
        _ => {}
    }
}
