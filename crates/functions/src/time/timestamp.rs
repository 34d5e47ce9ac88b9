//! Timestamps in the format of RFC 3339.
//!
//! The calendar is computed here because sums with a duration reach into the year 10,000 and beyond, as in the
//! reference; `jiff` ends at the year 9,999.

use std::fmt;

use hcl2_value::FunctionError;

const SECONDS_PER_DAY: i64 = 86_400;

/// A point in time with an offset from UTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Timestamp {
    /// Seconds since the start of 1970 in local time.
    seconds: i64,
    /// From 0 to 999,999,999.
    nanoseconds: i64,
    /// The offset from UTC in seconds.
    pub(super) offset: i64,
}

/// The date and time of a timestamp in its parts.
pub(super) struct Parts {
    pub(super) year: i64,
    /// From 1.
    pub(super) month: usize,
    /// From 1.
    pub(super) day: i64,
    /// From 0 for Sunday.
    pub(super) weekday: usize,
    pub(super) hour: i64,
    pub(super) minute: i64,
    pub(super) second: i64,
}

impl Timestamp {
    /// Parses a timestamp: a date, `T`, a time, and `Z` or an offset. An error names the invalid part.
    pub(crate) fn parse(text: &str) -> Result<Self, FunctionError> {
        let mut reader = Reader { rest: text };
        let year = reader.digits(4, "the year", 0..=9999)?;
        reader.character('-', "between year and month")?;
        let month = reader.digits(2, "the month", 1..=12)?;
        reader.character('-', "between month and day")?;
        let day = reader.digits(2, "the day of the month", 1..=days_of_month(year, month))?;
        reader.character('T', "between date and time")?;
        let hour = reader.digits(2, "the hour", 0..=23)?;
        reader.character(':', "between hour and minute")?;
        let minute = reader.digits(2, "the minute", 0..=59)?;
        reader.character(':', "between minute and second")?;
        let second = reader.digits(2, "the second", 0..=59)?;
        let nanoseconds = reader.fraction()?;
        let offset = reader.offset()?;
        if !reader.rest.is_empty() {
            return Err(wrong("nothing may follow the offset from UTC"));
        }
        let days = days_since_1970(year, month, day);
        Ok(Self {
            seconds: days * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second,
            nanoseconds,
            offset,
        })
    }

    /// Creates a timestamp in UTC from seconds since the start of 1970.
    #[cfg(feature = "terraform")]
    pub(crate) fn in_utc(seconds: i64) -> Self {
        Self {
            seconds,
            nanoseconds: 0,
            offset: 0,
        }
    }

    /// Returns the key for comparisons: seconds since the start of 1970 in UTC, and nanoseconds.
    #[cfg(feature = "terraform")]
    pub(crate) fn instant(&self) -> (i64, i64) {
        (self.seconds - self.offset, self.nanoseconds)
    }

    /// Adds nanoseconds to the timestamp.
    pub(super) fn plus(&self, nanoseconds: i64) -> Self {
        const PER_SECOND: i64 = 1_000_000_000;
        let all = self.nanoseconds + nanoseconds.rem_euclid(PER_SECOND);
        Self {
            seconds: self.seconds + nanoseconds.div_euclid(PER_SECOND) + all.div_euclid(PER_SECOND),
            nanoseconds: all.rem_euclid(PER_SECOND),
            offset: self.offset,
        }
    }

    /// Returns the local date and time.
    pub(super) fn parts(&self) -> Parts {
        let days = self.seconds.div_euclid(SECONDS_PER_DAY);
        let second_of_day = self.seconds.rem_euclid(SECONDS_PER_DAY);
        let (year, month, day) = date_of(days);
        Parts {
            year,
            month,
            day,
            // The first day of 1970 was a Thursday.
            weekday: usize::try_from((days + 4).rem_euclid(7)).unwrap_or(0),
            hour: second_of_day / 3600,
            minute: second_of_day / 60 % 60,
            second: second_of_day % 60,
        }
    }
}

impl fmt::Display for Timestamp {
    /// Formats the timestamp without fractions of a second.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts();
        write!(
            f,
            "{}-{:02}-{:02}T{:02}:{:02}:{:02}{}",
            padded_year(parts.year),
            parts.month,
            parts.day,
            parts.hour,
            parts.minute,
            parts.second,
            if self.offset == 0 {
                "Z".to_owned()
            } else {
                offset_text(self.offset, ":")
            }
        )
    }
}

/// Formats a year with at least four digits.
pub(super) fn padded_year(year: i64) -> String {
    let sign = if year < 0 { "-" } else { "" };
    format!("{sign}{:04}", year.unsigned_abs())
}

/// Formats an offset from UTC with a sign and a separator between hours and minutes.
pub(super) fn offset_text(offset: i64, separator: &str) -> String {
    let sign = if offset < 0 { '-' } else { '+' };
    let minutes = offset.abs() / 60;
    format!("{sign}{:02}{separator}{:02}", minutes / 60, minutes % 60)
}

