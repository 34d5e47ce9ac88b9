output "o" {
  value = var.gone
}
