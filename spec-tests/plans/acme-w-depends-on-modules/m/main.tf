data "acme_data" "d" { 
  name = "in" 
  filter { 
    n = "f" 
  }
}
resource "acme_plain" "p" { v = data.acme_data.d.val }
output "d" { value = data.acme_data.d.name }
