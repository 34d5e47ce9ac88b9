//! Layers of configuration.

mod names;
mod setting;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_decode::file::DecodeFile;
use hcl2_decode::schema::Schema;
use hcl2_model::MergePolicy;

use setting::Setting;

use crate::loader::Loading;
use crate::{Document, Error, Loader, Syntax};

/// Configuration from several places, each of which changes what the places before it say.
///
/// An attribute of a later layer replaces that of an earlier one. Blocks with the same type and labels are one block, so
/// that a layer only names what it changes; [`MergePolicy::Layered`](crate::model::MergePolicy::Layered) has the rules.
/// Layers may have different syntaxes.
///
/// # Examples
///
/// ```
/// use hcl2::{Layers, Loader};
///
/// #[derive(hcl2::Decode)]
/// struct Config {
///     #[hcl(block)]
///     server: Server,
/// }
///
/// #[derive(hcl2::Decode)]
/// struct Server {
///     host: String,
///     port: u16,
/// }
///
/// let document = Layers::new(Loader::new())
///     .text("defaults.hcl", "server {\n  host = \"localhost\"\n  port = 80\n}\n")
///     .environment_from("APP", [("APP__SERVER__HOST", "example.org"), ("PATH", "/bin")])
///     .set("server.port", "8080")
///     .load()?;
/// let config: Config = document.decode()?;
/// assert_eq!((config.server.host.as_str(), config.server.port), ("example.org", 8080));
/// assert_eq!(document.origin("server.port").unwrap().to_string(), "setting server.port:1:13");
/// # Ok::<(), hcl2::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Layers {
    loader: Loader,
    layers: Vec<Layer>,
    /// What spells the names in environment variables.
    names: Option<Arc<Schema>>,
}

#[derive(Clone, Debug)]
enum Layer {
    File {
        path: PathBuf,
        may_be_missing: bool,
    },
    Directory(PathBuf),
    Text {
        name: String,
        text: Vec<u8>,
    },
    /// A value, by the way to it.
    Setting(Setting),
}

impl Layers {
    /// Creates an empty list of layers, which a loader reads with its variables, functions and limits.
    #[must_use]
    pub fn new(loader: Loader) -> Self {
        Self {
            loader,
            layers: Vec::new(),
            names: None,
        }
    }

    /// Adds a file, which must be there.
    #[must_use]
    pub fn file(self, path: impl Into<PathBuf>) -> Self {
        self.with(Layer::File {
            path: path.into(),
            may_be_missing: false,
        })
    }

    /// Adds a file if it is there when the layers are loaded.
    #[must_use]
    pub fn optional_file(self, path: impl Into<PathBuf>) -> Self {
        self.with(Layer::File {
            path: path.into(),
            may_be_missing: true,
        })
    }

    /// Adds the files in a directory that [`Loader::load_dir`] reads, each as a layer, in the order of their names.
    #[must_use]
    pub fn directory(self, path: impl Into<PathBuf>) -> Self {
        self.with(Layer::Directory(path.into()))
    }

    /// Adds a string; `name` appears in messages, and its ending selects the syntax.
    #[must_use]
    pub fn text(self, name: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        self.with(Layer::Text {
            name: name.into(),
            text: text.into(),
        })
    }

    /// Adds the environment variables of this process whose names start with a prefix and two underscores.
    ///
    /// Two underscores separate the parts of the rest, in lower case: `APP__SERVER__PORT` sets `port` of the block or object
    /// `server`. Values are as in [`set`](Self::set). Variables that are not Unicode are left out.
    ///
    /// [`decode`](Self::decode) and [`for_type`](Self::for_type) know the names of a type: there `APP__MAX_SIZE` also sets
    /// `max-size` or `maxSize`.
    #[must_use]
    pub fn environment(self, prefix: &str) -> Self {
        let variables = std::env::vars_os();
        let unicode =
            variables.filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        self.environment_from(prefix, unicode)
    }

    /// Adds variables as [`environment`](Self::environment) does, from a list of names and values, in the order of the names.
    #[must_use]
    pub fn environment_from<N: Into<String>, V: Into<String>>(
        mut self,
        prefix: &str,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let mut variables: Vec<(String, String)> = variables
            .into_iter()
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
        variables.sort();
        let settings = variables
            .into_iter()
            .filter_map(|(name, value)| Setting::of_variable(prefix, name, value));
        self.layers.extend(settings.map(Layer::Setting));
        self
    }

