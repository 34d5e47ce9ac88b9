variable "v" { default = 1 }
output "o" {
  value = 1
  precondition {
    condition = var.v == 2
    error_message = "x ${nofn(1)}"
  }
}
