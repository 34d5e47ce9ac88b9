variable "v" {
  default = 1
}
check "k" {
  assert {
    condition = var.v == 2
    error_message = "multi\nline ${var.v}  "
  }
  assert {
    condition = var.v == 3
    error_message = <<-EOT
      heredoc ${var.v}
    EOT
  }
}
