locals {
  a = provider::terraform(1)
}
