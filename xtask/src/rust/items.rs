//! The items of a file, and which of them are compiled for tests only.

use std::ops::Range;

use proc_macro2::Delimiter;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Meta, Stmt, TraitItem};

use super::{Kind, Token, covered};

/// A function, constant, static or macro.
#[derive(Debug)]
pub(crate) struct Item {
    /// Its name; a macro call among items has the name of its macro.
    pub(crate) name: String,
    /// The indices of its tokens, with its attributes.
    pub(crate) range: Range<usize>,
    /// Whether the test runner runs it by default.
    pub(crate) is_test: bool,
}

/// A `mod name;` whose content is another file.
#[derive(Debug)]
pub(crate) struct Module {
    /// The inline modules around it, then its name.
    pub(crate) path: Vec<String>,
    /// The value of its `path` attribute.
    pub(super) file: Option<String>,
    /// The index of its first token.
    pub(super) at: usize,
}

/// The declarations in a file.
#[derive(Default)]
pub(crate) struct Declarations {
    pub(crate) items: Vec<Item>,
    pub(super) modules: Vec<Module>,
    /// The indices of the tokens that are compiled for tests only.
    pub(crate) tests: Vec<Range<usize>>,
}

impl Declarations {
    /// Finds the declarations of `file`, whose tokens are `tokens`.
    pub(super) fn of(file: &syn::File, tokens: &[Token]) -> Self {
        let mut visitor = Visitor {
            tokens,
            inside: Vec::new(),
            found: Self::default(),
        };
        if file.attrs.iter().any(is_for_tests) {
            visitor.found.tests.push(0..tokens.len());
        }
        visitor.visit_file(file);
        visitor.found
    }
}

struct Visitor<'a> {
    tokens: &'a [Token],
    /// The names of the inline modules around the current item.
    inside: Vec<String>,
    found: Declarations,
}

impl Visitor<'_> {
    /// Records whether a node with these attributes is compiled for tests only.
    fn attributes(&mut self, attributes: &[Attribute], node: &impl ToTokens) {
        if attributes.iter().any(is_for_tests) {
            let range = covered(node.span(), self.tokens);
            self.found.tests.push(range);
        }
    }

    fn item(&mut self, name: &syn::Ident, is_test: bool, node: &impl ToTokens) {
        self.found.items.push(Item {
            name: name.to_string(),
            range: covered(node.span(), self.tokens),
            is_test,
        });
    }
}

impl<'a> Visit<'a> for Visitor<'_> {
    fn visit_item(&mut self, node: &'a syn::Item) {
        self.attributes(attributes(node), node);
        visit::visit_item(self, node);
    }

    fn visit_impl_item(&mut self, node: &'a ImplItem) {
        if let ImplItem::Const(syn::ImplItemConst { attrs, .. })
        | ImplItem::Fn(syn::ImplItemFn { attrs, .. })
        | ImplItem::Macro(syn::ImplItemMacro { attrs, .. })
        | ImplItem::Type(syn::ImplItemType { attrs, .. }) = node
        {
            self.attributes(attrs, node);
        }
        visit::visit_impl_item(self, node);
    }

    fn visit_trait_item(&mut self, node: &'a TraitItem) {
        if let TraitItem::Const(syn::TraitItemConst { attrs, .. })
        | TraitItem::Fn(syn::TraitItemFn { attrs, .. })
        | TraitItem::Macro(syn::TraitItemMacro { attrs, .. })
        | TraitItem::Type(syn::TraitItemType { attrs, .. }) = node
        {
            self.attributes(attrs, node);
        }
        visit::visit_trait_item(self, node);
    }

    fn visit_stmt(&mut self, node: &'a Stmt) {
        if let Stmt::Local(syn::Local { attrs, .. }) | Stmt::Macro(syn::StmtMacro { attrs, .. }) = node {
            self.attributes(attrs, node);
        }
        visit::visit_stmt(self, node);
    }

    fn visit_item_mod(&mut self, node: &'a syn::ItemMod) {
        self.inside.push(node.ident.to_string());
        if node.content.is_none() {
            self.found.modules.push(Module {
                path: self.inside.clone(),
                file: node.attrs.iter().find_map(path_attribute),
                at: covered(node.span(), self.tokens).start,
            });
        }
        visit::visit_item_mod(self, node);
        self.inside.pop();
    }

    fn visit_item_fn(&mut self, node: &'a syn::ItemFn) {
        let ignored = node
            .attrs
            .iter()
            .any(|attribute| attribute.path().is_ident("ignore"));
        self.item(&node.sig.ident, !ignored && node.attrs.iter().any(is_test), node);
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'a syn::ImplItemFn) {
        self.item(&node.sig.ident, false, node);
        visit::visit_impl_item_fn(self, node);
    }

    fn visit_item_const(&mut self, node: &'a syn::ItemConst) {
        self.item(&node.ident, false, node);
        visit::visit_item_const(self, node);
    }

    fn visit_item_static(&mut self, node: &'a syn::ItemStatic) {
        self.item(&node.ident, false, node);
        visit::visit_item_static(self, node);
    }

    fn visit_item_macro(&mut self, node: &'a syn::ItemMacro) {
        let name = node
            .ident
            .as_ref()
            .or(node.mac.path.segments.last().map(|last| &last.ident));
        if let Some(name) = name {
            let range = covered(node.span(), self.tokens);
            let is_test = node.ident.is_none() && holds_test(&self.tokens[range]);
            self.item(name, is_test, node);
        }
    }
}

