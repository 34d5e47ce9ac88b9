output "a" {
  value = 1
  precondition {
    condition = terraform.workspace == "x"
  }
}
