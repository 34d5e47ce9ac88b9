//! The options in `#[hcl(…)]`.

use proc_macro2::Span;
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, LitInt, LitStr, Meta, Path, Variant};

use crate::case::{CASES, Case};

/// The words of the options of a type.
const OF_TYPES: [&str; 7] = [
    "crate",
    "ignore_unknown",
    "keyword",
    "label",
    "rename_all",
    "transparent",
    "validate",
];

/// The words of the options of a field.
const OF_FIELDS: [&str; 17] = [
    "alias",
    "block",
    "block_or_attribute",
    "conflicts_with",
    "default",
    "deprecated",
    "flatten",
    "from_str",
    "label",
    "max",
    "min",
    "name",
    "one_of",
    "remain",
    "requires",
    "skip",
    "validate",
];

/// The options of a type.
#[derive(Default)]
pub(crate) struct Container {
    /// The path of `hcl2::decode`.
    pub(crate) krate: Option<Path>,
    pub(crate) case: Option<Case>,
    pub(crate) validate: Option<Path>,
    /// The place of `label`: the first label of a block selects the variant.
    pub(crate) label: Option<Span>,
    /// The place of `keyword`: variants are bare names.
    pub(crate) keyword: Option<Span>,
    /// The place of `transparent`: the type stands for that of its only field.
    pub(crate) transparent: Option<Span>,
    /// The place of `ignore_unknown`: items that no field names are not errors.
    pub(crate) ignore_unknown: Option<Span>,
    pub(crate) description: String,
}

impl Container {
    pub(crate) fn read(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut container = Self {
            description: description(attributes),
            ..Self::default()
        };
        each(attributes, |meta| {
            match word_of(&meta).as_str() {
                "crate" => container.krate = Some(meta.value()?.parse()?),
                "rename_all" => container.case = Some(case(&meta.value()?.parse()?)?),
                "validate" => container.validate = Some(function(&meta)?),
                "label" => container.label = Some(span_of(&meta)),
                "keyword" => container.keyword = Some(span_of(&meta)),
                "transparent" => container.transparent = Some(span_of(&meta)),
                "ignore_unknown" => container.ignore_unknown = Some(span_of(&meta)),
                _ => return Err(unknown(&meta, "type", &OF_TYPES)),
            }
            Ok(())
        })?;
        Ok(container)
    }

    /// Returns the path of the module with the names that derived code uses.
    pub(crate) fn krate(&self) -> proc_macro2::TokenStream {
        match &self.krate {
            Some(path) => quote!(#path::derived),
            None => quote!(::hcl2::decode::derived),
        }
    }
}

/// Reads the path of a function.
pub(crate) fn function(meta: &ParseNestedMeta<'_>) -> syn::Result<Path> {
    match meta.value()?.parse()? {
        Expr::Path(path) if path.qself.is_none() => Ok(path.path),
        other => Err(syn::Error::new_spanned(
            other,
            format!(
                "expected the path of a function, such as `{} = check_port`",
                word_of(meta)
            ),
        )),
    }
}

fn case(name: &LitStr) -> syn::Result<Case> {
    let given = name.value();
    let found = CASES.iter().find(|(known, _)| *known == given);
    found.map(|(_, case)| *case).ok_or_else(|| {
        let known = CASES.map(|(name, _)| format!("`{name}`")).join(", ");
        syn::Error::new(
            name.span(),
            format!("unknown case `{given}`; expected one of {known}"),
        )
    })
}

/// The role of a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    #[default]
    Attribute,
    Block,
    /// An attribute that can also be written as a block.
    BlockOrAttribute,
    Label,
    OneOf,
    Flatten,
    Remain,
    Skip,
}

/// The options that set a role.
const ROLES: [(&str, Role); 7] = [
    ("block", Role::Block),
    ("block_or_attribute", Role::BlockOrAttribute),
    ("label", Role::Label),
    ("one_of", Role::OneOf),
    ("flatten", Role::Flatten),
    ("remain", Role::Remain),
    ("skip", Role::Skip),
];

