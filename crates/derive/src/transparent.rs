//! Types that stand for that of their only field.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{DataStruct, DeriveInput, Fields, Member, Type};

use crate::options::Container;

/// Returns the place of what makes a struct stand for its only field: the option, or that the field has no name.
pub(crate) fn span(data: &DataStruct, container: &Container) -> Option<Span> {
    container.transparent.or_else(|| match &data.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Some(fields.span()),
        _ => None,
    })
}

/// Returns the only field of a struct, and its type.
fn only_field(data: &DataStruct, span: Span) -> syn::Result<(Member, &Type)> {
    let mut members = data
        .fields
        .members()
        .zip(data.fields.iter().map(|field| &field.ty));
    match (members.next(), members.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(syn::Error::new(span, "a transparent type has exactly one field")),
    }
}

/// Implements decoding of attributes, and of labels if the container has `label`.
pub(crate) fn decode(
    input: &DeriveInput,
    data: &DataStruct,
    container: &Container,
    span: Span,
) -> syn::Result<TokenStream> {
    let krate = container.krate();
    let ident = &input.ident;
    let (member, ty) = only_field(data, span)?;
    let mut generics = input.generics.clone();
    if generics.type_params().next().is_some() {
        let bounds = &mut generics.make_where_clause().predicates;
        bounds.push(syn::parse_quote!(#ty: #krate::DecodeAttribute));
    }
    let (implement, types, bounds) = generics.split_for_impl();
    let label = container.label.map(|_| {
        quote! {
            #[automatically_derived]
            impl #implement #krate::DecodeLabel for #ident #types #bounds {
                fn decode_label(
                    __label: &#krate::Label,
                    __decoder: &mut #krate::Decoder<'_>,
                ) -> ::core::option::Option<Self> {
                    <#ty as #krate::DecodeLabel>::decode_label(__label, __decoder)
                        .map(|__inner| Self { #member: __inner })
                }
            }
        }
    });
    Ok(quote! {
        #[automatically_derived]
        impl #implement #krate::DecodeAttribute for #ident #types #bounds {
            fn kind(__definitions: &mut #krate::Definitions) -> #krate::AttributeKind {
                <#ty as #krate::DecodeAttribute>::kind(__definitions)
            }

            fn is_optional() -> bool {
                <#ty as #krate::DecodeAttribute>::is_optional()
            }

            fn absent() -> ::core::option::Option<Self> {
                <#ty as #krate::DecodeAttribute>::absent().map(|__inner| Self { #member: __inner })
            }

            fn empty(__decoder: &mut #krate::Decoder<'_>) -> ::core::option::Option<Self> {
                <#ty as #krate::DecodeAttribute>::empty(__decoder).map(|__inner| Self { #member: __inner })
            }

            fn is_sensitive() -> bool {
                <#ty as #krate::DecodeAttribute>::is_sensitive()
            }

            fn reading() -> #krate::Reading {
                <#ty as #krate::DecodeAttribute>::reading()
            }

            fn decode_expression(
                __expression: &#krate::ExpressionRef,
                __decoder: &mut #krate::Decoder<'_>,
            ) -> ::core::option::Option<Self> {
                <#ty as #krate::DecodeAttribute>::decode_expression(__expression, __decoder)
                    .map(|__inner| Self { #member: __inner })
            }

            fn decode_value(
                __value: &#krate::Value,
                __place: &#krate::Place<'_>,
                __decoder: &mut #krate::Decoder<'_>,
            ) -> ::core::option::Option<Self> {
                <#ty as #krate::DecodeAttribute>::decode_value(__value, __place, __decoder)
                    .map(|__inner| Self { #member: __inner })
            }
        }

        #label
    })
}

/// Implements encoding as an attribute, and as a label if the container has `label`.
pub(crate) fn encode(
    input: &DeriveInput,
    data: &DataStruct,
    container: &Container,
    span: Span,
) -> syn::Result<TokenStream> {
    let krate = container.krate();
    let ident = &input.ident;
    let (member, ty) = only_field(data, span)?;
    let mut generics = input.generics.clone();
    if generics.type_params().next().is_some() {
        let bounds = &mut generics.make_where_clause().predicates;
        bounds.push(syn::parse_quote!(#ty: #krate::EncodeAttribute));
    }
    let (implement, types, bounds) = generics.split_for_impl();
    let label = container.label.map(|_| {
        quote! {
            #[automatically_derived]
            impl #implement #krate::EncodeLabel for #ident #types #bounds {
                fn encode_label(&self) -> #krate::Name {
                    <#ty as #krate::EncodeLabel>::encode_label(&self.#member)
                }
            }
        }
    });
    Ok(quote! {
        #[automatically_derived]
        impl #implement #krate::EncodeAttribute for #ident #types #bounds {
            fn encode_attribute(
                &self,
            ) -> ::core::result::Result<::core::option::Option<#krate::Encoded>, #krate::EncodeError> {
                <#ty as #krate::EncodeAttribute>::encode_attribute(&self.#member)
            }
        }

        #label
    })
}
