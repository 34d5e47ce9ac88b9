//! Variants with named fields: the fields are those of a struct that the derived code defines for itself.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DataStruct, DeriveInput, Fields, FieldsNamed, Ident, Variant};

use crate::case::Case;
use crate::options::{Container, Field};

/// What a variant holds.
pub(crate) enum Content<'a> {
    Nothing,
    /// The type in parentheses.
    Type(&'a syn::Type),
    Fields(Box<Struct<'a>>),
}

/// The struct for the fields of a variant.
pub(crate) struct Struct<'a> {
    pub(crate) ident: Ident,
    /// The name in schema documents.
    pub(crate) name: String,
    pub(crate) fields: &'a FieldsNamed,
    pub(crate) container: Container,
}

impl<'a> Content<'a> {
    pub(crate) fn of(input: &DeriveInput, variant: &'a Variant, container: &Container) -> syn::Result<Self> {
        Ok(match &variant.fields {
            Fields::Unit => Self::Nothing,
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Self::Type(&fields.unnamed[0].ty),
            Fields::Unnamed(_) => return Err(crate::options::wrong_variant(variant)),
            Fields::Named(fields) => Self::Fields(Box::new(Struct {
                ident: format_ident!("__{}{}", input.ident, variant.ident),
                name: format!("{}{}", input.ident, variant.ident),
                fields,
                container: Container {
                    krate: container.krate.clone(),
                    case: container.case,
                    description: Field::read(&variant.attrs)?.description,
                    ..Container::default()
                },
            })),
        })
    }

    pub(crate) fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }

    /// Returns the type that a block of the variant is decoded to.
    pub(crate) fn ty(&self) -> Option<TokenStream> {
        match self {
            Self::Nothing => None,
            Self::Type(ty) => Some(quote!(#ty)),
            Self::Fields(held) => {
                let ident = &held.ident;
                Some(quote!(#ident))
            }
        }
    }

    /// Returns the function from that type to the enum.
    pub(crate) fn constructor(&self, variant: &Ident) -> TokenStream {
        match self {
            Self::Nothing | Self::Type(_) => quote!(Self::#variant),
            Self::Fields(held) => {
                let names = held.names();
                quote!(|__inner| Self::#variant { #(#names: __inner.#names),* })
            }
        }
    }

    /// Returns the pattern of the variant, and the expression for a reference to what it holds.
    pub(crate) fn pattern(&self, variant: &Ident) -> (TokenStream, TokenStream) {
        match self {
            Self::Nothing => (quote!(Self::#variant), quote!(&())),
            Self::Type(_) => (quote!(Self::#variant(__inner)), quote!(__inner)),
            Self::Fields(held) => {
                let (ident, names) = (&held.ident, held.names());
                let variables: Vec<Ident> = names.iter().map(|name| format_ident!("__{}", name)).collect();
                (
                    quote!(Self::#variant { #(#names: #variables),* }),
                    quote!(&#ident { __lifetime: ::core::marker::PhantomData, #(#names: #variables),* }),
                )
            }
        }
    }
}

impl Struct<'_> {
    /// Returns the names of the fields.
    pub(crate) fn names(&self) -> Vec<&Ident> {
        self.fields
            .named
            .iter()
            .filter_map(|field| field.ident.as_ref())
            .collect()
    }
}

/// Returns the name of a variant in HCL.
pub(crate) fn name(variant: &Variant, container: &Container) -> syn::Result<String> {
    let options = Field::read(&variant.attrs)?;
    Ok(options.name(&variant.ident, container.case.or(Some(Case::Snake))))
}

/// Returns the implementation for an enum after the structs that it uses, which `define` writes and nothing else sees.
pub(crate) fn with_structs<'a>(
    contents: impl Iterator<Item = &'a Content<'a>>,
    implementation: TokenStream,
    define: impl Fn(&Struct<'a>) -> syn::Result<TokenStream>,
) -> syn::Result<TokenStream> {
    let structs = contents.filter_map(|content| match content {
        Content::Fields(held) => Some(define(held)),
        Content::Nothing | Content::Type(_) => None,
    });
    let structs = structs.collect::<syn::Result<Vec<_>>>()?;
    if structs.is_empty() {
        return Ok(implementation);
    }
    Ok(quote! {
        const _: () = {
            #(#structs)*

            #implementation
        };
    })
}

/// Returns the named fields of a struct.
pub(crate) fn named_fields<'a>(input: &DeriveInput, data: &'a DataStruct) -> syn::Result<&'a FieldsNamed> {
    match &data.fields {
        Fields::Named(fields) => Ok(fields),
        Fields::Unnamed(_) | Fields::Unit => Err(syn::Error::new_spanned(
            &input.ident,
            "expected named fields, which are the names of attributes and blocks; a struct with one unnamed field stands for that field",
        )),
    }
}
