resource "acme_plain" "p" {}
data "acme_data" "d" {
  name = acme_plain.p.v
  lifecycle {
    postcondition {
      condition = self.val != "zz"
      error_message = "bad"
    }
  }
}
