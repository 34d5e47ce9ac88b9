locals {
  bad_0 = tonumber("abc")
}
output "bad_1" {
  value = file("none")
}
