locals {
  u = terraform_data.a.id
  n = terraform_data.a.output
}
resource "terraform_data" "a" { input = 5 }
output "o01" { value = trimprefix("abc${local.u}", "abc") }
output "o02" { value = substr("abc${local.u}", 0, 2) }
output "o03" { value = upper("abc${local.u}") }
output "o04" { value = replace("abc${local.u}", "a", "b") }
output "o05" { value = startswith("abc${local.u}", "abd") }
output "o06" { value = startswith("ab${local.u}", "abd") }
output "o07" { value = endswith("${local.u}abc", "abc") }
output "o08" { value = strcontains("abc${local.u}", "bc") }
output "o09" { value = "abc${local.u}" == "abd" }
output "o10" { value = "abc${local.u}" != "abd" }
output "o11" { value = "${local.u}" == null }
output "o12" { value = length("abc${local.u}") > 0 }
output "o13" { value = try("abc${local.u}" == "x", 1) }
output "o14" { value = regex("a", "abc${local.u}") }
output "o15" { value = can(regex("^a", local.u)) }
output "o16" {
  value = <<-EOT
  a ${local.u}
  b
  EOT
}
output "o17" { value = "%{for x in ["a", local.u]}${x}%{endfor}" }
output "o18" { value = "%{if local.n > 3}a%{else}b%{endif}" }
output "o19" { value = "${local.n}" }
output "o20" { value = base64encode(local.u) }
output "o21" { value = yamlencode({ a = [local.u] }) }
output "o22" { value = sha256(local.u) }
output "o23" { value = cidrhost("10.0.0.0/8", local.n) }
output "o24" { value = tonumber(local.u) }
output "o25" { value = tobool(local.u) }
output "o26" { value = toset(split(",", local.u)) }
output "o27" { value = length(split(",", local.u)) }
output "o28" { value = local.u == null || local.n == 1 }
output "o29" { value = { a = local.u }["a"] }
output "o30" { value = ["a", "b"][local.n] }
output "o31" { value = { a = 1, b = "x" }[local.u] }
output "o32" { value = [local.u, "b"][1] }
output "o33" { value = [for i, x in [local.u, "b"] : i] }
output "o34" { value = [for x in split(",", local.u) : x] }
output "o35" { value = { for x in split(",", local.u) : x => x } }
output "o36" { value = local.n == 5 ? [1] : [] }
output "o37" { value = local.n == 5 ? ["a", "b"] : ["c", "d"] }
output "o38" { value = local.n == 5 ? { a = 1 } : { a = 2 } }
output "o39" { value = local.n == 5 ? null : "x" }
output "o40" { value = local.n == 5 ? 3 : 7 }
output "o41" { value = (local.n == 5 ? 3 : 7) > 1 }
output "o42" { value = (local.n == 5 ? "a" : "b") == null }
output "o43" { value = (local.n == 5 ? "abc" : "abd") == "x" }
output "o44" { value = length(local.n == 5 ? ["a", "b"] : ["c"]) }
output "o45" { value = terraform_data.a.triggers_replace }
output "o46" { value = terraform_data.a }
output "o47" { value = terraform_data.a.output == null }
output "o48" { value = max(1, [2, 3]...) }
