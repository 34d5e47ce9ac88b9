mock_provider "terraform" {
  mock_resource "terraform_data" {
    defaults = {
      id = "x"
    }
  }
}
run "a" {
  assert {
    condition     = terraform_data.a.id == "x"
    error_message = "no"
  }
}
