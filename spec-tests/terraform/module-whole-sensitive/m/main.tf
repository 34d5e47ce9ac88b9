output "q" {
  value = "x"
  sensitive = true
}
