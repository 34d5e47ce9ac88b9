variable "v" {
  type = list
  default = ["a", "b"]
}
