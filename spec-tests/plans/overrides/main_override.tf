variable "a" { default = "over" }
resource "terraform_data" "a" {
  input = "over"
  lifecycle { create_before_destroy = true }
}
output "o" {
  sensitive = true
  value = "ov"
}
module "m" { x = 2 }
locals { l = 5 }
