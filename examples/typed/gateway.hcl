listen = [80, 443]

backend "shop" {
  balance = "least_connections"
  servers = [
    { host = "10.0.0.1" },
    { host = "10.0.0.2", weight = 3 },
  ]

  headers {
    x-frame-options = "DENY"
    x-shop          = "1"
  }
}

backend "static" {
  servers = [{ host = "10.0.1.1" }]
}

plugin "rate-limit" "all" {
  requests = 100

  burst {
    size = 20
  }
}

plugin "auth" "admins" {
  enabled = false
  issuer  = "https://id.example.org"
}
