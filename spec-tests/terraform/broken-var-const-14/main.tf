variable "v" {
  const = true
}
