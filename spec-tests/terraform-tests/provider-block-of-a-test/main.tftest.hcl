provider "acme" {
  region = var.name
}
variables {
  name = "z"
}
run "a" {
  command = plan
  assert {
    condition     = acme_thing.a.name == "z"
    error_message = "no"
  }
}
