output "sum" {
  value = local.a + local.b
}
