//! Decoding into enums.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DataEnum, DeriveInput, Ident, parse_quote};

use crate::decode_struct;
use crate::options::{Container, Field};
use crate::variant::{self, Content, Struct, with_structs};

/// A variant, with the type that its block is decoded to.
struct Variant<'a> {
    ident: &'a Ident,
    name: String,
    description: String,
    content: Content<'a>,
}

pub(crate) fn expand(
    input: &DeriveInput,
    data: &DataEnum,
    container: &Container,
) -> syn::Result<TokenStream> {
    if let Some(parameter) = input.generics.params.first() {
        return Err(syn::Error::new_spanned(
            parameter,
            "a decoded enum cannot have generic parameters",
        ));
    }
    if let Some(validate) = &container.validate {
        return Err(syn::Error::new_spanned(
            validate,
            "`validate` is for structs and fields",
        ));
    }
    let variants = data
        .variants
        .iter()
        .map(|variant| {
            let options = Field::read(&variant.attrs)?;
            Ok(Variant {
                ident: &variant.ident,
                name: variant::name(variant, container)?,
                description: options.description,
                content: Content::of(input, variant, container)?,
            })
        })
        .collect::<syn::Result<Vec<_>>>()?;
    if variants.is_empty() {
        return Err(syn::Error::new_spanned(
            &input.ident,
            "expected at least one variant",
        ));
    }
    for (index, variant) in variants.iter().enumerate() {
        if variants[..index].iter().any(|before| before.name == variant.name) {
            return Err(syn::Error::new_spanned(
                variant.ident,
                format!(
                    "duplicate name `{}`; rename one of the two variants",
                    variant.name
                ),
            ));
        }
    }
    let holds_nothing = variants.iter().all(|variant| variant.content.is_nothing());
    let implementation = match (container.label, container.keyword) {
        (Some(_), Some(span)) => {
            return Err(syn::Error::new(
                span,
                "an enum cannot be both `label` and `keyword`: labels are always strings",
            ));
        }
        (Some(_), None) => by_label(input, &variants, container),
        (None, Some(span)) if !holds_nothing => {
            return Err(syn::Error::new(
                span,
                "`keyword` is for enums whose variants have no fields",
            ));
        }
        (None, keyword) if holds_nothing => by_value(input, &variants, container, keyword.is_some()),
        (None, _) => by_block_type(input, &variants, container),
    };
    with_structs(
        variants.iter().map(|variant| &variant.content),
        implementation,
        define,
    )
}

