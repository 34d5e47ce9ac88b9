"""Modules, plans, formatting, comparing, converting and editing."""

import json
import pickle
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import hcl2rs

MAIN = """\
terraform {
  required_providers {
    local = { source = "hashicorp/local", version = "~> 2.0" }
  }
}
variable "names" {
  type        = list(string)
  description = "The names."
}
variable "secret" {
  default   = "s3cr3t"
  sensitive = true
}
locals {
  count = length(var.names)
}
resource "terraform_data" "one" {
  for_each = toset(var.names)
  input    = upper(each.key)
}
module "sub" {
  source = "./sub"
  size   = local.count
}
output "twice" {
  value = module.sub.twice
}
output "hidden" {
  value     = var.secret
  sensitive = true
}
"""


@pytest.fixture
def module(tmp_path: Path) -> hcl2rs.Module:
    (tmp_path / "main.tf").write_text(MAIN)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/main.tf").write_text(
        'variable "size" {}\noutput "twice" {\n  value = 2 * var.size\n}\n'
    )
    return hcl2rs.Module.load(tmp_path)


def test_a_module_has_its_declarations(module: hcl2rs.Module) -> None:
    names, secret = module.variables
    assert (names.name, names.type, names.required, names.description) == ("names", "list(string)", True, "The names.")
    assert (secret.default.reveal(), secret.sensitive, secret.range.start.line) == ("s3cr3t", True, 10)
    assert "s3cr3t" not in repr((secret, secret.default))
    assert [output.name for output in module.outputs] == ["twice", "hidden"]
    assert module.locals == ["count"]
    (resource,) = module.resources
    assert (resource.kind, resource.type, resource.name) == ("resource", "terraform_data", "one")
    assert resource.repeated and resource.provider is None
    (call,) = module.calls
    assert (call.name, call.source) == ("sub", "./sub")
    (provider,) = module.required_providers
    assert (provider.source, provider.version) == ("hashicorp/local", "~> 2.0")
    ((address, place),) = module.references["local.count"]
    assert (address, place.start.line) == ("var.names", 15)


def test_a_module_is_evaluated(module: hcl2rs.Module) -> None:
    assert module.eval("local.count * 10", {"names": ["a", "b"]}) == 20
    assert isinstance(module.eval("local.count"), hcl2rs.Unknown)
    outputs = module.eval_outputs({"names": ["a"]})
    assert outputs["twice"] == 2
    assert isinstance(outputs["hidden"], hcl2rs.Sensitive) and "s3cr3t" not in repr(outputs)
    with pytest.raises(hcl2rs.HclError):
        module.eval("local.nope")
    with pytest.raises(KeyError, match="declares no variable nope"):
        module.eval("1", {"nope": 1})
    with pytest.raises(ValueError):
        module.eval("var.names", {"names": 3})


def test_a_module_is_planned(module: hcl2rs.Module) -> None:
    plan = module.plan({"names": ["a", "b"]})
    assert plan.has_changes
    assert list(plan.resources) == ['terraform_data.one["a"]', 'terraform_data.one["b"]']
    one = plan.resources['terraform_data.one["a"]']
    assert (one.actions, one.before, one.after["input"]) == (["create"], None, "A")
    assert isinstance(one.after["id"], hcl2rs.Unknown)
    assert plan.outputs["twice"] == 4 and isinstance(plan.outputs["hidden"], hcl2rs.Sensitive)
    shown = json.loads(plan.to_json())
    assert len(shown["planned_values"]["root_module"]["resources"]) == 2
    with pytest.raises(hcl2rs.HclError) as caught:
        module.plan()
    assert [problem.code for problem in caught.value.diagnostics] == ["hcl2::terraform::missing-value"]
    targeted = module.plan({"names": ["a", "b"]}, targets=['terraform_data.one["b"]'])
    assert list(targeted.resources) == ['terraform_data.one["b"]']
    with pytest.raises(ValueError):
        module.plan({"names": []}, targets=["?"])


def test_a_plan_says_why_a_value_is_what_it_is(module: hcl2rs.Module) -> None:
    plan = module.plan({"names": ["a"]})
    first, *rest = plan.why('terraform_data.one["a"].input')
    assert (first.value, first.origin, first.functions) == ("A", "expression", ["upper"])
    assert first.range is not None and first.range.start.line == 19
    assert [(step.address, step.value, step.origin) for step in rest] == [("each.key", "a", "instance"), ("var.names[0]", "a", "given")]
    assert first.sources == [1]
    with pytest.raises(hcl2rs.HclError) as caught:
        plan.why("local.cuont")
    assert "Did you mean `count`?" in str(caught.value)
    again: hcl2rs.Plan = pickle.loads(pickle.dumps(plan))
    with pytest.raises(ValueError, match="the plan was pickled"):
        again.why("local.count")


