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
output "r" {
  value = 1
  precondition {
    condition     = var.a != ""
    error_message = null
  }
}
