locals {
  u = terraform_data.a.id
  n = terraform_data.a.output
}
resource "terraform_data" "a" { input = 5 }
output "o01" { value = length(local.u) }
output "o02" { value = local.u == "" }
output "o03" { value = [local.u, local.u] == ["a", "b"] }
output "o04" { value = toset([local.u, "a"]) }
output "o05" { value = length([local.u]) }
output "o06" { value = { (local.u) = 1 } }
output "o07" { value = { a = local.u }.a == null }
output "o08" { value = coalesce(local.u, "x") }
output "o09" { value = coalesce(local.n, 3) }
output "o10" { value = local.n > 3 ? "a" : "b" }
output "o11" { value = format("%s-%s", "a", local.u) }
output "o12" { value = startswith(format("%s-%s", "a", local.u), "a-") }
output "o13" { value = join(",", ["a", local.u]) }
output "o14" { value = split(",", local.u) }
output "o15" { value = concat(["a"], [local.u])[0] }
output "o16" { value = merge({ a = 1 }, { b = local.u }).a }
output "o17" { value = keys({ a = local.u }) }
output "o18" { value = values({ a = local.u, b = 2 }) }
output "o19" { value = lookup({ a = local.u }, "a", "z") }
output "o20" { value = lookup({ a = 1 }, local.u, 2) }
output "o21" { value = element(["a", "b"], length(local.u)) }
output "o22" { value = contains(["a", local.u], "a") }
output "o23" { value = contains(["a", local.u], "c") }
output "o24" { value = distinct(["a", "a", local.u]) }
output "o25" { value = flatten([["a"], [local.u], [[local.u]]]) }
output "o26" { value = compact(["a", "", local.u]) }
output "o27" { value = slice(["a", local.u, "c"], 0, 2) }
output "o28" { value = jsonencode({ a = local.u }) }
output "o29" { value = tostring(local.n) }
output "o30" { value = [for x in [1, 2] : x if x > local.n] }
output "o31" { value = { for x in ["a", "b"] : x => local.u } }
output "o32" { value = { for x in ["a", local.u] : x => 1 } }
output "o33" { value = try(local.u, "a") }
output "o34" { value = can(local.u) }
output "o35" { value = local.u != null ? "a" : "b" }
output "o36" { value = !(local.n == 5) }
output "o37" { value = -local.n }
output "o38" { value = min(local.n, 3) }
output "o39" { value = zipmap(["a", "b"], [local.u, 1]) }
output "o40" { value = zipmap([local.u], [1]) }
output "o41" { value = chunklist(["a", local.u, "b"], 2) }
output "o42" { value = setunion(["a"], [local.u]) }
output "o43" { value = setintersection(["a"], [local.u]) }
output "o44" { value = index(["a", "b"], "b") }
output "o45" { value = matchkeys(["a", "b"], ["x", local.u], ["x"]) }
output "o46" { value = transpose({ a = ["x", local.u] }) }
output "o47" { value = one([local.u]) }
output "o48" { value = sum([1, local.n]) }
output "o49" { value = range(local.n) }
output "o50" { value = tolist(toset([local.u, local.u])) }
