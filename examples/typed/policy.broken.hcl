version = 256

rule "read" {
  effect    = "allow"
  actions   = [list, get.all]
  resources = [account, true, null]

  condition {
    mfa = "yes"
  }
  condition {
    mfa = true
  }
}

rule "write" {
  effect    = permit
  actions   = concat([put], [post])
  resources = []
}
