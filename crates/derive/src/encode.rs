//! Encoding structs and enums.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DataEnum, DataStruct, DeriveInput, FieldsNamed, Ident, parse_quote};

use crate::options::{Container, Field, Role};
use crate::parsed::Parsed;
use crate::variant::{self, Content, Struct, named_fields, with_structs};

pub(crate) fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let container = Container::read(&input.attrs)?;
    match &input.data {
        Data::Struct(data) => of_struct(input, data, &container),
        Data::Enum(data) => of_enum(input, data, &container),
        Data::Union(data) => Err(syn::Error::new_spanned(
            data.union_token,
            "unions cannot be encoded; use a struct or an enum",
        )),
    }
}

pub(crate) fn of_struct(
    input: &DeriveInput,
    data: &DataStruct,
    container: &Container,
) -> syn::Result<TokenStream> {
    if let Some(span) = crate::transparent::span(data, container) {
        return crate::transparent::encode(input, data, container, span);
    }
    let fields = named_fields(input, data)?;
    implement(input, fields, container, &|ident| quote!(&self.#ident))
}

/// Implements encoding of a struct as a body; `access` is the expression for a reference to a field.
pub(crate) fn implement(
    input: &DeriveInput,
    fields: &FieldsNamed,
    container: &Container,
    access: &dyn Fn(&Ident) -> TokenStream,
) -> syn::Result<TokenStream> {
    let krate = container.krate();
    let mut generics = input.generics.clone();
    let has_parameters = generics.type_params().next().is_some();
    let mut statements = Vec::new();
    let mut roles = Vec::new();
    for field in &fields.named {
        let Some(ident) = &field.ident else { continue };
        let options = Field::read(&field.attrs)?;
        let name = options.name(ident, container.case);
        roles.push(options.role);
        let value = access(ident);
        let (statement, bound) = match options.role {
            Role::Attribute | Role::BlockOrAttribute if options.from_str => {
                let value = Parsed::of(&field.ty).displayed(&value);
                (
                    quote!(__body.attribute(#name, &#value)?;),
                    quote!(::core::marker::Sized),
                )
            }
            Role::Attribute | Role::BlockOrAttribute => (
                quote!(__body.attribute(#name, #value)?;),
                quote!(#krate::EncodeAttribute),
            ),
            Role::Block => (
                quote!(__body.blocks(#name, #value)?;),
                quote!(#krate::EncodeBlocks),
            ),
            Role::Label => (quote!(__body.label(#value);), quote!(#krate::EncodeLabel)),
            Role::OneOf => (quote!(__body.variants(#value)?;), quote!(#krate::EncodeVariants)),
            Role::Flatten => (
                quote!(#krate::Encode::encode(#value, __body)?;),
                quote!(#krate::Encode),
            ),
            Role::Remain => (quote!(__body.remain(#value)?;), quote!(#krate::EncodeRemain)),
            Role::Skip => (quote!(), quote!(::core::marker::Sized)),
        };
        statements.push(statement);
        if has_parameters {
            let ty = &field.ty;
            generics
                .make_where_clause()
                .predicates
                .push(parse_quote!(#ty: #bound));
        }
    }
    let ident = &input.ident;
    let (implement, types, bounds) = generics.split_for_impl();
    let only_attributes = roles.iter().all(|role| {
        matches!(
            role,
            Role::Attribute | Role::BlockOrAttribute | Role::Flatten | Role::Skip
        )
    });
    let attribute = only_attributes.then(|| {
        quote! {
            #[automatically_derived]
            impl #implement #krate::EncodeAttribute for #ident #types #bounds {
                fn encode_attribute(
                    &self,
                ) -> ::core::result::Result<::core::option::Option<#krate::Encoded>, #krate::EncodeError> {
                    let mut __body = #krate::EncodedBody::default();
                    #krate::Encode::encode(self, &mut __body)?;
                    ::core::result::Result::Ok(::core::option::Option::Some(__body.into_object()?))
                }
            }
        }
    });
    Ok(quote! {
        #[automatically_derived]
        impl #implement #krate::Encode for #ident #types #bounds {
            fn encode(
                &self,
                __body: &mut #krate::EncodedBody,
            ) -> ::core::result::Result<(), #krate::EncodeError> {
                #(#statements)*
                ::core::result::Result::Ok(())
            }
        }

        #attribute
    })
}

/// A variant: its names in Rust and in HCL, and what it holds.
type Variant<'a> = (&'a Ident, String, Content<'a>);

fn of_enum(input: &DeriveInput, data: &DataEnum, container: &Container) -> syn::Result<TokenStream> {
    let variants = data.variants.iter().map(|variant| {
        let name = variant::name(variant, container)?;
        Ok((&variant.ident, name, Content::of(input, variant, container)?))
    });
    let variants = variants.collect::<syn::Result<Vec<Variant<'_>>>>()?;
    let implementation = if container.label.is_some() {
        by_label(input, &variants, container)
    } else if variants.iter().any(|(_, _, content)| !content.is_nothing()) {
        by_block_type(input, &variants, container)
    } else {
        by_value(input, &variants, container)
    };
    with_structs(
        variants.iter().map(|(_, _, content)| content),
        implementation,
        define,
    )
}

/// Defines the struct for the fields of a variant, which it borrows, and encodes it.
fn define(held: &Struct<'_>) -> syn::Result<TokenStream> {
    let (ident, names) = (&held.ident, held.names());
    let types = held.fields.named.iter().map(|field| &field.ty);
    let input: DeriveInput = parse_quote!(struct #ident<'__a> {});
    let access = |name: &Ident| quote!(self.#name);
    let implementation = implement(&input, held.fields, &held.container, &access)?;
    Ok(quote! {
        struct #ident<'__a> {
            __lifetime: ::core::marker::PhantomData<&'__a ()>,
            #(#names: &'__a #types),*
        }

        #implementation
    })
}

fn by_value(input: &DeriveInput, variants: &[Variant<'_>], container: &Container) -> TokenStream {
    let krate = container.krate();
    let ident = &input.ident;
    let arms: Vec<TokenStream> = variants
        .iter()
        .map(|(variant, name, _)| quote!(Self::#variant => #name,))
        .collect();
    let encoded = if container.keyword.is_some() {
        quote!(#krate::Encoded::Static(__name.to_owned()))
    } else {
        quote!(#krate::Encoded::Value(#krate::Value::from(__name)))
    };
    quote! {
        #[automatically_derived]
        impl #krate::EncodeAttribute for #ident {
            fn encode_attribute(
                &self,
            ) -> ::core::result::Result<::core::option::Option<#krate::Encoded>, #krate::EncodeError> {
                let __name: &str = match self { #(#arms)* };
                ::core::result::Result::Ok(::core::option::Option::Some(#encoded))
            }
        }

        #[automatically_derived]
        impl #krate::EncodeLabel for #ident {
            fn encode_label(&self) -> #krate::Name {
                let __name: &str = match self { #(#arms)* };
                __name.into()
            }
        }
    }
}

fn by_label(input: &DeriveInput, variants: &[Variant<'_>], container: &Container) -> TokenStream {
    let krate = container.krate();
    let ident = &input.ident;
    let arms = variants.iter().map(|(variant, name, content)| {
        let (pattern, inner) = content.pattern(variant);
        let rest = match content.is_nothing() {
            true => quote!(::core::result::Result::Ok(())),
            false => quote!(#krate::Encode::encode(#inner, __body)),
        };
        quote! {
            #pattern => {
                __body.label(#name);
                #rest
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #krate::Encode for #ident {
            fn encode(
                &self,
                __body: &mut #krate::EncodedBody,
            ) -> ::core::result::Result<(), #krate::EncodeError> {
                match self { #(#arms)* }
            }
        }
    }
}

fn by_block_type(input: &DeriveInput, variants: &[Variant<'_>], container: &Container) -> TokenStream {
    let krate = container.krate();
    let ident = &input.ident;
    let arms = variants.iter().map(|(variant, name, content)| {
        let (pattern, inner) = content.pattern(variant);
        if !content.is_nothing() {
            quote!(#pattern => __body.block(#name, &[], #inner),)
        } else {
            quote! {
                #pattern => {
                    __body.empty_block(#name);
                    ::core::result::Result::Ok(())
                }
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #krate::EncodeVariant for #ident {
            fn encode_variant(
                &self,
                __body: &mut #krate::EncodedBody,
            ) -> ::core::result::Result<(), #krate::EncodeError> {
                match self { #(#arms)* }
            }
        }
    }
}
