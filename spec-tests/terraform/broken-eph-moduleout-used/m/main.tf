output "o" {
  value     = "x"
  ephemeral = true
}
