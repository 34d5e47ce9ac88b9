//! Answers to questions about byte offsets; a `|` in the source marks the offset.

use crate::support::{marked, path, workspace, workspace_with};
use hcl2_diagnostics::Span;
use hcl2_ide::{CompletionKind, Document, FoldKind, Location, Symbol, SymbolKind, Workspace};
use hcl2_model::Syntax;
use hcl2_terraform::ProviderSchemas;

const MAIN: &str = r#"variable "size" {
  type        = object({ cpu = number, name = string })
  description = "How large."
}
locals {
  twice = var.size.cpu * 2
  names = [for name in ["a"] : upper(name)]
}
module "net" {
  source = "./net"
  zone   = local.twice
}
output "id" {
  value = module.net.id
}
"#;

const NET: &str =
    "variable \"zone\" {}\noutput \"id\" {\n  value       = var.zone\n  description = \"The network.\"\n}\n";

const SAVED: &[(&str, &str)] = &[("net/main.tf", NET)];

/// Returns the offset of `needle` in `MAIN`, plus `into`.
fn at(needle: &str, into: u32) -> u32 {
    MAIN.find(needle).expect("a part of the text") as u32 + into
}

fn text_of(location: &Location) -> (String, String) {
    let name = location
        .path()
        .file_name()
        .expect("a location is in a file")
        .to_string_lossy()
        .into_owned();
    let text = String::from_utf8_lossy(location.source.slice(location.span)).into_owned();
    (name, text)
}

fn texts(workspace: &Workspace, name: &str, spans: &[Span]) -> Vec<String> {
    let document = workspace.document(&path(name)).expect("the document is open");
    spans
        .iter()
        .map(|span| document.text()[span.start as usize..span.end as usize].to_owned())
        .collect()
}

#[test]
fn definitions_are_found_in_the_document_in_other_files_and_in_called_modules() {
    let documents = [
        ("main.tf", MAIN),
        ("far.tf", "output \"far\" {\n  value = var.far\n}\n"),
    ];
    let saved = [("net/main.tf", NET), ("vars.tf", "variable \"far\" {}\n")];
    let workspace = workspace(&documents, &saved);
    for (offset, text) in [
        (at("var.size", 2), "variable \"size\""),
        (at("local.twice", 3), "twice"),
        (at("module.net.id", 3), "module \"net\""),
        (at("module.net.id", 12), "output \"id\""),
        (at("zone ", 1), "variable \"zone\""),
        (0, "variable \"size\""),
    ] {
        let location = workspace.definition(&path("main.tf"), offset).unwrap();
        assert_eq!(text_of(&location).1, text, "at {offset}");
    }
    let in_net = workspace.definition(&path("main.tf"), at("zone ", 1)).unwrap();
    assert_eq!(in_net.path(), path("./net/main.tf").components().as_path());
    let far = workspace.definition(&path("far.tf"), 26).unwrap();
    assert_eq!(
        text_of(&far),
        ("vars.tf".to_owned(), "variable \"far\"".to_owned())
    );
    assert!(workspace.definition(&path("main.tf"), at("* 2", 0)).is_none());
}

#[test]
fn definitions_are_found_in_modules_whose_sources_are_computed() {
    let text = "variable \"kind\" {\n  default = \"net\"\n  const   = true\n}\nmodule \"net\" {\n  source = \"./${var.kind}\"\n  zone   = 1\n}\n";
    let workspace = workspace(&[("main.tf", text)], SAVED);
    let offset = text.find("zone").expect("a part of the text") as u32;
    let location = workspace.definition(&path("main.tf"), offset).unwrap();
    assert_eq!(
        text_of(&location),
        ("main.tf".to_owned(), "variable \"zone\"".to_owned())
    );
}

