//! Decoding into structs.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{
    DataStruct, DeriveInput, Expr, ExprLit, ExprUnary, FieldsNamed, Generics, Ident, Lit, Type, UnOp,
    parse_quote,
};

use crate::options::{Container, Field, Role};
use crate::parsed::{Parsed, inner};
use crate::variant::named_fields;

/// The parts of the implementation for a field.
struct Parts {
    /// The statement that describes it.
    describe: TokenStream,
    /// The expression that decodes it, an `Option`.
    decode: TokenStream,
    /// The trait that its type must implement.
    bound: TokenStream,
}

pub(crate) fn expand(
    input: &DeriveInput,
    data: &DataStruct,
    container: &Container,
) -> syn::Result<TokenStream> {
    let fields = named_fields(input, data)?;
    let implementation = implement(input, fields, container, &input.ident.to_string())?;
    let mut names = Vec::new();
    for field in &fields.named {
        let Some(ident) = &field.ident else { continue };
        let options = Field::read(&field.attrs)?;
        if let Role::Attribute | Role::Block | Role::BlockOrAttribute | Role::Label = options.role {
            names.push((ident, options.name(ident, container.case)));
        }
    }
    let names = names_of_fields(input, &names);
    Ok(quote! {
        #implementation

        #names
    })
}

