output "a" {
  value = "a\u00e9\n\t\"\\"
}
output "b" {
  value = "$${x} %%{y}"
}
output "c" {
  value = "<b>&'"
}
output "d" {
  value = "\U0001F600"
}
output "e" {
  value = "é"
}
output "f" {
  value = ""
}
output "g" {
  value = chomp("a\n")
}
