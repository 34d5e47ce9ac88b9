output "x" {
  value = try(file("nope"), "")
}
