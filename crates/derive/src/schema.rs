//! Schemas of Terraform providers, from structs.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, Data, DeriveInput, Expr, Fields, Ident, LitInt, Path, Type, parse_quote};

use crate::options::{Container, Field, Role, function};
use crate::parsed::inner;

/// The words of the options of a field in `#[schema(…)]`.
const WORDS: [&str; 17] = [
    "block",
    "computed",
    "default",
    "deprecated",
    "identity",
    "identity_optional",
    "max",
    "min",
    "nested",
    "optional",
    "requires_replace",
    "same",
    "sensitive",
    "set",
    "stable",
    "validate",
    "write_only",
];

/// The options of a field in `#[schema(…)]`.
#[derive(Default)]
struct Options {
    /// The words without a value.
    flags: Vec<(String, Span)>,
    default: Option<Expr>,
    validate: Vec<Path>,
    same: Option<Path>,
    min: Option<LitInt>,
    max: Option<LitInt>,
}

impl Options {
    fn read(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut options = Self::default();
        for attribute in attributes.iter().filter(|own| own.path().is_ident("schema")) {
            attribute.parse_nested_meta(|meta| options.add(&meta))?;
        }
        Ok(options)
    }

    fn add(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let word = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
        match word.as_str() {
            "default" => self.default = Some(meta.value()?.parse()?),
            "validate" => self.validate.push(function(meta)?),
            "same" => self.same = Some(function(meta)?),
            "min" => self.min = Some(meta.value()?.parse()?),
            "max" => self.max = Some(meta.value()?.parse()?),
            _ if !WORDS.contains(&word.as_str()) => {
                let known = WORDS.map(|word| format!("`{word}`")).join(", ");
                return Err(meta.error(format!("unknown option `{word}`; expected one of {known}")));
            }
            _ => {
                let span = meta.path.get_ident().map_or_else(Span::call_site, Ident::span);
                self.flags.push((word, span));
            }
        }
        Ok(())
    }

    fn has(&self, word: &str) -> bool {
        self.flags.iter().any(|(flag, _)| flag == word)
    }

    /// Reports options that exclude each other, or that the type of the field does not allow.
    fn check(&self, ty: &Type) -> syn::Result<()> {
        let wrong = |word: &str, text: &str| {
            let place = self.flags.iter().find(|(flag, _)| flag == word);
            let span = place.map_or_else(Span::call_site, |(_, span)| *span);
            Err(syn::Error::new(span, text))
        };
        let is_open = inner(ty, 0).is_some_and(|(name, _)| name == "Option" || name == "Knowable");
        if self.has("block") && self.has("nested") {
            return wrong(
                "nested",
                "a field is either blocks or nested attributes; remove one of the two",
            );
        }
        if self.has("computed") && !self.has("nested") && !is_open {
            return wrong(
                "computed",
                "the value of a computed attribute is not known before it is created; make the type an `Option` or a `Knowable`",
            );
        }
        if self.has("block") {
            for word in [
                "computed",
                "sensitive",
                "write_only",
                "stable",
                "identity",
                "identity_optional",
            ] {
                if self.has(word) {
                    return wrong(word, "this option is for attributes, and the field is blocks");
                }
            }
        }
        if self.has("optional") && !self.has("computed") {
            return wrong(
                "optional",
                "an attribute is optional if its type is an `Option`; with `computed`, both sides may set it",
            );
        }
        if self.has("write_only") && self.has("computed") {
            return wrong(
                "computed",
                "only the configuration sets a write-only attribute; remove one of the two",
            );
        }
        Ok(())
    }
}

