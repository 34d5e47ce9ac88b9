import {
  to       = module.a
  id       = "i"
}
