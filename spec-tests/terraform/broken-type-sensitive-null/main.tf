variable "v" {
  sensitive = null
}
