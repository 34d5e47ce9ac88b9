resource "terraform_data" "a" {
}
output "a" {
  value = resource.terraform_data.a.id
}
