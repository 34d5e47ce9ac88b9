output "a" {
  value = var
}
