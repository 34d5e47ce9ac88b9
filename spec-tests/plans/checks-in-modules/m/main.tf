variable "v" {
  validation {
    condition = var.v < 5
    error_message = "small"
  }
}
check "inm" {
  assert {
    condition = var.v == 0
    error_message = "v is ${var.v}"
  }
}
output "o" {
  value = var.v
  precondition {
    condition = var.v >= 0
    error_message = "neg"
  }
}
resource "terraform_data" "t" {
  for_each = toset(["a", "b"])
  input = each.key
  lifecycle {
    precondition {
      condition = length(each.key) == 1
      error_message = "k"
    }
    postcondition {
      condition = self.input == each.value
      error_message = "p"
    }
    postcondition {
      condition = self.output == each.value
      error_message = "p"
    }
  }
}
