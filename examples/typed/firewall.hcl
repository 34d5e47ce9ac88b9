default_action = "drop"

rule "ssh" {
  sources = ["10.0.0.0/8"]
  action  = "accept"
  log     = true

  port {
    from = 22
  }
}

dynamic "rule" {
  for_each = {
    dns = { protocol = "udp", ports = [53] }
    web = { protocol = "tcp", ports = [80, 443] }
  }
  iterator = service
  labels   = ["allow-${service.key}"]

  content {
    action = "accept"

    dynamic "port" {
      for_each = service.value.ports
      content {
        from     = port.value
        protocol = service.value.protocol
      }
    }
  }
}
