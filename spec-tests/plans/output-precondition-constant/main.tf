variable "n" {
  validation {
    condition = var.n > 5
    error_message = "n"
  }
  default = 1
}
variable "m" {
  validation {
    condition = var.m > var.n
    error_message = "m"
  }
  default = 0
}
locals { x = var.n }
resource "terraform_data" "a" {
  input = local.x
  lifecycle {
    precondition {
      condition = local.x > 5
      error_message = "pre"
    }
  }
}
resource "terraform_data" "b" {
  lifecycle {
    precondition {
      condition = length(path.module) > 5
      error_message = "pre"
    }
  }
}
output "o" {
  value = local.x
  precondition {
    condition = local.x == 5
    error_message = "out"
  }
}
output "p" {
  value = terraform_data.b.id
  precondition {
    condition = length(path.module) > 5
    error_message = "out"
  }
}
check "c" {
  assert {
    condition = var.n == 3
    error_message = "ck"
  }
}
module "q" {
  source = "./q"
  v = var.n
}
