variable "1a" {
}
