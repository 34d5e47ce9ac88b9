resource "acme_plain" "a" { 
  count = 2
  v = "x"
}
output "a" { value = acme_plain.a.v }
output "b" { value = acme_plain.a["k"].v }
output "c" { value = acme_plain.a[2].v }
output "d" { value = acme_plain.a.*.v }
output "e" { value = [for i in range(3) : acme_plain.a[i].v] }
