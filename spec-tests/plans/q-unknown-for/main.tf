resource "terraform_data" "a" {
  count = 2
  input = count.index
}
locals {
  ids = terraform_data.a[*].id
  m = { for i, x in terraform_data.a : "k${i}" => x.id }
}
output "a" { value = { for id in local.ids : id => "x" } }
output "b" { value = [for i, id in local.ids : "${i}-${id}"] }
output "c" { value = { for k, v in local.m : k => upper(v) } }
output "d" { value = [for id in local.ids : id if id != ""] }
output "e" { value = length([for id in local.ids : id]) }
output "f" { value = toset(local.ids) }
output "g" { value = { for i, id in local.ids : i => { id = id, n = i } } }
output "h" { value = [for id in local.ids : id if startswith(id, "a")] }
output "i" { value = contains(local.ids, "x") }
output "j" { value = local.ids == ["a"] }
output "k" { value = local.ids == [] }
output "l" { value = join("-", concat(["a"], local.ids)) }
output "m" { value = element(local.ids, 5) }
output "n" { value = slice(local.ids, 0, 1) }
output "o" { value = lookup(local.m, "k0", "d") }
output "p" { value = lookup(local.m, "zz", "d") }
output "q" { value = merge(local.m, { z = 1 }) }
output "r" { value = jsondecode(jsonencode(local.m)) }
output "s" { value = yamlencode({ a = local.ids }) }
output "t" { value = base64encode("a${local.ids[0]}") }
output "u" { value = nonsensitive(sensitive(local.ids[0])) }
output "v" { value = local.ids[0] != null }
output "w" { value = coalesce(local.ids[0], "x") }
output "x" { value = format("%s/%d", local.ids[0], 3) }
output "y" { value = formatlist("%s!", local.ids) }
output "z" { value = cidrsubnet(local.ids[0], 8, 1) }
