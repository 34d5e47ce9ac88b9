//! The theme of an editor: deep objects, most of which are optional.

use std::collections::BTreeMap;

use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
#[hcl(rename_all = "camelCase")]
struct Theme {
    display_name: String,
    #[hcl(default = Kind::Dark)]
    kind: Kind,
    colors: Colors,
    #[hcl(default)]
    tokens: BTreeMap<String, Style>,
    #[hcl(skip)]
    generation: u32,
}

#[derive(Decode, Debug, PartialEq)]
enum Kind {
    Dark,
    Light,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(rename_all = "camelCase")]
struct Colors {
    background: Rgb,
    foreground: Rgb,
    line_numbers: Option<Rgb>,
    selection: Option<Selection>,
}

#[derive(Decode, Debug, PartialEq)]
struct Selection {
    active: Rgb,
    #[hcl(default = 0.5)]
    opacity: f32,
}

#[derive(Decode, Debug, PartialEq)]
struct Style {
    color: Option<Rgb>,
    #[hcl(default)]
    bold: bool,
    #[hcl(default)]
    italic: bool,
}

type Rgb = (u8, u8, u8);

#[test]
fn a_theme_is_decoded() {
    let theme: Theme = super::check("theme", &Loader::new().variable("accent", 96));
    assert_eq!(theme.colors.background, (16, 16, 24));
    assert_eq!(
        theme.colors.selection,
        Some(Selection {
            active: (96, 96, 128),
            opacity: 0.5
        })
    );
    assert_eq!(
        theme.tokens["keyword"],
        Style {
            color: None,
            bold: true,
            italic: false
        }
    );
    assert_eq!(theme.generation, 0);
}
