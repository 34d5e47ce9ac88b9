variable "v" {
  validation {
    condition = var.v == "x"
    error_message = "v"
  }
}
resource "terraform_data" "z" {
  lifecycle {
    precondition {
      condition = var.v == 5
      error_message = "e"
    }
  }
}
resource "terraform_data" "y" {
  lifecycle {
    precondition {
      condition = length(path.root) == 5
      error_message = "e"
    }
  }
}