pub(crate) fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let mut container = Container::read(&input.attrs)?;
    let krate: Path = parse_quote!(::hcl2_provider);
    container
        .krate
        .get_or_insert_with(|| parse_quote!(::hcl2_provider::decode));
    let Data::Struct(data) = &input.data else {
        return Err(syn::Error::new_spanned(
            &input.ident,
            "a schema is that of a struct with named fields; derive `Decode` and `Encode` for the type of an attribute",
        ));
    };
    let Fields::Named(fields) = &data.fields else {
        return Err(syn::Error::new_spanned(
            &input.ident,
            "expected named fields, which are the names of attributes and blocks",
        ));
    };
    if let Some(parameter) = input.generics.params.first() {
        return Err(syn::Error::new_spanned(
            parameter,
            "a type with a schema has no parameters",
        ));
    }
    let mut statements = Vec::new();
    for field in &fields.named {
        let Some(ident) = &field.ident else { continue };
        let hcl = Field::read(&field.attrs)?;
        match hcl.role {
            Role::Attribute => {}
            Role::Skip => continue,
            _ => {
                return Err(syn::Error::new_spanned(
                    ident,
                    "write `#[schema(block)]` for nested blocks; the other roles of `#[hcl(…)]` have no schema",
                ));
            }
        }
        let options = Options::read(&field.attrs)?;
        options.check(&field.ty)?;
        let name = hcl.name(ident, container.case);
        let definition = of_field(
            &krate,
            &field.ty,
            &options,
            &hcl.description,
            hcl.deprecated.is_some(),
        );
        statements.push(quote!(.field(#name, #definition)));
    }
    let ident = &input.ident;
    let description = &container.description;
    let decode = crate::decode_struct::expand(input, data, &container)?;
    let encode = crate::encode::of_struct(input, data, &container)?;
    Ok(quote! {
        #decode
        #encode

        #[automatically_derived]
        impl #krate::Schema for #ident {
            fn definition() -> #krate::schema::Definition {
                #krate::schema::Definition::new().describe(#description) #(#statements)*
            }

            fn from_value(value: &#krate::Value) -> ::core::result::Result<Self, #krate::Problem> {
                #krate::schema::read(value)
            }

            fn to_value(&self) -> ::core::result::Result<#krate::Value, #krate::Problem> {
                #krate::schema::write(self)
            }
        }

        #[automatically_derived]
        impl #krate::schema::Nested for #ident {
            const NESTING: #krate::schema::Nesting = #krate::schema::Nesting::Single;
            const OPTIONAL: bool = false;

            fn definition() -> #krate::schema::Definition {
                <Self as #krate::Schema>::definition()
            }
        }
    })
}

/// Returns the expression that makes the definition of a field.
fn of_field(krate: &Path, ty: &Type, options: &Options, description: &str, deprecated: bool) -> TokenStream {
    let make = if options.has("block") {
        quote!(block)
    } else if options.has("nested") {
        quote!(nested)
    } else {
        quote!(of)
    };
    let mut field = quote!(#krate::schema::Field::#make::<#ty>().describe(#description));
    if options.has("computed") {
        let presence = if options.has("optional") {
            quote!(OptionalComputed)
        } else {
            quote!(Computed)
        };
        field = quote!(#field.presence(#krate::schema::Presence::#presence));
    }
    for (word, method) in [
        ("sensitive", quote!(sensitive)),
        ("write_only", quote!(write_only)),
        ("requires_replace", quote!(requires_replace)),
        ("stable", quote!(stable)),
        ("set", quote!(set)),
        ("identity", quote!(identity)),
        ("identity_optional", quote!(identity_optional)),
    ] {
        if options.has(word) {
            field = quote!(#field.#method());
        }
    }
    if deprecated || options.has("deprecated") {
        field = quote!(#field.deprecated());
    }
    if let Some(default) = &options.default {
        field = quote!(#field.default(#default));
    }
    if let Some(count) = &options.min {
        field = quote!(#field.min_items(#count));
    }
    if let Some(count) = &options.max {
        field = quote!(#field.max_items(#count));
    }
    if let Some(same) = &options.same {
        field = quote!(#field.same(#same));
    }
    for check in &options.validate {
        field = quote!(#field.validate(#check));
    }
    field
}
