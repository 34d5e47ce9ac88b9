output "a" {
  value = path
}
