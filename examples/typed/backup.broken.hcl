source        = "/srv/data"
max_megabytes = 50 * "many"
cpu_shares    = 0.25

destination "s4" {
  bucket = "acme-backups"
}

keep = { daily = 14 }
