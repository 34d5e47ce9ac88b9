output "a" {
  value = upper()
}
