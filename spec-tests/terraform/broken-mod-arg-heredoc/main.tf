module "m" {
  source = "./m"
  n      = <<EOT
abc
EOT
}
