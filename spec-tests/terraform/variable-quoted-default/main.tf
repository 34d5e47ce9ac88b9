variable "a" {
  type    = string
  default = <<-EOT
    several
    lines
  EOT
}
locals {
  a = var.a
}
