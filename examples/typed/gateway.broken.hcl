listen = [80, "https"]

backend "shop" {
  balance = "round-robin"
  servers = [
    { host = "10.0.0.1", wieght = 2 },
    { weight = 3 },
    "10.0.0.3",
  ]

  headers {
    x-frame-options = "DENY"

    x-shop {}
  }
  headers {}
}

plugin "rate-limit" {
  requests = 100
}

plugin "auth" "admins" {
  enabled = maybe
  issuer  = "https://id.example.org"
}
