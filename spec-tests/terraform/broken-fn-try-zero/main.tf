output "o" {
  value = try()
}
