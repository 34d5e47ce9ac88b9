variable "name" {
}
