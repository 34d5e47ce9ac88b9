
resource "acme_plain" "u" { provider = acme.plain }
provider "acme" {
  region = acme_plain.u.id
  key    = "k"
}
provider "acme" { alias = "plain" }
resource "acme_thing" "t" { name = "n" }
data "acme_data" "d" { name = "x" }
data "acme_data" "e" {
  provider = acme.plain
  name     = "x"
}
output "o" { value = [acme_thing.t.name, data.acme_data.d.name, data.acme_data.e.name] }
