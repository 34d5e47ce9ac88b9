output "o" {
  value = fileexists("nope") ? file("nope") : "x"
}