#[test]
fn installed_modules_are_completed_described_and_found() {
    let text = "module \"net\" {\n  source = \"acme/net/aws\"\n  zone   = 1\n  \n}\noutput \"x\" {\n  value = module.net.id\n}\n";
    let manifest = r#"{"Modules": [{"Key": "net", "Source": "registry.terraform.io/acme/net/aws", "Version": "1.0.0", "Dir": ".terraform/modules/net"}]}"#;
    let workspace = workspace(
        &[("main.tf", text)],
        &[
            (".terraform/modules/modules.json", manifest),
            (".terraform/modules/net/main.tf", NET),
        ],
    );
    let at = |needle: &str| text.find(needle).expect("it is there") as u32;
    let path = path("main.tf");
    for (offset, expected) in [
        (at("net.id") + 5, "output \"id\""),
        (at("zone") + 1, "variable \"zone\""),
    ] {
        let definition = workspace.definition(&path, offset).expect("a definition");
        assert_eq!(text_of(&definition).1, expected);
        assert!(workspace.hover(&path, offset).is_some());
    }
    let completions = workspace.completions(&path, at("net.id") + 4).expect("a place");
    let labels: Vec<&str> = completions.items.iter().map(|item| item.label.as_str()).collect();
    assert_eq!(labels, ["id"]);
}

#[test]
fn references_include_the_declaration_on_request() {
    let workspace = workspace(&[("main.tf", MAIN)], SAVED);
    let texts = |with_declaration| -> Vec<String> {
        let found = workspace.references(&path("main.tf"), at("\"size\"", 1), with_declaration);
        found.iter().map(|location| text_of(location).1).collect()
    };
    assert_eq!(texts(true), ["variable \"size\"", "var.size.cpu"]);
    assert_eq!(texts(false), ["var.size.cpu"]);
}

#[test]
fn highlights_are_ranges_of_the_same_document() {
    let other = "output \"twice\" {\n  value = local.twice\n}\n";
    let workspace = workspace(&[("main.tf", MAIN), ("other.tf", other)], SAVED);
    let spans = workspace.highlights(&path("main.tf"), at("twice", 2));
    assert_eq!(texts(&workspace, "main.tf", &spans), ["twice", "local.twice"]);
}

#[test]
fn hover_describes_objects_functions_arguments_and_blocks() {
    let workspace = workspace(&[("main.tf", MAIN)], SAVED);
    let hover = |offset| workspace.hover(&path("main.tf"), offset).unwrap();
    assert_eq!(
        hover(at("var.size", 2)).text,
        "```hcl\nvariable \"size\" {\n  type = object({cpu=number,name=string})\n  # required\n}\n```\n\nHow large."
    );
    let span = hover(at("var.size", 2)).span;
    assert_eq!(
        (span.start, span.end),
        (at("var.size", 0), at("var.size.cpu", 12))
    );
    assert_eq!(
        hover(at("local.twice", 3)).text,
        "```hcl\nlocal.twice = var.size.cpu * 2\n```\n\nThe value is unknown: `var.size` has no default."
    );
    let function = hover(at("upper", 1)).text;
    assert!(
        function.starts_with("```hcl\nupper(str: string)\n```\n\n"),
        "{function}"
    );
    assert_eq!(
        hover(at("module.net.id", 12)).text,
        "```hcl\noutput \"id\" {\n  value = var.zone\n}\n```\n\nThe network."
    );
    assert_eq!(
        hover(at("zone ", 1)).text,
        "```hcl\nvariable \"zone\" {\n  type = any\n  # required\n}\n```"
    );
    assert_eq!(
        hover(at("source", 1)).text,
        "`source`: an argument of the language, required."
    );
    assert_eq!(
        hover(at("module \"net\"", 3)).text,
        "```hcl\nmodule \"net\"\n```\n\nThe module in `./net`."
    );
    assert_eq!(hover(at("locals", 0)).text, "```hcl\nlocals {\n}\n```");
}

/// Returns the labels of the completions at the marker of a source that follows `MAIN`.
fn completed(text: &str) -> Vec<String> {
    let (text, offset) = marked(&format!("{MAIN}{text}"));
    let workspace = workspace(&[("main.tf", &text)], SAVED);
    let completions = workspace.completions(&path("main.tf"), offset);
    let items = completions.into_iter().flat_map(|completions| completions.items);
    items.map(|item| item.label).collect()
}

