//! The public items of the published libraries, in `docs/api`, so that a review sees every change of them.
//!
//! An item that is `pub` in the source counts: the lint `unreachable_pub` refuses one that users cannot reach. Hidden items and
//! those for tests are left out.

use quote::ToTokens;
use syn::{Attribute, Fields, ImplItem, Item, Meta, TraitItem, Visibility};

use crate::workspace::Workspace;

/// The folder with a list for each library.
const FOLDER: &str = "docs/api";

/// Returns the path and content of each list.
pub(crate) fn lists(workspace: &Workspace) -> Result<Vec<(String, String)>, String> {
    let libraries = workspace.packages.iter().filter(|package| {
        let is_library = package
            .targets
            .iter()
            .any(|target| target.kind.iter().any(|kind| kind == "lib"));
        is_library && package.publish.is_none() && package.name != "hcl2-cli"
    });
    let lists = libraries.map(|package| {
        let folder = package.name.strip_prefix("hcl2-").unwrap_or(&package.name);
        let prefix = format!("crates/{folder}/src/");
        let sources = workspace.files.iter().filter(|file| {
            let inside = file.path.strip_prefix(&prefix);
            file.is_rust() && inside.is_some_and(|inside| !inside.starts_with("bin/") && inside != "main.rs")
        });
        let mut lines = Vec::new();
        for file in sources {
            let parsed = syn::parse_file(&file.text).map_err(|error| format!("{}: {error}", file.path))?;
            if !is_left_out(&parsed.attrs) {
                parsed.items.iter().for_each(|item| add(item, &mut lines));
            }
        }
        lines.sort();
        lines.dedup();
        Ok((format!("{FOLDER}/{}.txt", package.name), lines.join("\n") + "\n"))
    });
    let lists: Vec<(String, String)> = lists.collect::<Result<_, String>>()?;
    Ok(lists.into_iter().filter(|(_, list)| list.len() > 1).collect())
}

