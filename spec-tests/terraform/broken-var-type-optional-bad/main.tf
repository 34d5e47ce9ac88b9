variable "v" {
  type = optional(string)
}