def test_a_partial_plan_says_what_it_does_not_know(tmp_path: Path) -> None:
    (tmp_path / "main.tf").write_text(
        'variable "size" {}\ndata "acme_zones" "all" {}\n'
        'resource "acme_disk" "d" {\n  for_each = toset(data.acme_zones.all.names)\n  size     = var.size\n}\n'
        'resource "acme_net" "n" {\n  cidr = "10.0.0.0/8"\n}\n'
    )
    module = hcl2rs.Module.load(tmp_path)
    plan = module.plan(partial=True)
    assert list(plan.resources) == ["acme_net.n", "data.acme_zones.all"] and list(plan.deferred) == ["acme_disk.d[*]"]
    found = [(gap.reason, gap.address, gap.range and gap.range.start.line) for gap in plan.incomplete]
    assert ("missing_value", "var.size", 1) in found and ("instance_count_unknown", "acme_disk.d", 4) in found
    assert "acme_disk.d[*]" in str(plan)
    names = module.plan({"size": 3}, partial=True, assume={"data.acme_zones.all.names": ["a", "b"]})
    assert list(names.resources)[:2] == ['acme_disk.d["a"]', 'acme_disk.d["b"]'] and not names.deferred
    known = module.plan({"size": 3}, infer_schemas=True, data={"data.acme_zones.all": {"names": ["a"]}})
    assert list(known.resources)[:2] == ['acme_disk.d["a"]', "acme_net.n"]


def test_plans_are_shown_in_notebooks_and_terminals(module: hcl2rs.Module) -> None:
    plan = module.plan({"names": ["<a>"]})
    assert "&lt;a&gt;" in plan._repr_html_() and str(plan).endswith("Plan: 1 to add, 0 to change, 0 to destroy.\n")
    rich: Any = pytest.importorskip("rich.console")
    console = rich.Console(width=200, color_system="standard", force_terminal=True)
    with console.capture() as captured:
        console.print(plan)
    assert "\x1b[32m" in captured.get() and "s3cr3t" not in captured.get()


def test_a_module_is_checked(tmp_path: Path) -> None:
    (tmp_path / "main.tf").write_text("output \"y\" {\n  value = var.nope\n}\n")
    module = hcl2rs.Module.load(tmp_path)
    assert [problem.code for problem in module.diagnostics] == ["hcl2::terraform::undeclared"]
    assert [output.name for output in module.outputs] == ["y"]
    for refused in (lambda: hcl2rs.Module.load(tmp_path, strict=True), module.plan):
        with pytest.raises(hcl2rs.HclError) as caught:
            refused()
        assert [problem.code for problem in caught.value.diagnostics] == ["hcl2::terraform::undeclared"]
    (tmp_path / "main.tf").write_text('output "y" {\n  value = 1 + "x"\n}\n')
    (problem,) = hcl2rs.Module.load(tmp_path).check()
    assert problem.range is not None and problem.range.start.line == 2
    with pytest.raises(OSError, match="No such file or directory"):
        hcl2rs.Module.load(tmp_path / "missing")


def test_modules_are_pickled(module: hcl2rs.Module) -> None:
    assert pickle.loads(pickle.dumps(module)).locals == module.locals


def test_modules_of_opentofu_are_pickled(tmp_path: Path) -> None:
    (tmp_path / "main.tofu").write_text("locals {\n  a = 1\n}\n")
    module = hcl2rs.Module.load(tmp_path, language="opentofu")
    assert pickle.loads(pickle.dumps(module)).locals == module.locals == ["a"]


def test_modules_have_the_functions_of_their_language(tmp_path: Path) -> None:
    (tmp_path / "main.tf").write_text('output "x" {\n  value = urldecode("a+b")\n}\n')
    module = hcl2rs.Module.load(tmp_path, language="opentofu")
    assert module.plan().outputs["x"] == "a b"
    with pytest.raises(hcl2rs.HclError, match="No function is named `urldecode`"):
        hcl2rs.Module.load(tmp_path).plan()


def test_what_modules_and_plans_contain_is_pickled(module: hcl2rs.Module) -> None:
    planned = module.plan({"names": ["a"]}).resources['terraform_data.one["a"]']
    (call,), (required,) = module.calls, module.required_providers
    changes = hcl2rs.diff(hcl2rs.parse("a = 1\n"), hcl2rs.parse("a = 2\n"))
    records = [*module.variables, *module.outputs, *module.resources, call, required, planned, *changes]
    shown = [
        "<Variable names>",
        "<Variable secret>",
        "<Output twice>",
        "<Output hidden>",
        "<Resource resource terraform_data.one>",
        "<ModuleCall sub>",
        "<ProviderRequirement local>",
        '<PlannedResource terraform_data.one["a"] create>',
        "<Change changed a>",
    ]
    assert [repr(record) for record in records] == shown
    again = pickle.loads(pickle.dumps(records))
    assert [repr(record) for record in again] == shown
    assert (again[0].type, again[7].after["input"], again[8].after) == ("list(string)", "A", changes[0].after)