#[test]
fn names_are_completed_in_unfinished_text() {
    assert_eq!(completed("locals {\n  x = var.|"), ["size"]);
    assert_eq!(completed("locals {\n  x = var.size.|"), ["cpu", "name"]);
    assert_eq!(completed("locals {\n  x = \"${local.n|"), ["twice", "names", "x"]);
    assert_eq!(completed("locals {\n  x = [module.net.|"), ["id"]);
    assert_eq!(completed("locals {\n  x = path.|"), ["cwd", "module", "root"]);
    assert_eq!(completed("variable \"x\" {\n  typ|")[..2], ["const", "default"]);
    assert_eq!(completed("module \"n\" {\n  source = \"./net\"\n  |")[0], "zone");
    let start = completed("locals {\n  x = [for thing in [1] : up|");
    assert_eq!(start[0], "thing");
    assert!(start.iter().any(|name| name == "upper") && start.iter().any(|name| name == "var"));
}

#[test]
fn nothing_is_completed_in_literal_text_comments_and_json() {
    assert_eq!(completed("locals {\n  x = \"var.|"), Vec::<String>::new());
    assert_eq!(completed("# var.|"), Vec::<String>::new());
    let json = workspace(&[("main.tf.json", "{}")], &[]);
    assert_eq!(json.completions(&path("main.tf.json"), 1), None);
}

#[test]
fn a_completion_replaces_the_name_around_the_offset() {
    let (text, offset) = marked("outp|ut");
    let workspace = workspace(&[("main.tf", &text)], &[]);
    let completions = workspace.completions(&path("main.tf"), offset).unwrap();
    assert_eq!((completions.replaces.start, completions.replaces.end), (0, 6));
    assert_eq!((completions.inserts.start, completions.inserts.end), (0, 4));
    let output = completions
        .items
        .iter()
        .find(|item| item.label == "output")
        .unwrap();
    assert_eq!(
        (output.kind, output.text.as_str()),
        (CompletionKind::Block, "output")
    );
    assert_eq!(
        output.snippet.as_deref(),
        Some("output \"${1:name}\" {\n  value = ${2:null}\n  $0\n}")
    );
}

/// A file with every kind of place, valid as it is.
const PLACES: &str = r#"variable "region" {
  type    = string
  default = "a"
}

resource "terraform_data" "x" {
  count = var.region == "a" ? 1 : 0
  input = { a = 1, "b" = [for k, v in { c = 1 } : upper(k) if v > 0], (var.region) = null }

  lifecycle {
    ignore_changes = [input]
  }
}

module net {
  source = "./net" # the net
  zone   = "${var.region}-%{ if true }x%{ else }${length([1, 2][*])}%{ endif }"
}

locals {
  a-b  = module.net.id
  text = <<-EOT
    ${local.a-b} %{ for x in [1] }${x}%{ endfor }
  EOT
  sum  = -1 + 2 * local.a-b.c[0].d / max(1, 2...) # end
}
"#;

/// Returns how many syntax errors a string has.
fn errors(text: &str) -> usize {
    let source = hcl2_diagnostics::SourceMap::new()
        .add("a.tf", text)
        .expect("a short text");
    let problems = hcl2_native::parse_file(&source).diagnostics;
    problems.iter().filter(|problem| problem.is_error()).count()
}

#[test]
fn an_accepted_completion_leaves_valid_syntax() {
    let workspace = workspace(&[("main.tf", PLACES)], SAVED);
    let mut accepted = 0;
    for offset in 0..=PLACES.len() {
        let Some(completions) = workspace.completions(&path("main.tf"), offset as u32) else {
            continue;
        };
        let mut tried = std::collections::HashSet::new();
        for item in completions.items {
            // What has the same kind and shape differs in its name alone.
            if !tried.insert((item.kind, item.text.ends_with("= "), item.snippet.is_some())) {
                continue;
            }
            let mut written = item.text.clone();
            if let Some(snippet) = &item.snippet {
                written = snippet.replace("$0", "");
                while let Some(at) = written.find("${") {
                    let end = at + written[at..].find('}').unwrap();
                    let label = written[at..end].split(':').nth(1).unwrap().to_owned();
                    written.replace_range(at..=end, &label);
                }
            } else if written.ends_with("= ") {
                written += "1";
            }
            let range = completions.replaces.start as usize..completions.replaces.end as usize;
            assert!(range.contains(&offset) || range.end == offset);
            let mut text = PLACES.to_owned();
            text.replace_range(range, &written);
            assert_eq!(errors(&text), 0, "{offset}: {written:?}\n{text}");
            accepted += 1;
        }
    }
    assert!(accepted > 300, "{accepted}");
}

