variable "a" {
  type = string
}
variable "l" {
  type = list(string)
}
variable "s" {
  type      = string
  sensitive = true
}
variable "e" {
  type      = string
  ephemeral = true
}
check "c" {
  assert {
    condition     = var.a != ""
    error_message = var.l
  }
}
