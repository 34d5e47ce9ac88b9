resource "terraform_data" "a" { input = 1 }
locals { u = terraform_data.a.id }
output "a" { value = local.u == "x" ? 1 : "y" }
output "b" { value = local.u == "x" ? [1] : [2, 3] }
output "c" { value = local.u == "x" ? { a = 1 } : { a = 2 } }
output "d" { value = local.u == "x" ? null : "q" }
output "e" { value = "pre-${local.u}" }
output "f" { value = [for x in [1, 2] : x if local.u == "y"] }
output "g" { value = { for k in ["a"] : k => local.u } }
output "h" { value = { for k in [local.u] : k => 1 } }
output "i" { value = "${local.u}" == "" }
output "j" { value = [local.u, "b"][1] }
output "k" { value = { a = local.u, b = 2 }.b }
output "l" { value = length("x${local.u}") }
output "m" { value = upper("pre-${local.u}") }
output "n" { value = coalesce(local.u, "d") }
output "o" { value = coalesce(null, "d", local.u) }
output "p" { value = lookup({ a = local.u }, "a", "z") }
output "q" { value = lookup({ a = 1 }, local.u, "z") }
output "r" { value = merge({ a = 1 }, { b = local.u }) }
output "s" { value = concat([1], [local.u]) }
output "t" { value = contains(["a", local.u], "a") }
output "u" { value = contains(["a", local.u], "b") }
output "v" { value = distinct(["a", local.u]) }
output "w" { value = element(["a", local.u], 0) }
output "x" { value = toset(["a", local.u]) }
output "y" { value = jsonencode({ a = local.u }) }
output "z" { value = format("%s-%s", "a", local.u) }
