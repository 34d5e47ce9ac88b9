//! Peers that create the values of literals.

use hcl::expr as rs;
use hcl_edit::visit::{Visit, visit_body};

use super::super::peers::{EDIT, RS, refused};
use super::{Literals, Taker, Visited};
use crate::contest::{Contest, timed_each};
use crate::failure::Failure;
use crate::input::Text;
use crate::setting::Setting;

/// Adds the peers that parse sources and create the value of every literal.
pub(super) fn add<'a>(stage: &str, setting: &'a Setting, contest: &mut Contest<'a>) -> Result<(), Failure> {
    let input = &setting.native;
    match literals_of(&input.files, |file, literals| read_edit(file, literals).map(drop)) {
        Ok(shape) => contest.add(EDIT, &shape, || {
            timed_each(&input.files, input.repeat, |file| read_edit(file, &mut Visited))
        })?,
        Err(reason) => setting.note(&format!("{stage}: {EDIT} is left out: {reason}")),
    }
    match literals_of(&input.files, |file, literals| read_rs(file, literals).map(drop)) {
        Ok(shape) => contest.add(RS, &shape, || {
            timed_each(&input.files, input.repeat, |file| read_rs(file, &mut Visited))
        })?,
        Err(reason) => setting.note(&format!("{stage}: {RS} is left out: {reason}")),
    }
    Ok(())
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