/// The options of a field or variant.
#[derive(Default)]
pub(crate) struct Field {
    pub(crate) role: Role,
    pub(crate) name: Option<LitStr>,
    /// Another name in HCL.
    pub(crate) alias: Option<LitStr>,
    /// Names of items that exclude this one.
    pub(crate) conflicts_with: Vec<LitStr>,
    /// Names of items that this one requires.
    pub(crate) requires: Vec<LitStr>,
    /// `Some(None)` for the `Default` of the type.
    pub(crate) default: Option<Option<Expr>>,
    pub(crate) from_str: bool,
    pub(crate) validate: Option<Path>,
    pub(crate) deprecated: Option<LitStr>,
    pub(crate) min: Option<LitInt>,
    pub(crate) max: Option<LitInt>,
    pub(crate) description: String,
}

impl Field {
    pub(crate) fn read(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut field = Self {
            description: description(attributes),
            ..Self::default()
        };
        // The options so far, to report duplicates and conflicts.
        let mut given: Vec<(String, Span)> = Vec::new();
        each(attributes, |meta| {
            let word = word_of(&meta);
            if !is_repeatable(&word) && given.iter().any(|(before, _)| *before == word) {
                return Err(meta.error(format!("duplicate option `{word}`")));
            }
            if let Some((_, role)) = ROLES.iter().find(|(name, _)| *name == word) {
                if let Some((before, _)) = given.iter().find(|(before, _)| is_role(before)) {
                    return Err(meta.error(format!("a field cannot be both `{before}` and `{word}`")));
                }
                if meta.input.peek(syn::Token![=]) || meta.input.peek(syn::token::Paren) {
                    let instead = match word.as_str() {
                        "one_of" => {
                            "for an attribute with one of several strings, derive `Decode` for an enum with a variant for each"
                        }
                        _ => "write `name = \"…\"` for another name in HCL",
                    };
                    return Err(meta.error(format!("`{word}` has no value; {instead}")));
                }
                field.role = *role;
            } else {
                field.option(&word, &meta)?;
            }
            given.push((word, span_of(&meta)));
            Ok(())
        })?;
        field.check(&given)?;
        Ok(field)
    }

    fn option(&mut self, word: &str, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        match word {
            "name" => self.name = Some(meta.value()?.parse()?),
            "alias" => self.alias = Some(meta.value()?.parse()?),
            "conflicts_with" => self.conflicts_with.push(meta.value()?.parse()?),
            "requires" => self.requires.push(meta.value()?.parse()?),
            "default" if meta.input.peek(syn::Token![=]) => {
                self.default = Some(Some(meta.value()?.parse()?));
            }
            "default" => self.default = Some(None),
            "from_str" => self.from_str = true,
            "validate" => self.validate = Some(function(meta)?),
            "deprecated" => self.deprecated = Some(meta.value()?.parse()?),
            "min" => self.min = Some(meta.value()?.parse()?),
            "max" => self.max = Some(meta.value()?.parse()?),
            _ => return Err(unknown(meta, "field", &OF_FIELDS)),
        }
        Ok(())
    }

    /// Reports options that do not apply to the field's role.
    fn check(&self, given: &[(String, Span)]) -> syn::Result<()> {
        let allowed: &[&str] = match self.role {
            Role::Attribute | Role::BlockOrAttribute => &[
                "name",
                "alias",
                "default",
                "from_str",
                "validate",
                "deprecated",
                "conflicts_with",
                "requires",
            ],
            Role::Block => &[
                "name",
                "alias",
                "default",
                "validate",
                "deprecated",
                "min",
                "max",
                "conflicts_with",
                "requires",
            ],
            Role::Label => &["name"],
            Role::OneOf | Role::Flatten | Role::Remain | Role::Skip => &[],
        };
        for (word, span) in given.iter().filter(|(word, _)| !is_role(word)) {
            if !allowed.contains(&word.as_str()) {
                let role = ROLES.iter().find(|(_, role)| *role == self.role);
                let text = match role {
                    Some((role, _)) => format!("`{word}` does not apply to a field with `{role}`"),
                    None => format!(
                        "`{word}` does not apply to an attribute; add `block` if the field is a block"
                    ),
                };
                return Err(syn::Error::new(*span, text));
            }
        }
        Ok(())
    }

