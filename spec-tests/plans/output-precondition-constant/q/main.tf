variable "v" {
  validation {
    condition = var.v == "x"
    error_message = "v"
  }
}
resource "terraform_data" "z" {
  count = length(path.module) == 300 ? 1 : "a"
}
