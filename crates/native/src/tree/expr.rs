//! Expression nodes.

use super::table::{Pack, bits, fits};
use super::{CallId, ConditionalId, ExprId, ForExprId, List, Part, Text, TextRange};

/// An expression. Its range is [`File::expr_range`](super::File::expr_range) of its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A missing or invalid expression, which the parser reported.
    Error,
    /// A number; its source text is that of the expression.
    Number,
    /// `true` or `false`.
    Bool(bool),
    /// `null`.
    Null,
    /// A template without interpolations or directives: quoted, heredoc or bare. The first byte of its range shows
    /// which: `"`, `<`, or anything else.
    String {
        /// The content.
        text: Text,
    },
    /// A template with interpolations or directives: quoted, heredoc or bare.
    Template {
        /// Its parts, in source order; adjacent literals are merged.
        parts: List<Part>,
    },
    /// A template that consists of one interpolation and has its value, of any type.
    TemplateWrap {
        /// The interpolated expression.
        inner: ExprId,
    },
    /// A variable and what is selected from it, such as `a.b[0]`; a bare variable has no steps.
    Traversal {
        /// Offset after the variable's name, which starts where the expression does.
        root_end: u32,
        /// The selections, in source order.
        steps: List<Step>,
    },
    /// What is selected from any other expression, such as `f(x).b[0]`; at least one step.
    Postfix {
        /// The expression that is selected from.
        source: ExprId,
        /// The selections, in source order.
        steps: List<Step>,
    },
    /// `( ... )`.
    Parens {
        /// The expression between the parentheses.
        inner: ExprId,
    },
    /// `-x` or `!x`; the operator is the first byte.
    Unary {
        /// The operator.
        operator: UnaryOperator,
        /// The operand.
        operand: ExprId,
    },
    /// `x + y`. The left operands may form a spine of any length: walk it in a loop.
    Binary {
        /// The operator.
        operator: BinaryOperator,
        /// Offset of the operator; [`BinaryOperator::as_str`] has its length.
        at: u32,
        /// The left operand.
        left: ExprId,
        /// The right operand.
        right: ExprId,
    },
    /// `c ? x : y`.
    Conditional(ConditionalId),
    /// `[x, y]`.
    Tuple {
        /// The elements.
        items: List<ExprId>,
    },
    /// `{ k = v }`.
    Object {
        /// The items.
        items: List<ObjectItem>,
    },
    /// `[for ...]` or `{for ...}`.
    For(ForExprId),
    /// `f(x)`.
    Call(CallId),
}

/// An operator before its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    /// `-`
    Negate,
    /// `!`
    Not,
}

/// An operator between its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
}

impl BinaryOperator {
    /// Returns the operator as written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Modulo => "%",
        }
    }

    /// Returns whether the result is a number.
    pub(crate) const fn is_arithmetic(self) -> bool {
        self.precedence() >= 5
    }

    /// Returns the precedence, from 1 for `||` to 6 for `*`.
    #[must_use]
    pub(crate) const fn precedence(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Equal | Self::NotEqual => 3,
            Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => 4,
            Self::Add | Self::Subtract => 5,
            Self::Multiply | Self::Divide | Self::Modulo => 6,
        }
    }
}

/// A selection from what precedes it.
///
/// After [`Step::AttributeSplat`], the attribute and legacy index steps that follow immediately apply to each element;
/// after [`Step::FullSplat`], all following steps do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// `.name`.
    Attribute {
        /// Offset of the dot.
        dot: u32,
        /// The name.
        name: TextRange,
    },
    /// `.0`.
    LegacyIndex {
        /// Offset of the dot.
        dot: u32,
        /// The number, or an [`Expr::Error`] if it has a fraction, which the parser reported.
        key: ExprId,
        /// Offset after the number.
        end: u32,
    },
    /// `[key]`.
    Index {
        /// Offset of the opening bracket.
        open: u32,
        /// The key.
        key: ExprId,
        /// Offset after the closing bracket.
        end: u32,
    },
    /// `.*`.
    AttributeSplat {
        /// Offset of the dot.
        dot: u32,
        /// Offset after the star.
        end: u32,
    },
    /// `[*]`.
    FullSplat {
        /// Offset of the opening bracket.
        open: u32,
        /// Offset after the closing bracket.
        end: u32,
    },
    /// A dot without a name, reported by the parser.
    Missing {
        /// Offset of the dot.
        dot: u32,
        /// Offset after the dot.
        end: u32,
    },
}

