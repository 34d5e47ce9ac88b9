variable "a" {}
output "x" { value = nope.y }
resource "terraform_data" "a" { nope = 1 }
