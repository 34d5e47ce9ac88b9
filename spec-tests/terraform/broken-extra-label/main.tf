variable "a" "b" {
}