def test_plans_are_pickled(module: hcl2rs.Module) -> None:
    plan = module.plan({"names": ["a"]})
    again: hcl2rs.Plan = pickle.loads(pickle.dumps(plan))
    assert repr(again) == repr(plan) == "<Plan of 1 resource instances>"
    assert (again.has_changes, again.outputs, again.warnings) == (True, plan.outputs, [])
    assert again.resources['terraform_data.one["a"]'].after == plan.resources['terraform_data.one["a"]'].after
    assert again.to_json() == plan.to_json()
    assert pickle.loads(pickle.dumps(again)).to_json() == plan.to_json()


def test_editors_are_pickled() -> None:
    editor = hcl2rs.Editor("a = 1 # one\n")
    editor.set("b", 2, create=True)
    again: hcl2rs.Editor = pickle.loads(pickle.dumps(editor))
    again.set("a", 3)
    assert (again.text, editor.text) == ("a = 3 # one\nb = 2\n", "a = 1 # one\nb = 2\n")


def test_files_are_formatted() -> None:
    assert hcl2rs.fmt("a=1\nbc  = 2\n") == "a  = 1\nbc = 2\n"
    assert hcl2rs.fmt("b {\nc=1\n}\n", indentation=4) == "b {\n    c = 1\n}\n"
    with pytest.raises(hcl2rs.HclError):
        hcl2rs.fmt("a = ")


def test_files_are_compared_by_meaning() -> None:
    before = hcl2rs.parse("a = 1\nb = 2 # two\n")
    after = hcl2rs.parse("b=2\na = 3\nc {}\n")
    changes = hcl2rs.diff(before, after)
    assert [(change.kind, change.address) for change in changes] == [("changed", "a"), ("added", "c")]
    assert changes[0].before is not None and changes[0].after is not None and changes[1].before is None
    assert hcl2rs.diff(before, before) == []


def test_files_are_converted() -> None:
    text = hcl2rs.convert('variable "x" {\n  type = string\n}\n', "json")
    assert json.loads(text) == {"variable": {"x": {"type": "string"}}}
    assert hcl2rs.convert(text, "native") == 'variable "x" {\n  type = string\n}\n'


def test_editors_are_read_and_set_by_index() -> None:
    editor = hcl2rs.Editor('server "web" {\n  port  = 80 # public\n  hosts = ["a", "b"]\n}\nserver "db" {}\nname = upper("x")\n')
    web = editor["server"]["web"]
    assert (str(web["port"]), web["port"].value(), editor["name"].value()) == ("80", 80, "X")
    assert (web.address, web.keys(), editor.keys()) == ("server.web", ["hosts", "port"], ["name", "server"])
    assert ([item.text for item in web["hosts"].elements()], len(editor["server"])) == (['"a"', '"b"'], 2)
    assert ("port" in web, "prot" in web, bool(web["hosts"])) == (True, False, True)
    web["port"] = web["port"].value() + 363
    web["hosts"][1] = "c"
    web["copy"] = web["hosts"][0]
    web["base"] = hcl2rs.parse("x = var.base")["x"].expression
    editor["size"] = {"n": 1}
    del editor["name"]
    assert (
        editor.text
        == 'server "web" {\n  port  = 443 # public\n  hosts = ["a", "c"]\n  copy = "a"\n  base = var.base\n}\nserver "db" {}\nsize = { n = 1 }\n'
    )
    assert (editor.get("server.web.port"), editor.get("server.web.prot"), editor.get("nope", "1")) == ("443", None, "1")
    with pytest.raises(KeyError, match="did you mean `server.web.port`"):
        web["prot"]
    with pytest.raises(IndexError, match=r"hosts\[2\]"):
        web["hosts"][2]
    with pytest.raises(TypeError, match="is a block"):
        web.value()
    with pytest.raises(TypeError, match="keys"):
        list(web)
    with pytest.raises(TypeError, match="keys"):
        list(editor)
    editor.remove("server.web")
    assert not web
    with pytest.raises(LookupError):
        web.text


