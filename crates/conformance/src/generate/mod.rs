//! Random modules: the same for the same seed.

mod broken;
mod expressions;
mod modules;
mod resources;
mod schema;

use std::collections::BTreeMap;
use std::path::Path;

use fastrand::Rng;

pub use schema::Schema;

/// A module to plan.
#[derive(Debug)]
pub struct Generated {
    /// The text of each file, by its path below the directory of the module.
    pub files: BTreeMap<String, String>,
    /// An address to limit the plan to.
    pub target: Option<String>,
}

impl Generated {
    /// Writes the files to a directory.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write(&self, directory: &Path) -> std::io::Result<()> {
        for (name, text) in &self.files {
            let path = directory.join(name);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(path, text)?;
        }
        // A changed module may lack the target that the new one had.
        let target = self.target.as_ref();
        let argument = target.map(|target| format!("-target={target}"));
        std::fs::write(directory.join("arguments"), argument.unwrap_or_default())
    }
}

/// The types of generated expressions.
#[derive(Clone, Debug, PartialEq)]
enum Type {
    String,
    Number,
    Bool,
    List(Box<Self>),
    Set(Box<Self>),
    Map(Box<Self>),
    Object(Vec<(String, Self)>),
}

impl Type {
    /// Returns the type in the notation of type constraints.
    fn constraint(&self) -> String {
        match self {
            Self::String => "string".to_owned(),
            Self::Number => "number".to_owned(),
            Self::Bool => "bool".to_owned(),
            Self::List(item) => format!("list({})", item.constraint()),
            Self::Set(item) => format!("set({})", item.constraint()),
            Self::Map(item) => format!("map({})", item.constraint()),
            Self::Object(fields) => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(name, ty)| format!("{name} = {}", ty.constraint()))
                    .collect();
                format!("object({{ {} }})", fields.join(", "))
            }
        }
    }
}

/// A generated expression, with what it may be: both are true too often rather than too rarely.
#[derive(Clone, Debug)]
struct Text {
    text: String,
    is_unknown: bool,
    is_sensitive: bool,
}

/// A name that expressions can refer to.
#[derive(Clone, Debug)]
struct Item {
    value: Text,
    ty: Type,
}

/// The source of all decisions. The shape of a module depends on one sequence; the other changes some values of it.
#[derive(Debug)]
struct Dice {
    shape: Rng,
    change: Option<Rng>,
}

impl Dice {
    fn one_in(&mut self, count: u32) -> bool {
        self.shape.u32(..count) == 0
    }

    fn below(&mut self, count: usize) -> usize {
        self.shape.usize(..count)
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        let index = self.below(items.len());
        &items[index]
    }

    /// Returns a position in a list of values, which a change may move.
    fn value(&mut self, count: usize) -> usize {
        let index = self.below(count);
        if self.is_changed(12) {
            self.change.as_mut().map_or(index, |change| change.usize(..count))
        } else {
            index
        }
    }

    /// Returns whether the change of a module applies to one in `count` of its parts.
    fn is_changed(&mut self, count: u32) -> bool {
        self.change
            .as_mut()
            .is_some_and(|change| change.u32(..count) == 0)
    }
}

/// Generates the module of a seed. With `is_changed`, it is the same module after a change.
#[must_use]
pub fn generate(seed: u64, schema: &Schema, is_changed: bool) -> Generated {
    let mut dice = Dice {
        shape: Rng::with_seed(seed),
        change: is_changed.then(|| Rng::with_seed(seed ^ 0x5eed)),
    };
    modules::root(&mut dice, schema)
}
