variable "name" {
  type     = string
  nullable = false
}
variable "config" {
  type = object({
    size = number
    kind = optional(string, "x")
  })
  default = null
}
variable "pw" {
  type      = string
  sensitive = true
  default   = "p"
}
output "upper" {
  value     = "${upper(var.name)}${var.pw}${try(var.config.kind, "")}"
  sensitive = true
  depends_on = [terraform_data.x]
  precondition {
    condition     = length(var.name) > 0
    error_message = "Empty name"
  }
}
resource "terraform_data" "x" {
  count = var.config == null ? 0 : var.config.size
  input = count.index
}
