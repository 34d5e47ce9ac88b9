resource "terraform_data" "a" { input = { x = 1 } }
locals { u = terraform_data.a.id == "q" }
output "a" { value = local.u ? { a = 1, b = "x" } : { a = 2, b = "x" } }
output "b" { value = local.u ? [1, 2] : [1, 3] }
output "c" { value = local.u ? "ab" : "ac" }
output "d" { value = local.u ? toset(["a"]) : toset(["b"]) }
output "e" { value = local.u ? null : "x" }
output "f" { value = (local.u ? 5 : 10) > 3 }
output "g" { value = (local.u ? "a" : "b") == null }
output "h" { value = length(local.u ? ["a"] : ["b"]) }
output "i" { value = length(local.u ? ["a"] : ["b", "c"]) }
output "j" { value = startswith(local.u ? "abc" : "abd", "ab") }
output "k" { value = !local.u }
output "l" { value = local.u || true }
output "m" { value = local.u && false }
output "n" { value = local.u ? terraform_data.a.output : { x = 3 } }
