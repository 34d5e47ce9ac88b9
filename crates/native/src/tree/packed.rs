//! Expressions as they are stored: in few bytes, because the memory of a large tree costs more time than packing it.

use super::table::{Wide, bits, fits, shrink};
use super::{
    BinaryOperator, CallId, ConditionalId, Expr, ExprId, ForExprId, List, Text, TextRange, UnaryOperator,
};

/// The expressions of a tree with their ranges.
#[derive(Clone, Debug, Default)]
pub(super) struct Exprs {
    packed: Vec<Packed>,
    /// The expressions with numbers that exceed the packed form.
    wide: Wide<(Expr, TextRange)>,
}

/// An expression with its range.
#[derive(Clone, Copy, Debug)]
struct Packed {
    /// Offset of the first byte.
    start: u32,
    /// From the lowest bit on: the kind, the length in bytes, and further data of the kind.
    head: u32,
    /// The main data of the kind, usually an index.
    rest: u32,
}

const _: () = assert!(size_of::<Packed>() == 12);

/// Bits of the kind.
const KIND: u32 = 5;

// The kinds. First those with only a length in `head`:
const ERROR: u32 = 0;
const NULL: u32 = 1;
const FALSE: u32 = 2;
const TRUE: u32 = 3;
const NUMBER: u32 = 4;
/// A quoted string whose content is as written.
const STRING: u32 = 5;
const TEMPLATE_WRAP: u32 = 6;
const PARENS: u32 = 7;
const NEGATE: u32 = 8;
const NOT: u32 = 9;
const CONDITIONAL: u32 = 10;
const FOR: u32 = 11;
const CALL: u32 = 12;
// Those with the number of elements of a list:
const TEMPLATE: u32 = 13;
const TUPLE: u32 = 14;
const OBJECT: u32 = 15;
// Those with two more numbers:
const TRAVERSAL: u32 = 16;
const BINARY: u32 = 17;
/// The index of an expression that is not packed, without a length.
const WIDE: u32 = 18;

/// Length bits of the kinds that carry the most other data.
const SHORT: u32 = 14;

/// Bits of the length of a traversal's name; those of its number of steps follow.
const NAME: u32 = 8;

/// Bits of an operator; those of the distance to its right operand follow.
const OPERATOR: u32 = 4;

/// Returns the number of bits for the length in bytes of an expression of this kind.
const fn length_bits(kind: u32) -> u32 {
    match kind {
        TRAVERSAL | BINARY => SHORT,
        TEMPLATE | TUPLE | OBJECT => 17,
        _ => u32::BITS - KIND,
    }
}

impl Packed {
    /// Packs the expression with this index, if it fits. Inlined: callers add expressions of one kind.
    #[inline(always)]
    fn new(expr: Expr, range: TextRange, index: u32) -> Option<Self> {
        let with = |kind: u32, more: u32, rest: u32| {
            let length_bits = length_bits(kind);
            let more_bits = u32::BITS - KIND - length_bits;
            (fits(range.len(), length_bits) && (more == 0 || fits(more, more_bits))).then(|| Self {
                start: range.start,
                head: kind | range.len() << KIND | more.checked_shl(KIND + length_bits).unwrap_or(0),
                rest,
            })
        };
        let id = |id: ExprId| id.index() as u32;
        match expr {
            Expr::Error => with(ERROR, 0, 0),
            Expr::Null => with(NULL, 0, 0),
            Expr::Bool(false) => with(FALSE, 0, 0),
            Expr::Bool(true) => with(TRUE, 0, 0),
            Expr::Number => with(NUMBER, 0, 0),
            Expr::String { text } if range.len() >= 2 && text == within_quotes(range) => with(STRING, 0, 0),
            Expr::String { .. } | Expr::Postfix { .. } => None,
            Expr::TemplateWrap { inner } => with(TEMPLATE_WRAP, 0, id(inner)),
            Expr::Parens { inner } => with(PARENS, 0, id(inner)),
            Expr::Unary { operator, operand } => match operator {
                UnaryOperator::Negate => with(NEGATE, 0, id(operand)),
                UnaryOperator::Not => with(NOT, 0, id(operand)),
            },
            Expr::Conditional(conditional) => with(CONDITIONAL, 0, conditional.index() as u32),
            Expr::For(for_expr) => with(FOR, 0, for_expr.index() as u32),
            Expr::Call(call) => with(CALL, 0, call.index() as u32),
            Expr::Template { parts } => with(TEMPLATE, parts.len, parts.start),
            Expr::Tuple { items } => with(TUPLE, items.len, items.start),
            Expr::Object { items } => with(OBJECT, items.len, items.start),
            Expr::Traversal { root_end, steps } => {
                let name = root_end.checked_sub(range.start)?;
                if !fits(name, NAME) || !fits(steps.len, u32::BITS - KIND - SHORT - NAME) {
                    return None;
                }
                with(TRAVERSAL, name | steps.len << NAME, steps.start)
            }
            Expr::Binary {
                operator,
                at,
                left,
                right,
            } => {
                // Operands precede their operation, and most are near.
                let left = index.checked_sub(id(left))?;
                let right = index.checked_sub(id(right))?;
                let at = at.checked_sub(range.start)?;
                let fit = fits(at, SHORT)
                    && fits(left, u32::BITS - SHORT)
                    && fits(right, u32::BITS - KIND - SHORT - OPERATOR);
                fit.then(|| with(BINARY, operator as u32 | right << OPERATOR, at | left << SHORT))?
            }
        }
    }

