//! The derive macros of hcl2; [the facade](https://docs.rs/hcl2) re-exports them.
//!
//! They contain no logic of their own: the derived code calls the traits of `hcl2-decode`.

mod case;
mod decode_enum;
mod decode_struct;
mod encode;
mod options;
mod parsed;
mod schema;
mod transparent;
mod variant;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, parse_macro_input};

/// Implements decoding of bodies, blocks, attributes and labels into a type.
///
/// [The facade](https://docs.rs/hcl2/latest/hcl2/derive.Decode.html) lists the options, with examples.
#[proc_macro_derive(Decode, attributes(hcl))]
pub fn decode(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let expanded = expand_decode(&input).unwrap_or_else(|error| {
        let (error, refused) = (error.to_compile_error(), refused(&input));
        quote!(#error #refused)
    });
    expanded.into()
}

/// Implements encoding of a type as a body, a block, an attribute or a label.
///
/// [The facade](https://docs.rs/hcl2/latest/hcl2/derive.Encode.html) has an example.
#[proc_macro_derive(Encode, attributes(hcl))]
pub fn encode(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    finished(encode::expand(&input))
}

/// Makes the schema of a Terraform provider from a struct, and converts between the struct and values: it implements
/// `Decode` and `Encode`, too, with the options that they have in `#[hcl(…)]`.
///
/// [The crate of providers](https://docs.rs/hcl2-provider) lists the options in `#[schema(…)]`, with examples.
#[proc_macro_derive(Schema, attributes(hcl, schema))]
pub fn schema(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    finished(schema::expand(&input))
}

fn expand_decode(input: &DeriveInput) -> syn::Result<TokenStream> {
    let container = options::Container::read(&input.attrs)?;
    if let Some(lifetime) = input.generics.lifetimes().next() {
        return Err(syn::Error::new_spanned(
            lifetime,
            "a decoded type owns its data and cannot have lifetimes; use `String` in place of `&str`",
        ));
    }
    match &input.data {
        Data::Struct(data) if let Some(span) = transparent::span(data, &container) => {
            transparent::decode(input, data, &container, span)
        }
        Data::Enum(_) | Data::Union(_) if let Some(span) = container.transparent => {
            Err(syn::Error::new(span, "only a struct can be transparent"))
        }
        Data::Struct(data) => decode_struct::expand(input, data, &container),
        Data::Enum(_) if let Some(span) = container.ignore_unknown => Err(syn::Error::new(
            span,
            "this option is for structs; add it to the structs of the variants",
        )),
        Data::Enum(data) => decode_enum::expand(input, data, &container),
        Data::Union(data) => Err(syn::Error::new_spanned(
            data.union_token,
            "unions cannot be decoded; use a struct or an enum",
        )),
    }
}

/// Returns an implementation that decodes nothing, so that a wrong option is the only error about a type.
fn refused(input: &DeriveInput) -> TokenStream {
    if !input.generics.params.is_empty() {
        return TokenStream::new();
    }
    let krate = options::Container::read(&input.attrs).unwrap_or_default().krate();
    let ident = &input.ident;
    quote! {
        #[automatically_derived]
        impl #krate::Decode for #ident {
            fn type_name() -> &'static str {
                ""
            }

            fn describe(_: &mut #krate::BodyBuilder<'_>) {}

            fn decode_content(
                _: &#krate::Site<'_>,
                _: &mut #krate::Decoder<'_>,
            ) -> ::core::option::Option<Self> {
                ::core::option::Option::None
            }
        }
    }
}

fn finished(expanded: syn::Result<TokenStream>) -> proc_macro::TokenStream {
    expanded.unwrap_or_else(|error| error.to_compile_error()).into()
}
