variable "s" {
  type = object({ port = optional(number, 1, 2) })
}
