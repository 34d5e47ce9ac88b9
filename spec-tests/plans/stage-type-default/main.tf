variable "n" {
  type = number
  default = "abc"
}
output "x" { value = nofunc(1) }
