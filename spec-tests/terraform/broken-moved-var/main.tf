moved {
  from = var.a
  to   = var.b
}
