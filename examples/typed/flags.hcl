defaults {
  new-cart = false
  beta     = true
}

group "beta" {
  members = [for name in split(",", "ada,grace") : "${name}@example.org"]
  percent = 0.1
}

flag "search" {
  state    = "gradual"
  groups   = ["beta"]
  expires  = "2027-01-31"
  variants = {
    a = [70, "words"]
    b = [30, "vectors"]
  }
}

flag "dark-mode" {
  state = "on"
}
