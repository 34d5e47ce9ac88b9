variable "v" {
  default = "abc"
  validation {
    condition     = length(var.v) > 5
    error_message = "short ${var.v}"
  }
}
variable "w" {
  default = "abc"
}
variable "obj" {
  type    = map(number)
  default = { a = 1 }
}
resource "terraform_data" "a" {
  input = var.obj["zz"]
}
resource "terraform_data" "b" {
  input = tonumber(var.w)
  lifecycle {
    precondition {
      condition     = var.w == "x"
      error_message = "pre"
    }
  }
}
resource "terraform_data" "c" {
  input = 1
  lifecycle {
    precondition {
      condition     = var.w == "x"
      error_message = "pre"
    }
    postcondition {
      condition     = self.input == 2
      error_message = "post"
    }
  }
}
resource "terraform_data" "d" {
  input = 1
  lifecycle {
    postcondition {
      condition     = self.input == 2
      error_message = "post ${self.input}"
    }
  }
}
output "e" {
  value = element([], 1)
}
output "f" {
  value = 1 / length(var.w == "abc" ? [] : ["a"])
}
output "g" {
  value = terraform_data.d.input
}
module "m" {
  source = "./m"
  n      = length(var.w)
}
locals {
  bad = regex("z", var.w)
}
output "h" {
  value = local.bad
}
check "c" {
  assert {
    condition     = local.bad == ""
    error_message = "x"
  }
}