    #[inline]
    fn kind(self) -> u32 {
        bits(self.head, 0, KIND)
    }

    /// Returns the range of an expression that is not wide.
    #[inline]
    fn range(self) -> TextRange {
        let length = bits(self.head, KIND, length_bits(self.kind()));
        TextRange::new(self.start, self.start + length)
    }

    /// Returns the data after the length in `head`.
    #[inline]
    fn more(self) -> u32 {
        self.head >> (KIND + length_bits(self.kind()))
    }

    #[inline]
    fn list<T>(self) -> List<T> {
        List::new(self.rest as usize, self.more() as usize)
    }

    /// Unpacks the expression at `index`, which is not wide.
    #[inline(always)]
    fn expr(self, index: usize) -> Expr {
        let rest = self.rest as usize;
        match self.kind() {
            NULL => Expr::Null,
            FALSE => Expr::Bool(false),
            TRUE => Expr::Bool(true),
            NUMBER => Expr::Number,
            STRING => Expr::String {
                text: within_quotes(self.range()),
            },
            TEMPLATE_WRAP => Expr::TemplateWrap {
                inner: ExprId::new(rest),
            },
            PARENS => Expr::Parens {
                inner: ExprId::new(rest),
            },
            NEGATE => Expr::Unary {
                operator: UnaryOperator::Negate,
                operand: ExprId::new(rest),
            },
            NOT => Expr::Unary {
                operator: UnaryOperator::Not,
                operand: ExprId::new(rest),
            },
            CONDITIONAL => Expr::Conditional(ConditionalId::new(rest)),
            FOR => Expr::For(ForExprId::new(rest)),
            CALL => Expr::Call(CallId::new(rest)),
            TEMPLATE => Expr::Template { parts: self.list() },
            TUPLE => Expr::Tuple { items: self.list() },
            OBJECT => Expr::Object { items: self.list() },
            TRAVERSAL => Expr::Traversal {
                root_end: self.start + bits(self.more(), 0, NAME),
                steps: List::new(rest, (self.more() >> NAME) as usize),
            },
            BINARY => Expr::Binary {
                operator: binary_operator(bits(self.more(), 0, OPERATOR)),
                at: self.start + bits(self.rest, 0, SHORT),
                left: ExprId::new(index - (rest >> SHORT)),
                right: ExprId::new(index - (self.more() >> OPERATOR) as usize),
            },
            _ => Expr::Error,
        }
    }
}

/// Returns the text between the quotes of a string.
#[inline]
const fn within_quotes(string: TextRange) -> Text {
    Text::source(TextRange::new(string.start + 1, string.end - 1))
}

/// Returns the operator with this number.
const fn binary_operator(number: u32) -> BinaryOperator {
    match number {
        0 => BinaryOperator::Or,
        1 => BinaryOperator::And,
        2 => BinaryOperator::Equal,
        3 => BinaryOperator::NotEqual,
        4 => BinaryOperator::Less,
        5 => BinaryOperator::LessOrEqual,
        6 => BinaryOperator::Greater,
        7 => BinaryOperator::GreaterOrEqual,
        8 => BinaryOperator::Add,
        9 => BinaryOperator::Subtract,
        10 => BinaryOperator::Multiply,
        11 => BinaryOperator::Divide,
        _ => BinaryOperator::Modulo,
    }
}

impl Exprs {
    /// Reserves room for `count` expressions.
    pub(super) fn reserve(&mut self, count: usize) {
        self.packed.reserve(count);
    }

    /// Frees excess capacity.
    pub(super) fn shrink(&mut self) {
        shrink(&mut self.packed);
    }

    /// Returns the number of expressions.
    pub(super) fn len(&self) -> usize {
        self.packed.len()
    }

    /// Adds an expression.
    #[inline(always)]
    pub(super) fn push(&mut self, expr: Expr, range: TextRange) -> ExprId {
        let index = self.packed.len();
        let packed = Packed::new(expr, range, index as u32).unwrap_or_else(|| self.new_wide(expr, range));
        self.packed.push(packed);
        ExprId::new(index)
    }

    /// Adds a number literal, and keeps its value if it is a whole number of few digits.
    #[inline]
    pub(super) fn push_number(&mut self, range: TextRange, whole: Option<u32>) -> ExprId {
        let id = self.push(Expr::Number, range);
        if let Some(packed) = self.packed.last_mut()
            && packed.kind() == NUMBER
        {
            packed.rest = whole.map_or(0, |whole| whole.saturating_add(1));
        }
        id
    }

