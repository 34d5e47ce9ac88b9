variable "v" {
  type = string
  nullable = false
  validation {
    condition = length(var.v) > 2
    error_message = "short"
  }
}
variable "w" { type = object({ a = string, b = optional(number, 3), c = optional(list(string), []) }) }
variable "l" { type = list(string) }
resource "terraform_data" "r" {
  count = length(var.l) - 1
  input = { w = var.w, v = var.v == "lit" ? "yes" : "no" }
}
output "r" { value = terraform_data.r[0].input }
output "w" { value = var.w.b }
output "l" { value = var.l }
output "nn" { value = var.v == null }
