//! Timestamps.

use super::{fail, ok, s};

#[test]
fn a_layout_shows_the_parts_of_a_timestamp() {
    let cases = [
        (
            "YYYY-MM-DD'T'hh:mm:ssZ",
            "2006-01-02T15:04:05.999Z",
            "2006-01-02T15:04:05Z",
        ),
        ("YY M D h m s", "2006-01-02T03:04:05Z", "06 1 2 3 4 5"),
        (
            "EEEE EEE MMMM MMM",
            "2024-02-29T00:00:00Z",
            "Thursday Thu February Feb",
        ),
        ("H HH AA aa", "2024-02-29T00:00:00Z", "12 12 AM am"),
        ("H HH AA aa", "2024-02-29T13:00:00Z", "1 01 PM pm"),
        (
            "Z ZZZ ZZZZ ZZZZZ",
            "2024-02-29T13:00:00+00:00",
            "Z UTC +0000 +00:00",
        ),
        (
            "Z ZZZ ZZZZ ZZZZZ",
            "2024-02-29T13:00:00-09:30",
            "-09:30 -0930 -0930 -09:30",
        ),
        ("'it''s' '' 'x''", "2024-02-29T13:00:00Z", "it's ' x'"),
        ("日 YYYY", "0000-02-29T13:00:00Z", "日 0000"),
        ("", "2024-02-29T13:00:00Z", ""),
    ];
    for (layout, time, expected) in cases {
        assert_eq!(ok("formatdate", [s(layout), s(time)]), s(expected), "{layout}");
    }
}

#[test]
fn errors_say_which_argument_is_wrong() {
    let time = || s("2006-01-02T15:04:05Z");
    assert!(
        fail("formatdate", [s("YYY"), time()], Some(0))
            .contains("\"YYY\" stands for nothing in the layout: the year is YY or YYYY")
    );
    assert!(fail("formatdate", [s("x"), time()], Some(0)).contains("must be in single quotes"));
    assert!(fail("formatdate", [s("'x"), time()], Some(0)).contains("without a closing one"));
    assert!(fail("formatdate", [s("'"), time()], Some(0)).contains("without a closing one"));
    assert!(
        fail("formatdate", [s("YYY"), s("2017-13-01T00:00:00Z")], Some(1))
            .contains("the month must be from 01 to 12")
    );
    assert!(fail("timeadd", [s("bad"), s("1h")], None).contains("the year must have 4 digits"));
    assert!(fail("timeadd", [time(), s("1x")], None).contains("units are ns, us, ms, s, m and h"));
}

#[test]
fn durations_are_added_across_days_and_years() {
    let cases = [
        ("2006-01-02T15:04:05Z", "24h", "2006-01-03T15:04:05Z"),
        (
            "2006-01-02T15:04:05+09:30",
            "-15h4m6s",
            "2006-01-01T23:59:59+09:30",
        ),
        ("2023-12-31T23:59:59.5Z", "0.5s", "2024-01-01T00:00:00Z"),
        ("2023-12-31T23:59:59.5Z", "-0.6s", "2023-12-31T23:59:58Z"),
        ("2024-02-28T12:00:00Z", "1440m", "2024-02-29T12:00:00Z"),
        ("0000-01-01T00:00:00Z", "-1s", "-0001-12-31T23:59:59Z"),
        ("9999-12-31T23:59:59Z", "1s", "10000-01-01T00:00:00Z"),
        ("2006-01-02T15:04:05-00:00", "0", "2006-01-02T15:04:05Z"),
    ];
    for (time, duration, expected) in cases {
        assert_eq!(
            ok("timeadd", [s(time), s(duration)]),
            s(expected),
            "{time} {duration}"
        );
    }
}
