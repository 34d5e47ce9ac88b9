output "a" {
  value = null
}
output "b" {
  value = "x"
}
output "c" {
  value = null
  sensitive = true
}
output "d" {
  value = terraform_data.a.output
}
resource "terraform_data" "a" {
  triggers_replace = 1
}
