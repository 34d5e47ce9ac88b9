mock_resource "acme_thing" {
  defaults = {
    id = "from file"
  }
}
mock_data "acme_data" {
  defaults = {
    val = "file"
  }
}
