variable "s" {
  type = object({ name = string, port = optional(number, "eighty") })
}
