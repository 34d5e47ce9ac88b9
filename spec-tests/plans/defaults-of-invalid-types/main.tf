variable "y" {
  type = number
  default = "q"
}
variable "z" {
  type = object({ a = string, b = optional(number, "k"), c = optional(bool, "true") })
  default = { b = 1 }
}
variable "zz" {
  type = map(optional(string))
}
