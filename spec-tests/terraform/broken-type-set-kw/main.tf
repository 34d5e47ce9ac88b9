variable "v" {
  type = set
}
