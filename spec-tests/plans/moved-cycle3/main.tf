moved {
  from = module.a
  to = module.a.module.b
}
