variable "a" {
  type = object({ a = optional(number, max(1, 2)) })
}
