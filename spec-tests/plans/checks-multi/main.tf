locals {
  x = 1
}
check "a" {
  assert {
    condition = local.x == 2
    error_message = "one"
  }
  assert {
    condition = local.x == 3
    error_message = "two"
  }
  assert {
    condition = local.x == 1
    error_message = "three"
  }
}
check "err" {
  assert {
    condition = tonumber("${local.x}x") == 1
    error_message = "one"
  }
}