/// Defines the struct for the fields of a variant, and decodes it.
fn define(held: &Struct<'_>) -> syn::Result<TokenStream> {
    let (ident, fields, names) = (&held.ident, held.fields, held.names());
    let input: DeriveInput = parse_quote!(struct #ident #fields);
    let types = fields.named.iter().map(|field| &field.ty);
    let implementation = decode_struct::implement(&input, fields, &held.container, &held.name)?;
    Ok(quote! {
        struct #ident { #(#names: #types),* }

        #implementation
    })
}

/// Implements a choice of strings or of bare names.
fn by_value(
    input: &DeriveInput,
    variants: &[Variant<'_>],
    container: &Container,
    keyword: bool,
) -> TokenStream {
    let krate = container.krate();
    let ident = &input.ident;
    let names = variants.iter().map(|variant| &variant.name);
    let names = quote!(&[#(#names),*]);
    let positions = 0..variants.len();
    let idents = variants.iter().map(|variant| variant.ident);
    let chosen = quote! {
        match __position {
            #(#positions => ::core::option::Option::Some(Self::#idents),)*
            _ => ::core::option::Option::None,
        }
    };
    let kind = if keyword { quote!(Keyword) } else { quote!(OneOf) };
    let from_expression = keyword.then(|| {
        quote! {
            fn reading() -> #krate::Reading {
                #krate::Reading::Expression
            }

            fn decode_expression(
                __expression: &#krate::ExpressionRef,
                __decoder: &mut #krate::Decoder<'_>,
            ) -> ::core::option::Option<Self> {
                let __position = #krate::choose_keyword(#names, &**__expression, __decoder)?;
                #chosen
            }
        }
    });
    let from_value = if keyword {
        // A value is not a bare name: this reports the error.
        quote! {
            <#krate::Keyword as #krate::DecodeAttribute>::decode_value(__value, __place, __decoder)?;
            ::core::option::Option::None
        }
    } else {
        quote! {
            let __position = #krate::choose(#names, __value, __place, __decoder)?;
            #chosen
        }
    };
    quote! {
        #[automatically_derived]
        impl #krate::DecodeAttribute for #ident {
            fn kind(_: &mut #krate::Definitions) -> #krate::AttributeKind {
                let __names: &[&str] = #names;
                #krate::AttributeKind::#kind(__names.iter().map(|__name| (*__name).into()).collect())
            }

            #from_expression

            fn decode_value(
                __value: &#krate::Value,
                __place: &#krate::Place<'_>,
                __decoder: &mut #krate::Decoder<'_>,
            ) -> ::core::option::Option<Self> {
                #from_value
            }
        }

        #[automatically_derived]
        impl #krate::DecodeLabel for #ident {
            fn decode_label(
                __label: &#krate::Label,
                __decoder: &mut #krate::Decoder<'_>,
            ) -> ::core::option::Option<Self> {
                let __position = #krate::choose_label(#names, __label, __decoder)?;
                #chosen
            }
        }
    }
}

/// Implements a block whose first label selects the variant.
fn by_label(input: &DeriveInput, variants: &[Variant<'_>], container: &Container) -> TokenStream {
    let krate = container.krate();
    let ident = &input.ident;
    let type_name = ident.to_string();
    let description = &container.description;
    let names: Vec<&String> = variants.iter().map(|variant| &variant.name).collect();
    let describe = variants.iter().map(|variant| {
        let name = &variant.name;
        match variant.content.ty() {
            Some(ty) => quote!(__body.labelled_variant::<#ty>(#name);),
            None => quote!(__body.empty_labelled_variant(#name);),
        }
    });
    let arms = variants.iter().enumerate().map(|(position, variant)| {
        let variant_ident = variant.ident;
        let constructor = variant.content.constructor(variant_ident);
        match variant.content.ty() {
            Some(ty) => quote! {
                #position => <#ty as #krate::Decode>::decode_body(__body, __rest, __header, __decoder)
                    .map(#constructor),
            },
            None => quote! {
                #position => {
                    __decoder.empty_body(&**__body);
                    ::core::option::Option::Some(Self::#variant_ident)
                }
            },
        }
    });
    quote! {
        #[automatically_derived]
        impl #krate::Decode for #ident {
            fn type_name() -> &'static str {
                #type_name
            }

            fn describe(__body: &mut #krate::BodyBuilder<'_>) {
                __body.description(#description);
                __body.label("kind", "");
                #(#describe)*
            }

            fn decode_content(
                __site: &#krate::Site<'_>,
                __decoder: &mut #krate::Decoder<'_>,
            ) -> ::core::option::Option<Self> {
                __site.label::<::std::string::String>(0, __decoder)?;
                ::core::option::Option::None
            }

            fn decode_body(
                __body: &#krate::BodyRef,
                __labels: &[#krate::Label],
                __header: ::core::option::Option<#krate::Span>,
                __decoder: &mut #krate::Decoder<'_>,
            ) -> ::core::option::Option<Self> {
                let ::core::option::Option::Some((__first, __rest)) = __labels.split_first() else {
                    return __decoder.content(__body, __labels, __header);
                };
                match #krate::choose_label(&[#(#names),*], __first, __decoder)? {
                    #(#arms)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    }
}

/// Implements a choice of block types.
fn by_block_type(input: &DeriveInput, variants: &[Variant<'_>], container: &Container) -> TokenStream {
    let krate = container.krate();
    let ident = &input.ident;
    let names = variants.iter().map(|variant| &variant.name);
    let describe = variants.iter().map(|variant| {
        let (name, description) = (&variant.name, &variant.description);
        match variant.content.ty() {
            Some(ty) => quote!(__body.variant::<#ty>(#name, #description);),
            None => quote!(__body.empty_variant(#name, #description);),
        }
    });
    let arms = variants.iter().enumerate().map(|(position, variant)| {
        let variant_ident = variant.ident;
        let constructor = variant.content.constructor(variant_ident);
        match variant.content.ty() {
            Some(ty) => quote! {
                #position => __decoder
                    .body::<#ty>(&__block.body, &__block.labels, ::core::option::Option::Some(__block.header_span))
                    .map(#constructor),
            },
            None => quote! {
                #position => {
                    __decoder.empty_body(&*__block.body);
                    ::core::option::Option::Some(Self::#variant_ident)
                }
            },
        }
    });
    quote! {
        #[automatically_derived]
        impl #krate::DecodeVariant for #ident {
            const BLOCK_TYPES: &'static [&'static str] = &[#(#names),*];

            fn describe(__body: &mut #krate::BodyBuilder<'_>) {
                #(#describe)*
            }

            fn decode_variant(
                __position: usize,
                __block: &#krate::Block,
                __decoder: &mut #krate::Decoder<'_>,
            ) -> ::core::option::Option<Self> {
                match __position {
                    #(#arms)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    }
}
