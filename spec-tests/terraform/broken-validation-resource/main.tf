resource "terraform_data" "a" {
}
variable "a" {
  validation {
    condition     = var.a == terraform_data.a.nope
    error_message = "No."
  }
}
