//! The types of fields with `#[hcl(from_str)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericArgument, PathArguments, Type};

/// A type that `FromStr` parses, or a collection or an option of such types.
pub(crate) enum Parsed<'t> {
    Whole(&'t Type),
    Option(Box<Self>),
    Sequence(Box<Self>),
    Map(Box<Self>),
}

impl<'t> Parsed<'t> {
    pub(crate) fn of(ty: &'t Type) -> Self {
        let inside = |position| inner(ty, position).map(|(name, inner)| (name, Box::new(Self::of(inner))));
        match (inside(0), inside(1)) {
            (Some((name, inner)), _) if name == "Option" => Self::Option(inner),
            (Some((name, inner)), _) if ["Vec", "HashSet", "BTreeSet"].contains(&&*name) => {
                Self::Sequence(inner)
            }
            (_, Some((name, inner))) if ["HashMap", "BTreeMap"].contains(&&*name) => Self::Map(inner),
            _ => Self::Whole(ty),
        }
    }

    pub(crate) fn is_option(&self) -> bool {
        matches!(self, Self::Option(_))
    }

    /// Returns the type that is decoded in the place of this one.
    pub(crate) fn decoded(&self, krate: &TokenStream) -> TokenStream {
        match self {
            Self::Whole(ty) => quote!(#krate::Parsed<#ty>),
            Self::Option(inner) => {
                let inner = inner.decoded(krate);
                quote!(::core::option::Option<#inner>)
            }
            Self::Sequence(inner) => {
                let inner = inner.decoded(krate);
                quote!(::std::vec::Vec<#inner>)
            }
            Self::Map(inner) => {
                let inner = inner.decoded(krate);
                quote!(::std::collections::BTreeMap<::std::string::String, #inner>)
            }
        }
    }

    /// Returns the value of what was decoded.
    pub(crate) fn value(&self, decoded: &TokenStream) -> TokenStream {
        let item = quote!(__item);
        match self {
            Self::Whole(_) => quote!(#decoded.0),
            Self::Option(inner) => {
                let value = inner.value(&item);
                quote!(#decoded.map(|__item| #value))
            }
            Self::Sequence(inner) => {
                let value = inner.value(&item);
                quote!(#decoded.into_iter().map(|__item| #value).collect())
            }
            Self::Map(inner) => {
                let value = inner.value(&item);
                quote!(#decoded.into_iter().map(|(__key, __item)| (__key, #value)).collect())
            }
        }
    }

    /// Returns what is encoded in the place of a reference to a value, in the `Display` form.
    pub(crate) fn displayed(&self, value: &TokenStream) -> TokenStream {
        let item = quote!(__item);
        match self {
            Self::Whole(_) => quote!(::std::string::ToString::to_string(#value)),
            Self::Option(inner) => {
                let displayed = inner.displayed(&item);
                quote!(::core::option::Option::as_ref(#value).map(|__item| #displayed))
            }
            Self::Sequence(inner) => {
                let displayed = inner.displayed(&item);
                quote!((#value).iter().map(|__item| #displayed).collect::<::std::vec::Vec<_>>())
            }
            Self::Map(inner) => {
                let displayed = inner.displayed(&item);
                quote! {
                    (#value)
                        .iter()
                        .map(|(__key, __item)| (::std::string::ToString::to_string(__key), #displayed))
                        .collect::<::std::collections::BTreeMap<_, _>>()
                }
            }
        }
    }
}

/// Returns the last name of a type, and its generic argument at a position.
pub(crate) fn inner(ty: &Type, position: usize) -> Option<(String, &Type)> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.iter().nth(position)? {
        GenericArgument::Type(inner) => Some((last.ident.to_string(), inner)),
        _ => None,
    }
}
