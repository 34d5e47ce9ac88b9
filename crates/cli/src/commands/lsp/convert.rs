//! Types of `hcl2-ide` as types of the protocol.

use std::path::Path;

use gen_lsp_types as lsp;
use hcl2::diagnostics::{Diagnostic, Severity, Source, SourceMap};
use hcl2_ide::{Completion, CompletionKind, Edit, Fold, FoldKind, Location, Symbol, SymbolKind};

use super::position::Encoding;
use super::uri::uri_from_path;

/// Converts a diagnostic of `source`; its labels may point into other sources.
pub(super) fn diagnostic(
    encoding: Encoding,
    problem: &Diagnostic,
    source: &Source,
    sources: &SourceMap,
) -> lsp::Diagnostic {
    let mut message = problem.summary.to_string();
    if !problem.detail.is_empty() {
        message.push('\n');
        message.push_str(&problem.detail);
    }
    let related = problem.labels.iter().filter_map(|label| {
        let target = if label.span.source == source.id() {
            source
        } else {
            sources.get(label.span.source)?
        };
        let uri = uri_from_path(Path::new(target.name()))?;
        Some(lsp::DiagnosticRelatedInformation {
            location: lsp::Location::new(uri, encoding.range(target, label.span)),
            message: label.text.clone(),
        })
    });
    let related: Vec<_> = related.collect();
    lsp::Diagnostic {
        range: problem
            .subject
            .map_or_else(lsp::Range::default, |subject| encoding.range(source, subject)),
        severity: Some(match problem.severity {
            Severity::Error => lsp::DiagnosticSeverity::Error,
            Severity::Warning => lsp::DiagnosticSeverity::Warning,
            Severity::Note => lsp::DiagnosticSeverity::Information,
        }),
        code: Some(lsp::Code::String(problem.code.id().to_owned())),
        code_description: None,
        source: Some("hcl2".to_owned()),
        message: lsp::Message::String(message),
        tags: None,
        related_information: (!related.is_empty()).then_some(related),
        data: None,
    }
}

pub(super) fn edit(encoding: Encoding, edit: &Edit, source: &Source) -> lsp::TextEdit {
    lsp::TextEdit::new(encoding.range(source, edit.span), edit.text.clone())
}

/// Converts a location; `None` if its path is not UTF-8.
pub(super) fn location(encoding: Encoding, location: &Location) -> Option<lsp::Location> {
    let range = encoding.range(&location.source, location.span);
    Some(lsp::Location::new(uri_from_path(location.path())?, range))
}

pub(super) fn markdown(text: String) -> lsp::MarkupContent {
    lsp::MarkupContent::new(lsp::MarkupKind::Markdown, text)
}

pub(super) fn symbol(encoding: Encoding, symbol: &Symbol, source: &Source) -> lsp::DocumentSymbol {
    let children: Vec<_> = symbol
        .children
        .iter()
        .map(|child| self::symbol(encoding, child, source))
        .collect();
    #[expect(deprecated, reason = "the struct has no default to fill the deprecated field")]
    lsp::DocumentSymbol {
        // The protocol forbids empty names.
        name: if symbol.name.is_empty() {
            "\"\"".to_owned()
        } else {
            symbol.name.clone()
        },
        detail: None,
        kind: match symbol.kind {
            SymbolKind::Block => lsp::SymbolKind::Class,
            SymbolKind::Array => lsp::SymbolKind::Array,
            _ => lsp::SymbolKind::Property,
        },
        tags: None,
        deprecated: None,
        range: encoding.range(source, symbol.span),
        selection_range: encoding.range(source, symbol.name_span),
        children: (!children.is_empty()).then_some(children),
    }
}

pub(super) fn fold(fold: &Fold, source: &Source) -> lsp::FoldingRange {
    let lines = source.line_index();
    lsp::FoldingRange {
        start_line: lines.line_of(fold.span.start) - 1,
        end_line: lines.line_of(fold.span.end) - 1,
        kind: match fold.kind {
            FoldKind::Comment => Some(lsp::FoldingRangeKind::Comment),
            _ => None,
        },
        ..lsp::FoldingRange::default()
    }
}

/// What an editor supports in completions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CompletionSupport {
    pub(super) snippets: bool,
    /// Whether the user chooses whether the rest of a name stays.
    pub(super) insert_or_replace: bool,
}

impl CompletionSupport {
    pub(super) fn from_client(client: lsp::ClientCapabilities) -> Self {
        let document = client.text_document.unwrap_or_default();
        let item = document
            .completion
            .and_then(|completion| completion.completion_item)
            .unwrap_or_default();
        Self {
            snippets: item.snippet_support.unwrap_or_default(),
            insert_or_replace: item.insert_replace_support.unwrap_or_default(),
        }
    }
}

/// Converts a completion that replaces a name, or the part of it before the cursor.
pub(super) fn completion(
    completion: Completion,
    insert: lsp::Range,
    replace: lsp::Range,
    support: CompletionSupport,
) -> lsp::CompletionItem {
    let snippet = completion.snippet.filter(|_| support.snippets);
    let insert_text_format = snippet.is_some().then_some(lsp::InsertTextFormat::Snippet);
    let text = snippet.unwrap_or(completion.text);
    lsp::CompletionItem {
        label: completion.label,
        kind: Some(match completion.kind {
            CompletionKind::Argument => lsp::CompletionItemKind::Property,
            CompletionKind::Block | CompletionKind::ResourceType => lsp::CompletionItemKind::Class,
            CompletionKind::Field => lsp::CompletionItemKind::Field,
            CompletionKind::Function => lsp::CompletionItemKind::Function,
            CompletionKind::Keyword => lsp::CompletionItemKind::Keyword,
            CompletionKind::Module => lsp::CompletionItemKind::Module,
            CompletionKind::Variable => lsp::CompletionItemKind::Variable,
            _ => lsp::CompletionItemKind::Value,
        }),
        detail: completion.detail,
        documentation: completion
            .documentation
            .map(|text| lsp::Documentation::MarkupContent(markdown(text))),
        sort_text: completion.sort_key,
        insert_text_format,
        text_edit: Some(match support.insert_or_replace {
            true => lsp::CompletionItemTextEdit::InsertReplaceEdit(lsp::InsertReplaceEdit::new(
                text, insert, replace,
            )),
            false => lsp::CompletionItemTextEdit::TextEdit(lsp::TextEdit::new(replace, text)),
        }),
        ..lsp::CompletionItem::default()
    }
}
