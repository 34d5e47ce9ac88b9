variable "v" {
  description = null
}
