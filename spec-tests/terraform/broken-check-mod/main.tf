module "m" {
  source = "./m"
}
check "c" {
  assert {
    condition     = module.m.p == 1
    error_message = "No ${module.m.q}."
  }
}
