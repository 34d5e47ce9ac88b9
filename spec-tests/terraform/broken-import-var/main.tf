import {
  to = var.a
  id = "x"
}
