removed {
  from = local.a
}
