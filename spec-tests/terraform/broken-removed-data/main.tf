removed {
  from = data.a.b
  lifecycle {
    destroy = false
  }
}