impl Step {
    /// Returns the range of the step, including its dot or brackets.
    #[must_use]
    pub const fn range(self) -> TextRange {
        match self {
            Self::Attribute { dot, name } => TextRange::new(dot, name.end),
            Self::LegacyIndex { dot, end, .. }
            | Self::AttributeSplat { dot, end }
            | Self::Missing { dot, end } => TextRange::new(dot, end),
            Self::Index { open, end, .. } | Self::FullSplat { open, end } => TextRange::new(open, end),
        }
    }
}

/// `condition ? if_true : if_false`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditional {
    /// The condition.
    pub condition: ExprId,
    /// Offset of the question mark.
    pub question: u32,
    /// The result for true.
    pub if_true: ExprId,
    /// Offset of the colon.
    pub colon: u32,
    /// The result for false.
    pub if_false: ExprId,
}

/// An item of an object constructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectItem {
    /// The key. A bare variable stands for its own name; one in parentheses is an [`Expr::Parens`].
    pub key: ExprId,
    /// Offset of the `=` or `:`, or the end of the key if it is missing, which the parser reported.
    pub separator: u32,
    /// The value.
    pub value: ExprId,
}

/// A variable that a `for` defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name.
    pub name: TextRange,
}

/// The key of the results of a `for` that makes an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key's expression.
    pub expr: ExprId,
    /// Offset of the `=>`.
    pub arrow: u32,
}

/// `[for k, v in collection : value if condition]`, or with braces and a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForExpr {
    /// Whether it makes an object, in braces, rather than a tuple, in brackets.
    pub object: bool,
    /// The variable for keys, if there are two.
    pub key_variable: Option<Variable>,
    /// The variable for values. Its name is empty if it is missing, which the parser reported.
    pub value_variable: Variable,
    /// The collection.
    pub collection: ExprId,
    /// Offset of the colon, or the end of the collection if it is missing, which the parser reported.
    pub colon: u32,
    /// The key of each result. The parser reports a key in a tuple, or a missing one in an object.
    pub key: Option<Key>,
    /// Each result.
    pub value: ExprId,
    /// Offset of the `...` that groups the values of equal keys.
    pub ellipsis: Option<u32>,
    /// The condition that selects elements.
    pub condition: Option<ExprId>,
    /// The closing bracket or brace, or the token in its place if it is missing, which the parser reported.
    pub close: TextRange,
}

/// A function call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The name as written: identifiers with `::` between them.
    pub name_range: TextRange,
    /// The name without spaces and comments around `::`.
    pub name: Text,
    /// Offset of the opening parenthesis.
    pub open: u32,
    /// The arguments.
    pub arguments: List<ExprId>,
    /// Offset of the `...` that expands the last argument.
    pub ellipsis: Option<u32>,
    /// Offset of the closing parenthesis, or `None` if it is missing, which the parser reported.
    pub close: Option<u32>,
}

/// A closed call without `...`, whose name is as written, as it is stored: its start, the start of its arguments, and from
/// the lowest bit on the length of its name, the number of its arguments, and its length up to the closing parenthesis.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedCall {
    start: u32,
    arguments: u32,
    lengths: u32,
}

const _: () = assert!(size_of::<PackedCall>() == 12);

/// Bits of the first two lengths. The third one has the rest, and is never 0.
const NAME: u32 = 8;
const ARGUMENTS: u32 = 6;

impl Pack for Call {
    type Packed = PackedCall;

