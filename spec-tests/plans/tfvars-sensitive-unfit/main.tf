variable "secret" {
  type      = list(bool)
  sensitive = true
}

variable "plain" {
  type = list(bool)
}

variable "not_null" {
  type      = list(bool)
  sensitive = true
  nullable  = false
}
