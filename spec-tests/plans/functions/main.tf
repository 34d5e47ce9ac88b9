resource "terraform_data" "u" {}
output "a" {
  value = cidrsubnets("10.0.0.0/8", 8, 8)
}
output "b" {
  value = jsondecode("{\"a\":[1,2.5,null]}")
}
output "c" {
  value = yamldecode("a: 1")
}
output "d" {
  value = regexall("[a-z]", "abc")
}
output "e" {
  value = setunion(["a"], ["b"])
}
output "f" {
  value = sum([1, 2.5])
}
output "g" {
  value = 1/3
}
output "h" {
  value = formatlist("%s-%d", ["a"], [1])
}
output "i" {
  value = base64encode("x")
}
output "j" {
  value = matchkeys(["a", "b"], ["1", "2"], ["2"])
}
output "k" {
  value = transpose({ a = ["x"] })
}
output "l" {
  value = chunklist([1, 2, 3], 2)
}
output "m" {
  value = 9007199254740993
}
output "n" {
  value = 1e400
}
output "o" {
  value = 0.1 + 0.2
}
output "p" {
  value = toset([3, 1, 2])
}
output "q" {
  value = "<&>\u2028"
}
