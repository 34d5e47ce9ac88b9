//! Operations: unary and binary operators.

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::expr as codes};
use hcl2_model::{EvalContext, Rules};
use hcl2_value::{OperationError, Type, Value};

use super::{Context, Evaluator, sentence};
use crate::tree::{BinaryOperator, Expr, ExprId, UnaryOperator};

impl Evaluator<'_> {
    /// Evaluates a `unaryOp`: negation or logical complement.
    #[inline(never)]
    pub(super) fn unary_operation(
        &mut self,
        id: ExprId,
        operator: UnaryOperator,
        operand: ExprId,
        context: Context<'_>,
    ) -> Value {
        let ty = match operator {
            UnaryOperator::Negate => Type::NUMBER,
            UnaryOperator::Not => Type::BOOL,
        };
        let before = self.diagnostics.len();
        let value = self.operand(operand, context);
        if let Err(exceeded) = self.meter.steps(value.reading_steps()) {
            return self.stop(exceeded, id);
        }
        let converted = value.convert(&ty);
        if let Err(error) = &converted {
            let detail = sentence(format!("The operand does not fit the operator: {error}"));
            self.fail(codes::INVALID_OPERAND, "Invalid operand", detail, operand, id);
        }
        let reading = converting_steps(&value, converted.as_ref());
        if let Err(exceeded) = self.meter.steps(reading) {
            return self.stop(exceeded, id);
        }
        let Ok(value) = converted else {
            return Value::unknown(ty);
        };
        if self.diagnostics.has_errors_since(before) {
            return Value::unknown(ty);
        }
        let result = match operator {
            UnaryOperator::Negate => value.neg(),
            UnaryOperator::Not => value.not(),
        };
        match result {
            Ok(result) if !result.is_known() && rules_of(context).unknown_values_lose_marks => {
                result.unmark().0
            }
            Ok(result) => result,
            Err(error) => {
                self.operation_failed(id, &error);
                Value::unknown(ty)
            }
        }
    }

    /// Evaluates a `binaryOp`. A chain of operators is evaluated in a loop, so that its length needs no stack.
    #[inline(never)]
    pub(super) fn binary_operation(&mut self, id: ExprId, context: Context<'_>) -> Value {
        let start = self.diagnostics.len();
        match self.file.expr(id) {
            Expr::Binary {
                operator,
                left,
                right,
                ..
            } if !matches!(self.file.expr(left), Expr::Binary { .. }) => {
                let value = self.operand(left, context);
                self.apply(id, operator, (left, &value, start), right, context)
            }
            _ => self.chain_of_operations(id, context),
        }
    }

    #[inline(never)]
    fn chain_of_operations(&mut self, id: ExprId, context: Context<'_>) -> Value {
        let start = self.diagnostics.len();
        let mut chain = Vec::new();
        let mut leftmost = id;
        while let Expr::Binary {
            operator,
            left,
            right,
            ..
        } = self.file.expr(leftmost)
        {
            chain.push((leftmost, operator, left, right));
            leftmost = left;
        }
        if let Err(exceeded) = self.meter.steps(chain.len()) {
            return self.stop(exceeded, id);
        }
        let mut value = self.expression(leftmost, context);
        for (id, operator, left, right) in chain.into_iter().rev() {
            value = self.apply(id, operator, (left, &value, start), right, context);
        }
        value
    }

    /// Applies a binary operator to an evaluated left operand, with the number of problems before it, and a right one that
    /// is not evaluated yet.
    fn apply(
        &mut self,
        id: ExprId,
        operator: BinaryOperator,
        left: (ExprId, &Value, usize),
        right: ExprId,
        context: Context<'_>,
    ) -> Value {
        let right_start = self.diagnostics.len();
        let right_value = self.operand(right, context);
        let (_, left_value, left_start) = left;
        if self.diagnostics.len() <= left_start
            && operator.takes(left_value, &right_value)
            && left_value.reading_steps() + right_value.reading_steps() == 0
            && let Ok(result) = operator.compute(left_value, &right_value)
        {
            return result;
        }
        self.operation(
            id,
            (operator, rules_of(context)),
            left,
            (right, &right_value, right_start),
        )
    }

    /// Applies a binary operator to any two operands, each with its value and the number of problems before it.
    #[inline(never)]
    fn operation(
        &mut self,
        id: ExprId,
        (operator, rules): (BinaryOperator, Rules),
        (left, left_value, left_start): (ExprId, &Value, usize),
        (right, right_value, right_start): (ExprId, &Value, usize),
    ) -> Value {
        let failed = self.diagnostics.len() > left_start;
        let result_type = operator.result_type();
        let reading = left_value.reading_steps() + right_value.reading_steps();
        if let Err(exceeded) = self.meter.steps(reading) {
            return self.stop_in(exceeded, self.file.expr_range(id));
        }
        let Some(operand_type) = operator.operand_type() else {
            if failed && self.diagnostics.has_errors_since(left_start) {
                let marks = left_value.marks().union(&right_value.marks());
                return Value::unknown(result_type).with_marks(&marks);
            }
            return equality(operator, left_value, right_value, rules);
        };
        let (converted_left, converted_right) = (
            left_value.convert(&operand_type),
            right_value.convert(&operand_type),
        );
        let reading = converting_steps(left_value, converted_left.as_ref())
            + converting_steps(right_value, converted_right.as_ref());
        if let Err(exceeded) = self.meter.steps(reading) {
            return self.stop_in(exceeded, self.file.expr_range(id));
        }
        let (left_value, right_value) = match (converted_left, converted_right) {
            (Ok(left), Ok(right)) => (left, right),
            (converted_left, converted_right) => {
                let others = self.diagnostics.split_off(left_start);
                for (side, operand, converted) in
                    [("left", left, converted_left), ("right", right, converted_right)]
                {
                    if let Err(error) = converted {
                        let detail =
                            sentence(format!("The {side} operand does not fit the operator: {error}"));
                        self.fail(codes::INVALID_OPERAND, "Invalid operand", detail, operand, id);
                    }
                }
                self.diagnostics.append(others);
                return Value::unknown(result_type);
            }
        };
        let is_logic = matches!(operator, BinaryOperator::And | BinaryOperator::Or);
        if is_logic
            && !rules.both_operands_count
            && let Some(settled) =
                self.short_circuit(operator, &left_value, &right_value, left_start, right_start)
        {
            return settled;
        }
        if failed && self.diagnostics.has_errors_since(left_start) {
            let marks = left_value.marks().union(&right_value.marks());
            return Value::unknown(result_type).with_marks(&marks);
        }
        let known = left_value.is_known() && right_value.is_known();
        let has_null = left_value.is_null() || right_value.is_null();
        if is_logic && rules.both_operands_count && !known && !has_null {
            return Value::unknown_not_null(result_type);
        }
        let result = operator.compute(&left_value, &right_value);
        match result {
            // In the reference, operators refine an unknown number less than the operations on values do.
            Ok(value) if !known && result_type == Type::NUMBER => {
                Value::unknown_not_null(result_type).with_marks(&value.marks())
            }
            Ok(value) => value,
            Err(error) => {
                self.operation_failed(id, &error);
                Value::unknown(result_type)
            }
        }
    }

    /// Returns the result of a logic operator that one operand decides, or that stays unknown because of one. Drops the
    /// problems of the other operand, as if it had not been evaluated.
    fn short_circuit(
        &mut self,
        operator: BinaryOperator,
        left: &Value,
        right: &Value,
        left_start: usize,
        right_start: usize,
    ) -> Option<Value> {
        let deciding = operator == BinaryOperator::Or;
        let (bare_left, bare_right) = (left.unmark().0, right.unmark().0);
        // A null counts as not true here, as in the reference.
        let is_true = |value: &Value| value.as_bool() == Some(true);
        let decides = |value: &Value| value.is_known() && is_true(value) == deciding;
        let abstains = |value: &Value| value.is_known() && is_true(value) != deciding;
        let open = Value::unknown_not_null(Type::BOOL);
        let (settled, by_left) = match (bare_left.is_known(), bare_right.is_known()) {
            (false, false) => {
                let left_problems = self.diagnostics[left_start..right_start].iter();
                if left_problems.into_iter().any(Diagnostic::is_error) {
                    return None;
                }
                (open, true)
            }
            _ if decides(&bare_left) => (Value::from(deciding), true),
            _ if decides(&bare_right) => (Value::from(deciding), false),
            (false, true) if abstains(&bare_right) => (open, true),
            (true, false) if abstains(&bare_left) => (open, false),
            _ => return None,
        };
        let right_problems = self.diagnostics.split_off(right_start);
        if !by_left {
            let _: Diagnostics = self.diagnostics.split_off(left_start);
            self.diagnostics.append(right_problems);
        }
        Some(settled.with_marks(&left.marks().union(&right.marks())))
    }

    fn operation_failed(&mut self, id: ExprId, error: &OperationError) {
        let detail = match error {
            OperationError::NullOperand(_) => {
                "An operand is null. Test it first, as in `x == null ? … : x + 1`.".to_owned()
            }
            error => sentence(format!("The operation has no result: {error}")),
        };
        let span = self.span(id);
        self.diagnostics.push(
            Diagnostic::error(codes::OPERATION_FAILED, "Operation failed")
                .with_detail(detail)
                .with_subject(span),
        );
    }
}

