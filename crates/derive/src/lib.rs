//! The derive macros of hcl2; [the facade](https://docs.rs/hcl2) re-exports them.
//!
//! They hold no logic of their own: what they write calls the traits of `hcl2-decode`.

mod case;
mod decode_enum;
mod decode_struct;
mod encode;
mod options;

use proc_macro2::TokenStream;
use syn::{Data, DeriveInput, parse_macro_input};

/// Makes a Rust type of a body, a block, an attribute or a label.
///
/// A **struct** with named fields is what a body or block becomes, each field an attribute of its name. Without blocks and
/// labels it can also be the type of an attribute, which is an object then.
///
/// | field attribute | meaning |
/// |---|---|
/// | `#[hcl(block)]` | blocks: a struct for exactly one, `Option` for at most one, `Vec` for any number, a map by `String` for blocks with a label that is the key |
/// | `#[hcl(label)]` | the next label of the block |
/// | `#[hcl(one_of)]` | blocks of the types that an enum lists, as the enum, an `Option` or a `Vec` of it |
/// | `#[hcl(flatten)]` | the fields of another struct, in the same body |
/// | `#[hcl(remain)]` | what the other fields do not name: a `BodyRef`, `Attributes`, or a map by `String` |
/// | `#[hcl(name = "…")]` | another name than the field's |
/// | `#[hcl(default)]`, `#[hcl(default = …)]` | what counts where the attribute is absent or null, or the block absent |
/// | `#[hcl(from_str)]` | a string that `FromStr` reads |
/// | `#[hcl(min = …)]`, `#[hcl(max = …)]` | how many blocks there must and may be |
/// | `#[hcl(validate = …)]` | a function `fn(&T) -> Result<(), impl Display>` |
/// | `#[hcl(deprecated = "…")]` | a warning with this text where it is used |
/// | `#[hcl(skip)]` | nothing of the body; the type's `Default` |
///
/// An **enum without fields** is a choice of strings, for attributes and labels; with `#[hcl(keyword)]` attributes are
/// bare names instead. An **enum of structs** is a choice of block types, for `#[hcl(one_of)]`; with `#[hcl(label)]` on
/// the enum it is a block whose first label chooses; its variants then have the same number of labels more. A name is that of the variant in snake case, unless
/// `#[hcl(name = "…")]` says another.
///
/// On the type itself there may also be `#[hcl(rename_all = "kebab-case")]`, `#[hcl(validate = …)]` with a function
/// `fn(&T, &mut Check<'_, '_>)`, and `#[hcl(crate = …)]` with the path of `hcl2::decode`.
#[proc_macro_derive(Decode, attributes(hcl))]
pub fn decode(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    finished(expand_decode(&input))
}

/// Makes a Rust type something that can be written as a body, a block, an attribute or a label.
///
/// It reads the attributes of [`Decode`](macro@Decode), so that what is written is read back as it was: an `Option` that
/// is `None` is left out, and a field with `#[hcl(from_str)]` is written as its type's `Display` has it. What
/// `#[hcl(remain)]` holds is a map.
#[proc_macro_derive(Encode, attributes(hcl))]
pub fn encode(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    finished(encode::expand(&input))
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
        Data::Struct(data) => decode_struct::expand(input, data, &container),
        Data::Enum(data) => decode_enum::expand(input, data, &container),
        Data::Union(data) => Err(syn::Error::new_spanned(
            data.union_token,
            "unions cannot be decoded; use a struct or an enum",
        )),
    }
}

fn finished(expanded: syn::Result<TokenStream>) -> proc_macro::TokenStream {
    expanded.unwrap_or_else(|error| error.to_compile_error()).into()
}
