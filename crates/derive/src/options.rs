//! What `#[hcl(…)]` says.

use proc_macro2::Span;
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::{
    Attribute, Expr, ExprLit, GenericArgument, Ident, Lit, LitInt, LitStr, Meta, Path, PathArguments, Type,
    Variant,
};

use crate::case::{CASES, Case};

/// What is said of a type.
#[derive(Default)]
pub(crate) struct Container {
    /// The path of `hcl2::decode`.
    pub(crate) krate: Option<Path>,
    pub(crate) case: Option<Case>,
    pub(crate) validate: Option<Path>,
    /// Where `label` stands: the first label of a block chooses the variant.
    pub(crate) label: Option<Span>,
    /// Where `keyword` stands: variants are bare names.
    pub(crate) keyword: Option<Span>,
    pub(crate) description: String,
}

impl Container {
    pub(crate) fn read(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut container = Self {
            description: description(attributes),
            ..Self::default()
        };
        each(attributes, |meta| {
            if meta.path.is_ident("crate") {
                container.krate = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("rename_all") {
                container.case = Some(case(&meta.value()?.parse()?)?);
            } else if meta.path.is_ident("validate") {
                container.validate = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("label") {
                container.label = Some(span_of(&meta));
            } else if meta.path.is_ident("keyword") {
                container.keyword = Some(span_of(&meta));
            } else {
                return Err(unknown(
                    &meta,
                    "a type can have `crate`, `keyword`, `label`, `rename_all` and `validate`",
                ));
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

fn case(name: &LitStr) -> syn::Result<Case> {
    let given = name.value();
    let found = CASES.iter().find(|(known, _)| *known == given);
    found.map(|(_, case)| *case).ok_or_else(|| {
        let known = CASES.map(|(name, _)| format!("`{name}`")).join(", ");
        syn::Error::new(
            name.span(),
            format!("there is no case `{given}`; use one of {known}"),
        )
    })
}

/// What a field stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    #[default]
    Attribute,
    Block,
    Label,
    OneOf,
    Flatten,
    Remain,
    Skip,
}

/// The names of the roles that are not the usual one.
const ROLES: [(&str, Role); 6] = [
    ("block", Role::Block),
    ("label", Role::Label),
    ("one_of", Role::OneOf),
    ("flatten", Role::Flatten),
    ("remain", Role::Remain),
    ("skip", Role::Skip),
];

/// What is said of a field or variant.
#[derive(Default)]
pub(crate) struct Field {
    pub(crate) role: Role,
    pub(crate) name: Option<LitStr>,
    /// `Some(None)` for the type's own default.
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
        // What was said, for what cannot be said together.
        let mut said: Vec<(String, Span)> = Vec::new();
        each(attributes, |meta| {
            let word = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
            if said.iter().any(|(before, _)| *before == word) {
                return Err(meta.error(format!("`{word}` is said twice")));
            }
            if let Some((_, role)) = ROLES.iter().find(|(name, _)| *name == word) {
                if let Some((before, _)) = said.iter().find(|(before, _)| is_role(before)) {
                    return Err(meta.error(format!("a field cannot be both `{before}` and `{word}`")));
                }
                field.role = *role;
            } else {
                field.option(&word, &meta)?;
            }
            said.push((word, span_of(&meta)));
            Ok(())
        })?;
        field.check(&said)?;
        Ok(field)
    }

    fn option(&mut self, word: &str, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        match word {
            "name" => self.name = Some(meta.value()?.parse()?),
            "default" if meta.input.peek(syn::Token![=]) => {
                self.default = Some(Some(meta.value()?.parse()?));
            }
            "default" => self.default = Some(None),
            "from_str" => self.from_str = true,
            "validate" => self.validate = Some(meta.value()?.parse()?),
            "deprecated" => self.deprecated = Some(meta.value()?.parse()?),
            "min" => self.min = Some(meta.value()?.parse()?),
            "max" => self.max = Some(meta.value()?.parse()?),
            _ => {
                return Err(unknown(
                    meta,
                    "a field can have `block`, `default`, `deprecated`, `flatten`, `from_str`, `label`, `max`, `min`, `name`, \
                     `one_of`, `remain`, `skip` and `validate`",
                ));
            }
        }
        Ok(())
    }

    /// Refuses what means nothing for the field's role.
    fn check(&self, said: &[(String, Span)]) -> syn::Result<()> {
        let allowed: &[&str] = match self.role {
            Role::Attribute => &["name", "default", "from_str", "validate", "deprecated"],
            Role::Block => &["name", "default", "validate", "deprecated", "min", "max"],
            Role::Label => &["name"],
            Role::OneOf | Role::Flatten | Role::Remain | Role::Skip => &[],
        };
        for (word, span) in said.iter().filter(|(word, _)| !is_role(word)) {
            if !allowed.contains(&word.as_str()) {
                let role = ROLES.iter().find(|(_, role)| *role == self.role);
                let text = match role {
                    Some((role, _)) => format!("`{word}` means nothing for a field with `{role}`"),
                    None => format!("`{word}` means nothing for an attribute; is `block` missing?"),
                };
                return Err(syn::Error::new(*span, text));
            }
        }
        Ok(())
    }

    /// The name in HCL: the one given, or that of the field or variant.
    pub(crate) fn name(&self, ident: &Ident, case: Option<Case>) -> String {
        if let Some(name) = &self.name {
            return name.value();
        }
        let text = ident.to_string();
        let text = text.strip_prefix("r#").unwrap_or(&text);
        case.map_or_else(|| text.to_owned(), |case| case.apply(text))
    }
}

fn is_role(word: &str) -> bool {
    ROLES.iter().any(|(name, _)| *name == word)
}

/// Goes through everything in `#[hcl(…)]`.
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

fn unknown(meta: &ParseNestedMeta<'_>, known: &str) -> syn::Error {
    let word = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
    meta.error(format!("there is no `{word}` here; {known}"))
}

/// The documentation of an item, its lines joined.
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

/// The type in an `Option`, as far as the name tells.
pub(crate) fn option_of(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
            GenericArgument::Type(inner) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}

/// The error about a variant that cannot be a block.
pub(crate) fn wrong_variant(variant: &Variant) -> syn::Error {
    let text = format!(
        "a variant holds one struct, as in `{0}({0})`, or nothing; move its fields to a struct of its own",
        variant.ident
    );
    syn::Error::new_spanned(variant, text)
}
