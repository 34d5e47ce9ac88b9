variable "x" {}
check "c" {
  data "terraform_remote_state" "s" {
    backend    = "local"
    lifecycle {
      postcondition {
        condition     = self.outputs != null
        error_message = "x"
      }
    }
  }
  assert {
    condition     = var.x == 2
    error_message = "x"
  }
}
