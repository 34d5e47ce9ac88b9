variables {
  glob = "g"
  z    = "${var.glob}z"
}
run "setup" {
  module { source = "./helper" }
  variables { in = "${var.glob}-1" }
  assert {
    condition     = output.out == "g-1"
    error_message = "x"
  }
}
run "main" {
  variables { z = run.setup.out }
  assert {
    condition     = var.z == "g-1"
    error_message = "z is ${var.z}"
  }
}
run "globals" {
  assert {
    condition     = var.z == "gz"
    error_message = "z is ${var.z}"
  }
}
