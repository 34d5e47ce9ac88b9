resource "acme_plain" "deep" {
  count = 1
}
