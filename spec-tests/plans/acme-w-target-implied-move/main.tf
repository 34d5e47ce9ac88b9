resource "acme_plain" "a" { 
  v = "2" 
}
output "a" { value = acme_plain.a.v }
