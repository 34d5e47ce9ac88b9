
variable "id" { default = "xx" }
resource "acme_plain" "a" {
  v = "1"
  lifecycle {
    precondition {
      condition     = var.id != ""
      error_message = "no"
    }
    postcondition {
      condition     = self.id == "xx"
      error_message = "no"
    }
    prevent_destroy = true
    ignore_changes  = [v]
  }
}
resource "terraform_data" "d" {
  input            = acme_plain.a.id
  triggers_replace = acme_plain.a
}
import {
  to = acme_plain.a
  id = var.id
}
import {
  to = terraform_data.d
  id = "uuid-${var.id}"
}
output "o" { value = [acme_plain.a, terraform_data.d] }
