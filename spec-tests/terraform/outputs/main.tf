locals {
  a = 1
}
output "plain" {
  value       = local.a
  description = "A $${plain} one."
}
output "object" {
  value = { a = local.a, b = "x-${local.a}" }
}
output "secret" {
  value     = "s"
  sensitive = true
}
