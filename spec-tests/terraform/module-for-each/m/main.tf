variable "key" {}
variable "value" {
  type = string
}
output "out" {
  value = "${var.key}:${var.value}:${path.module}"
}
