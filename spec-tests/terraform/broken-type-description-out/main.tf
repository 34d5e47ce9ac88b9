output "v" {
  value = 1
  description = ["x"]
}
