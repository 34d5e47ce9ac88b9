variable "v" {
  validation {
    condition     = length(var.v) == 1
    error_message = "m"
  }
}
check "in" {
  assert {
    condition     = var.v == "p"
    error_message = "v is ${var.v}"
  }
}
resource "terraform_data" "r" {
  for_each = toset(["1", "2"])
  lifecycle {
    postcondition {
      condition     = self.id != each.key
      error_message = "m"
    }
  }
}
output "o" {
  value = var.v
  precondition {
    condition     = var.v != "z"
    error_message = "m"
  }
}
