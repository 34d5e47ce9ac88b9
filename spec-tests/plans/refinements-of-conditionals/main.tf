resource "terraform_data" "u" {
  input = "x"
}
resource "terraform_data" "l" {
  input = ["a", "b"]
}
resource "terraform_data" "ml" {
  input = tolist(["a", "b"])
}
resource "terraform_data" "nu" {
  input = 7
}
resource "terraform_data" "bo" {
  input = true
}
resource "terraform_data" "ob" {
  input = { a = 1, b = { c = "x" } }
}
locals {
  u = terraform_data.u.id
  o = terraform_data.u.output
  l = terraform_data.ml.output
}
output "cond1" {
  value = local.o == "x" ? [1, 2] : [3, 4]
}
output "cond2" {
  value = local.o == "x" ? { a = 1 } : { a = 1 }
}
output "cond3" {
  value = local.o == "x" ? 5 : 5
}
output "cond4" {
  value = (local.o == "x" ? 5 : 9) > 4
}
output "cond5" {
  value = (local.o == "x" ? 5 : 9) < 4
}
output "cond6" {
  value = (local.o == "x" ? "ab" : "ac") == "zz"
}
output "cond7" {
  value = startswith(local.o == "x" ? "ab" : "ac", "a")
}
output "cond8" {
  value = length(local.o == "x" ? tolist([1, 2]) : tolist([3, 4]))
}
output "cond9" {
  value = length(local.o == "x" ? tolist([1, 2]) : tolist([3]))
}
output "cond10" {
  value = length(local.o == "x" ? tolist([1, 2]) : tolist([3])) > 0
}
output "cond11" {
  value = (local.o == "x" ? "a" : null) == null
}
output "cond12" {
  value = (local.o == "x" ? "a" : "b") == null
}
output "and1" {
  value = terraform_data.bo.output && false
}
output "or1" {
  value = true || terraform_data.bo.output
}
output "not" {
  value = !terraform_data.bo.output
}
output "add" {
  value = terraform_data.nu.output + 1
}
output "neg" {
  value = -terraform_data.nu.output
}
output "addnn" {
  value = (terraform_data.nu.output + 1) == null
}
output "lnn" {
  value = local.l == null
}
output "sorted" {
  value = length(sort([local.u, "b"]))
}
output "sorted2" {
  value = sort([local.u, "b"])
}
output "rev" {
  value = reverse([local.u, "b"])
}
output "zip" {
  value = zipmap(["a", "b"], [local.u, 1])
}
output "setp" {
  value = setproduct(["a", "b"], [local.u, "q"])
}
output "setps" {
  value = length(setproduct(toset(["a", "b"]), toset([local.u])))
}
output "flat" {
  value = flatten([[local.u], ["x", ["y", local.u]]])
}
output "flatu" {
  value = flatten([["a"], local.l])
}
output "concat" {
  value = concat([local.u], ["a"])
}
output "concatu" {
  value = concat(local.l, ["a"])
}
output "merge" {
  value = merge({ a = local.u }, { b = 1 })
}
output "mergeu" {
  value = merge(terraform_data.ob.output, { b = 1 })
}
output "attr" {
  value = terraform_data.ob.output.b.c
}
output "chunk" {
  value = chunklist([local.u, "a", "b"], 2)
}
output "slice" {
  value = slice([local.u, "a", "b"], 1, 3)
}
output "elem" {
  value = element([local.u, "a"], 1)
}
output "idx" {
  value = index(["a", local.u], "a")
}
output "join" {
  value = join(",", ["a", local.u])
}
output "fmt" {
  value = format("a-%s", local.u)
}
output "fmtp" {
  value = startswith(format("ab-%s", local.u), "ab")
}
output "fmtl" {
  value = formatlist("a-%s", ["q", local.u])
}
output "je" {
  value = jsonencode({ a = local.u })
}
output "jes" {
  value = startswith(jsonencode({ a = local.u }), "{")
}
output "jel" {
  value = startswith(jsonencode([local.u]), "[")
}
output "rng" {
  value = range(terraform_data.nu.output)
}
output "max" {
  value = max(1, terraform_data.nu.output)
}
output "alltrue" {
  value = alltrue([false, terraform_data.bo.output])
}
output "anytrue" {
  value = anytrue([true, terraform_data.bo.output])
}
output "one" {
  value = one([local.u])
}
output "onel" {
  value = one(local.l)
}
output "sum" {
  value = sum([1, terraform_data.nu.output])
}
output "trim" {
  value = trimprefix("arn:${local.u}", "arn:")
}
output "upper" {
  value = upper("arn:${local.u}")
}
