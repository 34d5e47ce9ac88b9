locals {
  a = provider::foo::bar(1)
}
