output "o" {
  value = var.nope
}
