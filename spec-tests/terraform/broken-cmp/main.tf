output "o" {
  value = "a" < 1
}
output "p" {
  value = [1] == 1
}
output "q" {
  value = null > 1
}
output "r" {
  value = true && "x"
}