    /// Spells the names in environment variables as a type does, which [`decode`](Self::decode) does by itself.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::{Layers, Loader};
    ///
    /// #[derive(hcl2::Decode)]
    /// #[hcl(rename_all = "kebab-case")]
    /// struct Config {
    ///     max_size: u32,
    /// }
    ///
    /// let document = Layers::new(Loader::new())
    ///     .for_type::<Config>()
    ///     .environment_from("APP", [("APP__MAX_SIZE", "10")])
    ///     .load()?;
    /// assert!(document.origin("max-size").is_some());
    /// assert_eq!(document.decode::<Config>()?.max_size, 10);
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    #[must_use]
    pub fn for_type<T: DecodeFile>(mut self) -> Self {
        self.names = Some(Arc::new(T::file_schema()));
        self
    }

    /// Adds a single value, such as one from the command line. Dots separate the parts of the path: types and labels of
    /// blocks, names of attributes, and keys.
    ///
    /// The value is the string that displays it, which is converted to a number or bool where one is expected. A list or
    /// object in JSON is read as such.
    #[must_use]
    pub fn set(self, path: &str, value: impl Display) -> Self {
        self.with(Layer::Setting(Setting::new(path, value.to_string())))
    }

    /// Reads all layers.
    ///
    /// # Errors
    ///
    /// Those of [`Loader::load_path`] and [`Loader::load_dir`], and `hcl2::source::unreadable` for a setting without a name
    /// between its separators.
    pub fn load(&self) -> Result<Document, Error> {
        self.loading().finish()
    }

    fn loading(&self) -> Loading<'_> {
        let mut loading = Loading::new(&self.loader);
        loading.merge = MergePolicy::Layered;
        for layer in &self.layers {
            match layer {
                Layer::File { path, may_be_missing } => {
                    if !(*may_be_missing && is_missing(path)) {
                        loading.read(path);
                    }
                }
                Layer::Directory(path) => loading.read_directory(path),
                Layer::Text { name, text } => {
                    loading.add(name, text.clone(), Syntax::from_path(name));
                }
                Layer::Setting(setting) => self.read_setting(setting, &mut loading),
            }
        }
        loading
    }

    fn read_setting(&self, setting: &Setting, loading: &mut Loading<'_>) {
        if let Some(problem) = setting.problem() {
            loading.files.diagnostics.push(problem);
            return;
        }
        let names = self.names.as_ref().filter(|_| setting.is_variable());
        let path = setting.path();
        let path = names.map_or_else(|| path.clone(), |schema| names::spelled(schema, &path));
        if let Some(source) = loading.files.add(setting.title(), setting.text()) {
            loading.add_body(setting.body(&path, &source));
        }
    }

    /// Reads all layers and decodes them into a Rust type.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load) and [`Document::decode`].
    pub fn decode<T: DecodeFile>(&self) -> Result<T, Error> {
        match self.names {
            Some(_) => self.loading().decode(),
            None => self.clone().for_type::<T>().loading().decode(),
        }
    }

    /// Returns the directories whose changes can change what the layers say: those of the files, and those that are read.
    #[cfg(feature = "watch")]
    pub(crate) fn directories(&self) -> std::collections::BTreeSet<PathBuf> {
        let of_layer = |layer: &Layer| match layer {
            Layer::File { path, .. } => match path.parent() {
                Some(parent) if !parent.as_os_str().is_empty() => Some(parent.to_owned()),
                _ => Some(PathBuf::from(".")),
            },
            Layer::Directory(path) => Some(path.clone()),
            Layer::Text { .. } | Layer::Setting(_) => None,
        };
        self.layers.iter().filter_map(of_layer).collect()
    }

    fn with(mut self, layer: Layer) -> Self {
        self.layers.push(layer);
        self
    }
}

/// Returns whether there is nothing at a path. Any other problem is reported when the file is read.
fn is_missing(path: &Path) -> bool {
    matches!(path.try_exists(), Ok(false))
}
