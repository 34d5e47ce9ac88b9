output "a" {
  value = 1
  lifecycle {
  }
}
