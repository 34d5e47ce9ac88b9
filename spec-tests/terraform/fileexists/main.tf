output "x" {
  value = fileexists("nope")
}
