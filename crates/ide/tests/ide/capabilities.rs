//! Tokens, signatures, hints, lenses, links, linked ranges, declarations in folders, and callers.

use hcl2_ide::{HintKind, LinkTarget, SemanticKind, Workspace};

use crate::support::{ROOT, marked, path, workspace};

const MAIN: &str = "variable \"size\" {\n  default = 2\n}\nlocals {\n  twice = var.size * 2\n  plain = 1\n}\nmodule \"net\" {\n  source = \"./net\"\n  count  = var.size\n}\nresource \"acme_disk\" \"main\" {\n  for_each = toset([\"a\", \"b\", \"c\"])\n}\noutput \"twice\" {\n  value = local.twice\n}\n";

const NET: &str = "variable \"zone\" {}\n";

fn opened() -> Workspace {
    workspace(
        &[("main.tf", MAIN)],
        &[
            ("net/main.tf", NET),
            ("other/main.tf", "module \"n\" {\n  source = \"../net\"\n}\n"),
        ],
    )
}

fn text(span: hcl2_diagnostics::Span) -> &'static str {
    &MAIN[span.start as usize..span.end as usize]
}

#[test]
fn tokens_have_the_meaning_of_their_parts() {
    let source = "# c\nlocals {\n  a = [for x in var.l : max(x, 1) if true]\n  b = \"t${x}\"\n}\n";
    let workspace = workspace(&[("main.tf", source)], &[]);
    let tokens = workspace.semantic_tokens(&path("main.tf"));
    let found: Vec<(&str, SemanticKind)> = tokens
        .iter()
        .map(|token| {
            (
                source[token.span.start as usize..token.span.end as usize].trim_end(),
                token.kind,
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("# c", SemanticKind::Comment),
            ("locals", SemanticKind::BlockType),
            ("a", SemanticKind::Property),
            ("x", SemanticKind::Parameter),
            ("var", SemanticKind::Variable),
            ("l", SemanticKind::Property),
            ("max", SemanticKind::Function),
            ("x", SemanticKind::Parameter),
            ("1", SemanticKind::Number),
            ("true", SemanticKind::Keyword),
            ("b", SemanticKind::Property),
            ("t", SemanticKind::String),
            ("x", SemanticKind::Variable),
        ]
    );
    let declared: Vec<u32> = tokens
        .iter()
        .filter(|token| token.is_declaration)
        .map(|token| token.span.start)
        .collect();
    assert_eq!(declared, [source.find("x in").expect("the variable") as u32]);
    assert!(tokens.windows(2).all(|two| two[0].span.end <= two[1].span.start));
}

#[test]
fn signatures_follow_the_arguments() {
    for (text, name, active) in [
        ("locals {\n  x = replace(|", "replace", Some(0)),
        ("locals {\n  x = replace(\"a\", |)\n}\n", "replace", Some(1)),
        ("locals {\n  x = replace(\"a,|\", 1)\n}\n", "replace", Some(0)),
        (
            "locals {\n  x = replace(upper(\"a\"), [1, 2], |",
            "replace",
            Some(2),
        ),
        ("locals {\n  x = replace(\"a\", [1, |", "replace", Some(1)),
        ("locals {\n  x = max(1, 2, 3, |)\n}\n", "max", Some(0)),
        ("locals {\n  x = \"${upper(|)}\"\n}\n", "upper", Some(0)),
        ("locals {\n  x = core::upper((|))\n}\n", "core::upper", Some(0)),
        ("locals {\n  x = upper(\"\", |)\n}\n", "upper", None),
    ] {
        let (source, offset) = marked(text);
        let workspace = workspace(&[("main.tf", &source)], &[]);
        let signature = workspace.signature(&path("main.tf"), offset).expect(text);
        assert!(
            signature.label.starts_with(&format!("{name}(")),
            "{text}: {}",
            signature.label
        );
        assert_eq!(signature.active, active, "{text}");
    }
    for text in [
        "locals {\n  x = upper(1) |\n}\n",
        "locals {\n  x = (1|)\n}\n",
        "|",
        "a {\n  x = {|}\n}\n",
    ] {
        let (source, offset) = marked(text);
        let workspace = workspace(&[("main.tf", &source)], &[]);
        assert_eq!(workspace.signature(&path("main.tf"), offset), None, "{text}");
    }
}

#[test]
fn hints_show_types_values_and_instances() {
    let workspace = opened();
    let whole = workspace
        .document(&path("main.tf"))
        .expect("a document")
        .source()
        .span();
    let hints: Vec<(String, HintKind, &str)> = workspace
        .hints(&path("main.tf"), whole)
        .into_iter()
        .map(|hint| {
            (
                hint.text,
                hint.kind,
                MAIN[..hint.offset as usize].lines().last().expect("a line"),
            )
        })
        .collect();
    let hint = |text: &str, kind, line| (text.to_owned(), kind, line);
    assert_eq!(
        hints,
        [
            hint(": number", HintKind::Type, "variable \"size\""),
            hint("= 4", HintKind::Value, "  twice = var.size * 2"),
            hint("× 2", HintKind::Instances, "module \"net\""),
            hint("× 3", HintKind::Instances, "resource \"acme_disk\" \"main\""),
            hint("= 4", HintKind::Value, "  value = local.twice"),
        ]
    );
}

#[test]
fn secret_values_have_no_hints() {
    let text = "variable \"key\" {\n  default   = \"hidden\"\n  sensitive = true\n}\nlocals {\n  a = upper(var.key)\n}\n";
    let workspace = workspace(&[("main.tf", text)], &[]);
    let whole = workspace
        .document(&path("main.tf"))
        .expect("a document")
        .source()
        .span();
    let hints = workspace.hints(&path("main.tf"), whole);
    assert!(
        !hints
            .iter()
            .any(|hint| hint.text.to_lowercase().contains("hidden")),
        "{hints:?}"
    );
}

#[test]
fn lenses_count_references_and_instances() {
    let lenses = opened().lenses(&path("main.tf"));
    let lenses: Vec<(&str, &str)> = lenses
        .iter()
        .map(|lens| (text(lens.span), lens.text.as_str()))
        .collect();
    assert_eq!(
        lenses,
        [
            ("variable \"size\"", "2 references"),
            ("twice", "1 reference"),
            ("plain", "0 references"),
            ("module \"net\"", "0 references, 2 instances"),
            ("resource \"acme_disk\" \"main\"", "0 references, 3 instances"),
        ]
    );
}

#[test]
fn links_lead_to_modules_files_and_pages() {
    let text = "module \"a\" {\n  source = \"./net\"\n}\nmodule \"b\" {\n  source = \"acme/net/aws//sub\"\n}\nmodule \"c\" {\n  source = \"git::https://example.com/x.git//d?ref=1\"\n}\nlocals {\n  f = file(\"${path.module}/net/main.tf\")\n  g = file(\"absent\")\n}\nresource \"aws_instance\" \"x\" {\n}\n";
    let workspace = workspace(&[("main.tf", text)], &[("net/main.tf", NET)]);
    let links = workspace.links(&path("main.tf"));
    let file = || LinkTarget::File(path("net/main.tf"));
    let page = |page: &str| LinkTarget::Page(page.to_owned());
    let targets: Vec<LinkTarget> = links.into_iter().map(|link| link.target).collect();
    assert_eq!(
        targets,
        [
            file(),
            page("https://registry.terraform.io/modules/acme/net/aws"),
            page("https://example.com/x.git"),
            file(),
            page("https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/instance"),
        ]
    );
}

#[test]
fn linked_ranges_are_markers_and_variables_of_loops() {
    let linked = |text: &str| -> Vec<(u32, u32)> {
        let (source, offset) = marked(text);
        let workspace = workspace(&[("main.tf", &source)], &[]);
        let spans = workspace.linked(&path("main.tf"), offset);
        spans.into_iter().map(|span| (span.start, span.end)).collect()
    };
    assert_eq!(linked("a = <<-E|OT\n  x\n  EOT\n"), [(7, 10), (17, 20)]);
    assert_eq!(
        linked("a = [for v in [1] : v| + v]\n"),
        [(9, 10), (20, 21), (24, 25)]
    );
    assert_eq!(linked("a = va|r.x\n"), []);
    let dynamic = "resource \"x_y\" \"a\" {\n  dynamic \"part\" {\n    for_each = [1]\n    content {\n      b = pa|rt.value\n    }\n  }\n}\n";
    assert_eq!(linked(dynamic), [(32, 36), (83, 87)]);
    let named = dynamic.replace("for_each = [1]", "for_each = [1]\n    iterator = part");
    assert_eq!(linked(&named), [(74, 78), (103, 107)]);
    assert_eq!(linked("a = [for v| in [1] : [for v in [v] : v]]\n"), []);
}

#[test]
fn declarations_are_found_in_all_files_of_the_folders() {
    let mut workspace = opened();
    workspace.set_roots(vec![ROOT.into()]);
    let names = |query: &str| -> Vec<String> {
        workspace
            .declarations(query)
            .into_iter()
            .map(|found| found.name)
            .collect()
    };
    assert_eq!(names("zone"), ["var.zone"]);
    assert_eq!(names("twice"), ["local.twice", "output.twice"]);
    assert_eq!(names("acmemain"), ["acme_disk.main"]);
    assert_eq!(names("nothing"), [""; 0]);
    assert_eq!(names("").len(), 8);
}

#[test]
fn callers_and_called_modules_are_found() {
    let mut workspace = opened();
    workspace.set_roots(vec![ROOT.into()]);
    let main = path("main.tf");
    let offset = MAIN.find("\"net\"").expect("the call") as u32;
    let net = workspace.module_at(&main, offset).expect("a module");
    assert_eq!(
        (net.name.as_str(), net.location.path()),
        ("net", path("net/main.tf").as_path())
    );
    let own = workspace.module_at(&main, 0).expect("a module");
    assert_eq!(own.name, "infra");
    let callers = workspace.callers(&path("net/main.tf"));
    let callers: Vec<(&str, usize)> = callers
        .iter()
        .map(|own| (own.module.name.as_str(), own.calls.len()))
        .collect();
    assert_eq!(callers, [("infra", 1), ("other", 1)]);
    let callees = workspace.callees(&main);
    assert_eq!(callees.len(), 1);
    assert_eq!(
        (callees[0].module.name.as_str(), text(callees[0].calls[0].span)),
        ("net", "module \"net\"")
    );
}

#[test]
fn ranges_and_typed_lines_are_formatted_alone() {
    let (source, offset) = marked("a {\nb=1\n}|\nc {\nd=1\n}\n");
    let workspace = workspace(&[("main.tf", &source)], &[]);
    let main = path("main.tf");
    let texts = |edits: Option<Vec<hcl2_ide::Edit>>| -> Vec<String> {
        edits
            .expect("a valid document")
            .into_iter()
            .map(|edit| edit.text)
            .collect()
    };
    let document = workspace.document(&main).expect("a document");
    let second = source.find("d=1").expect("the line") as u32;
    assert_eq!(
        texts(workspace.format_range(&main, document.source().span_of(second, second + 1))),
        ["  d = 1\n"]
    );
    assert_eq!(texts(workspace.format_typed(&main, offset, "}")), ["  b = 1\n"]);
    assert_eq!(
        texts(workspace.format_typed(&main, second + 4, "\n")),
        ["  d = 1\n"]
    );
}

#[test]
fn types_are_the_modules_and_providers_of_objects() {
    let text = "terraform {\n  required_providers {\n    acme = {\n      source = \"x/acme\"\n    }\n  }\n}\nmodule \"net\" {\n  source = \"./net\"\n}\nresource \"acme_disk\" \"d\" {\n}\n";
    let workspace = workspace(&[("main.tf", text)], &[("net/main.tf", NET)]);
    let main = path("main.tf");
    let at = |needle: &str| text.find(needle).expect("a part") as u32;
    let net = workspace
        .type_definition(&main, at("\"net\""))
        .expect("the module");
    assert_eq!(net.path(), path("net/main.tf"));
    let provider = workspace
        .type_definition(&main, at("\"d\""))
        .expect("the requirement");
    assert_eq!(provider.source.slice(provider.span), b"acme");
}

#[test]
fn unsaved_changes_of_a_called_module_are_seen() {
    let text = "module \"net\" {\n  source = \"./net\"\n  zone   = 1\n  \n}\noutput \"x\" {\n  value = module.net.id\n}\n";
    let open = "variable \"zone\" {\n  description = \"Unsaved.\"\n}\noutput \"id\" {\n  value = 1\n}\n";
    let workspace = workspace(
        &[("main.tf", text), ("net/main.tf", open)],
        &[("net/main.tf", NET)],
    );
    let main = path("main.tf");
    let at = |needle: &str| text.find(needle).expect("a part") as u32;
    assert!(
        workspace
            .hover(&main, at("zone"))
            .expect("a variable")
            .text
            .contains("Unsaved.")
    );
    let definition = workspace.definition(&main, at("net.id") + 5).expect("an output");
    assert_eq!(definition.source.slice(definition.span), b"output \"id\"");
    let completions = workspace.completions(&main, at("net.id") + 4).expect("a place");
    assert_eq!(completions.items[0].label, "id");
}

#[test]
fn hover_shows_known_values_comments_and_schemas() {
    let text = "variable \"n\" {\n  default = 2\n}\n# How many.\n// In total.\nlocals {\n  # Twice.\n  twice = var.n * 2\n}\n# The disk.\nresource \"acme_disk\" \"d\" {\n}\n";
    let workspace = workspace(&[("main.tf", text)], &[]);
    let hover = |needle: &str| {
        let offset = text.find(needle).expect("a part") as u32;
        workspace
            .hover(&path("main.tf"), offset)
            .expect("a description")
            .text
    };
    assert_eq!(
        hover("twice"),
        "```hcl\nlocal.twice = var.n * 2\n```\n\nThe value is `4`, with the defaults of the variables.\n\nTwice."
    );
    assert_eq!(
        hover("\"acme_disk\""),
        "```hcl\nresource \"acme_disk\" \"d\"\n```\n\nA resource of type `acme_disk`.\n\n[Documentation](https://registry.terraform.io/providers/hashicorp/acme/latest/docs/resources/disk)\n\nThe disk."
    );
}

#[test]
fn outlines_of_large_documents_have_the_outermost_blocks_alone() {
    let text = "resource \"a\" \"b\" {\n  c = 1\n}\n".repeat(40_000);
    let workspace = {
        let mut workspace = Workspace::new(
            std::sync::Arc::new(hcl2_project::Memory::default()),
            hcl2_project::CheckSettings::default(),
        );
        let document = hcl2_ide::Document::new(path("large.hcl"), text, hcl2_model::Syntax::Native);
        workspace.open(document.expect("a short text"));
        workspace
    };
    let symbols = workspace.symbols(&path("large.hcl"));
    assert_eq!(symbols.len(), 40_000);
    assert!(symbols.iter().all(|symbol| symbol.children.is_empty()));
}
