variable "v" {
  type = object
}
