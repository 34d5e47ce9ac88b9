//! The length of the text of values, which may be much longer than the stored value.

use super::{Repr, Value};
use crate::shared::{Key, Memo};

impl Value {
    /// Returns about how many bytes the written value has: two for each part, and the bytes of strings, names and
    /// numbers, counted each time they occur. At most `u64::MAX`.
    ///
    /// Takes time linear in the stored size. Call it before writing untrusted values: forty levels of `[x, x]` write
    /// `x` a trillion times.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::Value;
    ///
    /// assert_eq!(Value::from("text").text_bytes(), 6);
    /// let doubled = (0..40).fold(Value::from("text"), |value, _| Value::tuple([value.clone(), value]));
    /// assert!(doubled.text_bytes() > 6 << 40);
    /// ```
    #[must_use]
    pub fn text_bytes(&self) -> u64 {
        enum Step<'a> {
            Enter(&'a Value),
            Leave(Option<Key>),
        }
        let mut steps = vec![Step::Enter(self)];
        let mut memo: Memo<Key, u64> = Memo::default();
        // The lengths of the values around the current one, the innermost last.
        let mut open = Vec::new();
        let mut length = 0_u64;
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(value) => {
                    let key = memo.key(value.width(), || value.shared_key());
                    if let Some(known) = memo.get(key.as_ref()) {
                        length = length.saturating_add(known);
                        continue;
                    }
                    let Some(node) = value.bare().node() else {
                        length = length.saturating_add(value.own_text_bytes());
                        continue;
                    };
                    open.push(length);
                    length = 2 + node.0.keys.iter().map(|key| key.len() as u64).sum::<u64>();
                    steps.push(Step::Leave(key));
                    for item in &node.0.items {
                        // Most parts have no parts, and need no step.
                        if item.bare().node().is_some() {
                            steps.push(Step::Enter(item));
                        } else {
                            length = length.saturating_add(item.own_text_bytes());
                        }
                    }
                }
                Step::Leave(key) => {
                    memo.keep(key, &length);
                    length = length.saturating_add(open.pop().unwrap_or(0));
                }
            }
        }
        length
    }

    /// Returns about how many bytes a written value without parts has.
    fn own_text_bytes(&self) -> u64 {
        match &self.bare().0 {
            Repr::String(text) => 2 + text.len() as u64,
            Repr::Number(number) => 2 + number.text_bytes(),
            _ => 2,
        }
    }
}
