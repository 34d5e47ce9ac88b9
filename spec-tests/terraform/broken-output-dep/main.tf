output "a" {
  value      = 1
  depends_on = [var.x]
}
