variable "n" {
  validation {
    condition = var.n > 5
    error_message = "n"
  }
  default = 1
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
resource "terraform_data" "z" {
  count = var.n == 1 ? "a" : 1
}
module "q" {
  source = "./q"
  v = var.n
}
