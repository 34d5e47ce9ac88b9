run "a" {
}
run "b" {
  plan_options {
    replace = [terraform_data.a]
  }
  assert {
    condition     = output.a != run.a.a
    error_message = "no"
  }
}
run "c" {
  assert {
    condition     = output.a == run.b.a
    error_message = "no"
  }
}
