variable "a" {
  type = object({ a = optional(object({ b = string }), {}) })
}
