//! `textDocument/prepareCallHierarchy`, `callHierarchy/incomingCalls` and `callHierarchy/outgoingCalls`: which modules call
//! which.

use gen_lsp_types as lsp;
use hcl2_ide::{Location, ModuleItem};

use super::{Answer, Context, Refusal};
use crate::commands::lsp::convert;
use crate::commands::lsp::uri::path_from_uri;

impl Answer for lsp::CallHierarchyPrepareRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.call_hierarchy_provider = Some(true.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        let place = context.place(&params.text_document_position_params);
        let module = place.and_then(|(path, _, offset)| context.workspace.module_at(&path, offset));
        Ok(module.and_then(|module| Some(vec![item(context, &module)?])))
    }
}

impl Answer for lsp::CallHierarchyIncomingCallsRequest {
    /// Returns nothing: it is announced with the request for an item.
    fn announce(_: &mut lsp::ServerCapabilities) {}

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        let callers = context
            .workspace
            .callers(&path_from_uri(&params.item.uri))
            .into_iter();
        let calls = callers.filter_map(|caller| {
            Some(lsp::CallHierarchyIncomingCall {
                from: item(context, &caller.module)?,
                from_ranges: ranges(context, &caller.calls),
            })
        });
        Ok(Some(calls.collect()))
    }
}

impl Answer for lsp::CallHierarchyOutgoingCallsRequest {
    /// Returns nothing: it is announced with the request for an item.
    fn announce(_: &mut lsp::ServerCapabilities) {}

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        let path = path_from_uri(&params.item.uri);
        let callees = context.workspace.callees(&path).into_iter();
        let calls = callees.filter_map(|called| {
            // The ranges are those in the file of the item.
            let mut calls = called.calls;
            calls.retain(|call| call.path() == path);
            Some(lsp::CallHierarchyOutgoingCall {
                to: item(context, &called.module)?,
                from_ranges: ranges(context, &calls),
            })
        });
        Ok(Some(calls.collect()))
    }
}

fn item(context: Context<'_>, module: &ModuleItem) -> Option<lsp::CallHierarchyItem> {
    let location = convert::location(context.encoding, &module.location)?;
    let directory = module.location.path().parent();
    Some(lsp::CallHierarchyItem {
        name: module.name.clone(),
        kind: lsp::SymbolKind::Module,
        tags: None,
        detail: directory.map(|directory| directory.display().to_string()),
        uri: location.uri,
        range: location.range,
        selection_range: location.range,
        data: None,
    })
}

fn ranges(context: Context<'_>, calls: &[Location]) -> Vec<lsp::Range> {
    let ranges = calls
        .iter()
        .map(|call| context.encoding.range(&call.source, call.span));
    ranges.collect()
}
