//! The value layer alone: converts rows of strings to one type, and sums them up exactly.
#![expect(clippy::print_stdout, reason = "it reports to the person who runs it")]

use hcl2_value::{ConversionError, Mark, Type, Value};

const ROWS: [[&str; 2]; 3] = [["coffee", "2.10"], ["cake", "3.4"], ["discount", "-0.55"]];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rows = rows()?;
    println!("{} rows of the type {}", ROWS.len(), rows.ty());
    println!("the sum is {}", sum(&rows)?);
    Ok(())
}

/// Converts the rows to a list of objects with numeric prices.
fn rows() -> Result<Value, ConversionError> {
    let rows = ROWS.map(|[name, price]| {
        // A price is secret until it is unmarked.
        let price = Value::from(price).with_mark(Mark::new("confidential"));
        Value::object([("name", Value::from(name)), ("price", price)])
    });
    let row = Type::object([("name", Type::STRING), ("price", Type::NUMBER)]);
    Value::tuple(rows).convert(&Type::list(row))
}

/// Returns the exact sum of the prices.
fn sum(rows: &Value) -> Result<String, Box<dyn std::error::Error>> {
    let (rows, _marks) = rows.unmark_deep();
    let mut sum = Value::from(0);
    for row in rows.elements().unwrap_or_default() {
        sum = sum.add(&row.attribute("price")?)?;
    }
    Ok(sum.as_number().map(ToString::to_string).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_numbers_and_stay_confidential() {
        let rows = rows().unwrap();
        assert_eq!(rows.ty().to_string(), "list(object({name=string,price=number}))");
        assert!(rows.contains_marked());
        assert_eq!(sum(&rows).unwrap(), "4.95");
    }
}
