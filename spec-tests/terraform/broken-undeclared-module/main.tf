output "b" {
  value = module.c.d
}
