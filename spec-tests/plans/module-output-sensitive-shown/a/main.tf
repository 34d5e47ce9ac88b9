output "x" {
  value = "plain"
  sensitive = true
}
