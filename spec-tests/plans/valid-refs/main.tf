variable "s" {
  default = "x"
  validation {
    condition = terraform_data.a.id != "" && local.ok
    error_message = "bad"
  }
}
locals { ok = true }
resource "terraform_data" "a" {}
