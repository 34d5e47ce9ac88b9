resource "acme_plain" "u" {}
output "a" { value = tonumber("x") }
output "b" { value = 1 / 0 }
output "c" { value = [for x in acme_plain.u.id : x] }
output "d" { value = { for x in ["a", "a"] : x => 1 } }
output "e" { value = "a" + 1 }
output "f" { value = null.x }
output "g" { value = jsondecode("{") }
output "h" { value = file("nope.txt") }
output "i" { value = [1, 2].foo }
output "j" { value = true ? 1 : "x" }
output "k" { value = cidrsubnet("10.0.0.0/8", 40, 1) }
output "l" { value = [][0] }
output "m" { value = element([], 0) }
output "n" { value = regex("a", "b") }
