resource "terraform_data" "a" {
  for_each = toset(["q"])
}
variable "k" {
  default = "zz"
}
check "k" {
  assert {
    condition = { a = 1 }[var.k] == 1
    error_message = "v"
  }
}
