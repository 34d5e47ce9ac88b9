output "a" {
  value = null
}
output "b" {
  value = [null]
}
output "c" {
  value = {a = null}
}
output "d" {
  value = tostring(null)
}
