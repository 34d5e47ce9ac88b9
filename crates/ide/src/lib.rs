//! Answers to an editor's questions about HCL 2 and Terraform files, independent of any editor protocol.
//!
//! A [`Workspace`] holds the open [`Document`]s, checks them together with the modules they belong to, and answers
//! questions about byte offsets: completion, hover, definition, references, renames, outline, folding, selection, formatting,
//! quick fixes and more, one module for each. It does no input or output: [`Files`](hcl2_project::Files) supply what is
//! beside the documents.
//!
//! # Examples
//!
//! ```
//! use std::path::Path;
//! use std::sync::Arc;
//!
//! use hcl2_ide::{Document, Workspace};
//! use hcl2_model::Syntax;
//! use hcl2_project::{CheckSettings, Memory};
//!
//! let text = "variable \"size\" {\n  type = number\n}\nlocals {\n  twice = var.size * 2\n}\n";
//! let path = Path::new("/infra/main.tf");
//! let mut workspace = Workspace::new(Arc::new(Memory::default()), CheckSettings::default());
//! workspace.open(Document::new(path, text, Syntax::Native)?);
//! workspace.check();
//!
//! let use_of_size = text.find("var.size").unwrap() as u32;
//! let definition = workspace.definition(path, use_of_size).unwrap();
//! assert_eq!(definition.source.slice(definition.span), b"variable \"size\"");
//! # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
//! ```

mod actions;
mod body;
mod changes;
mod completion;
mod declarations;
mod document;
mod fitting;
mod fixes;
mod format;
mod functions;
mod hierarchy;
mod hints;
mod hover;
mod index;
mod lenses;
mod linked;
mod links;
mod navigation;
mod outline;
mod parts;
mod rename;
mod semantic;
mod signature;
mod target;
mod values;
mod workspace;

pub use actions::{Action, ActionKind};
pub use changes::{LineChange, line_changes};
pub use completion::{Completion, CompletionKind, Completions};
pub use declarations::Declaration;
pub use document::Document;
pub use fixes::Fix;
pub use format::{Edit, format_source};
pub use functions::Signature;
pub use hierarchy::{ModuleCalls, ModuleItem};
pub use hints::{Hint, HintKind};
pub use hover::Hover;
pub use lenses::Lens;
pub use links::{Link, LinkTarget};
pub use navigation::Location;
pub use outline::{Fold, FoldKind, Symbol, SymbolKind};
pub use rename::{FileEdits, Rename};
pub use semantic::{SemanticKind, SemanticToken};
pub use workspace::Workspace;
