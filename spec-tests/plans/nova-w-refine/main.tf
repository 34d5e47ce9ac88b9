resource "nova_key" "k" {}
locals {
  id = nova_key.k.id
  all = nova_key.k.all
  s = toset([local.id])
}
output "a" { value = [local.id == null, "${local.id}" == null, "a-${local.id}" == "", startswith("arn:${local.id}", "arn:"), startswith("arn:${local.id}", "arx"), endswith("${local.id}x", "x"), length("ab${local.id}") > 1] }
output "b" { value = [length(local.s), length(toset(["a", local.id])), length([local.id, 1]), length({ a = local.id }), length(concat([local.id], ["x"])), length(local.all) >= 0] }
output "c" { value = [coalesce(local.id, "x"), coalesce(null, "k", local.id), coalescelist([], [local.id]), try(local.id, 1), can(local.id), one([local.id]), one([])] }
output "d" { value = [true ? local.id : 1, local.id == "" ? 1 : 1, local.id == "" ? "a" : "b", true || local.id == "", false && local.id == "", !(local.id == "")] }
output "e" { value = [sort([local.id, "a"]), reverse([local.id, "a"]), zipmap(["k"], [local.id]), setproduct(["a"], [local.id]), flatten([["a"], [local.id]]), distinct([local.id, "a", "a"]), slice(["a", local.id], 0, 1), element(["a", local.id], 0), chunklist(["a", local.id], 1), keys({ a = local.id }), values({ a = local.id }), merge({ a = 1 }, { b = local.id }), lookup({ a = local.id }, "a", 1), lookup({ a = 1 }, local.id, 1)] }
output "f" { value = [jsonencode({ a = local.id }), jsonencode("x"), jsondecode(local.id), split(",", "a,${local.id}"), join(",", ["a", local.id]), format("a-%s", local.id), formatlist("%s", ["a", local.id]), replace("a", "a", local.id), upper(local.id), base64encode(local.id), yamlencode([local.id]), substr("abc${local.id}", 0, 2), trimprefix("a${local.id}", "a")] }
output "g" { value = [for i, v in [local.id, "b"] : "${i}${v}"] }
output "h" { value = { for k, v in { x = local.id } : k => v } }
output "i" { value = [for v in local.all : v] }
output "j" { value = { for v in local.all : v => 1 } }
output "k" { value = [for v in local.s : 1] }
output "l" { value = [nova_key.k.byname["x"], nova_key.k.meta.a, nova_key.k.meta.l, nova_key.k.any, nova_key.k.any.foo, nova_key.k.all[0], nova_key.k.all[*], nova_key.k[*].id] }
output "m" { value = [contains(["a", local.id], "a"), contains(["a"], local.id), index(["a", local.id], "a"), alltrue([local.id == ""]), anytrue([true, local.id == ""]), sum([1, length(local.all)]), max(1, length(local.all)), tostring(local.id), tonumber(local.id), tolist([local.id, local.id]), tomap({ a = local.id }), toset([local.id, "b"])] }
output "n" { value = [cidrsubnet("10.0.0.0/8", 8, 1), cidrhost("10.0.0.0/${length(local.all)}", 1), timestamp(), uuid(), plantimestamp() == plantimestamp(), md5(local.id)] }
