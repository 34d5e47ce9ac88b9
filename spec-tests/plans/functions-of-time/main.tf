resource "terraform_data" "x" {
  input = file("${path.module}/f.txt")
}
output "t" {
  value = templatefile("${path.module}/t.tpl", { a = terraform_data.x.id, b = [1, 2] })
}
output "t2" {
  value = templatefile("${path.module}/t.tpl", { a = "A", b = ["x"] })
}
output "ts" {
  value = timestamp()
}
output "pts" {
  value = length(plantimestamp())
}
output "u" {
  value = [uuid() == "", length(uuid())]
}
output "b" {
  value = bcrypt("x") == ""
}
output "y" {
  value = yamldecode("a: [1, 2.5, true, null]\nb: {c: x}")
}
output "ye" {
  value = yamlencode({ a = [1, "b", null, true], m = { z = 1, b = "x: y" } })
}
output "csv" {
  value = csvdecode("a,b\n1,2\n3,4")
}
output "re" {
  value = [regex("(?P<x>b)?", "ab") , regexall("[a-z]+", "ab cd"), replace("a-b", "/-(.)/", "+$1")]
}
output "num" {
  value = [parseint("ff", 16), signum(-3), ceil(1.2), floor(-1.2), log(8, 2), pow(2, 10), 7 % 3, -7 % 3, 1 / 3, 1e20, 123456789012345678901234567890, 0.1 + 0.2]
}
output "fd" {
  value = formatdate("YYYY", timestamp())
}
output "ucase" {
  value = [upper(terraform_data.x.id), split("-", terraform_data.x.id), regex("a", terraform_data.x.id), replace(terraform_data.x.id, "a", "b"), length(split("-", terraform_data.x.id)), sha1(terraform_data.x.id)]
}
output "prov" {
  value = [provider::terraform::encode_expr({ a = 1, b = [null, "x"] }), provider::terraform::encode_tfvars({ a = 1 }), provider::terraform::decode_tfvars("a = 1")]
}
