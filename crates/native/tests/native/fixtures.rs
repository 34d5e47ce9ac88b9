//! The problems of invalid sources: code, range, labels and suggestions, as the fixtures in `data/err` mark them.

use crate::support::fixture;

#[test]
fn problems_are_reported_where_the_fixtures_mark_them() {
    fixture::check("err");
}
