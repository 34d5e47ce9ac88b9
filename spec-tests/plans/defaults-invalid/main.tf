variable "x" {
  type = string
  default = ["a"]
}
variable "y" {
  type = number
  default = "q"
}
variable "z" {
  type = object({ a = string, b = optional(number, "k") })
  default = { b = 1 }
}
