output "a" { value = { for k, v in { a = 1, b = 2 } : v => k... } }
output "b" { value = [for i, v in ["x", "y"] : "${i}${v}"] }
output "c" { value = { for v in ["a", "b"] : v => upper(v) if v != "a" } }
output "d" { value = [for k, v in { a = 1 } : k] }
output "e" { value = [for v in toset(["b", "a"]) : v] }
output "f" { value = { for x in [{ g = "1", n = "a" }, { g = "1", n = "b" }] : x.g => x.n... } }
