//! A dashboard: panels of several kinds in a grid.

use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Dashboard {
    title: String,
    #[hcl(default = (12, 8))]
    grid: (u8, u8),
    #[hcl(one_of)]
    panels: Vec<Panel>,
}

#[derive(Decode, Debug, PartialEq)]
enum Panel {
    Graph(Graph),
    Gauge(Gauge),
    #[hcl(name = "markdown")]
    Text(Text),
    Divider,
}

#[derive(Decode, Debug, PartialEq)]
struct Graph {
    #[hcl(label)]
    title: String,
    #[hcl(flatten)]
    place: Place,
    #[hcl(block, name = "series", min = 1, max = 3)]
    series: Vec<Series>,
}

#[derive(Decode, Debug, PartialEq)]
struct Series {
    query: String,
    #[hcl(validate = colour)]
    color: Option<String>,
}

#[derive(Decode, Debug, PartialEq)]
struct Gauge {
    #[hcl(label)]
    title: String,
    #[hcl(flatten)]
    place: Place,
    query: String,
    range: (f64, f64),
    #[hcl(default)]
    thresholds: Vec<(f64, String)>,
}

#[derive(Decode, Debug, PartialEq)]
struct Text {
    #[hcl(flatten)]
    place: Place,
    text: String,
}

#[derive(Decode, Debug, PartialEq)]
struct Place {
    at: (u8, u8),
    #[hcl(default = (4, 2))]
    size: (u8, u8),
}

fn colour(color: &Option<String>) -> Result<(), &'static str> {
    let is_colour = |text: &String| {
        text.strip_prefix('#')
            .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    match color.as_ref().is_none_or(is_colour) {
        true => Ok(()),
        false => Err("a colour is `#` and six hexadecimal digits, as in #ff8800"),
    }
}

#[test]
fn a_dashboard_is_decoded() {
    let dashboard: Dashboard = super::check("dashboard", &Loader::new());
    assert_eq!(dashboard.grid, (12, 8));
    let [
        Panel::Graph(graph),
        Panel::Gauge(gauge),
        Panel::Divider,
        Panel::Text(text),
    ] = dashboard.panels.as_slice()
    else {
        panic!("{dashboard:?}");
    };
    assert_eq!((graph.place.at, graph.place.size), ((0, 0), (8, 4)));
    assert_eq!(graph.series[1].color.as_deref(), Some("#ff8800"));
    assert_eq!(gauge.thresholds[1], (0.9, "red".to_owned()));
    assert_eq!(text.place.size, (4, 2));
}
