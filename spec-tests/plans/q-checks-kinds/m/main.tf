variable "v" {
  validation {
    condition = contains(["p", "q"], var.v)
    error_message = "v"
  }
}
resource "terraform_data" "r" {
  lifecycle {
    postcondition {
      condition = self.output == null
      error_message = "post"
    }
  }
}
check "in" {
  assert {
    condition = var.v == "p"
    error_message = "is ${var.v}"
  }
}
output "o" {
  value = var.v
  precondition {
    condition = terraform_data.r.id != "x"
    error_message = "o"
  }
}
