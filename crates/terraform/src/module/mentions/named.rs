//! Objects without an address of a module: actions, and those of stacks and of other languages.

use std::collections::BTreeSet;
use std::fmt;

use hcl2_model::{Name, Traversal};

use super::super::declaration::Declaration;
use super::references::{Names, name_of};
use super::{Mention, MentionRole, Mentioned};
use crate::table::{FileKind, names};

/// The kind of the files that declare actions, whatever the language of each.
const MODULE: FileKind = FileKind::Module {
    only: None,
    is_override: false,
};

/// An action, or an object of a stack or of another language, displayed as in references.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::NamedObject;
/// use hcl2_terraform::table::FileKind;
///
/// let source = NamedObject {
///     kind: FileKind::Packer,
///     root: "source".into(),
///     labels: vec!["docker".into(), "web".into()],
/// };
/// assert_eq!(source.to_string(), "source.docker.web");
/// assert_eq!(source.with_name("api").to_string(), "source.docker.api");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NamedObject {
    /// The kind of the files that declare it.
    pub kind: FileKind,
    /// The root of references to it.
    pub root: Name,
    /// The names after the root, the last of which is its own.
    pub labels: Vec<Name>,
}

impl NamedObject {
    /// Returns the action that a block declares.
    pub(super) fn action(declaration: &Declaration) -> Self {
        let labels = declaration.labels.iter().map(|label| label.text.clone());
        Self {
            kind: MODULE,
            root: names::ACTION.into(),
            labels: labels.collect(),
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.labels.last().map_or("", Name::as_str)
    }

    /// Returns an object like this with another name.
    #[must_use]
    pub fn with_name(&self, name: &str) -> Self {
        let mut renamed = self.clone();
        if let Some(last) = renamed.labels.last_mut() {
            *last = name.into();
        }
        renamed
    }

    /// Returns whether the object belongs to a single file, which alone can refer to it.
    #[must_use]
    pub fn is_of_file(&self) -> bool {
        self.kind != MODULE && !self.kind.belongs_with_others()
    }

    /// Returns whether the product keeps the name in its state, so that an object with another name is another object.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_terraform::NamedObject;
    /// use hcl2_terraform::table::FileKind;
    ///
    /// let of_stack = |root: &str| NamedObject {
    ///     kind: FileKind::Components,
    ///     root: root.into(),
    ///     labels: vec!["net".into()],
    /// };
    /// assert!(of_stack("component").is_kept() && !of_stack("var").is_kept());
    /// ```
    #[must_use]
    pub fn is_kept(&self) -> bool {
        let pack = self.kind.pack();
        pack.is_some_and(|pack| pack.kept.contains(&self.root.as_str()))
    }
}

impl NamedObject {
    /// Returns whether references name the object by its name alone, without a root.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_terraform::NamedObject;
    /// use hcl2_terraform::table::FileKind;
    ///
    /// let of_bake = |root: &str| NamedObject {
    ///     kind: FileKind::Bake,
    ///     root: root.into(),
    ///     labels: vec!["TAG".into()],
    /// };
    /// assert!(of_bake("variable").stands_alone() && !of_bake("target").stands_alone());
    /// ```
    #[must_use]
    pub fn stands_alone(&self) -> bool {
        let bare = self.kind.pack().and_then(|pack| pack.bare);
        bare.is_some_and(|bare| [bare.variable, bare.function].contains(&self.root.as_str()))
    }

    /// Returns who may use the object outside of files, and where it must then be renamed, too.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_terraform::NamedObject;
    /// use hcl2_terraform::table::FileKind;
    ///
    /// let variable = NamedObject {
    ///     kind: FileKind::Bake,
    ///     root: "variable".into(),
    ///     labels: vec!["TAG".into()],
    /// };
    /// let uses = variable.used_outside().unwrap();
    /// assert_eq!(uses, "The environment may set the variable. Rename `TAG` there.");
    /// ```
    #[must_use]
    pub fn used_outside(&self) -> Option<String> {
        let mut uses = self.kind.pack()?.outside.iter();
        let found = uses.find(|uses| uses.blocks.contains(&self.root.as_str()))?;
        Some(format!(
            "{} Rename `{}` {}.",
            found.user,
            self.name(),
            found.place
        ))
    }

    /// Returns the objects of other blocks that a string with the same name may mean, too.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_terraform::NamedObject;
    /// use hcl2_terraform::table::FileKind;
    ///
    /// let group = NamedObject {
    ///     kind: FileKind::Bake,
    ///     root: "group".into(),
    ///     labels: vec!["app".into()],
    /// };
    /// assert_eq!(group.confusable()[0].to_string(), "target.app");
    /// ```
    #[must_use]
    pub fn confusable(&self) -> Vec<Self> {
        let mentions = self.kind.pack().map_or(&[][..], |pack| pack.mentions);
        let both = mentions
            .iter()
            .filter(|mention| mention.named.contains(&self.root.as_str()));
        let roots = both
            .flat_map(|mention| mention.named)
            .filter(|root| *self.root != ***root);
        let roots: BTreeSet<&str> = roots.copied().collect();
        let others = roots.into_iter().map(|root| Self {
            root: root.into(),
            ..self.clone()
        });
        others.collect()
    }
}

impl fmt::Display for NamedObject {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.root)?;
        self.labels
            .iter()
            .try_for_each(|label| write!(formatter, ".{label}"))
    }
}

impl Names<'_> {
    /// Returns the name in a reference to an action.
    pub(super) fn action(&self, path: &Traversal) -> Option<Mention> {
        let [root, ty, name, ..] = path.steps() else {
            return None;
        };
        if name_of(root)? != names::ACTION {
            return None;
        }
        let action = NamedObject {
            kind: MODULE,
            root: names::ACTION.into(),
            labels: vec![name_of(ty)?.into(), name_of(name)?.into()],
        };
        let span = self.name_span(name)?;
        Some(self.mention(Vec::new(), Mentioned::Named(action), span, MentionRole::Reference))
    }
}
