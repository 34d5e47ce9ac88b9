resource "terraform_data" "a" {
  input = "second"
  lifecycle { prevent_destroy = true }
}
variable "v" {
  default = 2
  sensitive = true
}
output "o" {
  sensitive = true
}
