variable "v" {
  type = tuple
}
