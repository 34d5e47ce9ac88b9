//! The documentation of a provider, as the Terraform registry shows it: Markdown pages of its schemas, with the descriptions
//! from doc comments, and with examples from files.
//!
//! The pages are where the registry looks for them: `index.md`, `resources/NAME.md`, `data-sources/NAME.md`,
//! `ephemeral-resources/NAME.md`, `list-resources/NAME.md`, `actions/NAME.md` and `functions/NAME.md`, where names of types
//! lack the name of the provider. Other files in the directory, such as guides, stay as they are.
//!
//! | Example | On the page of |
//! |---|---|
//! | `provider/provider.tf` | the provider |
//! | `resources/TYPE/resource.tf` | a type of resource |
//! | `resources/TYPE/import.sh`, `resources/TYPE/import-by-string-id.tf`, `resources/TYPE/import-by-identity.tf` | a type of resource, in its section on imports |
//! | `data-sources/TYPE/data-source.tf`, `ephemeral-resources/TYPE/ephemeral-resource.tf` | a data source, an ephemeral resource |
//! | `list-resources/TYPE/list-resource.tfquery.hcl`, `actions/TYPE/action.tf` | a list, an action |
//! | `functions/NAME/function.tf` | a function |
//!
//! # Examples
//!
//! A test writes the pages, and fails if they were out of date:
//!
//! ```
//! use hcl2_provider::docs::Docs;
//! use hcl2_provider::{Provider, decode};
//!
//! # let directory = std::env::temp_dir().join(format!("hcl2-provider-docs-{}", std::process::id()));
//! let provider = Provider::new().function(decode::function("twice", |number: i64| number * 2));
//! let docs = Docs::new("text", provider).examples("examples");
//! assert_eq!(docs.write(&directory)?, ["functions/twice.md", "index.md"]);
//! assert_eq!(docs.write(&directory)?, [""; 0]);
//! # std::fs::remove_dir_all(directory)?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod page;
mod schema;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::Provider;
use crate::schema::Definition;
use page::Page;

/// The comment in each page that is made here: one without it is not removed.
const MARK: &str = "# generated from the schema of the provider";

/// A kind of pages.
struct Kind {
    /// The directory of the pages, and of the examples.
    directory: &'static str,
    /// The file name of an example.
    example: &'static str,
    /// What is in parentheses after the name.
    title: &'static str,
}

const RESOURCES: Kind = Kind {
    directory: "resources",
    example: "resource.tf",
    title: "Resource",
};
const DATA_SOURCES: Kind = Kind {
    directory: "data-sources",
    example: "data-source.tf",
    title: "Data Source",
};
const EPHEMERAL: Kind = Kind {
    directory: "ephemeral-resources",
    example: "ephemeral-resource.tf",
    title: "Ephemeral Resource",
};
const LISTS: Kind = Kind {
    directory: "list-resources",
    example: "list-resource.tfquery.hcl",
    title: "List Resource",
};
const ACTIONS: Kind = Kind {
    directory: "actions",
    example: "action.tf",
    title: "Action",
};
const FUNCTIONS: &str = "functions";

/// The documentation of a provider.
#[derive(Debug)]
pub struct Docs {
    name: String,
    provider: Provider,
    examples: Option<PathBuf>,
    subcategories: BTreeMap<String, String>,
}

impl Docs {
    /// Creates the documentation of a provider with a name, such as `text`.
    #[must_use]
    pub fn new(name: impl Into<String>, provider: Provider) -> Self {
        Self {
            name: name.into(),
            provider,
            examples: None,
            subcategories: BTreeMap::new(),
        }
    }

    /// Sets the directory of the examples. Those that are missing are left out.
    #[must_use]
    pub fn examples(mut self, directory: impl Into<PathBuf>) -> Self {
        self.examples = Some(directory.into());
        self
    }

    /// Sets the heading under which the registry lists a type, such as `text_file`, or a function.
    #[must_use]
    pub fn subcategory(mut self, name: impl Into<String>, heading: impl Into<String>) -> Self {
        self.subcategories.insert(name.into(), heading.into());
        self
    }

