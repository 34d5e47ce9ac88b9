resource "terraform_data" "a" {
  input = tomap({ k = tolist([1]) })
}
resource "terraform_data" "b" {
  input = [1, { a = "x" }]
}
output "a" {
  value = terraform_data.a.output["k"]
}
output "b" {
  value = terraform_data.b.output[1].a
}
output "c" {
  value = terraform_data.a.output
}
output "d" {
  value = length(terraform_data.b.output)
}
output "e" {
  value = [for x in terraform_data.b.output : x]
}
output "f" {
  value = { for k, v in terraform_data.a.output : k => v }
}
output "g" {
  value = keys(terraform_data.a.output)
}
output "h" {
  value = terraform_data.b.output[*]
}
