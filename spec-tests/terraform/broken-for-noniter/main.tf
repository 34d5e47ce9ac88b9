output "o" {
  value = [for x in "abc" : x]
}
output "p" {
  value = [for x in null : x]
}
output "q" {
  value = [for x in 5 : x]
}
