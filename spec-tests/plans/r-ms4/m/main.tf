output "s" {
  value = "lit"
  sensitive = true
}
