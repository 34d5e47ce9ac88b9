output "x" {
  value = "plain"
  sensitive = true
}
output "e" {
  value = "plain"
  ephemeral = true
}
