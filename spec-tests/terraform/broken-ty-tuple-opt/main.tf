variable "a" {
  type = tuple([optional(string)])
}
