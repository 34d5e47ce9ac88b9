variable "w" {
  type = string
  validation {
    condition = var.w != terraform_data.a.output
    error_message = "x"
  }
}
resource "terraform_data" "a" { input = var.w }
