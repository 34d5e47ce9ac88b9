module "c" {
}
