output "o" {
  value = { for x in ["a", "a"] : x => x... }
}
output "p" {
  value = { for x in ["a", "a"] : x => x }
}
output "q" {
  value = { for x in [1, null] : x => x }
}
