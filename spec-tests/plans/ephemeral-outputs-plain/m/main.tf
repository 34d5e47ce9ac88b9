output "a" {
  value = 1
  ephemeral = true
}
