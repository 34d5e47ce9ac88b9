resource "acme_plain" "changed" {
  v = "2"
}
resource "acme_plain" "same" {
  v = "1"
}
data "acme_data" "same" {
  name       = "n"
  depends_on = [acme_plain.same]
}
data "acme_data" "changed" {
  name       = "n"
  depends_on = [acme_plain.changed]
}
data "acme_data" "ref_changed_id" {
  name = acme_plain.changed.id
}
data "acme_data" "ref_changed_v" {
  name = acme_plain.changed.v
}
data "acme_data" "ref_same" {
  name = acme_plain.same.id
}
module "m" {
  source     = "./m"
  depends_on = [acme_plain.changed]
}
module "n" {
  source     = "./m"
  depends_on = [acme_plain.same]
}
output "o" {
  value = [data.acme_data.same.id, data.acme_data.changed.id, module.m.id, module.n.id]
}
check "c" {
  data "acme_data" "in" {
    name = acme_plain.same.id
  }
  assert {
    condition     = data.acme_data.in.name != ""
    error_message = "m"
  }
}
