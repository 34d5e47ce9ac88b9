variable "zero" {
  type    = number
  default = 0
}

locals {
  set = toset([{ a = -var.zero, b = 2 }, { a = var.zero, b = 1 }])
}

resource "terraform_data" "a" {
  input            = { set = local.set, number = -var.zero }
  triggers_replace = local.set
}

output "set" {
  value = local.set
}

output "stored" {
  value = terraform_data.a.input.set
}

output "list" {
  value = [for element in terraform_data.a.input.set : element.b]
}

output "text" {
  value = jsonencode(terraform_data.a.input)
}
