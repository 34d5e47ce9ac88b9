variable "a" {
  typ = string
}