/// Adds the lines of an item.
fn add(item: &Item, lines: &mut Vec<String>) {
    match item {
        Item::Fn(item) if is_public(&item.vis, &item.attrs) => lines.push(text(&item.sig)),
        Item::Const(item) if is_public(&item.vis, &item.attrs) => {
            lines.push(format!("const {}: {}", item.ident, text(&item.ty)));
        }
        Item::Static(item) if is_public(&item.vis, &item.attrs) => {
            lines.push(format!("static {}: {}", item.ident, text(&item.ty)));
        }
        Item::Type(item) if is_public(&item.vis, &item.attrs) => {
            lines.push(format!("type {}{}", item.ident, text(&item.generics)));
        }
        Item::Use(item) if is_public(&item.vis, &item.attrs) => {
            lines.push(format!("use {}", text(&item.tree)));
        }
        Item::Macro(item)
            if item
                .attrs
                .iter()
                .any(|attribute| attribute.path().is_ident("macro_export")) =>
        {
            lines.extend(item.ident.iter().map(|name| format!("macro {name}!")));
        }
        Item::Mod(item) if !is_left_out(&item.attrs) => {
            if let Visibility::Public(_) = item.vis {
                lines.push(format!("mod {}", item.ident));
            }
            let inside = item.content.iter().flat_map(|(_, items)| items);
            inside.for_each(|item| add(item, lines));
        }
        Item::Struct(item) if is_public(&item.vis, &item.attrs) => {
            lines.push(format!("struct {}{}", item.ident, text(&item.generics)));
            fields(&item.ident.to_string(), &item.fields, false, lines);
        }
        Item::Enum(item) if is_public(&item.vis, &item.attrs) => {
            lines.push(format!("enum {}{}", item.ident, text(&item.generics)));
            for variant in item
                .variants
                .iter()
                .filter(|variant| !is_left_out(&variant.attrs))
            {
                let name = format!("{}::{}", item.ident, variant.ident);
                lines.push(name.clone());
                fields(&name, &variant.fields, true, lines);
            }
        }
        Item::Trait(item) if is_public(&item.vis, &item.attrs) => {
            lines.push(format!("trait {}{}", item.ident, text(&item.generics)));
            for inside in &item.items {
                match inside {
                    TraitItem::Fn(function) if !is_left_out(&function.attrs) => {
                        lines.push(format!("{}::{}", item.ident, text(&function.sig)));
                    }
                    TraitItem::Const(constant) if !is_left_out(&constant.attrs) => {
                        lines.push(format!(
                            "{}::const {}: {}",
                            item.ident,
                            constant.ident,
                            text(&constant.ty)
                        ));
                    }
                    TraitItem::Type(ty) => lines.push(format!("{}::type {}", item.ident, ty.ident)),
                    _ => {}
                }
            }
        }
        Item::Impl(item) if item.trait_.is_none() && !is_left_out(&item.attrs) => {
            let ty = text(&item.self_ty);
            for inside in &item.items {
                match inside {
                    ImplItem::Fn(function) if is_public(&function.vis, &function.attrs) => {
                        lines.push(format!("{ty}::{}", text(&function.sig)));
                    }
                    ImplItem::Const(constant) if is_public(&constant.vis, &constant.attrs) => {
                        lines.push(format!("{ty}::const {}: {}", constant.ident, text(&constant.ty)));
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// Adds the public fields of a struct, or all fields of a variant.
fn fields(owner: &str, fields: &Fields, of_variant: bool, lines: &mut Vec<String>) {
    for (index, field) in fields.iter().enumerate() {
        if is_left_out(&field.attrs) || !(of_variant || matches!(field.vis, Visibility::Public(_))) {
            continue;
        }
        let name = field
            .ident
            .as_ref()
            .map_or_else(|| index.to_string(), ToString::to_string);
        lines.push(format!("{owner}.{name}: {}", text(&field.ty)));
    }
}

fn is_public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(visibility, Visibility::Public(_)) && !is_left_out(attributes)
}

/// Returns whether an item is hidden or for tests only.
fn is_left_out(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => {
            let tokens = list.tokens.to_string();
            list.path.is_ident("doc") && tokens == "hidden"
                || list.path.is_ident("cfg") && ["test", "doctest"].contains(&tokens.as_str())
        }
        Meta::Path(_) | Meta::NameValue(_) => false,
    })
}

/// Returns the source of a node on one line.
fn text(node: &impl ToTokens) -> String {
    let spaced = node.to_token_stream().to_string();
    let mut text = String::with_capacity(spaced.len());
    let mut words = spaced.split_whitespace().peekable();
    while let Some(word) = words.next() {
        text.push_str(word);
        let Some(next) = words.peek() else { break };
        let opens = word.ends_with(['(', '<', '[', '&', '!']) || word.ends_with("::") || word.ends_with('\'');
        let closes =
            next.starts_with([')', '>', ']', ',', ':', ';', '?', '(', '<', '!']) || next.starts_with("::");
        let arrow = next.starts_with("->") || word == "->";
        if arrow || !(opens || closes) {
            text.push(' ');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::add;

    #[test]
    fn public_items_are_listed_with_their_signatures() {
        let source = "pub struct Loader { pub limits: Limits, memo: u8 }\n\
            impl Loader {\n    pub fn load(&self, path: impl AsRef<Path>) -> Result<Tree, Error> { todo!() }\n    fn own(&self) {}\n}\n\
            pub(crate) fn inner() {}\n#[doc(hidden)]\npub fn hidden() {}\n#[cfg(test)]\nmod tests { pub fn none() {} }\n\
            pub enum Kind { Tuple(Vec<u8>), Unit }\n";
        let mut lines = Vec::new();
        let parsed = syn::parse_file(source).expect("it is valid");
        parsed.items.iter().for_each(|item| add(item, &mut lines));
        assert_eq!(
            lines,
            [
                "struct Loader",
                "Loader.limits: Limits",
                "Loader::fn load(&self, path: impl AsRef<Path>) -> Result<Tree, Error>",
                "enum Kind",
                "Kind::Tuple",
                "Kind::Tuple.0: Vec<u8>",
                "Kind::Unit",
            ]
        );
    }
}
