locals {
  o = { a = { b = 1 } }
}
output "o" {
  value = local.o.a.c
}
output "p" {
  value = local.o["z"]
}
output "q" {
  value = lookup(local.o, "z", 1)
}
output "r" {
  value = try(local.o.z, 1)
}
