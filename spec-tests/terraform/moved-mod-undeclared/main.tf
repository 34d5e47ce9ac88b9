moved {
  from = module.a
  to   = module.b
}
