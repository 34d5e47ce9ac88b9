run "a" {
  command = plan
  assert {
    condition     = "${var.a} ${var.b} ${var.c}" == "tfvars tests tfvars"
    error_message = "no"
  }
}
