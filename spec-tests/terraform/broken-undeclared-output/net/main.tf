output "name" {
  value = 1
}
