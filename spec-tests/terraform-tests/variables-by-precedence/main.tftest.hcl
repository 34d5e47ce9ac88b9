variables {
  c = "file"
}
run "a" {
  command = plan
  assert {
    condition     = "${var.a} ${var.b} ${var.c} ${var.d}" == "tfvars tfvars file default"
    error_message = "no"
  }
}
run "b" {
  command = plan
  variables {
    c = "run"
    a = "${var.b}-${var.c}"
  }
  assert {
    condition     = "${var.a} ${var.c}" == "tfvars-file run"
    error_message = "no"
  }
}
