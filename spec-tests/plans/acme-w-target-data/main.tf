resource "acme_plain" "p" { v = "2" }
data "acme_data" "d" { name = acme_plain.p.id }
data "acme_data" "e" { name = "e" }
resource "acme_plain" "q" { v = data.acme_data.d.val }
output "d" { value = data.acme_data.d.val }
output "e" { value = data.acme_data.e.val }
