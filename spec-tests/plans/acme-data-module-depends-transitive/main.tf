resource "acme_plain" "a" {
  v = "new"
}
resource "acme_plain" "b" {
  v = acme_plain.a.id
}
module "m" {
  source     = "./m"
  depends_on = [acme_plain.b]
}
