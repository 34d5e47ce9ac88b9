output "a" {
  value = terraform.workspac
}