/// Implements decoding of a body into a struct that schema documents name as given.
pub(crate) fn implement(
    input: &DeriveInput,
    fields: &FieldsNamed,
    container: &Container,
    name: &str,
) -> syn::Result<TokenStream> {
    let krate = container.krate();
    if let Some(span) = container.label.or(container.keyword) {
        return Err(syn::Error::new(
            span,
            "this option is for enums; to decode a label, add `label` to a field",
        ));
    }
    let mut generics = input.generics.clone();
    let has_parameters = generics.type_params().next().is_some();
    let (mut describe, mut decode, mut build) = (Vec::new(), Vec::new(), Vec::new());
    let mut roles = Vec::new();
    let mut labels = 0usize;
    for (index, field) in fields.named.iter().enumerate() {
        let Some(ident) = &field.ident else { continue };
        let options = Field::read(&field.attrs)?;
        if let Role::Block | Role::OneOf = options.role {
            no_optional_collection(&field.ty)?;
        }
        if options.role == Role::Remain && roles.contains(&Role::Remain) {
            return Err(syn::Error::new_spanned(ident, "only one field can be `remain`"));
        }
        roles.push(options.role);
        let variable = format_ident!("__field{index}");
        let parts = parts(&options, ident, &field.ty, container, &mut labels)?;
        describe.push(parts.describe);
        let value = parts.decode;
        decode.push(quote!(let #variable = #value;));
        build.push(quote!(#ident: #variable?));
        if has_parameters && options.role != Role::Skip {
            let (ty, bound) = (&field.ty, parts.bound);
            generics
                .make_where_clause()
                .predicates
                .push(parse_quote!(#ty: #bound));
        }
    }
    if let (Some(span), true) = (container.ignore_unknown, roles.contains(&Role::Remain)) {
        return Err(syn::Error::new(
            span,
            "a type with a field that is `remain` has no unknown items; remove one of the two",
        ));
    }
    let parameters: Vec<Ident> = generics.type_params().map(|param| param.ident.clone()).collect();
    for parameter in parameters {
        generics
            .make_where_clause()
            .predicates
            .push(parse_quote!(#parameter: 'static));
    }
    let ident = &input.ident;
    let description = &container.description;
    let check = container.validate.as_ref().map(|path| {
        let validate = quote_spanned!(path.span()=> #krate::validate_struct(__found, &#path, __check));
        quote!(__decoder.check(&__decoded, __site, |__found, __check| #validate);)
    });
    let ignored = container.ignore_unknown.map(|_| quote!(__body.ignore_unknown();));
    let (implement, types, bounds) = generics.split_for_impl();
    let only_attributes = roles.iter().all(|role| {
        matches!(
            role,
            Role::Attribute | Role::BlockOrAttribute | Role::Flatten | Role::Skip
        )
    });
    let attribute = only_attributes.then(|| as_attribute(ident, &generics, &krate));
    Ok(quote! {
        #[automatically_derived]
        impl #implement #krate::Decode for #ident #types #bounds {
            fn type_name() -> &'static str {
                #name
            }

            fn describe(__body: &mut #krate::BodyBuilder<'_>) {
                __body.description(#description);
                #(#describe)*
                #ignored
            }

            fn decode_content(
                __site: &#krate::Site<'_>,
                __decoder: &mut #krate::Decoder<'_>,
            ) -> ::core::option::Option<Self> {
                #(#decode)*
                let __decoded = Self { #(#build),* };
                #check
                ::core::option::Option::Some(__decoded)
            }
        }

        #attribute
    })
}

/// Defines `FIELDS`, which has the name in HCL of each field under its name in Rust.
fn names_of_fields(input: &DeriveInput, names: &[(&Ident, String)]) -> TokenStream {
    let ident = &input.ident;
    let (implement, types, bounds) = input.generics.split_for_impl();
    let fields: Vec<&Ident> = names.iter().map(|(field, _)| *field).collect();
    let texts = names.iter().map(|(_, name)| name);
    quote! {
        const _: () = {
            #[doc(hidden)]
            #[allow(missing_docs, missing_debug_implementations, dead_code, unnameable_types, unreachable_pub)]
            pub struct Fields {
                #(pub #fields: &'static str,)*
            }

            #[automatically_derived]
            #[allow(dead_code)]
            impl #implement #ident #types #bounds {
                /// The names of the attributes, blocks and labels in HCL, by the names of the fields.
                pub const FIELDS: Fields = Fields { #(#fields: #texts,)* };
            }
        };
    }
}

/// Implements decoding from objects, for a struct with attributes only.
fn as_attribute(ident: &Ident, generics: &Generics, krate: &TokenStream) -> TokenStream {
    let (implement, types, bounds) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #implement #krate::DecodeAttribute for #ident #types #bounds {
            fn kind(__definitions: &mut #krate::Definitions) -> #krate::AttributeKind {
                #krate::AttributeKind::Object(__definitions.define::<Self>())
            }

            fn reading() -> #krate::Reading {
                #krate::Reading::Parts
            }

            fn empty(__decoder: &mut #krate::Decoder<'_>) -> ::core::option::Option<Self> {
                __decoder.absent()
            }

            fn decode_expression(
                __expression: &#krate::ExpressionRef,
                __decoder: &mut #krate::Decoder<'_>,
            ) -> ::core::option::Option<Self> {
                #krate::decode_object(#krate::ObjectSource::Expression(__expression), __decoder)
            }

            fn decode_value(
                __value: &#krate::Value,
                __place: &#krate::Place<'_>,
                __decoder: &mut #krate::Decoder<'_>,
            ) -> ::core::option::Option<Self> {
                #krate::decode_object(#krate::ObjectSource::Value(__value, __place), __decoder)
            }
        }
    }
}

fn parts(
    options: &Field,
    ident: &Ident,
    ty: &Type,
    container: &Container,
    labels: &mut usize,
) -> syn::Result<Parts> {
    let krate = container.krate();
    let name = options.name(ident, container.case);
    let description = &options.description;
    Ok(match options.role {
        Role::Attribute | Role::BlockOrAttribute => attribute(options, &name, ty, &krate)?,
        Role::Block => {
            let bound = options.min.as_ref().or(options.max.as_ref());
            if let (Some(bound), Parsed::Map(_)) = (bound, Parsed::of(ty)) {
                return Err(syn::Error::new_spanned(
                    bound,
                    "`min` and `max` do not apply to a map; check its length with `validate`",
                ));
            }
            blocks(options, &name, ty, &krate)
        }
        Role::Label => {
            let index = *labels;
            *labels += 1;
            Parts {
                describe: quote!(__body.label(#name, #description);),
                decode: quote!(__site.label::<#ty>(#index, __decoder)),
                bound: quote!(#krate::DecodeLabel),
            }
        }
        Role::OneOf => Parts {
            describe: quote!(__body.variants::<<#ty as #krate::DecodeVariants>::Item>();),
            decode: quote!(__site.variants::<#ty>(__decoder)),
            bound: quote!(#krate::DecodeVariants),
        },
        Role::Flatten => Parts {
            describe: quote!(<#ty as #krate::Decode>::describe(__body);),
            decode: quote!(<#ty as #krate::Decode>::decode_content(__site, __decoder)),
            bound: quote!(#krate::Decode),
        },
        Role::Remain => Parts {
            describe: quote!(__body.rest(<#ty as #krate::DecodeRemain>::REST);),
            decode: quote!(__site.remain::<#ty>(__decoder)),
            bound: quote!(#krate::DecodeRemain),
        },
        Role::Skip => Parts {
            describe: quote!(),
            decode: quote!(::core::option::Option::Some(<#ty as ::core::default::Default>::default())),
            bound: quote!(::core::default::Default),
        },
    })
}

fn attribute(options: &Field, name: &str, ty: &Type, krate: &TokenStream) -> syn::Result<Parts> {
    let description = &options.description;
    let deprecated = option(options.deprecated.as_ref());
    let has_default = options.default.is_some();
    let known = option(
        options
            .default
            .as_ref()
            .and_then(|given| known_default(given.as_ref()?, krate)),
    );
    let as_block = options.role == Role::BlockOrAttribute;
    let details = quote! {
        #krate::AttributeOptions {
            has_default: #has_default,
            default: #known,
            description: #description,
            deprecated: #deprecated,
            as_block: #as_block,
        }
    };
    let parsed = options.from_str.then(|| Parsed::of(ty));
    if has_default && parsed.as_ref().is_some_and(Parsed::is_option) {
        return Err(syn::Error::new_spanned(
            ty,
            "an `Option` cannot have a default; remove one of the two",
        ));
    }
    if let Some(Some(default)) = &options.default
        && has_name(ty, "Lazy")
        && matches!(literal(default), Some(Lit::Str(text)) if ["${", "%{"].iter().any(|start| text.value().contains(start)))
    {
        return Err(syn::Error::new_spanned(
            default,
            "the default of a `Lazy` is a value, not a template; use `Option<Lazy<…>>`, and `Loader::load_template` for the template",
        ));
    }
    let decoded = match &parsed {
        Some(parsed) => parsed.decoded(krate),
        None => quote!(#ty),
    };
    let found = match (&options.default, &parsed) {
        (Some(Some(text)), None) if is_string(text) && is_read_from_text(ty) => {
            quote!(__site.attribute_or_text::<#ty>(__name, __decoder, #text))
        }
        (Some(None), None) => quote!(__site.attribute_or_default::<#ty>(__name, __decoder)),
        (Some(default), None) => {
            let default = default_of(default.as_ref(), ty);
            quote!(__site.attribute_or::<#ty>(__name, __decoder, || #default))
        }
        (None, None) => quote!(__site.attribute::<#ty>(__name, __decoder)),
        (Some(default), Some(parsed)) => {
            let default = default_of(default.as_ref(), ty);
            let value = parsed.value(&quote!(__found));
            quote! {
                __site
                    .attribute::<::core::option::Option<#decoded>>(__name, __decoder)
                    .map(|__found| __found.map_or_else(|| #default, |__found| #value))
            }
        }
        (None, Some(parsed)) => {
            let value = parsed.value(&quote!(__found));
            quote!(__site.attribute::<#decoded>(__name, __decoder).map(|__found| #value))
        }
    };
    let alias = options
        .alias
        .as_ref()
        .map(|alias| quote!(__body.alias(#name, #alias);));
    let deprecation = options
        .deprecated
        .as_ref()
        .map(|text| quote!(__site.deprecated_attribute(__name, #text, __decoder);));
    let is_required = quote!(!#has_default && !<#decoded as #krate::DecodeAttribute>::is_optional());
    let decode = in_its_place(
        (options, ty),
        name,
        &is_required,
        &quote!(#deprecation),
        found,
        krate,
    );
    Ok(Parts {
        describe: quote!(__body.attribute::<#decoded>(#name, #details); #alias),
        decode,
        bound: if options.from_str {
            quote!(::core::marker::Sized)
        } else {
            quote!(#krate::DecodeAttribute)
        },
    })
}

/// Returns the expression that decodes an item by the name that it has, with the conditions and checks of the field.
fn in_its_place(
    (options, ty): (&Field, &Type),
    name: &str,
    is_required: &TokenStream,
    deprecation: &TokenStream,
    found: TokenStream,
    krate: &TokenStream,
) -> TokenStream {
    let conflicts = &options.conflicts_with;
    let requires = &options.requires;
    let conditions = quote! {
        #(__site.conflicts(__name, #conflicts, __decoder);)*
        #(__site.requires(__name, #requires, __decoder);)*
    };
    let checked = match &options.validate {
        Some(validate) => {
            let result = if Parsed::of(ty).is_option() {
                quote_spanned!(validate.span()=> #krate::validate_option(__found, &#validate))
            } else {
                quote!(#validate(__found))
            };
            quote! {
                let __found = #found;
                if let ::core::option::Option::Some(__found) = &__found {
                    __site.validated(__name, #result, __decoder);
                }
                __found
            }
        }
        None => found,
    };
    match &options.alias {
        None => quote!({ let __name = #name; #deprecation #conditions #checked }),
        Some(alias) => quote! {
            match __site.chosen([#name, #alias], #is_required, __decoder) {
                ::core::option::Option::Some(__name) => { #deprecation #conditions #checked }
                ::core::option::Option::None => ::core::option::Option::None,
            }
        },
    }
}

fn blocks(options: &Field, name: &str, ty: &Type, krate: &TokenStream) -> Parts {
    let description = &options.description;
    let deprecated = option(options.deprecated.as_ref());
    let has_default = options.default.is_some();
    let (min, max) = (option(options.min.as_ref()), option(options.max.as_ref()));
    let alias = options
        .alias
        .as_ref()
        .map(|alias| quote!(__body.alias(#name, #alias);));
    let describe = quote! {
        __body.blocks::<#ty>(#name, #krate::BlockOptions {
            has_default: #has_default,
            min_items: #min,
            max_items: #max,
            description: #description,
            deprecated: #deprecated,
        });
        #alias
    };
    let bounded = |ty: TokenStream| {
        if options.min.is_none() && options.max.is_none() {
            return quote!(__site.blocks::<#ty>(__name, __decoder));
        }
        let min = options.min.as_ref().map_or_else(
            || quote!(<#ty as #krate::DecodeBlocks>::BOUNDS.0),
            |min| quote!(#min),
        );
        let max = match &options.max {
            Some(max) => quote!(::core::option::Option::Some(#max)),
            None => quote!(<#ty as #krate::DecodeBlocks>::BOUNDS.1),
        };
        quote!(__site.blocks_between::<#ty>(__name, (#min, #max), __decoder))
    };
    let found = match &options.default {
        Some(None) => {
            let found = bounded(quote!(::core::option::Option<#ty>));
            quote! {
                #found.map(|__found| match __found {
                    ::core::option::Option::Some(__found) => __found,
                    ::core::option::Option::None => __decoder.absent::<#ty>().unwrap_or_default(),
                })
            }
        }
        Some(default) => {
            let default = default_of(default.as_ref(), ty);
            let found = bounded(quote!(::core::option::Option<#ty>));
            quote!(#found.map(|__found| __found.unwrap_or_else(|| #default)))
        }
        None => bounded(quote!(#ty)),
    };
    let deprecation = options
        .deprecated
        .as_ref()
        .map(|text| quote!(__site.deprecated_blocks(__name, #text, __decoder);));
    let decode = in_its_place(
        (options, ty),
        name,
        &quote!(false),
        &quote!(#deprecation),
        found,
        krate,
    );
    Parts {
        describe,
        decode,
        bound: quote!(#krate::DecodeBlocks),
    }
}

/// Returns the expression for an `Option`.
fn option(given: Option<impl quote::ToTokens>) -> TokenStream {
    match given {
        Some(given) => quote!(::core::option::Option::Some(#given)),
        None => quote!(::core::option::Option::None),
    }
}

/// Returns the expression for the default. A string literal is converted to the type of the field.
fn default_of(given: Option<&Expr>, ty: &Type) -> TokenStream {
    match given {
        None => quote!(<#ty as ::core::default::Default>::default()),
        Some(expr) if literal(expr).is_some() && has_name(ty, "Lazy") => quote!(<#ty>::constant(#expr)),
        Some(expr) if is_string(expr) => {
            quote!(<#ty as ::core::convert::From<_>>::from(#expr))
        }
        Some(expr) => quote!(#expr),
    }
}

fn has_name(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}

fn is_string(expr: &Expr) -> bool {
    literal(expr).is_some_and(|lit| matches!(lit, Lit::Str(_)))
}

/// Returns whether a type of the standard library is decoded from a string, which it does not implement `From` for.
fn is_read_from_text(ty: &Type) -> bool {
    let name = match ty {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        _ => None,
    };
    name.is_some_and(|name| {
        [
            "Duration",
            "IpAddr",
            "Ipv4Addr",
            "Ipv6Addr",
            "SocketAddr",
            "SocketAddrV4",
            "SocketAddrV6",
        ]
        .contains(&name.as_str())
    })
}

/// Returns the value of a literal default, for the definition.
fn known_default(expr: &Expr, krate: &TokenStream) -> Option<TokenStream> {
    let (negative, lit) = match expr {
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => (true, literal(expr)?),
        expr => (false, literal(expr)?),
    };
    let value = quote!(#krate::Value);
    match lit {
        Lit::Str(text) => Some(quote!(#value::from(#text))),
        Lit::Bool(truth) => Some(quote!(#value::from(#truth))),
        Lit::Int(int) => {
            let magnitude: i128 = int.base10_parse().ok()?;
            let number = if negative { -magnitude } else { magnitude };
            Some(quote!(#value::from(#number)))
        }
        _ => None,
    }
}

fn literal(expr: &Expr) -> Option<&Lit> {
    match expr {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit),
        _ => None,
    }
}

/// Reports blocks in an `Option` of a collection, which has no blocks if it is empty.
fn no_optional_collection(ty: &Type) -> syn::Result<()> {
    let Some((name, collection)) = inner(ty, 0).filter(|(name, _)| name == "Option") else {
        return Ok(());
    };
    match inner(collection, 0) {
        Some((held, _)) if ["Vec", "BTreeMap", "HashMap"].contains(&held.as_str()) => {
            let text = format!("a `{held}` is empty if there are no blocks; remove the `{name}` around it");
            Err(syn::Error::new_spanned(ty, text))
        }
        _ => Ok(()),
    }
}
