//! Expressions whose results show the order of sets.

use std::collections::BTreeMap;

/// The number of expressions.
pub(crate) const COUNT: usize = 1000;

/// Strings in elements: with quotes, escapes, characters of all widths, and some that are not printable.
const STRINGS: &[&str] = &[
    "",
    "a",
    "ab",
    "a b",
    "A",
    "B",
    "a-b",
    "a_b",
    "10",
    "9",
    "1.5",
    "true",
    "a\\\"b",
    "\\\"",
    "\\\\",
    "a\\\\",
    "\\n",
    "a\\nb",
    "\\t",
    "$${a}",
    "%%{b}",
    "a;b",
    "]",
    "}",
    "~",
    "?",
    "T",
    "ü",
    "u\\u0308",
    "é",
    "ß",
    "ж",
    "中文",
    "한",
    "😀",
    "👩\\u200d🚀",
    "\\u00a0",
    "\\u00ad",
    "\\u200b",
    "\\u2028",
    "\\u3000",
    "\\ufeff",
    "\\ufffd",
    "\\ue000",
    "\\u0001",
    "\\u001b",
    "\\u007f",
    "\\u0085",
    "\\U000e0001",
    "\\U0010ffff",
    "\\u0301",
    "𝒜",
    "longer-than-the-others-by-far-0123456789-0123456789-0123456789",
];

/// Numbers in elements: some agree in ten digits.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "9",
    "10",
    "11",
    "100",
    "-1",
    "-2",
    "-10",
    "0.5",
    "0.1",
    "0.10000000001",
    "1.5",
    "-0.25",
    "1234567890",
    "12345678901",
    "12345678902",
    "123456789012",
    "123456789013",
    "99999999999",
    "100000000000",
    "0.0001",
    "0.00001",
    "0.12345678905",
    "0.12345678915",
    "3.1415926535897932384626433832795",
    "3.1415926535897932384626433832796",
    "1e20",
    "1e-20",
    "123456789012345678901234567890",
    "123456789012345678901234567891",
    "1 / 3",
    "1e30",
];

/// A shape of elements.
#[derive(Clone)]
enum Shape {
    Number,
    String,
    Bool,
    List(Box<Self>),
    Set(Box<Self>),
    Map(Box<Self>),
    Tuple(Vec<Self>),
    Object(Vec<Self>),
}

/// A generator of expressions, the same in every run.
struct Generator(u64);

impl Generator {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }

    /// Returns a shape that is not primitive unless it is nested.
    fn shape(&mut self, depth: usize) -> Shape {
        let leaf = |generator: &mut Self| match generator.below(5) {
            0 | 1 => Shape::Number,
            2 | 3 => Shape::String,
            _ => Shape::Bool,
        };
        if depth > 0 && (depth > 2 || self.below(2) == 0) {
            return leaf(self);
        }
        let width = 1 + self.below(3);
        match self.below(8) {
            0 => Shape::List(Box::new(self.shape(depth + 1))),
            1 => Shape::Set(Box::new(self.shape(depth + 1))),
            2 => Shape::Map(Box::new(self.shape(depth + 1))),
            3 | 4 => Shape::Tuple((0..width).map(|_| self.shape(depth + 1)).collect()),
            _ => Shape::Object((0..width).map(|_| self.shape(depth + 1)).collect()),
        }
    }

    /// Returns an expression for a value of a shape.
    fn value(&mut self, shape: &Shape, depth: usize) -> String {
        if depth > 0 && self.below(25) == 0 {
            return match shape {
                Shape::Number => "tonumber(null)".to_owned(),
                Shape::String => "tostring(null)".to_owned(),
                Shape::Bool => "tobool(null)".to_owned(),
                _ => self.value(shape, 0),
            };
        }
        let depth = depth + 1;
        match shape {
            Shape::Number => self.one_of(NUMBERS).to_owned(),
            Shape::String => format!("\"{}\"", self.one_of(STRINGS)),
            Shape::Bool => self.one_of(&["true", "false"]).to_owned(),
            Shape::List(element) => format!("tolist([{}])", self.elements(element, 1, 2, depth)),
            Shape::Set(element) => format!("toset([{}])", self.elements(element, 1, 2, depth)),
            Shape::Map(element) => {
                let count = 1 + self.below(2);
                let parts: Vec<String> = (0..count)
                    .map(|_| format!("\"{}\" = {}", self.one_of(STRINGS), self.value(element, depth)))
                    .collect();
                format!("tomap({{{}}})", parts.join(", "))
            }
            Shape::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.value(part, depth)).collect();
                format!("[{}]", parts.join(", "))
            }
            Shape::Object(parts) => {
                let parts: Vec<String> = ["a", "b", "c"]
                    .iter()
                    .zip(parts)
                    .map(|(name, part)| format!("{name} = {}", self.value(part, depth)))
                    .collect();
                format!("{{{}}}", parts.join(", "))
            }
        }
    }

    fn elements(&mut self, shape: &Shape, least: usize, more: usize, depth: usize) -> String {
        let count = least + self.below(more);
        let items: Vec<String> = (0..count).map(|_| self.value(shape, depth)).collect();
        items.join(", ")
    }

    fn set(&mut self, shape: &Shape, with_null: bool) -> String {
        let elements = self.elements(shape, 2, 5, 0);
        if with_null {
            let last = self.value(shape, 0);
            let null = format!("true ? null : {}", self.value(shape, 0));
            format!("toset([{elements}, {null}, {last}])")
        } else {
            format!("toset([{elements}])")
        }
    }

    fn expression(&mut self, index: usize) -> String {
        let shape = if index.is_multiple_of(10) {
            [Shape::Number, Shape::String, Shape::Bool][self.below(3)].clone()
        } else {
            self.shape(0)
        };
        let with_null = self.below(12) == 0;
        let set = self.set(&shape, with_null);
        match index % 8 {
            0 => set,
            1 => format!("tolist({set})"),
            2 => format!("[for element in {set} : element]"),
            3 => format!("jsonencode({set})"),
            4 => {
                let function = self.one_of(&["setunion", "setintersection", "setsubtract"]);
                // Elements of both, in another order.
                format!("{function}({set}, setunion({}, {set}))", self.set(&shape, false))
            }
            5 => format!("setproduct({set}, [true, false])"),
            6 => format!("{{for index, element in tolist({set}) : index => element}}"),
            _ => format!("[{set}, flatten([{set}])]"),
        }
    }
}

/// Returns the expressions, in one group.
pub(crate) fn all() -> BTreeMap<String, Vec<String>> {
    let mut generator = Generator(20);
    let expressions = (0..COUNT).map(|index| generator.expression(index)).collect();
    BTreeMap::from([("sets".to_owned(), expressions)])
}
