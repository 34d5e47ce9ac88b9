
resource "acme_plain" "q" { count = 2 }
output "o" { value = acme_plain.q[*].id }
