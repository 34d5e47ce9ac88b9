# A fleet of services, as a program would write it: long and regular, but readable.

locals {
  domain = "example.net"
  ports  = { http = 8080, metrics = 9090 }
  zones  = ["a", "b", "c"]
  debug  = false

  sizes = {
    small  = { cpu = 0.25, memory = 256 }
    medium = { cpu = 0.5, memory = 512 }
    large  = { cpu = 2, memory = 4096 }
  }
}

service "catalog" "web" {
  host     = "catalog.${local.domain}"
  size     = local.sizes.small
  replicas = 1 * length(local.zones)
  zones    = [for zone in local.zones : "catalog-${zone}" if zone != "a"]

  environment = {
    LOG_LEVEL              = local.debug ? "debug" : "info"
    PORT                   = local.ports.http
    (upper("catalog_url")) = "https://catalog.${local.domain}/v1"
  }

  health_check {
    path     = "/healthz"
    interval = 5
  }
}

service "checkout" "worker" {
  host     = "checkout.${local.domain}"
  size     = local.sizes.medium
  replicas = 2 * length(local.zones)
  zones    = [for zone in local.zones : "checkout-${zone}" if zone != "b"]

  environment = {
    LOG_LEVEL               = local.debug ? "debug" : "info"
    PORT                    = local.ports.http
    (upper("checkout_url")) = "https://checkout.${local.domain}/v2"
  }

  health_check {
    path     = "/healthz"
    interval = 6
  }
}

service "inventory" "web" {
  host     = "inventory.${local.domain}"
  size     = local.sizes.large
  replicas = 3 * length(local.zones)
  zones    = [for zone in local.zones : "inventory-${zone}" if zone != "c"]

  environment = {
    LOG_LEVEL                = local.debug ? "debug" : "info"
    PORT                     = local.ports.http
    (upper("inventory_url")) = "https://inventory.${local.domain}/v3"
  }

  health_check {
    path     = "/healthz"
    interval = 7
  }
}

service "invoicing" "worker" {
  host     = "invoicing.${local.domain}"
  size     = local.sizes.small
  replicas = 4 * length(local.zones)
  zones    = [for zone in local.zones : "invoicing-${zone}" if zone != "a"]

  environment = {
    LOG_LEVEL                = local.debug ? "debug" : "info"
    PORT                     = local.ports.http
    (upper("invoicing_url")) = "https://invoicing.${local.domain}/v1"
  }

  health_check {
    path     = "/healthz"
    interval = 8
  }
}

service "login" "web" {
  host     = "login.${local.domain}"
  size     = local.sizes.medium
  replicas = 1 * length(local.zones)
  zones    = [for zone in local.zones : "login-${zone}" if zone != "b"]

  environment = {
    LOG_LEVEL            = local.debug ? "debug" : "info"
    PORT                 = local.ports.http
    (upper("login_url")) = "https://login.${local.domain}/v2"
  }

  health_check {
    path     = "/healthz"
    interval = 9
  }
}

service "mail" "worker" {
  host     = "mail.${local.domain}"
  size     = local.sizes.large
  replicas = 2 * length(local.zones)
  zones    = [for zone in local.zones : "mail-${zone}" if zone != "c"]

  environment = {
    LOG_LEVEL           = local.debug ? "debug" : "info"
    PORT                = local.ports.http
    (upper("mail_url")) = "https://mail.${local.domain}/v3"
  }

  health_check {
    path     = "/healthz"
    interval = 10
  }
}

service "media" "web" {
  host     = "media.${local.domain}"
  size     = local.sizes.small
  replicas = 3 * length(local.zones)
  zones    = [for zone in local.zones : "media-${zone}" if zone != "a"]

  environment = {
    LOG_LEVEL            = local.debug ? "debug" : "info"
    PORT                 = local.ports.http
    (upper("media_url")) = "https://media.${local.domain}/v1"
  }

  health_check {
    path     = "/healthz"
    interval = 11
  }
}

service "orders" "worker" {
  host     = "orders.${local.domain}"
  size     = local.sizes.medium
  replicas = 4 * length(local.zones)
  zones    = [for zone in local.zones : "orders-${zone}" if zone != "b"]

  environment = {
    LOG_LEVEL             = local.debug ? "debug" : "info"
    PORT                  = local.ports.http
    (upper("orders_url")) = "https://orders.${local.domain}/v2"
  }

  health_check {
    path     = "/healthz"
    interval = 12
  }
}