    /// Returns the value of a literal that [`push_number`](Self::push_number) kept.
    #[inline]
    pub(super) fn whole_number(&self, id: ExprId) -> Option<u32> {
        let packed = self.packed[id.index()];
        (packed.kind() == NUMBER)
            .then(|| packed.rest.checked_sub(1))
            .flatten()
    }

    #[cold]
    fn new_wide(&mut self, expr: Expr, range: TextRange) -> Packed {
        Packed {
            start: range.start,
            head: WIDE,
            rest: self.wide.push((expr, range)),
        }
    }

    /// Returns an expression. Inlined: callers usually match a few kinds, and the others need not be unpacked then.
    #[inline(always)]
    pub(super) fn get(&self, id: ExprId) -> Expr {
        let packed = self.packed[id.index()];
        if packed.kind() == WIDE {
            return self.get_wide(packed.rest);
        }
        packed.expr(id.index())
    }

    #[cold]
    #[inline(never)]
    fn get_wide(&self, index: u32) -> Expr {
        self.wide.get(index).0
    }

    /// Returns the offset of the first byte of an expression.
    #[inline]
    pub(super) fn start(&self, id: ExprId) -> u32 {
        self.packed[id.index()].start
    }

    /// Returns the range of an expression.
    #[inline]
    pub(super) fn range(&self, id: ExprId) -> TextRange {
        let packed = self.packed[id.index()];
        if packed.kind() == WIDE {
            return self.wide.get(packed.rest).1;
        }
        packed.range()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tree::table::tests::{id, list, number, range};

    fn expression(range: TextRange) -> impl Strategy<Value = Expr> {
        let operator = (0..13u32).prop_map(binary_operator);
        let text = prop_oneof![
            Just(within_quotes(TextRange::new(
                range.start,
                range.end.max(range.start + 2)
            ))),
            (number(), number()).prop_map(|(start, end)| Text::source(TextRange::new(start, end))),
            (number(), number()).prop_map(|(start, end)| Text::decoded(TextRange::new(start, end))),
        ];
        prop_oneof![
            Just(Expr::Error),
            Just(Expr::Null),
            any::<bool>().prop_map(Expr::Bool),
            Just(Expr::Number),
            text.prop_map(|text| Expr::String { text }),
            list().prop_map(|parts| Expr::Template { parts }),
            id().prop_map(|inner| Expr::TemplateWrap { inner }),
            (number(), list()).prop_map(move |(name, steps)| Expr::Traversal {
                root_end: range.start.saturating_add(name),
                steps,
            }),
            (id(), list()).prop_map(|(source, steps)| Expr::Postfix { source, steps }),
            id().prop_map(|inner| Expr::Parens { inner }),
            (any::<bool>(), id()).prop_map(|(not, operand)| Expr::Unary {
                operator: if not {
                    UnaryOperator::Not
                } else {
                    UnaryOperator::Negate
                },
                operand,
            }),
            (operator, number(), id(), id()).prop_map(move |(operator, at, left, right)| Expr::Binary {
                operator,
                at: range.start.saturating_add(at),
                left,
                right,
            }),
            number().prop_map(|index| Expr::Conditional(ConditionalId::new(index as usize))),
            list().prop_map(|items| Expr::Tuple { items }),
            list().prop_map(|items| Expr::Object { items }),
            number().prop_map(|index| Expr::For(ForExprId::new(index as usize))),
            number().prop_map(|index| Expr::Call(CallId::new(index as usize))),
        ]
    }

    fn ranged() -> impl Strategy<Value = (Expr, TextRange)> {
        range().prop_flat_map(|range| (expression(range), Just(range)))
    }

    proptest! {
        #[test]
        fn packed_expressions_are_unpacked_unchanged(
            added in proptest::collection::vec(ranged(), 1..20),
        ) {
            let mut exprs = Exprs::default();
            let ids: Vec<ExprId> = added.iter().map(|(expr, range)| exprs.push(*expr, *range)).collect();
            let found: Vec<(Expr, TextRange)> = ids.iter().map(|id| (exprs.get(*id), exprs.range(*id))).collect();
            prop_assert_eq!(found, added);
        }
    }

    #[test]
    fn typical_expressions_are_packed() {
        let mut exprs = Exprs::default();
        let range = TextRange::new(90, 95);
        let left = exprs.push(Expr::Null, range);
        let right = exprs.push(Expr::Bool(true), range);
        let ordinary = [
            Expr::Binary {
                operator: BinaryOperator::Modulo,
                at: 93,
                left,
                right,
            },
            Expr::Traversal {
                root_end: 93,
                steps: List::new(7, 1),
            },
            Expr::String {
                text: within_quotes(range),
            },
            Expr::Tuple {
                items: List::new(0, 1000),
            },
        ];
        for expr in ordinary {
            let id = exprs.push(expr, range);
            assert_eq!((exprs.get(id), exprs.range(id)), (expr, range));
        }
        assert_eq!(exprs.wide.len(), 0);
        exprs.push(
            Expr::Traversal {
                root_end: 95,
                steps: List::new(0, 32),
            },
            range,
        );
        assert_eq!(exprs.wide.len(), 1);
    }
}