/// Returns the rules of evaluations in a context.
fn rules_of(context: Context<'_>) -> Rules {
    context.map_or_else(Rules::default, EvalContext::rules)
}

/// Compares two values for equality or inequality. The result has the marks of all their parts; if one value is null, the
/// operation on values ignores the parts of the other, which only some rules do.
fn equality(operator: BinaryOperator, left: &Value, right: &Value, rules: Rules) -> Value {
    let result = match operator {
        BinaryOperator::Equal => left.equals(right),
        _ => left.not_equals(right),
    };
    let is_of_whole = left.is_null() == right.is_null() || rules.null_compares_with_the_whole;
    if is_of_whole || !(left.contains_marked() || right.contains_marked()) {
        return result;
    }
    let (left_marks, right_marks) = (left.unmark_deep().1, right.unmark_deep().1);
    result.with_marks(&left_marks.union(&right_marks))
}

impl BinaryOperator {
    /// Returns whether the operator applies to two values without conversion or propagation: they are known, have no marks,
    /// and are of its operand type, or of one primitive type for an equality.
    #[inline]
    fn takes(self, left: &Value, right: &Value) -> bool {
        let numbers = || left.as_number().is_some() && right.as_number().is_some();
        let bools = || left.as_bool().is_some() && right.as_bool().is_some();
        let strings = || left.as_str().is_some() && right.as_str().is_some();
        match self {
            Self::And | Self::Or => bools(),
            Self::Equal | Self::NotEqual => numbers() || bools() || strings(),
            _ => numbers(),
        }
    }

