variable "v" {
  description = ["x"]
}
