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

variable "of_secret" {
  type = list(bool)
}

variable "transient" {
  type      = list(bool)
  ephemeral = true
}

variable "from_parts" {
  type      = list(number)
  sensitive = true
}
