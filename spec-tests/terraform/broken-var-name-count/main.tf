variable "count" {
}