    /// Returns the pages, by their paths in the directory of the documentation.
    ///
    /// # Errors
    ///
    /// If an example cannot be read.
    pub fn pages(&self) -> io::Result<BTreeMap<String, String>> {
        let mut pages = BTreeMap::from([("index.md".to_owned(), self.index()?)]);
        let provider = &self.provider;
        let mut add = |kind: &Kind, name: &str, definition: Definition| -> io::Result<()> {
            let page = self.of_type(kind, name, &definition)?;
            pages.insert(format!("{}/{}.md", kind.directory, self.short(name)), page);
            Ok(())
        };
        for (name, it) in &provider.resources {
            add(&RESOURCES, name, it.definition())?;
        }
        for (name, it) in &provider.data_sources {
            add(&DATA_SOURCES, name, it.definition())?;
        }
        for (name, it) in &provider.ephemeral {
            add(&EPHEMERAL, name, it.definition())?;
        }
        for (name, it) in &provider.lists {
            add(&LISTS, name, it.definition())?;
        }
        for (name, it) in &provider.actions {
            add(&ACTIONS, name, it.definition())?;
        }
        for (name, function) in &provider.functions {
            let mut page = Page::new(
                &format!("{name} function - {}", self.name),
                self.heading(name),
                function.description(),
            );
            page.title(&format!("function: {name}"), function.description());
            page.example(self.example(FUNCTIONS, name, "function.tf")?.as_deref());
            page.signature(function);
            pages.insert(format!("{FUNCTIONS}/{name}.md"), page.finish());
        }
        Ok(pages)
    }

    /// Writes the pages into a directory, and removes earlier pages of what the provider no longer has. Returns the paths of
    /// the pages that were changed or removed.
    ///
    /// # Errors
    ///
    /// If an example cannot be read, or a page not written.
    pub fn write(&self, directory: impl AsRef<Path>) -> io::Result<Vec<String>> {
        let directory = directory.as_ref();
        let pages = self.pages()?;
        let mut changed = BTreeSet::new();
        for (path, text) in &pages {
            let file = directory.join(path);
            if read(&file)?.as_deref() != Some(text) {
                fs::create_dir_all(file.parent().unwrap_or(directory))?;
                fs::write(file, text)?;
                changed.insert(path.clone());
            }
        }
        let kinds = [RESOURCES, DATA_SOURCES, EPHEMERAL, LISTS, ACTIONS];
        for kind in kinds.iter().map(|kind| kind.directory).chain([FUNCTIONS]) {
            for name in names_in(&directory.join(kind))? {
                let path = format!("{kind}/{name}");
                let file = directory.join(&path);
                let is_ours = || Ok::<_, io::Error>(read(&file)?.is_some_and(|text| text.contains(MARK)));
                if !pages.contains_key(&path) && is_ours()? {
                    fs::remove_file(&file)?;
                    changed.insert(path);
                }
            }
        }
        Ok(changed.into_iter().collect())
    }

    fn index(&self) -> io::Result<String> {
        let definition = &self.provider.definition;
        let description = &definition.block.description;
        let mut page = Page::new(&format!("{} Provider", self.name), None, description);
        page.title(&format!("{} Provider", self.name), description);
        page.example(self.example("provider", "", "provider.tf")?.as_deref());
        page.schema(definition);
        Ok(page.finish())
    }

    fn of_type(&self, kind: &Kind, name: &str, definition: &Definition) -> io::Result<String> {
        let description = &definition.block.description;
        let title = format!("{name} {} - {}", kind.title, self.name);
        let mut page = Page::new(&title, self.heading(name), description);
        page.title(&format!("{name} ({})", kind.title), description);
        page.example(self.example(kind.directory, name, kind.example)?.as_deref());
        page.schema(definition);
        if kind.directory == RESOURCES.directory {
            let own = |file: &str| self.example(kind.directory, name, file);
            let by_id = own("import-by-string-id.tf")?;
            let by_identity = own("import-by-identity.tf")?;
            page.imports(
                by_identity.as_deref(),
                by_id.as_deref(),
                own("import.sh")?.as_deref(),
                definition,
            );
        }
        Ok(page.finish())
    }

    fn heading(&self, name: &str) -> Option<&str> {
        Some(self.subcategories.get(name).map_or("", String::as_str))
    }

    /// Returns the name of a type without that of the provider.
    fn short<'n>(&self, name: &'n str) -> &'n str {
        let rest = name.strip_prefix(self.name.as_str());
        rest.and_then(|rest| rest.strip_prefix('_')).unwrap_or(name)
    }

    fn example(&self, directory: &str, name: &str, file: &str) -> io::Result<Option<String>> {
        let Some(examples) = &self.examples else {
            return Ok(None);
        };
        read(&examples.join(directory).join(name).join(file))
    }
}

/// Returns the text of a file; `None` if there is none.
fn read(path: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io::Error::new(
            error.kind(),
            format!("{}: {error}", path.display()),
        )),
    }
}

/// Returns the names of the pages in a directory, which may be missing.
fn names_in(directory: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") {
            names.push(name);
        }
    }
    Ok(names)
}
