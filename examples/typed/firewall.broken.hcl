default_action = "deny"

rule "ssh" {
  sources = ["10.0.0.0/8"]
  action  = "acept"

  port {
    from = 65536
  }
}

dynamic "rule" {
  for_each = 3
  labels   = ["many"]
  content {
    action = "accept"
  }
}

dynamic "rule" {
  for_each = range(9)
  labels   = ["rule-${rule.value}"]
  content {
    action = "accept"
  }
}

dynamic "rule" {
  for_each = ["web"]
  iterator = "service"
  labels   = ["allow-${service.value}"]
  content {
    action = "accept"
  }
}

dynamic "rule" {
  for_each = ["web"]
  content {
    action = "accept"
  }
}

dynamic "route" {
  for_each = []
  content {}
}
