//! Tests of the command.

mod affected;
mod allowed;
mod check;
mod check_beside;
mod check_files;
mod command;
mod console;
mod convert;
mod docs;
mod edit;
mod edit_laws;
mod everywhere;
mod examples;
mod fix;
mod format;
mod git;
mod growth;
mod habits;
mod inspect;
mod install;
mod irregular;
mod language;
mod lsp;
mod lsp_answers;
mod lsp_completion;
mod lsp_diagnostics;
mod lsp_input;
mod lsp_protocol;
mod lsp_requests;
mod lsp_settings;
#[cfg(feature = "mcp")]
mod mcp;
#[cfg(feature = "mcp")]
mod mcp_client;
#[cfg(unix)]
mod neovim;
mod partial;
mod plan_many;
mod policy;
mod project_files;
mod rename;
mod render;
mod schema;
mod secret_files;
mod secret_gaps;
mod secret_states;
mod secrets;
mod session;
mod shell;
mod support;
mod syntax;
#[cfg(feature = "tables")]
mod tables;
mod terminal;
mod test_files;
mod to_json;
mod units;
mod wire;
mod world;
mod writers;
