resource "terraform_data" "a" {
  input = "x"
}
output "a" {
  value = terraform_data.a.output == null
}
output "b" {
  value = terraform_data.a.output != null ? 1 : 2
}
output "c" {
  value = coalesce(terraform_data.a.output, "d")
}
output "d" {
  value = try(terraform_data.a.output.nope, "f")
}
output "e" {
  value = can(terraform_data.a.output)
}
output "f" {
  value = terraform_data.a.id == terraform_data.a.id
}
output "g" {
  value = [terraform_data.a.id] == [terraform_data.a.id]
}
output "h" {
  value = contains(["a"], terraform_data.a.id)
}
output "i" {
  value = contains([terraform_data.a.id, "a"], "a")
}
output "j" {
  value = distinct([terraform_data.a.id, "a", "a"])
}
output "k" {
  value = compact(["", terraform_data.a.id])
}
output "l" {
  value = slice(["a", "b", terraform_data.a.id], 0, 2)
}
output "m" {
  value = lookup({ a = 1 }, terraform_data.a.id, 2)
}
output "n" {
  value = regex("a", terraform_data.a.id)
}
output "o" {
  value = substr("abc", 0, length(terraform_data.a.id))
}
output "p" {
  value = max(1, length(terraform_data.a.id))
}
output "q" {
  value = range(length(terraform_data.a.id))
}
output "r" {
  value = { a = terraform_data.a.id }["a"]
}
output "s" {
  value = tobool(terraform_data.a.id)
}
output "t" {
  value = "${terraform_data.a.id}" != ""
}
output "u" {
  value = element([terraform_data.a.id, "b"], 1)
}
output "v" {
  value = one([terraform_data.a.id])
}
output "w" {
  value = alltrue([true, terraform_data.a.id == "x"])
}
output "x" {
  value = anytrue([true, terraform_data.a.id == "x"])
}
output "y" {
  value = index(["a", terraform_data.a.id], "a")
}
output "z" {
  value = length("${terraform_data.a.id}x")
}