fn attributes(item: &syn::Item) -> &[Attribute] {
    use syn::Item;
    match item {
        Item::Const(syn::ItemConst { attrs, .. })
        | Item::Enum(syn::ItemEnum { attrs, .. })
        | Item::ExternCrate(syn::ItemExternCrate { attrs, .. })
        | Item::Fn(syn::ItemFn { attrs, .. })
        | Item::ForeignMod(syn::ItemForeignMod { attrs, .. })
        | Item::Impl(syn::ItemImpl { attrs, .. })
        | Item::Macro(syn::ItemMacro { attrs, .. })
        | Item::Mod(syn::ItemMod { attrs, .. })
        | Item::Static(syn::ItemStatic { attrs, .. })
        | Item::Struct(syn::ItemStruct { attrs, .. })
        | Item::Trait(syn::ItemTrait { attrs, .. })
        | Item::TraitAlias(syn::ItemTraitAlias { attrs, .. })
        | Item::Type(syn::ItemType { attrs, .. })
        | Item::Union(syn::ItemUnion { attrs, .. })
        | Item::Use(syn::ItemUse { attrs, .. }) => attrs,
        _ => &[],
    }
}

/// Returns whether the attribute restricts its item to test builds.
fn is_for_tests(attribute: &Attribute) -> bool {
    if is_test(attribute) {
        return true;
    }
    attribute.path().is_ident("cfg")
        && attribute
            .parse_args::<Meta>()
            .is_ok_and(|condition| needs_test(&condition))
}

/// Returns whether the condition holds only in test builds: `test`, or `all(…)` with it.
fn needs_test(condition: &Meta) -> bool {
    match condition {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => {
            let parse = syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated;
            list.parse_args_with(parse)
                .is_ok_and(|parts| parts.iter().any(needs_test))
        }
        _ => false,
    }
}

fn is_test(attribute: &Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == "test")
}

fn path_attribute(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    let syn::Expr::Lit(syn::ExprLit {
        lit: syn::Lit::Str(path),
        ..
    }) = &pair.value
    else {
        return None;
    };
    pair.path.is_ident("path").then(|| path.value())
}

/// Returns whether the tokens contain a `#[test]`, as those of `proptest!` do.
fn holds_test(tokens: &[Token]) -> bool {
    tokens.windows(3).any(|part| {
        part[0].is_mark('#') && part[1].kind == Kind::Open(Delimiter::Bracket) && part[2].is_word("test")
    })
}
