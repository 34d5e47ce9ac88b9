variable "v" { default = 1 }
data "nova_img" "x" { family = "m${coalesce(var.v, 2)}" }
output "x" { value = data.nova_img.x.name }
