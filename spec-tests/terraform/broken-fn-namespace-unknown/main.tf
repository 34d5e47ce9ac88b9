locals {
  a = foo::bar(1)
}
