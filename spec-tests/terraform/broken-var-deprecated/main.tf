variable "v" {
  deprecated = "x"
}
