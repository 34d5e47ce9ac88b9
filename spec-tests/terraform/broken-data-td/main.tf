data "terraform_data" "a" {
}
output "o" {
  value = data.terraform_data.a.id
}
