variable "a" {
  type = string
  validation {
    condition     = [var.a]
    error_message = "No."
  }
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