    /// Applies the corresponding operation on values.
    #[inline]
    fn compute(self, left: &Value, right: &Value) -> Result<Value, OperationError> {
        match self {
            Self::Or => left.or(right),
            Self::And => left.and(right),
            Self::Equal => Ok(left.equals(right)),
            Self::NotEqual => Ok(left.not_equals(right)),
            Self::Less => left.less_than(right),
            Self::LessOrEqual => left.less_than_or_equal(right),
            Self::Greater => left.greater_than(right),
            Self::GreaterOrEqual => left.greater_than_or_equal(right),
            Self::Add => left.add(right),
            Self::Subtract => left.sub(right),
            Self::Multiply => left.mul(right),
            Self::Divide => left.div(right),
            Self::Modulo => left.rem(right),
        }
    }

    /// Returns the type that operands are converted to, or `None` if they are not converted.
    fn operand_type(self) -> Option<Type> {
        match self {
            Self::Or | Self::And => Some(Type::BOOL),
            Self::Equal | Self::NotEqual => None,
            Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => Some(Type::NUMBER),
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide | Self::Modulo => Some(Type::NUMBER),
        }
    }

    fn result_type(self) -> Type {
        match self {
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide | Self::Modulo => Type::NUMBER,
            _ => Type::BOOL,
        }
    }
}

