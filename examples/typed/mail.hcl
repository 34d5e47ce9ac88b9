sender = {
  name    = "${product} Support"
  address = "support@example.org"
}

template "welcome" "en" {
  subject = "Welcome to ${product}"
  body    = "Hello!\n"
  headers = { X-Product = lower(product) }
}

template "welcome" "de" {
  subject = "Willkommen bei ${product}%{ if length(links) > 5 }!%{ endif }"
  body    = <<-EOT
    Hallo!
    ${join("\n", [for link in links : "- ${link}"])}
  EOT
}

attachments = [
  { path = "terms.pdf" },
  { path = "logo.svg", type = "image/svg+xml", inline = true },
]
