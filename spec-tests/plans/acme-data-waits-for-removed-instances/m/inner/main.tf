data "acme_data" "inner" {
  name = "n"
}