/// Returns the steps that it took to convert an operand: the text of a number may take longer to read than its length says.
fn converting_steps<E>(given: &Value, converted: Result<&Value, E>) -> usize {
    match converted {
        Ok(number) if given.as_str().is_some() => number.reading_steps(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use hcl2_value::Number;
    use proptest::prelude::*;

    use super::*;

    const OF_NUMBERS: [BinaryOperator; 11] = [
        BinaryOperator::Equal,
        BinaryOperator::NotEqual,
        BinaryOperator::Less,
        BinaryOperator::LessOrEqual,
        BinaryOperator::Greater,
        BinaryOperator::GreaterOrEqual,
        BinaryOperator::Add,
        BinaryOperator::Subtract,
        BinaryOperator::Multiply,
        BinaryOperator::Divide,
        BinaryOperator::Modulo,
    ];

    /// Returns the result of the operation on the numbers themselves.
    fn of_numbers(operator: BinaryOperator, left: &Value, right: &Value) -> Option<Value> {
        let (a, b) = (left.as_number()?, right.as_number()?);
        let number = match operator {
            BinaryOperator::Add => a.add(b),
            BinaryOperator::Subtract => a.sub(b),
            BinaryOperator::Multiply => a.mul(b),
            BinaryOperator::Divide => a.div(b),
            BinaryOperator::Modulo => a.rem(b),
            BinaryOperator::Less => return Some(Value::from(a < b)),
            BinaryOperator::LessOrEqual => return Some(Value::from(a <= b)),
            BinaryOperator::Greater => return Some(Value::from(a > b)),
            BinaryOperator::GreaterOrEqual => return Some(Value::from(a >= b)),
            BinaryOperator::Equal => return Some(Value::from(a == b)),
            BinaryOperator::NotEqual => return Some(Value::from(a != b)),
            BinaryOperator::And | BinaryOperator::Or => return None,
        };
        number.ok().map(Value::from)
    }

    fn number() -> impl Strategy<Value = Value> {
        prop_oneof![
            (-3_i64..4).prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "-?[0-9]{1,30}(\\.[0-9]{1,30})?(e[0-9]{1,2})?"
                .prop_map(|text| Value::from(Number::parse(&text).unwrap())),
            Just(Value::from(Number::INFINITY)),
            Just(Value::from(Number::NEG_INFINITY)),
        ]
    }

    proptest! {
        #[test]
        fn known_numbers_have_the_results_of_the_operations(left in number(), right in number()) {
            for operator in OF_NUMBERS {
                prop_assert!(operator.takes(&left, &right));
                prop_assert_eq!(operator.compute(&left, &right).ok(), of_numbers(operator, &left, &right));
            }
        }
    }

    #[test]
    fn known_bools_have_the_results_of_the_operations() {
        let operators = [
            BinaryOperator::And,
            BinaryOperator::Or,
            BinaryOperator::Equal,
            BinaryOperator::NotEqual,
        ];
        for (operator, a, b) in operators
            .into_iter()
            .flat_map(|operator| [false, true].map(|a| (operator, a)))
            .flat_map(|(operator, a)| [false, true].map(|b| (operator, a, b)))
        {
            let (left, right) = (Value::from(a), Value::from(b));
            let expected = match operator {
                BinaryOperator::And => a && b,
                BinaryOperator::Or => a || b,
                BinaryOperator::Equal => a == b,
                _ => a != b,
            };
            assert!(operator.takes(&left, &right));
            assert_eq!(operator.compute(&left, &right), Ok(Value::from(expected)));
        }
    }

    #[test]
    fn operands_that_need_conversion_or_propagation_are_not_taken_as_they_are() {
        let mark = hcl2_value::Mark::new("secret");
        for other in [
            Value::from("1"),
            Value::null(Type::NUMBER),
            Value::unknown(Type::NUMBER),
            Value::from(1).with_mark(mark),
        ] {
            for operator in OF_NUMBERS {
                assert!(!operator.takes(&Value::from(1), &other));
                assert!(!operator.takes(&other, &Value::from(1)));
            }
        }
    }
}
