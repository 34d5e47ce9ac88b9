variable "v" {
  type = list(list)
}
