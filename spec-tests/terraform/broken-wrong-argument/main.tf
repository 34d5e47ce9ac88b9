output "a" {
  value = upper([])
}
