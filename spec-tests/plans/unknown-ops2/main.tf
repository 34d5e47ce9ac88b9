resource "terraform_data" "u" {
  input = "x"
}
output "a" {
  value = upper(terraform_data.u.id)
}
output "b" {
  value = [for x in [terraform_data.u.id] : x]
}
output "c" {
  value = {for k, v in {a = terraform_data.u.id} : k => v}
}
output "d" {
  value = merge({a = 1}, {b = terraform_data.u.id})
}
output "e" {
  value = concat([1], [terraform_data.u.id])
}
output "f" {
  value = lookup({a = terraform_data.u.id}, "a", "z")
}
output "g" {
  value = element(["a", "b"], length(terraform_data.u.id))
}
output "h" {
  value = jsonencode({a = terraform_data.u.id})
}
output "i" {
  value = format("%s-%s", terraform_data.u.id, "x")
}
output "j" {
  value = coalesce(terraform_data.u.id, "x")
}
output "k" {
  value = tolist([terraform_data.u.id])[0]
}
output "l" {
  value = tomap({a = terraform_data.u.id})
}
output "m" {
  value = length([terraform_data.u.id])
}
output "n" {
  value = terraform_data.u.id != null
}
output "o" {
  value = join(",", [terraform_data.u.id])
}
output "p" {
  value = terraform_data.u.output == null
}
output "q" {
  value = keys({(terraform_data.u.id) = 1})
}
output "r" {
  value = split(",", terraform_data.u.id)
}
