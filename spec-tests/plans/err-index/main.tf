locals { l = ["a"] }
output "a" { value = local.l[3] }
output "b" { value = { a = 1 }.b }
output "c" { value = { a = 1 }["b"] }
output "d" { value = tomap({ a = 1 })["b"] }
