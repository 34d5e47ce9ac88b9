output "v" { value = 1 }
output "w" {
  value = sensitive(1)
  sensitive = true
}
