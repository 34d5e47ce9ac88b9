output "a" {
  value = terraform.env
}
