output "a" {
  value = terraform_data.missing.id
}
