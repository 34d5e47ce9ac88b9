variable "n" {
}
