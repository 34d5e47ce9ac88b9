module "m" {
  source = "./m"
  tags {
    a = 1
  }
}
