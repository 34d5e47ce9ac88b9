data "acme_data" "d" {
  name = "n"
}