service "pricing" "web" {
  host     = "pricing.${local.domain}"
  size     = local.sizes.large
  replicas = 1 * length(local.zones)
  zones    = [for zone in local.zones : "pricing-${zone}" if zone != "c"]

  environment = {
    LOG_LEVEL              = local.debug ? "debug" : "info"
    PORT                   = local.ports.http
    (upper("pricing_url")) = "https://pricing.${local.domain}/v3"
  }

  health_check {
    path     = "/healthz"
    interval = 13
  }
}

service "ratings" "worker" {
  host     = "ratings.${local.domain}"
  size     = local.sizes.small
  replicas = 2 * length(local.zones)
  zones    = [for zone in local.zones : "ratings-${zone}" if zone != "a"]

  environment = {
    LOG_LEVEL              = local.debug ? "debug" : "info"
    PORT                   = local.ports.http
    (upper("ratings_url")) = "https://ratings.${local.domain}/v1"
  }

  health_check {
    path     = "/healthz"
    interval = 14
  }
}

service "reports" "web" {
  host     = "reports.${local.domain}"
  size     = local.sizes.medium
  replicas = 3 * length(local.zones)
  zones    = [for zone in local.zones : "reports-${zone}" if zone != "b"]

  environment = {
    LOG_LEVEL              = local.debug ? "debug" : "info"
    PORT                   = local.ports.http
    (upper("reports_url")) = "https://reports.${local.domain}/v2"
  }

  health_check {
    path     = "/healthz"
    interval = 15
  }
}

service "search" "worker" {
  host     = "search.${local.domain}"
  size     = local.sizes.large
  replicas = 4 * length(local.zones)
  zones    = [for zone in local.zones : "search-${zone}" if zone != "c"]

  environment = {
    LOG_LEVEL             = local.debug ? "debug" : "info"
    PORT                  = local.ports.http
    (upper("search_url")) = "https://search.${local.domain}/v3"
  }

  health_check {
    path     = "/healthz"
    interval = 16
  }
}

service "shipping" "web" {
  host     = "shipping.${local.domain}"
  size     = local.sizes.small
  replicas = 1 * length(local.zones)
  zones    = [for zone in local.zones : "shipping-${zone}" if zone != "a"]

  environment = {
    LOG_LEVEL               = local.debug ? "debug" : "info"
    PORT                    = local.ports.http
    (upper("shipping_url")) = "https://shipping.${local.domain}/v1"
  }

  health_check {
    path     = "/healthz"
    interval = 17
  }
}

service "stock" "worker" {
  host     = "stock.${local.domain}"
  size     = local.sizes.medium
  replicas = 2 * length(local.zones)
  zones    = [for zone in local.zones : "stock-${zone}" if zone != "b"]

  environment = {
    LOG_LEVEL            = local.debug ? "debug" : "info"
    PORT                 = local.ports.http
    (upper("stock_url")) = "https://stock.${local.domain}/v2"
  }

  health_check {
    path     = "/healthz"
    interval = 18
  }
}

service "tax" "web" {
  host     = "tax.${local.domain}"
  size     = local.sizes.large
  replicas = 3 * length(local.zones)
  zones    = [for zone in local.zones : "tax-${zone}" if zone != "c"]

  environment = {
    LOG_LEVEL          = local.debug ? "debug" : "info"
    PORT               = local.ports.http
    (upper("tax_url")) = "https://tax.${local.domain}/v3"
  }

  health_check {
    path     = "/healthz"
    interval = 19
  }
}

service "wishlist" "worker" {
  host     = "wishlist.${local.domain}"
  size     = local.sizes.small
  replicas = 4 * length(local.zones)
  zones    = [for zone in local.zones : "wishlist-${zone}" if zone != "a"]

  environment = {
    LOG_LEVEL               = local.debug ? "debug" : "info"
    PORT                    = local.ports.http
    (upper("wishlist_url")) = "https://wishlist.${local.domain}/v1"
  }

  health_check {
    path     = "/healthz"
    interval = 20
  }
}

banner = <<-EOT
  %{for name in services~}
  - ${upper(substr(name, 0, 1))}${substr(name, 1, -1)} runs at https://${name}.${local.domain}
  %{endfor~}
  There are ${length(services)} services in ${length(local.zones)} zones.
EOT
