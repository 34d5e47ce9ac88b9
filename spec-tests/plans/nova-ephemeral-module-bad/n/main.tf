variable "tok" {
}
