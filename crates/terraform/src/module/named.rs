//! Lists of objects with names.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use foldhash::fast::RandomState;
use hcl2_model::Name;

/// Objects in their order, which are found by their names in constant time. Clones share them.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::Source;
/// use hcl2_terraform::table::Language;
/// use hcl2_terraform::{Module, ModuleFile};
///
/// let source = Source::new("main.tf", "variable \"a\" {\n}\nvariable \"b\" {\n}\n")?;
/// let file = ModuleFile::parse(&source, Language::Terraform).value;
/// let module = Module::from_files(&[file], Language::Terraform).value;
/// assert_eq!(module.variables.len(), 2);
/// assert_eq!(module.variables.named("b").map(|b| b.span.start), Some(17));
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Named<T>(Arc<Shared<T>>);

/// What clones of a list share.
#[derive(Clone, Debug)]
struct Shared<T> {
    objects: Vec<T>,
    /// The positions of the first objects with each name, once they were needed.
    positions: OnceLock<HashMap<Name, usize, RandomState>>,
}

/// How many objects are looked at one by one.
const FEW: usize = 8;

impl<T: AsRef<Name>> Named<T> {
    /// Returns the first object with a name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&T> {
        if self.len() <= FEW {
            return self.iter().find(|own| own.as_ref().as_str() == name);
        }
        let positions = self.0.positions.get_or_init(|| {
            let mut positions = HashMap::with_capacity_and_hasher(self.len(), RandomState::default());
            for (position, object) in self.iter().enumerate() {
                positions.entry(object.as_ref().clone()).or_insert(position);
            }
            positions
        });
        positions.get(name).map(|position| &self[*position])
    }
}

impl<T: Clone> Named<T> {
    pub(crate) fn push(&mut self, object: T) {
        self.extend([object]);
    }
}

impl<T: Clone> Extend<T> for Named<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, objects: I) {
        let shared = Arc::make_mut(&mut self.0);
        shared.positions.take();
        shared.objects.extend(objects);
    }
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self::from_iter([])
    }
}

impl<T> FromIterator<T> for Named<T> {
    fn from_iter<I: IntoIterator<Item = T>>(objects: I) -> Self {
        let objects = objects.into_iter().collect();
        let positions = OnceLock::new();
        Self(Arc::new(Shared { objects, positions }))
    }
}

impl<T> Deref for Named<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0.objects
    }
}

impl<'n, T> IntoIterator for &'n Named<T> {
    type Item = &'n T;
    type IntoIter = std::slice::Iter<'n, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