    /// Returns the name in HCL: the option `name`, or else the name of the field or variant.
    pub(crate) fn name(&self, ident: &Ident, case: Option<Case>) -> String {
        if let Some(name) = &self.name {
            return name.value();
        }
        let text = ident.to_string();
        let text = text.strip_prefix("r#").unwrap_or(&text);
        case.map_or_else(|| text.to_owned(), |case| case.apply(text))
    }
}

/// Returns whether an option may be given several times.
fn is_repeatable(word: &str) -> bool {
    ["conflicts_with", "requires"].contains(&word)
}

fn is_role(word: &str) -> bool {
    ROLES.iter().any(|(name, _)| *name == word)
}

/// Reads every option in `#[hcl(…)]`.
fn each(
    attributes: &[Attribute],
    mut read: impl FnMut(ParseNestedMeta<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("hcl"))
    {
        attribute.parse_nested_meta(&mut read)?;
    }
    Ok(())
}

fn span_of(meta: &ParseNestedMeta<'_>) -> Span {
    meta.path.get_ident().map_or_else(Span::call_site, Ident::span)
}

fn word_of(meta: &ParseNestedMeta<'_>) -> String {
    meta.path.get_ident().map(Ident::to_string).unwrap_or_default()
}

fn unknown(meta: &ParseNestedMeta<'_>, what: &str, known: &[&str]) -> syn::Error {
    let word = word_of(meta);
    let advice = match OTHER_WORDS.iter().find(|(other, _)| *other == word) {
        Some((_, advice)) => (*advice).to_owned(),
        None => {
            let quoted: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
            let (last, rest) = quoted
                .split_last()
                .map_or(("", &[][..]), |(last, rest)| (last, rest));
            format!("the options of a {what} are {} and {last}", rest.join(", "))
        }
    };
    meta.error(format!("unknown option `{word}`; {advice}"))
}

/// Words of serde and of others, and what to write instead.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("rename", "write `name = \"…\"` for another name in HCL"),
    ("optional", "make the type an `Option`, or add `default`"),
    (
        "required",
        "an attribute is required unless its type is an `Option` or it has a `default`",
    ),
    (
        "attribute",
        "a field without a role is an attribute; remove the option",
    ),
    (
        "attr",
        "a field without a role is an attribute; remove the option",
    ),
    ("sensitive", "write `Sensitive<…>` as the type of the field"),
    ("secret", "write `Sensitive<…>` as the type of the field"),
    (
        "env",
        "read the environment as a layer, with `Layers::environment`; a variable sets the attribute of its name",
    ),
    ("blocks", "write `block`, and a `Vec` or a map for several"),
    ("labels", "write `label` on a field for each label"),
    (
        "rest",
        "write `remain` for everything that the other fields do not name",
    ),
    (
        "deny_unknown_fields",
        "items that no field names are errors, unless the type has `ignore_unknown`; remove the option",
    ),
    (
        "skip_serializing_if",
        "a field that is `None` is left out; remove the option",
    ),
    (
        "with",
        "implement `DecodeAttribute` for the type of the field, or write `from_str`",
    ),
    (
        "deserialize_with",
        "implement `DecodeAttribute` for the type of the field, or write `from_str`",
    ),
];

/// Returns the documentation of an item.
fn description(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text), ..
            }) => Some(text.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Returns the error for a variant that cannot be a block.
pub(crate) fn wrong_variant(variant: &Variant) -> syn::Error {
    let text = format!(
        "a variant must hold named fields, exactly one struct, as in `{0}({0})`, or nothing",
        variant.ident
    );
    syn::Error::new_spanned(variant, text)
}

#[cfg(test)]
mod tests {
    use super::{OF_FIELDS, OF_TYPES};

    #[test]
    fn documentation_lists_every_option() {
        let (fields, types) = include_str!("../../hcl2/src/derived.rs")
            .split_once("# Options of types")
            .expect("a heading");
        let missing = |words: &[&str], text: &str| -> Vec<String> {
            let words = words.iter().filter(|word| {
                let row = |end| text.contains(&format!("#[hcl({word}{end}"));
                !row(")]`") && !row(" = ")
            });
            words.map(ToString::to_string).collect()
        };
        assert_eq!(missing(&OF_FIELDS, fields), [""; 0]);
        assert_eq!(missing(&OF_TYPES, types), [""; 0]);
    }
}
