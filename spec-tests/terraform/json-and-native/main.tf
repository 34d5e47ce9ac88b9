locals {
  native = local.json + 1
}
