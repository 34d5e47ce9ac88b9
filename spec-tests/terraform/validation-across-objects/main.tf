locals { allowed = ["a", "b"] }
resource "terraform_data" "x" { input = "a" }
variable "v" {
  type    = string
  default = "a"
  validation {
    condition = contains(local.allowed, var.v)
    error_message = "Bad."
  }
  validation {
    condition = var.v == terraform_data.x.output
    error_message = "Must equal."
  }
}
