variable "secret" {
  type      = string
  default   = "s3"
  sensitive = true
  nullable  = false
}
variable "token" {
  type      = string
  default   = null
  ephemeral = true
}
locals {
  open = 1
}
