output "a" {
  value = jsondecode("{")
}