    #[inline]
    fn pack(self) -> Option<PackedCall> {
        let start = self.name_range.start;
        let name = self.name_range.len();
        let length = self.close?.checked_sub(start)?;
        let fit = self.ellipsis.is_none()
            && self.name == Text::source(self.name_range)
            && self.open == self.name_range.end
            && fits(name, NAME)
            && fits(self.arguments.len, ARGUMENTS)
            && fits(length, u32::BITS - NAME - ARGUMENTS)
            && length > 0;
        fit.then_some(PackedCall {
            start,
            arguments: self.arguments.start,
            lengths: name | self.arguments.len << NAME | length << (NAME + ARGUMENTS),
        })
    }

    #[inline]
    fn elsewhere(index: u32) -> PackedCall {
        PackedCall {
            start: index,
            arguments: 0,
            lengths: 0,
        }
    }

    #[inline]
    fn unpack(packed: PackedCall) -> Result<Self, u32> {
        let PackedCall {
            start,
            arguments,
            lengths,
        } = packed;
        if lengths == 0 {
            return Err(start);
        }
        let name_range = TextRange::new(start, start + bits(lengths, 0, NAME));
        Ok(Self {
            name_range,
            name: Text::source(name_range),
            open: name_range.end,
            arguments: List::new(arguments as usize, bits(lengths, NAME, ARGUMENTS) as usize),
            ellipsis: None,
            close: Some(start + (lengths >> (NAME + ARGUMENTS))),
        })
    }
}

/// A step without a key as it is stored: its start, and from the lowest bit on its kind, the distance from the dot to the
/// name, and the length of the name; or the kind and the length of all of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedStep {
    start: u32,
    head: u32,
}

const _: () = assert!(size_of::<PackedStep>() == 8);

/// Bits of the kind of a step.
const KIND: u32 = 3;

const ELSEWHERE: u32 = 0;
const ATTRIBUTE: u32 = 1;
const ATTRIBUTE_SPLAT: u32 = 2;
const FULL_SPLAT: u32 = 3;
const MISSING: u32 = 4;

/// Bits of the distance from the dot to the name.
const BEFORE_NAME: u32 = 5;

impl Pack for Step {
    type Packed = PackedStep;

    #[inline]
    fn pack(self) -> Option<PackedStep> {
        let of_length = |kind: u32, start: u32, end: u32| {
            let length = end.checked_sub(start)?;
            fits(length, u32::BITS - KIND).then_some(PackedStep {
                start,
                head: kind | length << KIND,
            })
        };
        match self {
            Self::Attribute { dot, name } => {
                let before = name.start.checked_sub(dot)?;
                let fit = fits(before, BEFORE_NAME) && fits(name.len(), u32::BITS - KIND - BEFORE_NAME);
                fit.then_some(PackedStep {
                    start: dot,
                    head: ATTRIBUTE | before << KIND | name.len() << (KIND + BEFORE_NAME),
                })
            }
            Self::LegacyIndex { .. } | Self::Index { .. } => None,
            Self::AttributeSplat { dot, end } => of_length(ATTRIBUTE_SPLAT, dot, end),
            Self::FullSplat { open, end } => of_length(FULL_SPLAT, open, end),
            Self::Missing { dot, end } => of_length(MISSING, dot, end),
        }
    }

    #[inline]
    fn elsewhere(index: u32) -> PackedStep {
        PackedStep {
            start: index,
            head: ELSEWHERE,
        }
    }

    #[inline]
    fn unpack(packed: PackedStep) -> Result<Self, u32> {
        let PackedStep { start, head } = packed;
        let end = start + (head >> KIND);
        Ok(match bits(head, 0, KIND) {
            ATTRIBUTE => {
                let name = start + bits(head, KIND, BEFORE_NAME);
                Self::Attribute {
                    dot: start,
                    name: TextRange::new(name, name + (head >> (KIND + BEFORE_NAME))),
                }
            }
            ATTRIBUTE_SPLAT => Self::AttributeSplat { dot: start, end },
            FULL_SPLAT => Self::FullSplat { open: start, end },
            MISSING => Self::Missing { dot: start, end },
            _ => return Err(start),
        })
    }
}
