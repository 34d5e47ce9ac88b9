resource "beta_net" "a" {
  count = 3
  cidr = "10.${count.index}.0.0/16"
  opt { k = "x" }
}
output "a" { value = beta_net.a[*].cidr }
output "b" { value = beta_net.a.*.id }
output "c" { value = length(beta_net.a) }
output "d" { value = beta_net.a[1].opt[0].k }
output "e" { value = one(beta_net.a[*].cidr == [] ? [] : ["x"]) }
output "f" { value = zipmap(beta_net.a[*].cidr, beta_net.a[*].id) }
output "g" { value = join(",", beta_net.a[*].cidr) }
output "h" { value = join(",", beta_net.a[*].id) }
output "i" { value = [for n in beta_net.a : n.opt] }
