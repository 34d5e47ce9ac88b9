variable "a" {
}

variable "a" {
}
