output "v" {
  value = 1
  sensitive = "x"
}
