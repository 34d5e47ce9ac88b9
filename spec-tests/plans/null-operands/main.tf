locals {
  n = null
}
output "a" { value = local.n.x }
output "b" { value = "${local.n}" }
output "c" { value = local.n[0] }
output "d" { value = [for x in local.n : x] }
output "e" { value = local.n ? 1 : 2 }
output "f" { value = { (local.n) = 1 } }
output "g" { value = local.n + 1 }
output "h" { value = length(local.n) }
output "i" { value = local.n[*] }
output "j" { value = try(local.n.x, "ok") }