#[test]
fn a_completion_keeps_what_follows_the_name() {
    let accepted = |text: &str, label: &str| {
        let (text, offset) = marked(&format!("{MAIN}{text}"));
        let workspace = workspace(&[("main.tf", &text)], SAVED);
        let completions = workspace.completions(&path("main.tf"), offset).expect("a place");
        let item = completions.items.iter().find(|item| item.label == label);
        let item = item.unwrap_or_else(|| panic!("{label} in {text}"));
        let range = completions.replaces.start as usize..completions.replaces.end as usize;
        let mut text = text[MAIN.len()..].to_owned();
        let written = item.snippet.as_ref().unwrap_or(&item.text);
        text.replace_range(range.start - MAIN.len()..range.end - MAIN.len(), written);
        text
    };
    assert_eq!(
        accepted("output \"o\" {\n  va|lu = 1\n}\n", "value"),
        "output \"o\" {\n  value = 1\n}\n"
    );
    assert_eq!(
        accepted("locals {\n  x = var.si|ze\n}\n", "size"),
        "locals {\n  x = var.size\n}\n"
    );
    assert_eq!(
        accepted("locals {\n  x = up|low(1)\n}\n", "upper"),
        "locals {\n  x = upper(1)\n}\n"
    );
    assert_eq!(
        accepted("locals {\n  x = up|\n}\n", "upper"),
        "locals {\n  x = upper($0)\n}\n"
    );
    assert_eq!(accepted("ou| \"o\" {\n}\n", "output"), "output \"o\" {\n}\n");
}

#[test]
fn variable_definitions_complete_the_variables_of_the_module() {
    let (text, offset) = marked("si|");
    let workspace = workspace(&[("prod.tfvars", &text)], &[("main.tf", MAIN)]);
    let completions = workspace.completions(&path("prod.tfvars"), offset).unwrap();
    let labels: Vec<&str> = completions.items.iter().map(|item| item.label.as_str()).collect();
    assert_eq!(labels, ["size"]);
}

#[test]
fn schemas_of_providers_add_arguments_and_blocks() {
    let schemas = r#"{"format_version": "1.0", "provider_schemas": {"example.org/acme/acme": {"resource_schemas": {"acme_disk": {"block": {
        "attributes": {"size": {"type": "number", "required": true}, "id": {"type": "string", "computed": true}},
        "block_types": {"label": {"nesting_mode": "list", "block": {"attributes": {"text": {"type": "string", "optional": true}}}}}
    }}}}}}"#;
    let source = hcl2_diagnostics::SourceMap::new()
        .add("schemas.json", schemas)
        .unwrap();
    let schemas = ProviderSchemas::from_json(&source).unwrap();
    let text =
        "resource \"acme_disk\" \"a\" {\n  label {\n    \n  }\n  \n}\nlocals {\n  x = acme_disk.a.\n}\n";
    let mut workspace = workspace_with(schemas);
    workspace.open(Document::new(path("main.tf"), text, Syntax::Native).unwrap());
    workspace.check();
    let labels = |needle: &str, into: usize| -> Vec<String> {
        let offset = text.find(needle).unwrap() + into;
        let completions = workspace.completions(&path("main.tf"), offset as u32).unwrap();
        completions.items.into_iter().map(|item| item.label).collect()
    };
    let of_resource = labels("  }\n  \n", 6);
    assert_eq!(of_resource[0], "size");
    assert!(of_resource.contains(&"label".to_owned()) && !of_resource.contains(&"id".to_owned()));
    assert_eq!(labels("label {\n    ", 12)[0], "text");
    assert_eq!(labels("acme_disk.a.", 12), ["id", "size"]);
}

