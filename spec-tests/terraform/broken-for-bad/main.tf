output "a" {
  value = [for x in 3 : x]
}
