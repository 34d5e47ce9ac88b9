variable "a" {
}
