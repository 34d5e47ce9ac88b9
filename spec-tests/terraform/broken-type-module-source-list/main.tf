module "c" {
  source = ["./c"]
}
