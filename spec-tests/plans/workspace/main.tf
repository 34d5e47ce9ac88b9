output "a" {
  value = terraform.workspace
}
output "b" {
  value = path.cwd == path.root
}
