output "o" {
  description = "x"
}
