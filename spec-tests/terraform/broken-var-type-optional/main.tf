variable "v" {
  type = object({ a = optional(string, 5), b = optional(number, "x") })
}
