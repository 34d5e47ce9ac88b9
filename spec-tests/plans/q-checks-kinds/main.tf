variable "v" {
  default = "ab"
  validation {
    condition = length(var.v) == 2
    error_message = "len"
  }
}
resource "terraform_data" "a" {
  for_each = toset(["x", "y"])
  lifecycle {
    precondition {
      condition = var.v == "ab"
      error_message = "pre"
    }
    postcondition {
      condition = self.id != null
      error_message = "post"
    }
  }
}
module "m" {
  source = "./m"
  for_each = toset(["p", "q"])
  v = each.key
}
output "o" {
  value = var.v
  precondition {
    condition = length(terraform_data.a) == 2
    error_message = "out"
  }
}
check "ok" {
  assert {
    condition = var.v == "ab"
    error_message = "chk"
  }
}
