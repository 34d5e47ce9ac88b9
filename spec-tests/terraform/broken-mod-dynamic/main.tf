module "c" {
  source = "./c"
  dynamic "x" {
    for_each = []
    content {}
  }
}
