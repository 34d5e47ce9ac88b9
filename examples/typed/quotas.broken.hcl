total_bytes = 18446744073709551616
price       = "cheap"

tenant "acme" {
  bytes  = 1024 / 3
  offset = -9223372036854775809
  limits = { builds = 1e10 }
}

tenant "globex" {
  bytes  = 1 / 0
  offset = 0
}

tenant "initech" {
  bytes  = -1
  offset = 5 % 0
}
