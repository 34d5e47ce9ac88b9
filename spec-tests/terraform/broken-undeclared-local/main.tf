output "b" {
  value = local.c
}
