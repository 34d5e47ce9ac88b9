name     = "checkout-${regoin}"
replicsa = 3

listen {
  port = 8080
}