fn wrong(what: &str) -> FunctionError {
    FunctionError::new(format!(
        "a timestamp such as 2006-01-02T15:04:05Z is required: {what}"
    ))
    .general()
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn character(&mut self, expected: char, place: &str) -> Result<(), FunctionError> {
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                Ok(())
            }
            None => Err(self.missing(&format!("{expected:?} is expected {place}"))),
        }
    }

    fn missing(&self, expected: &str) -> FunctionError {
        match self.rest.chars().next() {
            None => wrong(&format!("{expected}, but the text ends")),
            Some(found) => {
                let message = wrong(&format!("{expected}, not {found:?}")).message;
                wrong(expected).revealing(message)
            }
        }
    }

    /// Parses at most `most` digits.
    fn leading_digits(&self, most: usize) -> &str {
        let count = self
            .rest
            .bytes()
            .take(most)
            .take_while(u8::is_ascii_digit)
            .count();
        &self.rest[..count]
    }

    fn digits(
        &mut self,
        count: usize,
        what: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<i64, FunctionError> {
        let digits = self.leading_digits(count);
        let number = digits.parse().ok().filter(|_| digits.len() == count);
        let Some(number) = number else {
            let message = format!("{what} must have {count} digits");
            return Err(wrong(&message));
        };
        if !range.contains(&number) {
            let message = format!("{what} must be from {:02} to {:02}", range.start(), range.end());
            let better = wrong(&format!("{message}, not {digits}")).message;
            return Err(wrong(&message).revealing(better));
        }
        self.rest = &self.rest[count..];
        Ok(number)
    }

    /// Parses an optional fraction of a second in nanoseconds. Digits after the ninth are ignored.
    fn fraction(&mut self) -> Result<i64, FunctionError> {
        let Some(rest) = self.rest.strip_prefix('.') else {
            return Ok(0);
        };
        self.rest = rest;
        let digits = self.leading_digits(usize::MAX);
        if digits.is_empty() {
            return Err(self.missing("a digit is expected after the decimal point"));
        }
        let nanoseconds = format!("{:0<9.9}", digits).parse().unwrap_or(0);
        self.rest = &self.rest[digits.len()..];
        Ok(nanoseconds)
    }

    /// Parses the offset from UTC in seconds.
    fn offset(&mut self) -> Result<i64, FunctionError> {
        let sign = match self.rest.chars().next() {
            Some('Z') => 0,
            Some('+') => 1,
            Some('-') => -1,
            _ => return Err(self.missing("the offset from UTC is expected: Z, or one such as +01:00")),
        };
        self.rest = &self.rest[1..];
        if sign == 0 {
            return Ok(0);
        }
        let hours = self.digits(2, "the hour of the offset from UTC", 0..=23)?;
        self.character(':', "between hour and minute of the offset from UTC")?;
        let minutes = self.digits(2, "the minute of the offset from UTC", 0..=59)?;
        Ok(sign * (hours * 60 + minutes) * 60)
    }
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from the first of March of year 0 to the first of January of 1970.
const DAYS_TO_1970: i64 = 719_468;

/// Returns the days since 1970-01-01 of a Gregorian date, whose month and day count from 1.
///
/// # Examples
///
/// ```
/// assert_eq!(hcl2_functions::days_since_1970(1970, 3, 1), 59);
/// assert_eq!(hcl2_functions::days_since_1970(1969, 12, 31), -1);
/// ```
#[must_use]
pub fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    // Years start in March, so that a leap day is the last day.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year - DAYS_TO_1970
}

/// Returns the year, the month from 1 and the day from 1 of a number of days since 1970-01-01.
fn date_of(days: i64) -> (i64, usize, i64) {
    const PER_CYCLE: i64 = 146_097;
    let days = days + DAYS_TO_1970;
    let cycle = days.div_euclid(PER_CYCLE);
    let day = days.rem_euclid(PER_CYCLE);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let year = cycle * 400 + year;
    let (year, month) = if month < 10 {
        (year, month + 3)
    } else {
        (year + 1, month - 9)
    };
    (year, usize::try_from(month).unwrap_or(1), day_of_month)
}

#[cfg(test)]
mod tests {
    use super::{Timestamp, date_of, days_since_1970};

    #[test]
    fn dates_and_days_are_inverse() {
        let mut previous = days_since_1970(-1, 12, 31);
        for year in 0..=2400 {
            for month in 1..=12 {
                for day in 1..=super::days_of_month(year, month) {
                    let days = days_since_1970(year, month, day);
                    assert_eq!(days, previous + 1, "{year}-{month}-{day}");
                    assert_eq!(date_of(days), (year, month as usize, day));
                    previous = days;
                }
            }
        }
        assert_eq!(days_since_1970(1970, 1, 1), 0);
    }

    #[test]
    fn an_error_tells_which_part_of_the_timestamp_is_wrong() {
        let cases = [
            ("", "the year must have 4 digits"),
            ("2006/01/02", "'-' is expected between year and month"),
            ("2006-13-02T15:04:05Z", "the month must be from 01 to 12"),
            (
                "2006-02-29T15:04:05Z",
                "the day of the month must be from 01 to 28",
            ),
            ("2006-01-02", "'T' is expected between date and time"),
            ("2006-01-02t15:04:05Z", "'T' is expected between date and time"),
            ("2006-01-02T5:04:05Z", "the hour must have 2 digits"),
            ("2006-01-02T15:04:60Z", "the second must be from 00 to 59"),
            ("2006-01-02T15:04:05,5Z", "the offset from UTC is expected"),
            (
                "2006-01-02T15:04:05.Z",
                "a digit is expected after the decimal point",
            ),
            (
                "2006-01-02T15:04:05+24:00",
                "the hour of the offset from UTC must be from 00 to 23",
            ),
            (
                "2006-01-02T15:04:05+01",
                "':' is expected between hour and minute of the offset",
            ),
            ("2006-01-02T15:04:05ZZ", "nothing may follow"),
        ];
        for (text, part) in cases {
            let error = Timestamp::parse(text).unwrap_err();
            assert!(error.message.contains(part), "{text}: {}", error.message);
        }
    }
}
