total_bytes = 18446744073709551615
price       = 0.1234567890123456789012345678

tenant "acme" {
  bytes  = 1024 * 1024 * 1024 * 1024
  offset = -9223372036854775808
  share  = 1 / 2
  limits = { builds = 10, uploads = null }
}

tenant "globex" {
  bytes  = 1e12
  offset = 0
}
