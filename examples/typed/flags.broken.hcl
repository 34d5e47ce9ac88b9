defaults {
  new-cart = "perhaps"
  beta     = on

  nested {}
}

group "beta" {
  members = [for name in "ada,grace" : name]
  percent = "10%"
}

flag "search" {
  state    = "gradually"
  expires  = "31.1.2027"
  variants = {
    a = [70]
    b = [300, "vectors"]
  }
}

flag "dark-mode" {
  status = "on"
}
