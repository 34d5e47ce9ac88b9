//! The cases of names.

/// The case of the names of fields or variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// `two_words`
    Snake,
    /// `two-words`
    Kebab,
    /// `twoWords`
    Camel,
    /// `TwoWords`
    Pascal,
    /// `TWO_WORDS`
    ScreamingSnake,
    /// `twowords`
    Lower,
    /// `TWOWORDS`
    Upper,
}

/// The cases by the names that `rename_all` takes.
pub(crate) const CASES: [(&str, Case); 7] = [
    ("snake_case", Case::Snake),
    ("kebab-case", Case::Kebab),
    ("camelCase", Case::Camel),
    ("PascalCase", Case::Pascal),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
];

impl Case {
    /// Converts a name from any case to this one.
    pub(crate) fn apply(self, name: &str) -> String {
        let words = words(name);
        let joined = |separator: &str| words.join(separator);
        match self {
            Self::Snake => joined("_"),
            Self::Kebab => joined("-"),
            Self::ScreamingSnake => joined("_").to_uppercase(),
            Self::Lower => words.concat(),
            Self::Upper => words.concat().to_uppercase(),
            Self::Pascal => words.iter().map(|word| capital(word)).collect(),
            Self::Camel => {
                let rest = words.iter().skip(1).map(|word| capital(word));
                words.first().cloned().into_iter().chain(rest).collect()
            }
        }
    }
}

/// Splits a name into words in lower case. A capital starts a word unless it follows another capital.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut inside = false;
    let mut after_lower = false;
    for char in name.chars() {
        if char == '_' {
            inside = false;
            after_lower = false;
            continue;
        }
        if !inside || (char.is_uppercase() && after_lower) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(char.to_lowercase());
        }
        inside = true;
        after_lower = !char.is_uppercase();
    }
    words
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().chain(chars).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_convert_to_every_case() {
        let all = |name: &str| CASES.map(|(_, case)| case.apply(name));
        let two = [
            "two_words",
            "two-words",
            "twoWords",
            "TwoWords",
            "TWO_WORDS",
            "twowords",
            "TWOWORDS",
        ];
        assert_eq!(all("two_words"), two);
        assert_eq!(all("TwoWords"), two);
        assert_eq!(Case::Snake.apply("S3"), "s3");
        assert_eq!(Case::Snake.apply("HttpV2Check"), "http_v2_check");
    }
}
