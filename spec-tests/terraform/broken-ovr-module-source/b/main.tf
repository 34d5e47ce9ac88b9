variable "m" {
}