#[test]
fn schemas_are_those_of_the_configured_provider() {
    let disk = |attribute: &str| {
        format!(
            r#"{{"resource_schemas": {{"acme_disk": {{"block": {{"attributes": {{"{attribute}": {{"type": "number", "required": true}}}}}}}}}}}}"#
        )
    };
    let schemas = format!(
        r#"{{"provider_schemas": {{"registry.terraform.io/hashicorp/acme": {}, "registry.terraform.io/hashicorp/acme-beta": {}}}}}"#,
        disk("size"),
        disk("speed")
    );
    let source = hcl2_diagnostics::SourceMap::new()
        .add("schemas.json", schemas)
        .unwrap();
    let schemas = ProviderSchemas::from_json(&source).unwrap();
    let text = "terraform {\n  required_providers {\n    b = {\n      source = \"hashicorp/acme-beta\"\n    }\n  }\n}\nresource \"acme_disk\" \"one\" {\n  \n}\nresource \"acme_disk\" \"two\" {\n  provider = b.west\n  \n}\nlocals {\n  x = acme_disk.one.\n  y = acme_disk.two.\n}\n";
    let mut workspace = workspace_with(schemas);
    workspace.open(Document::new(path("main.tf"), text, Syntax::Native).unwrap());
    workspace.check();
    let first = |needle: &str| -> String {
        let offset = text.find(needle).unwrap() + needle.len();
        let completions = workspace.completions(&path("main.tf"), offset as u32).unwrap();
        completions.items[0].label.clone()
    };
    assert_eq!(first("\"one\" {\n  "), "size");
    assert_eq!(first("b.west\n  "), "speed");
    assert_eq!(first("acme_disk.one."), "size");
    assert_eq!(first("acme_disk.two."), "speed");
}

#[test]
fn symbols_nest_in_both_syntaxes() {
    let native = "resource \"a\" \"b\" {\n  n = 1\n  in {\n    m = 2\n  }\n}\n";
    let documents = [
        ("main.tf", native),
        ("main.tf.json", "{\"locals\": [{\"n\": 1}], \"o\": {}}"),
    ];
    let workspace = workspace(&documents, &[]);
    let names = |symbols: &[Symbol]| -> Vec<(String, SymbolKind)> {
        symbols
            .iter()
            .map(|symbol| (symbol.name.clone(), symbol.kind))
            .collect()
    };
    let symbols = workspace.symbols(&path("main.tf"));
    assert_eq!(names(&symbols), [("resource a b".to_owned(), SymbolKind::Block)]);
    assert_eq!((symbols[0].span.start, symbols[0].span.end), (0, 49));
    assert_eq!((symbols[0].name_span.start, symbols[0].name_span.end), (0, 16));
    assert_eq!(
        names(&symbols[0].children),
        [
            ("n".to_owned(), SymbolKind::Attribute),
            ("in".to_owned(), SymbolKind::Block)
        ]
    );
    assert_eq!(symbols[0].children[1].children[0].name, "m");
    let symbols = workspace.symbols(&path("main.tf.json"));
    assert_eq!(
        names(&symbols),
        [
            ("locals".to_owned(), SymbolKind::Array),
            ("o".to_owned(), SymbolKind::Block)
        ]
    );
    assert_eq!(symbols[0].children[0].name, "n");
}

#[test]
fn folds_leave_lines_of_closing_brackets_visible() {
    let text = "# one\n# two\na {\n  b = [\n    1,\n  ]\n}\nc = { d = 1 }\n";
    let workspace = workspace(&[("main.tf", text)], &[]);
    let folds = workspace.folds(&path("main.tf"));
    let kinds: Vec<FoldKind> = folds.iter().map(|fold| fold.kind).collect();
    assert_eq!(kinds, [FoldKind::Region, FoldKind::Region, FoldKind::Comment]);
    let spans: Vec<Span> = folds.iter().map(|fold| fold.span).collect();
    assert_eq!(
        texts(&workspace, "main.tf", &spans),
        ["a {\n  b = [\n    1,\n  ]", "[\n    1,", "# one\n# two"]
    );
}

#[test]
fn selections_grow_inwards_from_the_whole_document() {
    let (text, offset) = marked("a = f(|1 + 2)\n");
    let workspace = workspace(&[("main.tf", &text)], &[]);
    let spans = workspace.selections(&path("main.tf"), offset);
    let texts = texts(&workspace, "main.tf", &spans);
    assert_eq!(texts[texts.len() - 3..], ["f(1 + 2)", "1 + 2", "1"]);
    assert_eq!(texts[0].trim_end(), "a = f(1 + 2)");
}

