variable "a" {
  default {
    a = 1
  }
}
