module "m" {
  source     = "./m"
  secret     = 1
  plain      = 1
  not_null   = null
  of_secret  = sensitive(1)
  transient  = 1
  from_parts = [1, "a"]
}
