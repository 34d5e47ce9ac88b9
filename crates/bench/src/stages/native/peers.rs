//! Peers that read native syntax.

use std::hint::black_box;

use super::super::peers::{EDIT, RS, refused};
use super::Shape;
use crate::contest::{Contest, timed_each};
use crate::failure::Failure;
use crate::input::{Input, Text};
use crate::memory::Heap;
use crate::setting::Setting;

/// Adds the peers that parse sources to trees. They create the values of literals too, which is other work.
pub(super) fn add_parse<'a>(
    stage: &str,
    setting: &'a Setting,
    contest: &mut Contest<'a>,
) -> Result<(), Failure> {
    let input = &setting.native;
    match shape_of(
        &input.files,
        |file| hcl_edit::parser::parse_body(file.as_str()).map_err(|error| refused(file, &error)),
        Shape::add_edit,
    ) {
        Ok(shape) => {
            contest.check(EDIT, &shape.to_string())?;
            contest.add_unlike(EDIT, || {
                timed_each(&input.files, input.repeat, |file| {
                    hcl_edit::parser::parse_body(file.as_str())
                })
            });
        }
        Err(reason) => setting.note(&format!("{stage}: {EDIT} is left out: {reason}")),
    }
    match shape_of(
        &input.files,
        |file| hcl::parse(file.as_str()).map_err(|error| refused(file, &error)),
        Shape::add_rs,
    ) {
        Ok(shape) => {
            contest.check(RS, &shape.to_string())?;
            contest.add_unlike(RS, || {
                timed_each(&input.files, input.repeat, |file| hcl::parse(file.as_str()))
            });
        }
        Err(reason) => setting.note(&format!("{stage}: {RS} is left out: {reason}")),
    }
    Ok(())
}

/// Returns the heap that each peer needs for its trees, per byte of source.
pub(super) fn memory(input: &Input, heap: Heap) -> [(String, f64); 2] {
    let edit = heap.per_byte(input, |file| hcl_edit::parser::parse_body(file.as_str()));
    let rs = heap.per_byte(input, |file| hcl::parse(file.as_str()));
    [(EDIT.to_owned(), edit), (RS.to_owned(), rs)]
}

/// Returns the shape of a peer's result for all files, or the reason why it does not take part.
fn shape_of<B>(
    files: &[Text],
    parse: impl Fn(&Text) -> Result<B, String>,
    add: impl Fn(&mut Shape, &B),
) -> Result<Shape, String> {
    let mut shape = Shape::default();
    for file in files {
        add(&mut shape, black_box(&parse(file)?));
    }
    Ok(shape)
}

impl Shape {
    fn add_edit(&mut self, body: &hcl_edit::structure::Body) {
        for attribute in body.attributes() {
            self.attribute(attribute.key.as_str());
        }
        for block in body.blocks() {
            self.block(block.ident.as_str());
            block.labels.iter().for_each(|label| self.name(label.as_str()));
            self.add_edit(&block.body);
        }
    }

    fn add_rs(&mut self, body: &hcl::Body) {
        for attribute in body.attributes() {
            self.attribute(attribute.key.as_str());
        }
        for block in body.blocks() {
            self.block(block.identifier.as_str());
            block.labels.iter().for_each(|label| self.name(label.as_str()));
            self.add_rs(&block.body);
        }
    }
}
