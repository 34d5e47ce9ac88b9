variable "s" {
  type = list(optional(string))
}
