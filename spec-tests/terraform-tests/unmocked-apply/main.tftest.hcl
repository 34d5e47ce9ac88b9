run "a" {
  assert {
    condition     = acme_thing.a.name == "n"
    error_message = "no"
  }
}
run "b" {
  assert {
    condition     = acme_thing.a.id != ""
    error_message = "no"
  }
}
