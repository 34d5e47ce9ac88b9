variable "locals" {
}
