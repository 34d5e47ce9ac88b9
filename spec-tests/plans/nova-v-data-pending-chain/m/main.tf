
variable "in" {}
data "nova_img" "x" { family = var.in }
resource "terraform_data" "y" { input = data.nova_img.x }
data "nova_img" "z" {
  family     = "z"
  depends_on = [data.nova_img.x]
}
output "o" {
  value     = [data.nova_img.x.family, data.nova_img.z.family, terraform_data.y.output]
  sensitive = true
}
