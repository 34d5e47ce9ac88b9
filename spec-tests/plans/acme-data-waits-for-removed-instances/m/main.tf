resource "acme_plain" "a" {
  v = "x"
}

# Other instances of its own module do not count.
data "acme_data" "beside" {
  name       = "n"
  depends_on = [acme_plain.a]
}

module "inner" {
  source     = "./inner"
  depends_on = [acme_plain.a]
}
