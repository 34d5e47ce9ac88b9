resource "terraform_data" "u" {
  input = "x"
}
output "a" {
  value = startswith("arn:${terraform_data.u.id}", "arn:")
}
output "b" {
  value = "${terraform_data.u.id}" == null
}
output "c" {
  value = length(toset([terraform_data.u.id])) == 1
}
output "d" {
  value = terraform_data.u.id == "" ? 1 : 1
}
output "e" {
  value = terraform_data.u.id == "" ? "a" : "a"
}
output "f" {
  value = true || terraform_data.u.id == ""
}
output "g" {
  value = terraform_data.u.id == "" && false
}
output "h" {
  value = try(terraform_data.u.id, 1)
}
output "i" {
  value = can(terraform_data.u.id)
}
output "j" {
  value = sort([terraform_data.u.id, "b"])
}
output "k" {
  value = reverse([terraform_data.u.id, "b"])
}
output "l" {
  value = zipmap(["a"], [terraform_data.u.id])
}
output "m" {
  value = setproduct(["a"], [terraform_data.u.id])
}
output "n" {
  value = flatten([[terraform_data.u.id], ["b"]])
}