def test_files_are_opened_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "app.hcl"
    path.write_text("port = 80 # public\n", encoding="utf-8")
    path.chmod(0o640)
    editor = hcl2rs.Editor.open(str(path))
    editor.set("port", 443)
    editor.save()
    assert path.read_text(encoding="utf-8") == "port = 443 # public\n"
    assert sys.platform == "win32" or path.stat().st_mode & 0o777 == 0o640
    again: hcl2rs.Editor = pickle.loads(pickle.dumps(hcl2rs.Editor(path)))
    again.set("port", 8080)
    again.save()
    assert path.read_text(encoding="utf-8") == "port = 8080 # public\n"
    copy = tmp_path / "copy.json"
    hcl2rs.Editor.open(path, syntax="native").save(copy)
    assert copy.read_text(encoding="utf-8") == "port = 8080 # public\n"
    assert [entry.name for entry in sorted(tmp_path.iterdir())] == ["app.hcl", "copy.json"]
    with pytest.raises(ValueError, match="not read from a file"):
        hcl2rs.Editor("a = 1\n").save()
    with pytest.raises(FileNotFoundError, match="nowhere"):
        editor.save(tmp_path / "nowhere" / "app.hcl")
    with pytest.raises(FileNotFoundError, match="missing.hcl"):
        hcl2rs.Editor.open(tmp_path / "missing.hcl")


def test_names_of_other_libraries_lead_to_those_of_this_one(tmp_path: Path) -> None:
    (tmp_path / "main.tf").write_text('data "aws_ami" "base" {}\n', encoding="utf-8")
    module: Any = hcl2rs.Module.load(tmp_path)
    file: Any = hcl2rs.parse('server "web" {}\n')
    editor: Any = hcl2rs.Editor("a = 1\n")
    for found, name, here in [
        (module, "validate", "check()"),
        (module.plan({}, partial=True), "changes", "resources"),
        (file, "json", "to_json()"),
        (file.block("server"), "name", "labels"),
        (editor, "delete", "remove(address)"),
    ]:
        with pytest.raises(AttributeError, match=re.escape(f"has no attribute '{name}'; use `{here}`")):
            getattr(found, name)
    with pytest.raises(AttributeError, match="^'Editor' object has no attribute 'wrong'$"):
        editor.wrong
    assert [resource.address for resource in module.resources] == ["data.aws_ami.base"]


def test_items_are_appended_inserted_moved_and_commented() -> None:
    editor = hcl2rs.Editor("b = [1] # one\n")
    editor.insert_before("b", "a = 1")
    editor.insert_after("b", "c {\n}")
    editor.append("c", "d = true")
    editor.push("b", 2)
    editor.add_block("e", "f", "g")
    editor.move_before("c", "b")
    editor.move_after("a", "b")
    assert editor.text == 'c {\n  d = true\n}\n\nb = [1, 2] # one\na = 1\n\ne "f" "g" {}\n'
    assert editor.comments("b") == ([], "one")
    with pytest.raises(hcl2rs.HclError) as refused:
        editor.append("", "a = 2")
    assert refused.value.diagnostics[0].code == "hcl2::syntax::duplicate-attribute"
    with pytest.raises(hcl2rs.HclError, match="<string>:1:5"):
        hcl2rs.Editor("a = \n")


def test_files_in_json_syntax_are_edited() -> None:
    text = '{"server": {"web": {"port": "${40 + 40}", "hosts": ["a"]}}}'
    editor = hcl2rs.Editor(text, name="app.json")
    web = editor["server"]["web"]
    assert (editor.syntax, editor.name, web["port"].value()) == ("json", "app.json", 80)
    web["port"] = 443
    editor.push("server.web.hosts", "b")
    assert editor.text == '{"server": {"web": {"port": 443, "hosts": ["a", "b"]}}}'
    again: hcl2rs.Editor = pickle.loads(pickle.dumps(editor))
    assert (again.syntax, again.name, again.text) == ("json", "app.json", editor.text)
    assert hcl2rs.Editor("{}", syntax="json").syntax == "json"
    with pytest.raises(ValueError, match="native syntax only"):
        editor.set_comments("server", ["Why."])


def test_files_are_edited_and_keep_their_comments() -> None:
    editor = hcl2rs.Editor("# Top.\na = var.x # beside\nb \"l\" {\n}\n")
    editor.set("a", [1, {"k": "v"}])
    editor.set_expression("b.l.c", "var.x + 1", create=True)
    editor.append("", "d = true")
    assert editor.rename_reference("var.x", "var.y") == 1
    assert editor.text.startswith('# Top.\na = [1, {')
    assert "# beside" in editor.text and "c = var.y + 1" in editor.text and "d = true" in editor.text
    assert editor.select("b.l.c") == [("b.l.c", "var.y + 1")]
    editor.rename("d", "e")
    editor.set_comments("e", ["Why."])
    editor.remove("a")
    assert str(editor).endswith("# Why.\ne = true\n") and "a =" not in editor.text
    before = editor.text
    with pytest.raises(LookupError):
        editor.remove("nope")
    with pytest.raises(LookupError, match="`bb.l.c`.*`create=True`"):
        editor.set("bb.l.c", 1)
    with pytest.raises(ValueError):
        editor.set_expression("b.l.c", "1 +")
    with pytest.raises(ValueError):
        editor.select("..")
    assert editor.text == before