#[test]
fn formatting_edits_only_lines_that_change() {
    let documents = [
        ("main.tf", "a {\nb=1\n  c  = 2\n}\n\n\n# end\n"),
        ("broken.tf", "a = [\n"),
        ("x.tf.json", "{\"a\":1}"),
    ];
    let workspace = workspace(&documents, &[]);
    let edits = workspace.format(&path("main.tf")).unwrap();
    assert_eq!(edits.len(), 1);
    assert_eq!((edits[0].span.start, edits[0].span.end), (4, 17));
    assert_eq!(edits[0].text, "  b = 1\n  c = 2\n");
    assert_eq!(workspace.format(&path("broken.tf")), None);
    let json = workspace.format(&path("x.tf.json")).unwrap();
    assert_eq!(json[0].text, "{\n  \"a\": 1\n}\n");
}

#[test]
fn suggestions_of_problems_at_a_range_are_fixes() {
    let text = "variable \"name\" {\n  defualt = 1\n}\n";
    let workspace = workspace(&[("main.tf", text)], &[]);
    let source = &workspace.file(&path("main.tf")).unwrap().value;
    let fixes = workspace.fixes(&path("main.tf"), source.span_of(21, 21));
    assert_eq!(fixes.len(), 1);
    assert_eq!((fixes[0].edit.span.start, fixes[0].edit.span.end), (20, 27));
    assert_eq!(fixes[0].edit.text, "default");
    assert_eq!(fixes[0].diagnostic.code.id(), "hcl2::body::unsupported-attribute");
    assert!(fixes[0].is_only);
    assert_eq!(
        workspace.fixes(&path("main.tf"), source.span_of(0, 1)),
        Vec::new()
    );
}

#[test]
fn diagnostics_follow_edits_and_cover_files_beside_the_document() {
    let other = "locals {\n  b = local.a\n}\n";
    let mut workspace = workspace(&[("main.tf", "locals {\n  a = 1\n}\n")], &[("other.tf", other)]);
    let codes = |workspace: &Workspace, name: &str| -> Vec<(String, u32, u32)> {
        let file = workspace.file(&path(name)).unwrap();
        let problems = file.diagnostics.iter();
        problems
            .map(|problem| {
                let subject = problem.subject.unwrap();
                (problem.code.id().to_owned(), subject.start, subject.end)
            })
            .collect()
    };
    assert_eq!(codes(&workspace, "other.tf"), []);
    assert!(!workspace.is_stale());
    let document = workspace.document_mut(&path("main.tf")).unwrap();
    document.replace(11..12, "c").unwrap();
    assert!(workspace.is_stale());
    workspace.check();
    let undeclared = "hcl2::terraform::undeclared".to_owned();
    assert_eq!(codes(&workspace, "other.tf"), [(undeclared, 15, 22)]);
    workspace.close(&path("main.tf"));
    workspace.check();
    assert!(workspace.file(&path("main.tf")).is_none() && workspace.file(&path("other.tf")).is_none());
}

#[test]
fn documents_that_are_not_open_have_no_answers() {
    let workspace = workspace(&[], SAVED);
    let main = path("main.tf");
    assert_eq!(workspace.hover(&main, 0), None);
    assert_eq!(workspace.completions(&main, 0), None);
    assert_eq!(workspace.format(&main), None);
    assert!(workspace.definition(&main, 0).is_none());
    assert!(workspace.references(&main, 0, true).is_empty());
    assert!(workspace.symbols(&main).is_empty() && workspace.folds(&main).is_empty());
    assert!(workspace.selections(&main, 0).is_empty());
}

#[test]
fn offsets_past_the_end_of_a_document_are_answered() {
    let workspace = workspace(&[("main.tf", "a = 1\n")], &[]);
    let main = path("main.tf");
    assert!(workspace.completions(&main, u32::MAX).is_some());
    assert_eq!(workspace.hover(&main, u32::MAX), None);
    assert!(workspace.references(&main, u32::MAX, true).is_empty());
    assert!(workspace.selections(&main, u32::MAX).len() <= 1);
}

#[test]
fn workspaces_are_send_and_sync() {
    fn assert_send_and_sync<T: Send + Sync>() {}
    assert_send_and_sync::<Workspace>();
    assert_send_and_sync::<Document>();
}
