resource "terraform_data" "a" {}
output "a" {
  value = terraform_data.a.id == "x" ? ["a"] : ["a", "b"]
}
output "b" {
  value = terraform_data.a.id == "x" ? { a = 1 } : { b = 2 }
}
output "c" {
  value = terraform_data.a.id == "x" ? "a" : null
}
output "d" {
  value = terraform_data.a.id == "x" ? 5 : 7
}
output "e" {
  value = terraform_data.a.id == "x" ? toset(["a"]) : toset([])
}
output "f" {
  value = terraform_data.a.id == "x" ? null : null
}
output "g" {
  value = terraform_data.a.id == "x" ? [] : []
}
output "h" {
  value = terraform_data.a.id == "x" ? "pre-a" : "pre-b"
}
output "i" {
  value = (terraform_data.a.id == "x" ? 5 : 7) > 3
}
output "j" {
  value = startswith(terraform_data.a.id == "x" ? "pre-a" : "pre-b", "pre")
}
