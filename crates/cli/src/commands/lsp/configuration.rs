//! The settings of the editor, and the requests to it that tell the server of changes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types as lsp;
use hcl2::project::{Disk, Overlay, Settings, SettingsFiles};
use serde_json::{Map, Value, json};

use super::uri::path_from_uri;

/// The section of the editor's configuration with the settings.
const SECTION: &str = "hcl2";

/// The identifier of the request for that section.
const REQUEST: &str = "hcl2/configuration";

/// The files that checks depend on, as patterns.
const WATCHED: &[&str] = &[
    "**/*.{tf,tofu,tfvars,hcl,nomad}",
    "**/*.{tf,tofu,tfvars,hcl,tftest,tofutest,tfmock,tfquery,tfcomponent,tfstack,tfdeploy,pkr,pkrvars}.json",
    "**/docker-bake{,.override}.json",
    "**/.hcl2.toml",
    "**/*.hclschema",
    "**/.terraform/modules/modules.json",
    "**/.terraform/environment",
];

/// What the editor supports.
#[derive(Clone, Debug, Default)]
pub(super) struct Editor {
    /// The directories that it opened; settings with paths are relative to the first one.
    pub(super) folders: Vec<PathBuf>,
    has_configuration: bool,
    announces_configuration: bool,
    /// Whether it says which files have changed on disk.
    pub(super) watches_files: bool,
}

impl Editor {
    /// Returns what an editor that opened directories says of itself.
    pub(super) fn of(capabilities: &lsp::ClientCapabilities, folders: Vec<PathBuf>) -> Self {
        let workspace = capabilities.workspace.as_ref();
        let is_dynamic = |flag: Option<bool>| flag == Some(true);
        Self {
            folders,
            has_configuration: workspace.is_some_and(|workspace| is_dynamic(workspace.configuration)),
            announces_configuration: workspace
                .and_then(|workspace| workspace.did_change_configuration.as_ref())
                .is_some_and(|changes| is_dynamic(changes.dynamic_registration)),
            watches_files: workspace
                .and_then(|workspace| workspace.did_change_watched_files.as_ref())
                .is_some_and(|watched| is_dynamic(watched.dynamic_registration)),
        }
    }

    /// Takes directories that are opened and closed.
    pub(super) fn change_folders(&mut self, params: &lsp::DidChangeWorkspaceFoldersParams) {
        let path = |folder: &lsp::WorkspaceFolder| path_from_uri(&folder.uri);
        let removed: Vec<PathBuf> = params.event.removed.iter().map(path).collect();
        self.folders.retain(|folder| !removed.contains(folder));
        self.folders.extend(params.event.added.iter().map(path));
    }

    /// Returns the requests to the editor once it is ready: to tell of changes, and of its configuration.
    pub(super) fn requests(&self) -> Vec<Value> {
        let mut registrations = Vec::new();
        if self.watches_files {
            let watchers: Vec<Value> = WATCHED.iter().map(|glob| json!({"globPattern": glob})).collect();
            registrations.push(json!({
                "id": "hcl2/files",
                "method": "workspace/didChangeWatchedFiles",
                "registerOptions": {"watchers": watchers},
            }));
        }
        if self.announces_configuration {
            registrations.push(json!({
                "id": "hcl2/settings",
                "method": "workspace/didChangeConfiguration",
                "registerOptions": {"section": SECTION},
            }));
        }
        let mut requests = Vec::new();
        if !registrations.is_empty() {
            requests.push(json!({
                "jsonrpc": "2.0",
                "id": "hcl2/registration",
                "method": "client/registerCapability",
                "params": {"registrations": registrations},
            }));
        }
        requests.extend(self.question());
        requests
    }

    /// Returns the request for the configuration, if the editor answers it.
    pub(super) fn question(&self) -> Option<Value> {
        self.has_configuration.then(|| {
            json!({
                "jsonrpc": "2.0",
                "id": REQUEST,
                "method": "workspace/configuration",
                "params": {"items": [{"section": SECTION}]},
            })
        })
    }

    /// Returns the settings in the answer to a request, if it is the one for the configuration.
    pub(super) fn answered(id: &Value, result: &Value) -> Option<Value> {
        (id.as_str() == Some(REQUEST)).then(|| result.get(0).cloned().unwrap_or_default())
    }

    /// Returns the settings in the options of the editor, which are those of a project file in JSON, and what is wrong with
    /// them.
    pub(super) fn settings(&self, options: &Value) -> (Settings, Vec<String>) {
        let options = options.get(SECTION).unwrap_or(options);
        let Value::Object(options) = options else {
            return (Settings::default(), Vec::new());
        };
        let root = self.folders.first().map_or(Path::new(""), PathBuf::as_path);
        let mut files = Overlay::new(Arc::new(Disk));
        files.insert(&root.join(".hcl2.toml"), table(options, "\n"));
        let Some(read) = SettingsFiles::new(Arc::new(files)).project_of(root) else {
            return (Settings::default(), Vec::new());
        };
        let problems = read.problems.iter();
        let problems =
            problems.map(|problem| format!("The settings of the editor for hcl2: {}", problem.detail));
        (read.settings.clone(), problems.collect())
    }
}

/// Returns the directories that an editor opens, by the parameters of `initialize`.
pub(super) fn folders_of(params: &Value) -> Vec<PathBuf> {
    let folders = params.get("workspaceFolders").and_then(Value::as_array);
    let folders = folders
        .into_iter()
        .flatten()
        .filter_map(|folder| folder.get("uri"));
    let paths = |uris: &mut dyn Iterator<Item = &Value>| -> Vec<PathBuf> {
        let uris = uris.filter_map(|uri| serde_json::from_value::<lsp::Uri>(uri.clone()).ok());
        uris.map(|uri| path_from_uri(&uri)).collect()
    };
    let mut found = paths(&mut folders.into_iter());
    if found.is_empty() {
        found = paths(&mut params.get("rootUri").into_iter());
    }
    if found.is_empty() {
        found.extend(std::env::current_dir().ok());
    }
    found
}

/// Writes an object as a TOML table, without what is null.
fn table(fields: &Map<String, Value>, separator: &str) -> String {
    let fields = fields.iter().filter_map(|(key, value)| {
        let value = match value {
            Value::Null => return None,
            Value::Object(fields) => format!("{{{}}}", table(fields, ", ")),
            // Strings, numbers and arrays of them are written alike.
            value => value.to_string(),
        };
        Some(format!("{} = {value}", Value::from(key.as_str())))
    });
    fields.collect::<Vec<_>>().join(separator)
}
