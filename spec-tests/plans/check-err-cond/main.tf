variable "n" {
  default = 3
}
check "error" {
  assert {
    condition     = tolist(["a"])[var.n] == ""
    error_message = "x"
  }
}
check "notbool" {
  assert {
    condition     = var.n
    error_message = "x"
  }
}
output "ok" {
  value = var.n
}
