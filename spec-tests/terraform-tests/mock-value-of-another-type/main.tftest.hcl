mock_provider "acme" {
  mock_data "acme_data" {
    defaults = {
      list = "x"
    }
  }
}
run "p" {
  command = plan
}
