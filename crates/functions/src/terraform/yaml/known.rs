//! Documents that are decoded again and again: a module that many others call reads the same file in each of its evaluations.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hcl2_value::{FunctionError, Str, Value};

/// The lengths in bytes of the documents that are remembered: shorter ones are decoded as fast, and longer ones take much memory.
const REMEMBERED: std::ops::RangeInclusive<usize> = 1 << 10..=128 << 10;
/// Maximum number of remembered documents.
const MAX_DOCUMENTS: usize = 8;

/// The values of the last few documents.
#[derive(Default)]
pub(super) struct Known(Mutex<VecDeque<(Str, Value)>>);

impl Known {
    /// Returns the value of a document, which `decode` decodes unless it is remembered.
    pub(super) fn value_of(
        &self,
        text: &str,
        decode: impl FnOnce() -> Result<Value, FunctionError>,
    ) -> Result<Value, FunctionError> {
        if !REMEMBERED.contains(&text.len()) {
            return decode();
        }
        if let Some(value) = self.find(text) {
            return Ok(value);
        }
        // Other threads are not kept waiting.
        let value = decode()?;
        let mut documents = self.lock();
        if documents.len() == MAX_DOCUMENTS {
            documents.pop_back();
        }
        documents.push_front((text.into(), value.clone()));
        Ok(value)
    }

    /// Returns the value of a remembered document, which is then the last one to be forgotten.
    fn find(&self, text: &str) -> Option<Value> {
        let mut documents = self.lock();
        let position = documents.iter().position(|(known, _)| known.as_str() == text)?;
        let found = documents.remove(position)?;
        let value = found.1.clone();
        documents.push_front(found);
        Some(value)
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(Str, Value)>> {
        // Only a panic poisons the lock, and nothing is left half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_documents_are_decoded_once() {
        let known = Known::default();
        let document = |number: usize| format!("{number}: {}", "x".repeat(2_000));
        let mut decoded = Vec::new();
        let mut ask = |number: usize| {
            let text = document(number);
            let value = known.value_of(&text, || {
                decoded.push(number);
                Ok(Value::from(number as u64))
            });
            assert_eq!(value, Ok(Value::from(number as u64)));
        };
        for number in 0..MAX_DOCUMENTS {
            ask(number);
            ask(0);
        }
        ask(MAX_DOCUMENTS);
        ask(0);
        ask(1);
        let mut expected: Vec<usize> = (0..=MAX_DOCUMENTS).collect();
        expected.push(1);
        assert_eq!(decoded, expected);
    }

    #[test]
    fn short_documents_long_ones_and_errors_are_not_remembered() {
        let known = Known::default();
        for text in ["a: 1".to_owned(), "x".repeat(1 << 18)] {
            assert_eq!(known.value_of(&text, || Ok(Value::TRUE)), Ok(Value::TRUE));
            assert_eq!(known.value_of(&text, || Ok(Value::FALSE)), Ok(Value::FALSE));
        }
        let text = "x".repeat(2_000);
        assert!(
            known
                .value_of(&text, || Err(FunctionError::new("wrong")))
                .is_err()
        );
        assert_eq!(known.value_of(&text, || Ok(Value::TRUE)), Ok(Value::TRUE));
    }
}
