source        = ["/srv/data", "/etc"]
max_megabytes = 50 * 1024
cpu_share     = 0.25

destination "s3" {
  bucket  = "acme-backups"
  region  = "eu-1"
  encrypt = true
}

keep {
  daily = 14
}
