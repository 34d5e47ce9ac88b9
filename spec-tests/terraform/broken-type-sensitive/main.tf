variable "v" {
  sensitive = "maybe"
}
