variable "v" {
  type = string
  default = null
  nullable = false
}
